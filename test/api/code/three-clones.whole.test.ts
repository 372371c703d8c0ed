import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { createClient } from '@memory/client';
import { indexRepository } from '../../../packages/agents/src/code-index/index-repository.ts';
import { tieMemories } from '../../../packages/agents/src/grounds/tie-memories.ts';
import { testWithService } from '../../host/service.ts';
import { callTool, connectClient } from '../../support/clients/mcp-client.ts';
import { git, GIT_ENVIRONMENT, makeRemote } from '../../support/sync/git-clones.ts';
import { runCommand } from '../../support/clients/run-command.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const AUTHOR = ['-c', 'user.name=T', '-c', 'user.email=t@example.org'];

const price = (value: number) => `export function priceOf() {\n  return ${value};\n}\n`;

verifies.whole('code.clones', async ({ service }) => {
  const { clone } = await makeRemote();
  const [a, b, c] = [clone('a'), clone('b'), clone('c')];
  let minute = 0;
  /** Later than the commits before: clones on one machine would commit within one second. */
  const commit = (folder: string, files: Record<string, string>, ...options: string[]): void => {
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
    git(folder, 'add', '-A');
    const GIT_COMMITTER_DATE = new Date(Date.UTC(2026, 0, 1, 0, (minute += 1))).toISOString();
    const env = { ...GIT_ENVIRONMENT, GIT_COMMITTER_DATE };
    execFileSync('git', ['-C', folder, ...AUTHOR, 'commit', '-qm', GIT_COMMITTER_DATE, ...options], { env });
  };
  const client = createClient({ url: service.host.url, key: service.key });
  const index = (root: string, options: { asIs?: boolean; force?: boolean } = {}) =>
    indexRepository({ client, root, repository: 'shop', ...options });
  const files = async (): Promise<Record<string, string>> => {
    await service.runJobs();
    const { body } = await service.get('/api/v1/code/status?repository=shop');
    return Object.fromEntries(
      body.files.map((file: { path: string; content_hash: string }) => [file.path, file.content_hash]),
    );
  };
  const codeOf = async (id: string): Promise<string | null> => {
    await service.runJobs();
    return (await service.get(`/api/v1/grounds/verdicts?memory=${id}`)).body.results[0]?.verdict ?? null;
  };

  commit(c, { 'price.ts': price(1), 'shop.ts': 'export const shop = () => 1;\n' });
  git(c, 'push', '-q', 'origin', 'main');
  await index(c);
  const trunk = await files();
  const stored = await service.post('/api/v1/memories/store', {
    title: 'Price',
    narrative: '`priceOf` in `price.ts` answers one.',
    memory_type: 'decision',
  });
  expect(await codeOf(stored.body.id)).toBe('current');

  // Two branches at once change, add and delete: the trunk's files stay as the trunk has them, and each adds its own.
  for (const [folder, name] of [
    [a, 'raise'],
    [b, 'drop'],
  ] as const) {
    git(folder, 'pull', '-q', 'origin', 'main');
    git(folder, 'checkout', '-q', '-b', name);
  }
  commit(a, { 'price.ts': price(2), 'raise.ts': 'export const raise = () => 2;\n' });
  git(b, 'rm', '-q', 'shop.ts');
  commit(b, { 'price.ts': price(3), 'drop.ts': 'export const drop = () => 3;\n' });
  const [ofA, ofB] = await Promise.all([index(a), index(b)]);
  expect(ofA).toMatchObject({ sent: 1, deleted: 0, trunk: { name: 'main', differing: 1 }, behind: null });
  expect(ofB).toMatchObject({ sent: 1, deleted: 0, trunk: { name: 'main', differing: 2 }, behind: null });
  expect(Object.keys(await files())).toEqual(['drop.ts', 'price.ts', 'raise.ts', 'shop.ts']);
  expect(await files()).toMatchObject(trunk);
  expect(await codeOf(stored.body.id)).toBe('current');

  // The trunk goes on. A rebased branch follows it, and a clone that has not fetched takes nothing back.
  commit(c, { 'shop.ts': 'export const shop = () => 2;\n' });
  git(c, 'push', '-q', 'origin', 'main');
  await index(c);
  const later = await files();
  expect(later['shop.ts']).not.toBe(trunk['shop.ts']);
  expect(await index(b)).toMatchObject({ sent: 1, behind: git(c, 'rev-parse', 'HEAD') });
  git(a, 'fetch', '-q');
  git(a, ...AUTHOR, 'rebase', '-q', 'origin/main');
  expect(await index(a)).toMatchObject({ behind: null, trunk: { differing: 1 } });
  expect(await files()).toMatchObject(later);

  // A squash merge makes the branch's state the common one, and the other branch's file goes.
  git(a, 'push', '-q', 'origin', 'raise');
  git(c, 'fetch', '-q');
  git(c, 'merge', '-q', '--squash', 'origin/raise');
  commit(c, {});
  git(c, 'push', '-q', 'origin', 'main');
  await index(c);
  const merged = await files();
  expect(Object.keys(merged)).toEqual(['price.ts', 'raise.ts', 'shop.ts']);
  expect(await codeOf(stored.body.id)).toBe('changed');
  git(b, 'checkout', '-q', 'main');
  expect(await index(b)).toMatchObject({ sent: 0, behind: git(c, 'rev-parse', 'HEAD') });
  git(b, 'pull', '-q', 'origin', 'main');
  expect(await index(b)).toMatchObject({ sent: 0, deleted: 0, behind: null });
  expect(await files()).toEqual(merged);

  // A forced push replaces the trunk; a clone with what it replaced does not bring that back.
  commit(c, { 'price.ts': price(4) }, '--amend');
  git(c, 'push', '-qf', 'origin', 'main');
  await index(c);
  const forced = await files();
  expect(forced['price.ts']).not.toBe(merged['price.ts']);
  expect(await index(b)).toMatchObject({ sent: 0, behind: git(c, 'rev-parse', 'HEAD') });
  git(b, 'fetch', '-q');
  git(b, 'reset', '-q', '--hard', 'origin/main');
  expect(await index(b)).toMatchObject({ sent: 0, unchanged: 3, behind: null });
  expect(await files()).toEqual(forced);

  // A tree is indexed as it is where somebody asks for it.
  git(b, 'checkout', '-q', 'drop');
  await index(b, { asIs: true, force: true });
  expect(Object.keys(await files())).toEqual(['drop.ts', 'price.ts']);
});

verifies.whole(
  'code.clones',
  async ({ service }) => {
    const { clone } = await makeRemote();
    const [a, b] = [clone('a'), clone('b')];
    const commit = (folder: string, value: number, day = '2026-01-02'): void => {
      writeFileSync(path.join(folder, 'pay.ts'), `export const PAY_SECONDS = ${value};\n`);
      git(folder, 'add', '-A');
      const env = { ...GIT_ENVIRONMENT, GIT_COMMITTER_DATE: `${day}T00:00:00Z` };
      execFileSync('git', ['-C', folder, ...AUTHOR, 'commit', '-qm', `Pay in ${value} s`], { env });
    };
    const behind = clone('behind');
    commit(a, 300, '2026-01-01');
    git(a, 'push', '-q', 'origin', 'main');
    git(behind, 'pull', '-q', 'origin', 'main');
    commit(a, 540);
    git(a, 'push', '-q', 'origin', 'main');
    git(b, 'pull', '-q', 'origin', 'main');
    git(b, 'checkout', '-q', '-b', 'slower');
    commit(b, 600);
    const client = createClient({ url: service.host.url, key: service.key });
    const repository = { client, repository: 'shop' };
    await indexRepository({ ...repository, root: a });
    await callTool(await connectClient(service), 'memory_store', {
      title: 'A payment gives up',
      memory_type: 'decision',
      content: 'A payment gives up after 540 s: `PAY_SECONDS`.',
      branch_name: 'main',
    });
    await service.runJobs();
    // Nor by one that has not pulled what the trunk holds.
    expect(await tieMemories({ ...repository, root: behind })).toBe(0);
    expect(await tieMemories({ ...repository, root: b })).toBe(1);
    await service.runJobs();
    const { body } = await service.get('/api/v1/grounds');
    expect(body.results).toEqual([]);
    const { stdout } = await runCommand(
      { url: service.host.url, key: service.key },
      'why',
      '-C',
      b,
      'pay.ts:PAY_SECONDS',
    );
    expect(stdout).toMatch(/changed since \w+, 540 → 600/u);
  },
  { title: 'a memory of the trunk is tied to the trunk, also by a clone with another branch' },
);

verifies.whole(
  'code.clones',
  async ({ service }) => {
    const { clone } = await makeRemote();
    const folder = clone('a');
    const commit = (): void => {
      git(folder, 'add', '-A');
      execFileSync('git', ['-C', folder, ...AUTHOR, 'commit', '-qm', 'Next'], { env: GIT_ENVIRONMENT });
    };
    const client = createClient({ url: service.host.url, key: service.key });
    const index = () => indexRepository({ client, root: folder, repository: 'small' });
    writeFileSync(path.join(folder, 'old.ts'), price(1));
    commit();
    await index();
    git(folder, 'mv', 'old.ts', 'new.ts');
    writeFileSync(path.join(folder, 'new.ts'), `export const year = 2026;\n${price(2)}`);
    // Not committed yet, it may be a mishap.
    expect(await index()).toMatchObject({ sent: 1, deleted: 0, kept: 1 });
    commit();
    expect(await index()).toMatchObject({ sent: 0, deleted: 1, kept: 0 });
  },
  { title: 'more than half of the files go where commits took them away' },
);

import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, vi } from 'vitest';
import { createClient } from '@memory/client';
import { writeInstallation } from '../../packages/agents/src/home/find-home.ts';
import { branchesCommand } from '../../packages/agents/src/branches/branches-command.ts';
import { reportBranches } from '../../packages/agents/src/branches/report-branches.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { environmentOf, startBridge } from '../support/clients/stdio-bridge.ts';
import { makeDesk } from '../unit/hook/run.ts';
import { gitFolder } from '../support/seeds/git-folder.ts';
import { isWhole, portion } from '../support/portion.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const PROJECT = 'github.com/acme/shop';
const LINES = Array.from({ length: 40 }, (_, n) => `line ${n}`);

/** A repository with a trunk of one file, and what is done to it. */
function repository() {
  const { root } = gitFolder({ 'a.txt': `${LINES.join('\n')}\n` });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-C', root, ...args], {
      encoding: 'utf8',
    }).trim();
  git('branch', '-q', '-M', 'main');
  let lines = 0;
  // One shell for several commands: to start a program from a process as large as this one takes long.
  const shell = (script: string, ...args: string[]) =>
    execFileSync(
      'sh',
      ['-ec', `g() { git -c user.name=a -c user.email=a@b.c "$@"; }; ${script}`, 'sh', ...args],
      {
        cwd: root,
      },
    );
  const commit = (message: string, file: string, text = message) => {
    lines += 1;
    writeFileSync(join(root, file), `${text}\n${lines}\n`);
    shell('g add .; g commit -q -m "$1"', message);
  };
  /** A branch of two commits, left for the trunk. */
  const branch = (name: string, file = `${name.replaceAll('/', '-')}.txt`) => {
    lines += 2;
    shell(
      `put() { printf '%s\\n%s\\n' "$2" "$3" > "$1"; g add .; }
      g checkout -q -b "$1" main
      put "$2" "Begin $1" "$3"; g commit -q -m "Begin $1"
      put "$2" "more of $1" "$4"; g commit -q -m "End $1"
      g checkout -q main`,
      name,
      file,
      String(lines - 1),
      String(lines),
    );
  };
  return { root, git, commit, branch };
}

async function storeOn(service: TestWorkspace, branch: string, title = `About ${branch}`): Promise<void> {
  const client = await connectClient(service);
  const content = `Shoes of ${title} are sold.`;
  await callTool(client, 'memory_store', {
    title,
    content,
    memory_type: 'general',
    project_name: PROJECT,
    branch_name: branch,
  });
}

const report = (service: TestWorkspace, root: string) =>
  reportBranches(createClient({ url: service.host.url, key: service.key }), { root, project: PROJECT });

/** Marks of branches in a search, by title. */
async function said(service: TestWorkspace): Promise<Record<string, string | undefined>> {
  const client = await connectClient(service);
  const { structured } = await callTool(client, 'memory_search', {
    query: 'shoes sold',
    min_score: 0,
    limit: 20,
  });
  const rows = structured.results as { title: string; branch?: string }[];
  return Object.fromEntries(rows.map(({ title, branch }) => [title.replace('About ', ''), branch]));
}

verifies.whole(['branches.merged', 'branches.abandoned', 'branches.shown'], async ({ service }) => {
  const { root, git, commit, branch } = repository();
  const forward = (name: string, ...before: string[][]) => {
    git('checkout', '-q', '-b', 'moved', name);
    for (const args of before) git(...args);
    git('checkout', '-q', 'main');
    git('merge', '-q', '--ff-only', 'moved');
    git('branch', '-q', '-D', 'moved');
  };
  // Each takes a second of the processor.
  const ways: [string, () => void][] = [
    ['forwarded', () => forward('forwarded')],
    [
      'squashed',
      () => {
        git('merge', '-q', '--squash', 'squashed');
        git('commit', '-q', '-m', 'All at once');
      },
    ],
    ['plain', () => void git('merge', '-q', '--no-ff', '--no-edit', 'plain')],
    [
      'pulled/7',
      () => {
        git('update-ref', 'refs/pull/7/head', 'pulled/7');
        commit('What became of it (#7)', 'other.txt');
      },
    ],
    ['rebased', () => forward('rebased', ['rebase', '-q', 'main'])],
  ];
  const merges = ways.filter(([name]) => isWhole || name === 'squashed' || name === 'rebased');
  const merged = merges.map(([name]) => name);
  const names = [...merged, 'dropped', 'open', 'begun'];
  for (const name of names) branch(name);
  git('branch', '-q', '-f', 'begun', 'main');
  for (const name of [...names, 'elsewhere']) await storeOn(service, name);
  await storeOn(service, 'main');

  expect(await report(service, root)).toMatchObject({ merged: [], abandoned: [] });
  expect(await said(service)).toMatchObject({
    squashed: 'squashed, not merged',
    begun: 'begun, not merged',
    elsewhere: 'elsewhere',
    main: undefined,
  });

  for (const [, merge] of merges) merge();
  commit('Something else', 'b.txt');
  git('branch', '-q', '-D', ...names.filter((name) => ['plain', 'squashed', 'dropped'].includes(name)));

  const told = await report(service, root);
  expect(told.merged.toSorted()).toEqual(merged.toSorted());
  expect(told.abandoned).toEqual(['dropped']);
  const after = await said(service);
  expect(after).toMatchObject({
    open: 'open, not merged',
    begun: 'begun, not merged',
    elsewhere: 'elsewhere',
    dropped: 'dropped, deleted without a merge',
  });
  for (const name of told.merged) expect(after[name], name).toBeUndefined();

  // A later branch of the same name is another one.
  await storeOn(service, 'squashed', 'Again');
  branch('squashed');
  expect(await report(service, root)).toMatchObject({ merged: [], abandoned: [] });
  expect(await said(service)).toMatchObject({ Again: 'squashed, not merged', squashed: undefined });
});

verifies.whole('branches.clones', async ({ service }) => {
  const { root, git, branch } = repository();
  const bare = `${root}.git`;
  const other = `${root}-other`;
  execFileSync('git', ['clone', '-q', '--bare', root, bare]);
  git('remote', 'set-url', 'origin', bare);
  branch('shared');
  branch('mine');
  git('push', '-q', 'origin', 'main', 'shared');
  execFileSync('git', ['clone', '-q', bare, other], { stdio: 'ignore' });
  for (const name of ['shared', 'mine']) await storeOn(service, name);
  await report(service, root);
  await report(service, other);

  // A branch that one clone lacks another may have; one that was there and is nowhere any more is abandoned.
  git('push', '-q', 'origin', ':shared');
  git('branch', '-q', '-D', 'shared');
  expect(await report(service, root)).toMatchObject({ merged: [], abandoned: [] });
  execFileSync('git', ['-C', other, 'fetch', '-q', '--prune']);
  const told = await report(service, other);
  expect(told).toMatchObject({ merged: [], abandoned: ['shared'] });
  expect(told.judged.find(({ name }) => name === 'mine')?.state).toBe('gone');

  // Merged in a clone that never had it: by the patches that the first one noted.
  git('merge', '-q', '--squash', 'mine');
  git('commit', '-q', '-m', 'Shoes');
  git('push', '-q', 'origin', 'main');
  execFileSync('git', ['-C', other, 'fetch', '-q']);
  expect(await report(service, other)).toMatchObject({ merged: ['mine'] });
  for (const folder of [bare, other]) rmSync(folder, { recursive: true });
});

verifies.whole('branches.worktrees', async ({ service }) => {
  const { root, git, branch } = repository();
  branch('one');
  await storeOn(service, 'one');
  const trees = Array.from({ length: portion(3, 1) }, (_, n) => `${root}-tree-${n}`);
  for (const tree of trees) git('worktree', 'add', '-q', '--detach', tree);
  for (const tree of [root, ...trees]) await report(service, tree);
  git('branch', '-q', '-D', 'one');
  // All of them are one clone: it is gone at once.
  expect(await report(service, trees.at(-1) ?? '')).toMatchObject({ abandoned: ['one'] });
  for (const tree of trees) rmSync(tree, { recursive: true });
});

verifies('branches.told', async ({ service }) => {
  const { root, git, branch } = repository();
  for (const name of ['kept', 'dropped', 'later']) {
    branch(name);
    await storeOn(service, name);
  }
  const client = createClient({ url: service.host.url, key: service.key });
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => printed.push(line));
  onTestFinished(() => log.mockRestore());
  const command = async () => {
    printed.length = 0;
    await branchesCommand(async () => ({ client })).parseAsync(['node', 'branches', '-C', root]);
    return printed.toSorted();
  };
  expect(await command()).toEqual(['0 merged, 0 abandoned.', 'dropped: open', 'kept: open', 'later: open']);
  git('merge', '-q', '--no-ff', '--no-edit', 'kept');
  git('branch', '-q', '-D', 'dropped');
  expect(await command()).toEqual([
    '1 merged, 1 abandoned.',
    'dropped: deleted without a merge',
    'kept: merged',
    'later: open',
  ]);
  await expect(branchesCommand().parseAsync(['node', 'branches', '-C', tmpdir()])).rejects.toThrow(
    'is in no Git repository',
  );

  git('merge', '-q', '--no-ff', '--no-edit', 'later');
  const bridge = await startBridge(environmentOf(service), { folders: [root] });
  await callTool(bridge, 'session_start', { project_path: root });
  await expect.poll(() => said(service), { timeout: 30_000 }).toMatchObject({ later: undefined });
  expect(await said(service)).toMatchObject({ dropped: 'dropped, deleted without a merge', kept: undefined });

  if (!isWhole) return;
  // Hooks do so where no bridge runs, at the start of a session.
  branch('hooked');
  await storeOn(service, 'hooked');
  expect(await said(service)).toMatchObject({ hooked: 'hooked' });
  git('merge', '-q', '--no-ff', '--no-edit', 'hooked');
  const desk = await makeDesk();
  await desk.configure({ url: service.host.url, key: service.key });
  const bin = fileURLToPath(new URL('../../packages/agents/bin/workspace-memory.js', import.meta.url));
  writeInstallation(desk.home, { version: '0', bin, hook: '', node: process.execPath });
  const start = {
    session_id: `${service.id}-hooked`,
    cwd: root,
    hook_event_name: 'SessionStart',
    source: 'startup',
  };
  const environment = { PATH: process.env['PATH'] };
  await desk.fire('claude', 'SessionStart', start, { timeoutMs: 20_000, environment });
  await expect.poll(() => said(service), { timeout: 30_000 }).toMatchObject({ hooked: undefined });
});

verifies('branches.routes', async ({ service, other }) => {
  await storeOn(service, 'feat/x');
  await storeOn(other, 'feat/theirs');
  const list = async () =>
    (await service.get(`/api/v1/branches?project=${encodeURIComponent(PROJECT)}`)).body.results as {
      name: string;
    }[];
  expect(await list()).toMatchObject([{ name: 'feat/x', memories: 1, tip: null, commit_ids: [] }]);
  const post = (branches: object[]) =>
    service.post('/api/v1/branches', { project: PROJECT, clone: '0123456789', branches });
  const empty = { tip: null, whole_id: null, commit_ids: [], pull: null };
  const gone = { name: 'feat/x', state: 'gone', ...empty };
  // No clone is known to have had it.
  expect((await post([gone])).body).toEqual({ merged: [], abandoned: [] });
  expect((await post([{ ...gone, state: 'open', tip: 'abcdef0123' }])).status).toBe(200);
  expect(await list()).toMatchObject([{ tip: 'abcdef0123' }]);
  expect((await post([gone])).body).toEqual({ merged: [], abandoned: ['feat/x'] });
  expect(await list()).toEqual([]);
  expect((await post([{ ...gone, state: 'lost' }])).status).toBe(422);
  expect((await post([])).status).toBe(422);
});

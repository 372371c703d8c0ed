import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@memory/client';
import { createWorkspace, listShownAnchors } from '@memory/core';
import type { Workspace } from '@memory/db';
import { indexTree, TEST_PATH } from '@memory/code-graph';
import { anchorMemories } from '../../packages/core/src/anchors/anchor-memories.ts';
import { judgeInTree, openWorkingTree } from '../../packages/agents/src/grounds/judge-in-tree.ts';
import { TreeVerdicts } from '../../packages/agents/src/grounds/tree-verdicts.ts';
import { chooseRepository } from '../../packages/agents/src/code-index/choose-repository.ts';
import { indexRepository } from '../../packages/agents/src/code-index/index-repository.ts';
import { createRemote } from '../../packages/agents/src/bridge/remote.ts';
import { startStoryService } from './recall/start-story-service.ts';
import { percentiles } from './support/percentiles.ts';
import { realisticTexts } from './support/realistic-texts.ts';

const isTestPath = (path: string): boolean => new RegExp(TEST_PATH, 'u').test(path);

const JUDGED = 200;
const MEMORIES = 1_000;
const SEARCHES = 150;
const COMMAND = new URL('../../packages/agents/bin/workspace-memory.js', import.meta.url).pathname;

/**
 * `VERDICT_BENCH_REPO=CLONE npm run bench -- verdicts`: what verdicts cost. The clone is indexed as it was 300 commits ago; then its
 * newest state is checked out, so that much has changed. Prints how long 200 memories take to be judged by the tree and by the index,
 * what tying adds to storing 1,000 memories, and what verdicts add to a search.
 */
export async function benchVerdicts(): Promise<void> {
  const given = process.env['VERDICT_BENCH_REPO'];
  if (!given) return console.log('VERDICT_BENCH_REPO=CLONE names a Git repository.');
  const root = mkdtempSync(join(tmpdir(), 'workspace-memory-verdicts-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    execFileSync('git', ['clone', '-q', '--shared', given, root]);
    const newest = git('rev-parse', 'HEAD');
    git('checkout', '-q', git('rev-list', '--first-parent', '--skip=300', '-1', 'HEAD'));
    await measure(root, () => git('checkout', '-q', newest));
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function measure(root: string, checkOut: () => void): Promise<void> {
  await using story = await startStoryService();
  const { service, queue } = story;
  const made = async (name: string) => {
    const { key, workspace_id: id } = await createWorkspace(service.services, { name, language: 'english' });
    return { key, id, client: createClient({ url: service.url, key }) };
  };
  const [tied, plain, bare] = [await made('tied'), await made('plain'), await made('bare')];
  const { client } = tied;
  const chosen = await chooseRepository(client, root, undefined);
  await indexRepository({ client, ...chosen });
  await queue.drain();
  const names = await functionsOf(root);
  const texts = realisticTexts(MEMORIES).map((text, place) => {
    const name = names[Math.floor((place * names.length) / MEMORIES)];
    return place % 5 === 0 && name
      ? { ...text, narrative: `${text.narrative} Mind \`${name.name}()\` in ${name.path}.` }
      : text;
  });
  // Processor time, since a machine may have other work.
  const spent = async (work: () => Promise<unknown>) => {
    const begin = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1_000;
  };
  const workspace = { id: tied.id } as Workspace;
  const stored = await spent(async () => {
    for (const text of texts) await client.storeMemory({ body: text });
    await queue.drain();
  });
  // The same in a workspace whose code comes later, so that tying can be seen alone.
  const ids: string[] = [];
  for (const text of texts) ids.push((await plain.client.storeMemory({ body: text })).id ?? '');
  await queue.drain();
  const later = await chooseRepository(plain.client, root, undefined);
  await indexRepository({ client: plain.client, ...later });
  const anchored = await spent(() =>
    anchorMemories(service.services, { id: plain.id } as Workspace, { ids }),
  );
  console.log(
    `${MEMORIES} memories: ${seconds(stored)} of processor to store, embed, relate and tie, of which ${seconds(anchored)} to tie (${(anchored / (stored - anchored)).toFixed(3)} of the rest)`,
  );

  for (const text of texts) await bare.client.storeMemory({ body: text });
  await queue.drain();
  checkOut();
  const memories = await client.listMemories({ query: { limit: 500, ordering: '-created_at' } });
  const more = await client.listMemories({ query: { limit: 500, offset: 500, ordering: '-created_at' } });
  const anchors = await listShownAnchors(
    service.services,
    workspace,
    [...memories, ...more].map(({ id }) => id),
  );
  const judged = [...new Set(anchors.map(({ memory }) => memory))].slice(0, JUDGED);
  const own = anchors.filter(({ memory }) => judged.includes(memory));
  const colds: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const begin = performance.now();
    const { status } = spawnSync(process.execPath, [COMMAND, 'judge-anchors'], {
      input: JSON.stringify({ root, anchors: own }),
    });
    if (status !== 0) throw new Error('The judge failed.');
    colds.push(performance.now() - begin);
  }
  const tree = openWorkingTree(root);
  const warms: number[] = [];
  let grounds = await judgeInTree(tree, own);
  for (let run = 0; run < 30; run += 1) {
    const begin = performance.now();
    grounds = await judgeInTree(tree, own);
    warms.push(performance.now() - begin);
  }
  const counts = Map.groupBy([...grounds.values()], ({ verdict }) => verdict);
  const found = [...counts].map(([verdict, { length }]) => `${length} ${verdict}`).join(', ');
  console.log(
    `${judged.length} memories (${found}) by the tree: cold, a process of its own, ${percentiles(colds)}; warm ${percentiles(warms)} (p50/p95/p99)`,
  );

  const trees = new TreeVerdicts();
  const remote = (key: string) => createRemote({ url: service.url, key, workspaceId: undefined });
  const [inTied, inPlain] = [remote(tied.key), remote(bare.key)];
  const asked = texts.filter((_, place) => place % 7 === 0).map(({ title }) => title);
  const times: Record<'nothing tied' | 'by the index' | 'by the tree', number[]> = {
    'nothing tied': [],
    'by the index': [],
    'by the tree': [],
  };
  for (let run = 0; run < SEARCHES + 20; run += 1) {
    const request = {
      name: 'memory_search',
      arguments: { query: asked[run % asked.length] ?? '', limit: 10 },
    };
    const works = {
      'nothing tied': () => inPlain.request('tools/call', request),
      'by the index': () => inTied.request('tools/call', request),
      'by the tree': async () =>
        trees.apply(
          'memory_search',
          (await inTied.request('tools/call', request, { anchors: true })) as never,
          () => Promise.resolve([root]),
        ),
    };
    for (const name of ['nothing tied', 'by the index', 'by the tree'] as const) {
      const begin = performance.now();
      await works[name]();
      if (run >= 20) times[name].push(performance.now() - begin);
    }
  }
  for (const [name, list] of Object.entries(times)) console.log(`search, ${name}: ${percentiles(list)}`);

  const begin = performance.now();
  await indexRepository({ client, ...chosen });
  const sent = performance.now();
  await queue.drain();
  console.log(
    `index of what changed: ${seconds(sent - begin)} to read and send, ${seconds(performance.now() - sent)} to resolve and judge`,
  );
}

async function functionsOf(root: string): Promise<{ name: string; path: string }[]> {
  const found: { name: string; path: string }[] = [];
  for await (const event of indexTree({ root }))
    if (event.kind === 'indexed' && !isTestPath(event.file.path))
      for (const { kind, qualifiedName } of event.file.symbols)
        if (kind === 'function') found.push({ name: qualifiedName, path: event.file.path });
  return found;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

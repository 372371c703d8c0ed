import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { TEST_PATH } from '@memory/code-graph';
import { LIMITS, RECORD_SCHEMAS } from '@memory/contracts';
import type { CheckedMemory } from '../../packages/agents/src/check/anchored-memories.ts';
import { checkChange } from '../../packages/agents/src/check/check-change.ts';
import { SourceTree } from '../../packages/agents/src/tree/source-tree.ts';
import { OriginFinder } from '../../packages/agents/src/tree/find-origin.ts';
import { gitHistory } from '../../packages/agents/src/import/git/git-history.ts';
import { truthOf, type Truth } from './anchors.ts';
import { percentile } from './support/percentiles.ts';

const isTestPath = (path: string): boolean => new RegExp(TEST_PATH, 'u').test(path);

const COMMITS = Number(process.env['IMPACT_COMMITS'] ?? 60);
/** Memories of functions, a repository. */
const MEMORIES_MAX = Number(process.env['IMPACT_MEMORIES'] ?? 300);
const MAX_BUFFER = 512 * 2 ** 20;
const TYPES = ['decision', 'pattern', 'incident', 'convention'] as const;
const SOURCES: Record<string, RegExp> = {
  python: /\.py$/u,
  go: /\.go$/u,
  typescript: /\.[cm]?[jt]sx?$/u,
};

/**
 * `IMPACT_REPOS='python=FOLDER go=FOLDER typescript=FOLDER' npm run bench -- impact`: memories of functions, as the tree had them
 * before the last 60 merged commits of each history (`IMPACT_COMMITS`) that change code, beside what `import git` finds in the history before. Each
 * commit is checked; what it changes is told by Python's ast, Go's parser and the TypeScript compiler.
 */
export async function benchImpact(): Promise<void> {
  const given = (process.env['IMPACT_REPOS'] ?? '').split(/\s+/u).filter(Boolean);
  if (given.length === 0)
    return console.log("IMPACT_REPOS='python=FOLDER go=FOLDER …' names Git repositories.");
  console.log(
    '| repository | files | memories | commits | with a memory | named in | notes, median | most | median s | worst s |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  const all: Checked[] = [];
  for (const one of given) {
    const [language = '', folder = ''] = one.split('=');
    const { checked, files, memories } = await replay(language, folder);
    all.push(...checked);
    console.log(row(basename(folder.replace(/\/repo\/?$/u, '')), { files, memories, checked }));
  }
  console.log(row('all', { files: 0, memories: 0, checked: all }));
}

interface Checked {
  /** Memories whose function the commit changes or takes away. */
  due: number;
  named: number;
  notes: number;
  ms: number;
}

async function replay(language: string, repository: string) {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: MAX_BUFFER }).trim();
  const isSource = SOURCES[language] ?? /./u;
  const commits: string[] = [];
  for (const commit of git('rev-list', '--first-parent', '--min-parents=1', 'HEAD').split('\n')) {
    if (commits.length === COMMITS) break;
    const paths = changedPaths(git, commit);
    if (paths.some((path) => isSource.test(path) && !isTestPath(path))) commits.push(commit);
  }
  const start = `${commits.at(-1)}^1`;
  const memories = [
    ...(await functionMemories(git, repository, { language, at: start })),
    ...(await historyMemories(git, repository, start)),
  ];
  const checked: Checked[] = [];
  for (const commit of commits) checked.push(await check(git, repository, { language, commit, memories }));
  return {
    checked,
    memories: memories.length,
    files: git('ls-tree', '-r', '--name-only', start).split('\n').length,
  };
}

type GitCommand = (...args: string[]) => string;

const changedPaths = (git: GitCommand, commit: string): string[] =>
  git('diff', '--name-only', '--no-renames', `${commit}^1`, commit).split('\n').filter(Boolean);

/** A memory's sentence on a function beside its name. */
const about = ({ path, name }: { path: string; name: string }, n: number): string =>
  [
    `\`${name}()\` in ${path} was measured before it was written so.`,
    `Callers rely on what \`${name.split('.').at(-1)}\` does today.`,
    `${name}() keeps the order of what it is given; see ${path}.`,
  ][n % 3] ?? '';

async function functionMemories(
  git: GitCommand,
  repository: string,
  { language, at }: { language: string; at: string },
): Promise<FunctionMemory[]> {
  const truth = await truthAt(git, {
    language,
    at,
    paths: git('ls-tree', '-r', '--name-only', at).split('\n'),
  });
  const said = new Date(git('log', '-1', '--format=%cI', at)).toISOString();
  const found = [...truth.keys()]
    .map((key) => ({ path: key.slice(0, key.indexOf('#')), name: key.slice(key.indexOf('#') + 1), key }))
    .filter(({ path, key }) => !isTestPath(path) && truth.get(key)?.size === 1)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const every = Math.max(1, Math.ceil(found.length / MEMORIES_MAX));
  return found
    .filter((_, place) => place % every === 0)
    .map((one, n) => ({
      ...memoryOf({
        id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
        title: `How ${one.name} works`,
        narrative: about(one, n),
        memory_type: TYPES[n % TYPES.length],
        source_files: [one.path],
        created_at: said,
      }),
      function: one.key,
    }));
}

type FunctionMemory = CheckedMemory & { function?: string };

const memoryOf = (fields: object): CheckedMemory =>
  RECORD_SCHEMAS.memory.parse({ record: 'memory', ...fields });

async function historyMemories(git: GitCommand, repository: string, at: string): Promise<FunctionMemory[]> {
  const earlier = new Set(git('rev-list', at).split('\n'));
  const machine = { finder: new OriginFinder({ cwd: repository }), cwd: repository } as Parameters<
    typeof gitHistory.read
  >[1];
  const memories: FunctionMemory[] = [];
  for await (const item of gitHistory.read(repository, machine)) {
    if (item.kind !== 'record') continue;
    const { external_id: _, ...record } = item.record as Record<string, unknown> & { external_id: string };
    if (!earlier.has(String(record['commit_id']))) continue;
    const id = `00000000-0000-4000-9000-${String(memories.length).padStart(12, '0')}`;
    // As the service cuts it.
    const title = String(record['title']).slice(0, LIMITS.titleLength);
    memories.push(memoryOf({ ...record, title, id }));
  }
  return memories;
}

async function check(
  git: GitCommand,
  repository: string,
  { language, commit, memories }: { language: string; commit: string; memories: readonly FunctionMemory[] },
): Promise<Checked> {
  const base = git('rev-parse', `${commit}^1`);
  const paths = changedPaths(git, commit);
  const [before, after] = [
    await truthAt(git, { language, at: base, paths }),
    await truthAt(git, { language, at: commit, paths }),
  ];
  const kept = new Set([...after.values()].flatMap((hashes) => [...hashes]));
  const isChanged = (key: string) => {
    const [hash = ''] = before.get(key) ?? [];
    return before.get(key)?.size === 1 && !after.get(key)?.has(hash) && (after.has(key) || !kept.has(hash));
  };
  const due = memories.filter(({ function: key }) => key !== undefined && before.has(key) && isChanged(key));
  const started = performance.now();
  const tree = new SourceTree(repository);
  const changes = await tree.changes(base, commit);
  const notes = await checkChange(tree, { memories, base, head: commit, changes });
  const ms = performance.now() - started;
  const named = new Set(notes.flatMap(({ memory }) => memory?.id ?? []));
  if (process.env['IMPACT_MISSES'])
    for (const { id, function: key } of due)
      if (!named.has(id)) console.log('missed', commit.slice(0, 10), key);
  if (process.env['IMPACT_NOTES'])
    for (const { kind, reason, memory } of notes)
      console.log(commit.slice(0, 10), kind, reason, '|', memory?.title);
  return { due: due.length, named: due.filter(({ id }) => named.has(id)).length, notes: notes.length, ms };
}

/** Symbols of some files of a commit, by parsers of the language itself. */
async function truthAt(
  git: GitCommand,
  { language, at, paths }: { language: string; at: string; paths: readonly string[] },
): Promise<Truth> {
  const folder = mkdtempSync(join(tmpdir(), 'workspace-memory-impact-'));
  try {
    for (const path of paths.filter((one) => SOURCES[language]?.test(one))) {
      let text: string;
      try {
        text = git('cat-file', 'blob', `${at}:${path}`);
      } catch {
        continue;
      }
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await truthOf(language, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function row(
  name: string,
  { files, memories, checked }: { files: number; memories: number; checked: readonly Checked[] },
): string {
  const withMemory = checked.filter(({ due }) => due > 0);
  const whole = withMemory.filter(({ due, named }) => named === due);
  const notes = checked.map((one) => one.notes);
  const seconds = checked.map(({ ms }) => ms / 1000);
  const figures = [
    name,
    files || '',
    memories || '',
    checked.length,
    withMemory.length,
    withMemory.length === 0 ? '-' : (whole.length / withMemory.length).toFixed(3),
    percentile(notes, 0.5),
    Math.max(...notes),
    percentile(seconds, 0.5).toFixed(1),
    Math.max(...seconds).toFixed(1),
  ];
  return `| ${figures.join(' | ')} |`;
}

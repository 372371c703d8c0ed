import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { indexTree, TEST_PATH } from '@memory/code-graph';
import {
  chooseAnchors,
  judgeAnchor,
  mentionsIn,
  type Anchor,
  type AnchorSymbol,
} from '@memory/code-graph/anchors';
import { npmTool } from './call-truth/npm-tool.ts';

const isTestPath = (path: string): boolean => new RegExp(TEST_PATH, 'u').test(path);

const DAYS = [30, 90, 180];
const DAY_MS = 86_400_000;
const MAX_BUFFER = 512 * 2 ** 20;

/** Path and qualified name, joined by `#`, with a hash of the syntax: what a parser of the language itself says. */
export type Truth = Map<string, Set<string>>;

interface Score {
  anchors: number;
  truth: { changed: number; gone: number; moved: number };
  /** Said, and right, of what changed or is gone. */
  said: number;
  right: number;
  due: number;
  /** Alarms where nothing changed, here and by the file. */
  falseAlarms: number;
  falseByFile: number;
  healed: number;
}

/**
 * `ANCHOR_BENCH_REPOS='python=FOLDER go=FOLDER typescript=FOLDER' npm run bench -- anchors`: functions of public histories are named in
 * a text each, anchored at a commit and judged 30, 90 and 180 days later, against what Python's ast, Go's parser and the
 * TypeScript compiler say of the same trees. `ANCHOR_BENCH_BACK` is how many days before the last commit it begins, 400 by default.
 */
export async function benchAnchors(): Promise<void> {
  const given = (process.env['ANCHOR_BENCH_REPOS'] ?? '').split(/\s+/u).filter(Boolean);
  if (given.length === 0)
    return console.log("ANCHOR_BENCH_REPOS='python=FOLDER go=FOLDER …' names Git repositories.");
  console.log(
    '| repository | days | anchors | changed | gone | moved | precision | recall | false alarms | by file | healed |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const one of given) {
    const [language = '', folder = ''] = one.split('=');
    await replay(language, folder);
  }
}

async function replay(language: string, repository: string): Promise<void> {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: MAX_BUFFER }).trim();
  const last = Date.parse(git('log', '-1', '--format=%cI', 'HEAD'));
  const back = Number(process.env['ANCHOR_BENCH_BACK'] ?? 400) * DAY_MS;
  const at = (days: number) =>
    git('rev-list', '-1', `--before=${new Date(last - back + days * DAY_MS).toISOString()}`, 'HEAD');
  const work = mkdtempSync(join(tmpdir(), 'workspace-memory-anchors-'));
  try {
    const begin = await stateOf(language, repository, at(0), join(work, '0'));
    const anchors = anchorsOf(begin.symbols, begin.truth);
    for (const days of DAYS) {
      const now = await stateOf(language, repository, at(days), join(work, String(days)));
      const renames = renamed(git('diff', '-M', '--name-status', '--diff-filter=R', at(0), at(days)));
      const score = scored(anchors, { begin, now, renames });
      console.log(row(basename(repository.replace(/\/repo\/?$/u, '')), days, score));
    }
  } finally {
    rmSync(work, { recursive: true });
  }
}

interface State {
  symbols: AnchorSymbol[];
  truth: Truth;
  files: Map<string, string>;
}

async function stateOf(language: string, repository: string, commit: string, folder: string): Promise<State> {
  mkdirSync(folder);
  const tar = execFileSync('git', ['-C', repository, 'archive', commit], { maxBuffer: MAX_BUFFER });
  execFileSync('tar', ['-x', '-C', folder], { input: tar });
  const symbols: AnchorSymbol[] = [];
  const files = new Map<string, string>();
  for await (const event of indexTree({ root: folder })) {
    if (event.kind !== 'indexed') continue;
    const { path } = event.file;
    files.set(
      path,
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex'),
    );
    for (const symbol of event.file.symbols) {
      const { kind, name, qualifiedName, signatureHash = null, bodyHash = null, size = null } = symbol;
      const value = symbol.value ?? null;
      symbols.push({ repository: '', path, kind, name, qualifiedName, signatureHash, bodyHash, size, value });
    }
  }
  return { symbols, files, truth: await truthOf(language, folder) };
}

export async function truthOf(language: string, folder: string): Promise<Truth> {
  const script = (name: string) => join(import.meta.dirname, 'anchor-truth', name);
  const compiler = async () =>
    join(await npmTool('typescript@5.9.3', '@types/node@24'), 'typescript/lib/typescript.js');
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { encoding: 'utf8', maxBuffer: MAX_BUFFER });
  const printed =
    language === 'python'
      ? run('python3', script('symbols.py'), folder)
      : language === 'go'
        ? run('go', 'run', script('symbols.go'), folder)
        : run(process.execPath, script('symbols.mjs'), folder, await compiler());
  const truth: Truth = new Map();
  for (const line of printed.split('\n').filter(Boolean)) {
    const [path, name, hash] = JSON.parse(line) as [string, string, string];
    const key = `${path}#${name}`;
    truth.set(key, (truth.get(key) ?? new Set()).add(hash));
  }
  return truth;
}

/** A text for each function that both sides know, outside of tests, in which it stands as people write it. */
function anchorsOf(symbols: readonly AnchorSymbol[], truth: Truth): Anchor[] {
  const byName = Map.groupBy(symbols, ({ name }) => name);
  return symbols.flatMap((symbol) => {
    if (symbol.kind !== 'function' || isTestPath(symbol.path)) return [];
    if (truth.get(`${symbol.path}#${symbol.qualifiedName}`)?.size !== 1) return [];
    const mentions = mentionsIn(`Mind \`${symbol.qualifiedName}()\` in ${symbol.path}.`);
    const anchors = chooseAnchors(
      { mentions, files: [symbol.path], edited: [] },
      byName.get(symbol.name) ?? [],
    );
    return anchors.filter(({ path, name }) => path === symbol.path && name === symbol.qualifiedName);
  });
}

const renamed = (listed: string): Map<string, string> =>
  new Map(
    listed
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t').slice(1) as [string, string]),
  );

function scored(
  anchors: readonly Anchor[],
  { begin, now, renames }: { begin: State; now: State; renames: ReadonlyMap<string, string> },
): Score {
  const byPath = Map.groupBy(now.symbols, ({ path }) => path);
  const byName = Map.groupBy(now.symbols, ({ name }) => name);
  const byBody = Map.groupBy(now.symbols, ({ bodyHash }) => bodyHash ?? '');
  const known = {
    at: (path: string) => byPath.get(path) ?? [],
    named: (name: string) => byName.get(name) ?? [],
    withBody: (hash: string) => byBody.get(hash) ?? [],
  };
  const placesOf = new Map<string, string[]>();
  for (const [key, hashes] of now.truth)
    for (const hash of hashes) placesOf.set(hash, [...(placesOf.get(hash) ?? []), key]);
  const score: Score = {
    anchors: anchors.length,
    truth: { changed: 0, gone: 0, moved: 0 },
    said: 0,
    right: 0,
    due: 0,
    falseAlarms: 0,
    falseByFile: 0,
    healed: 0,
  };
  for (const anchor of anchors) {
    const [hash = ''] = begin.truth.get(`${anchor.path}#${anchor.name}`) ?? [];
    const here = now.truth.get(`${anchor.path}#${anchor.name}`);
    const there = now.truth.get(`${renames.get(anchor.path) ?? ''}#${anchor.name}`);
    const elsewhere = placesOf.get(hash) ?? [];
    const truth = here?.has(hash)
      ? 'current'
      : here
        ? 'changed'
        : elsewhere.length > 0
          ? 'moved'
          : there
            ? 'changed'
            : 'gone';
    const { verdict, path, name } = judgeAnchor({ ...anchor, nowPath: null, nowName: null }, known);
    const isAlarm = verdict === 'changed' || verdict === 'gone';
    const isDue = truth === 'changed' || truth === 'gone';
    if (truth !== 'current') score.truth[truth] += 1;
    score.said += Number(isAlarm);
    score.due += Number(isDue);
    score.right += Number(isAlarm && isDue);
    score.falseAlarms += Number(isAlarm && !isDue);
    score.falseByFile += Number(!isDue && begin.files.get(anchor.path) !== now.files.get(anchor.path));
    score.healed += Number(truth === 'moved' && verdict === 'moved' && elsewhere.includes(`${path}#${name}`));
    if (process.env['ANCHOR_BENCH_MISSES'] && isAlarm !== isDue)
      console.log(anchor.path, anchor.name, { truth, verdict });
  }
  return score;
}

function row(name: string, days: number, score: Score): string {
  const share = (of: number, all: number) => (all === 0 ? '-' : (of / all).toFixed(3));
  const { anchors, truth, said, right, due, falseAlarms, falseByFile, healed } = score;
  const figures = [
    name,
    days,
    anchors,
    truth.changed,
    truth.gone,
    truth.moved,
    share(right, said),
    share(right, due),
    falseAlarms,
    falseByFile,
    share(healed, truth.moved),
  ];
  return `| ${figures.join(' | ')} |`;
}

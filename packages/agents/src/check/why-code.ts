import {
  describePart,
  judgeAnchor,
  knownSymbols,
  lastName,
  symbolToJudge,
  type Anchor,
  type AnchorSymbol,
  type JudgedAnchor,
} from '@memory/code-graph/anchors';
import { AnchorFinder, isSameEnd, mentioning, plain, type CheckedMemory } from './anchored-memories.ts';
import { judgeFormer } from './judge-former.ts';
import type { SourceTree } from '../tree/source-tree.ts';

type AnchorVerdict = JudgedAnchor['judged']['verdict'];

export interface AskedCode {
  path: string;
  /** Qualified names of the symbols that it is, the innermost first; none for a whole file. */
  names: string[];
  lines: { start: number; end: number } | null;
}

export interface Reason {
  memory: CheckedMemory;
  by: 'symbol' | 'commit' | 'file';
  verdict: AnchorVerdict;
  said: string;
  commit: string | null;
}

/** Finds what FILE, FILE:LINE or FILE:SYMBOL means. @throws when there is no such file or symbol */
export async function askedCode(
  tree: SourceTree,
  path: string,
  part: string | undefined,
): Promise<AskedCode> {
  const length = await tree.lineCount(path);
  // Of what was deleted the history still says why.
  if (length === undefined && (part !== undefined || (await tree.history.commitsOf(path, null)).length === 0))
    throw new Error(`There is no file ${path}.`);
  const file = await tree.index(path, null, 'symbols');
  if (part === undefined) return { path, names: [], lines: null };
  const line = /^\d+$/u.test(part) ? Number(part) : undefined;
  if (line !== undefined && (line < 1 || line > (length ?? 0)))
    throw new Error(`${path} has ${length} lines.`);
  if (!file) {
    if (line === undefined) throw new Error(`No grammar reads ${path}: ask for the file or a line.`);
    return { path, names: [], lines: { start: line, end: line } };
  }
  const symbols = file.symbols.filter(({ kind }) => kind !== 'module');
  const found =
    line === undefined
      ? symbols.filter(({ name, qualifiedName }) => name === part || qualifiedName === part)
      : symbols.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
  if (line === undefined && found.length === 0)
    throw new Error(
      `${path} has no symbol ${part}. It has ${
        symbols
          .slice(0, 20)
          .map(({ qualifiedName }) => qualifiedName)
          .join(', ') || 'none'
      }.`,
    );
  const inner = found.toSorted((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine));
  const [innermost] = inner;
  const lines =
    line === undefined && innermost
      ? { start: innermost.startLine, end: innermost.endLine }
      : { start: line ?? 1, end: line ?? 1 };
  return { path, names: inner.map(({ qualifiedName }) => qualifiedName), lines };
}

/** Where several memories say why: what holds first, newest first. */
const ORDER: Record<AnchorVerdict, number> = { current: 0, moved: 0, unknown: 1, changed: 2, gone: 3 };
const BY: Record<Reason['by'], number> = { symbol: 0, commit: 1, file: 2 };
/** Earlier states of a file of which names are known: what is called otherwise now, or gone. */
const STATES_MAX = 20;

export async function whyCode(
  tree: SourceTree,
  asked: AskedCode,
  memories: readonly CheckedMemory[],
): Promise<Reason[]> {
  const { path, names, lines } = asked;
  const commits = await tree.history.commitsOf(path, lines);
  const known = await tree.symbols(path, null);
  const finder = new AnchorFinder(tree, null);
  const earlier = await Promise.all(commits.slice(0, STATES_MAX).map((commit) => tree.symbols(path, commit)));
  const inFile = new Set([...known, ...earlier.flat()].map(({ name }) => name));
  const finders = new Map<string, AnchorFinder>();
  const finderAt = (commit: string) => {
    const finder = finders.get(commit) ?? new AnchorFinder(tree, commit);
    finders.set(commit, finder);
    return finder;
  };
  const reasons: Reason[] = [];
  for (const memory of memories) {
    const one = mentioning(memory);
    const made =
      memory.commit_id === null ? undefined : commits.find((id) => isSameCommit(id, memory.commit_id));
    const isOfFile = [...memory.source_files, ...one.mentions.paths].some((file) =>
      isSameEnd(plain(file), path),
    );
    const mayName = one.mentions.names.some(({ name }) => inFile.has(name));
    if (made === undefined && !isOfFile && !mayName) continue;
    const anchors = isOfFile || mayName ? await finder.find(one, known) : [];
    const isAsked = ({ kind, path: at, name }: Anchor) =>
      kind === 'symbol' && at === path && (names.length === 0 || names.includes(name));
    const anchor = anchors.find(isAsked);
    const commit = made ?? (await groundOf(tree, memory, path)) ?? null;
    const former =
      anchor || commit === null || !(isOfFile || mayName)
        ? undefined
        : await judgeFormer(tree, one, { path, names, commit, finder: finderAt(commit) });
    // It is about another part of the file.
    if (former === 'other' && (names.length > 0 || !isOfFile)) continue;
    if (former && former !== 'other') {
      reasons.push({ memory, by: 'symbol', commit, ...former });
      continue;
    }
    const by = anchor ? 'symbol' : made === undefined ? 'file' : 'commit';
    // Of a part of a file it is no answer that something is about the file, where it names another part.
    if (by === 'file' && (!isOfFile || (names.length > 0 && anchors.some(({ kind }) => kind === 'symbol'))))
      continue;
    const name = anchor?.name ?? names[0];
    const { since, ...here } = await judged(tree, memory, {
      path,
      name,
      commit,
      commits: async () => commits,
      isAnchor: anchor !== undefined,
    });
    const others = anchors.filter((other) => other.kind === 'symbol' && !isAsked(other));
    const verdict = (HOLDS.has(here.verdict) && (await changedElsewhere(tree, memory, others, here))) || here;
    reasons.push({ memory, by, commit: since ?? commit, ...verdict });
  }
  return reasons.toSorted(
    (a, b) =>
      ORDER[a.verdict] - ORDER[b.verdict] ||
      BY[a.by] - BY[b.by] ||
      (a.memory.created_at < b.memory.created_at ? 1 : -1),
  );
}

interface CodeThen {
  symbol: AnchorSymbol;
  commit: string;
}

/**
 * The code at a commit: in its file, or in the one file that had it then; code that came later, as on a branch that was
 * merged since, as it was when it came.
 */
async function asItWas(
  tree: SourceTree,
  { path, name, commit, commits }: Pick<CodeOfMemory, 'path' | 'name' | 'commits'> & { commit: string },
): Promise<CodeThen | undefined> {
  const isIt = (symbol: AnchorSymbol) =>
    name === undefined ? symbol.kind === 'module' : symbol.qualifiedName === name;
  const inFile = async (at: string) => (await tree.symbols(path, at)).find(isIt);
  const here = await inFile(commit);
  if (here) return { symbol: here, commit };
  if (name !== undefined) {
    const files = await tree.filesWith([lastName(name)], commit);
    const found = (await Promise.all(files.map((file) => tree.symbols(file, commit)))).flat().filter(isIt);
    if (found.length === 1 && found[0]) return { symbol: found[0], commit };
  }
  for (const later of (await commits()).toReversed()) {
    const symbol = await inFile(later);
    if (symbol) return { symbol, commit: later };
  }
  return undefined;
}

interface CodeOfMemory {
  path: string;
  /** Of a symbol; of the file where there is none. */
  name: string | undefined;
  commit: string | null;
  /** Those that made the code, newest first; asked for where the code was not there at its commit. */
  commits: () => Promise<readonly string[]>;
  isAnchor: boolean;
}

/**
 * The code as it was when the memory was made, against the code as it is.
 * @returns `since`: the commit at which it was as the memory has it
 */
async function judged(
  tree: SourceTree,
  memory: CheckedMemory,
  { path, name, commit, commits, isAnchor }: CodeOfMemory,
): Promise<Pick<Reason, 'verdict' | 'said'> & { since?: string }> {
  if (commit === null) return { verdict: 'unknown', said: 'unknown: no commit of its day' };
  const before = await asItWas(tree, { path, name, commit, commits });
  if (!before)
    return {
      verdict: 'unknown',
      said: `unknown: ${name ?? 'it'} was not there at ${commit.slice(0, 7)}, and no commit brought it`,
    };
  const { symbol: then, commit: since } = before;
  const now = await tree.symbols(path, null);
  const judgement = judgeAnchor(symbolToJudge(then), knownSymbols(now));
  const { verdict } = judgement;
  const from = then.path === path ? '' : `from ${then.path}`;
  if (verdict === 'moved' && from !== '') return { verdict, said: `moved ${from}`, since };
  if (verdict !== 'changed') return { verdict, said: verdict, since };
  // An author who edits something and then says why speaks of the new version, which is committed later.
  const isHere = memory.said_at !== undefined || (await tree.history.lineOf(memory.branch)) === 'HEAD';
  if (isAnchor && isHere && (await tree.isUntouchedSince(path, memory.said_at ?? memory.created_at)))
    return { verdict: 'current', said: 'current', since };
  const how = [describePart(judgement), from].filter(Boolean).join(', ');
  return { verdict, said: `changed since ${since.slice(0, 7)}${how === '' ? '' : `, ${how}`}`, since };
}

/** Verdicts by which a memory holds of the code that is asked about. */
const HOLDS: ReadonlySet<AnchorVerdict> = new Set(['current', 'moved']);
/** Other code of a memory that is looked at. */
const OTHERS_MAX = 5;

/** Of a memory that holds of the code asked about: the first of the others that it names which has changed. */
async function changedElsewhere(
  tree: SourceTree,
  memory: CheckedMemory,
  others: readonly Anchor[],
  { said }: Pick<Reason, 'said'>,
): Promise<Pick<Reason, 'verdict' | 'said'> | undefined> {
  for (const { path, name } of others.slice(0, OTHERS_MAX)) {
    const commit = (await groundOf(tree, memory, path)) ?? null;
    const commits = () => tree.history.commitsOf(path, null);
    const other = await judged(tree, memory, { path, name, commit, commits, isAnchor: true });
    if (other.verdict === 'changed')
      return { verdict: 'changed', said: `${said} here, but ${name} (${path}) ${other.said}` };
  }
  return undefined;
}

/** The commit that a memory is about, or the last before it was stored, or before somebody said that it holds. */
async function groundOf(tree: SourceTree, memory: CheckedMemory, path: string): Promise<string | undefined> {
  const named = memory.commit_id === null ? undefined : await tree.history.commit(memory.commit_id);
  if (named !== undefined) return named;
  const { said_at: saidAt, created_at: createdAt, branch } = memory;
  if (saidAt !== undefined || !branch) return tree.history.commitAt(saidAt ?? createdAt);
  const { trunks, branches } = await tree.history.refs();
  if (trunks.includes(branch)) return tree.history.commitAt(createdAt, await tree.history.lineOf(branch));
  // A branch of its own work is rebased, and squashed commits keep when they were begun; what it brought may be nowhere else.
  const [tip] = branches.get(branch) ?? [];
  return (
    (await tree.history.writtenUntil(createdAt, path, tip ?? 'HEAD')) ?? tree.history.commitAt(createdAt)
  );
}

const isSameCommit = (id: string, given: string | null): boolean =>
  given !== null && given.length >= 7 && (id.startsWith(given) || given.startsWith(id));

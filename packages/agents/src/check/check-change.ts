import { describePart, type Anchor } from '@memory/code-graph/anchors';
import { type MemoryIdForm, shortRef } from '@memory/contracts';
import {
  AnchorFinder,
  isSameEnd,
  mentioning,
  plain,
  saidIn,
  type CheckedMemory,
  type MentioningMemory,
} from './anchored-memories.ts';
import { brokenReferences } from './broken-references.ts';
import { changedSymbols, type ChangedSymbol } from './changed-symbols.ts';
import { findCallers, isOfCallers, LARGE_BYTES, type Caller } from './find-callers.ts';
import { KnownThen } from './known-then.ts';
import type { Note, NoteKind } from './note.ts';
import type { FileChange, SourceTree } from '../tree/source-tree.ts';

export interface CheckedChange {
  memories: readonly CheckedMemory[];
  /** A commit. */
  base: string;
  /** A commit; null for the working tree. */
  head: string | null;
  /** Those between both. */
  changes: readonly FileChange[];
  /** Pairs of identifiers of memories that contradict each other, unsettled. */
  contradictions?: readonly (readonly [string, string])[];
  /** By which identifier the service addresses memories. */
  form?: MemoryIdForm;
}

/** A memory of a failure is worth most before the same is tried again. */
const REJECTED =
  /\b(?:reject|tried|abandon|revert|roll(?:ed)? back|did ?n[o']t work|does ?n[o']t work|fail(?:ed|s)|avoid|never|must not|instead of|no longer|regression)/iu;

/** That something is about a whole file says least: only where there is little else to say. */
const ENOUGH = 2;

/** Memories that a change touches, the most telling first, each once. */
export async function checkChange(
  tree: SourceTree,
  { memories, base, head, changes: everyChange, contradictions = [], form = 'A' }: CheckedChange,
): Promise<Note[]> {
  const mentions = memories.map(mentioning);
  const said = saidIn(mentions);
  const former = everyChange.flatMap(({ before }) => before ?? []);
  const read = new Set(await tree.holding(said.names, former, base, LARGE_BYTES));
  const isWorth = (path: string) => read.has(path) || [...said.paths].some((one) => isSameEnd(one, path));
  const changes = everyChange.filter(({ before }) => before === null || isWorth(before));
  const changed = await changedSymbols(tree, { changes, base, head });
  const touched = changed.filter((one) => one.verdict !== 'moved' || isRenamed(one));
  const kept = touched.filter((one) => !isRenamed(one) && one.verdict !== 'unread');
  const callers = await findCallers(tree, { changed: kept, base, memories: mentions });
  const paths = new Set(changes.flatMap(({ before }) => (before === null ? [] : [before])));
  const names = new Set([...touched.map(({ symbol }) => symbol.name), ...callers.map(({ name }) => name)]);
  const known = (await Promise.all([...paths].map((path) => tree.symbols(path, base)))).flat();
  const near = mentions.filter((one) => mayTouch(one, { names, paths }));
  const finder = new AnchorFinder(tree, base, { only: names });
  await finder.prepare(near);
  const then = new KnownThen(tree, { base, head });
  const notes: Note[] = [];
  for (const one of near) {
    const anchors = await finder.find(one, known);
    const news = await then.unknownTo(one.memory, touched);
    const note = noteOn(one, anchors, { touched: news, callers: callersOf(news, callers), paths });
    if (note) notes.push(note);
  }
  const noted = new Set(notes.flatMap(({ memory }) => memory?.id ?? []));
  for (const [one, other] of contradictions) {
    const [told, touching] = (noted.has(one) ? [other, one] : [one, other]).map((end) =>
      memories.find(({ id }) => id === end),
    );
    if (noted.has(one) === noted.has(other) || !told || !touching) continue;
    const ref = shortRef(form === 'A' ? touching.id : (touching.memory_id ?? touching.id));
    const reason = `contradicts “${touching.title}” (${ref}), which this touches, and nobody settled which holds`;
    notes.push(note(told, 'contradiction', 0.4, reason));
  }
  notes.push(...(await brokenReferences(tree, { changes: everyChange, changed, head })));
  const files = notes.filter(({ kind }) => kind === 'file').toSorted(byWeight);
  const dropped = new Set(files.slice(Math.max(0, ENOUGH - (notes.length - files.length))));
  return notes.filter((one) => !dropped.has(one)).toSorted(byWeight);
}

const callersOf = (touched: readonly ChangedSymbol[], callers: readonly Caller[]): Caller[] =>
  callers.filter(({ of }) => touched.some(({ symbol }) => symbol.qualifiedName === of));

/** A text that names it is not found by its name any more; one that only moved heals by itself. */
const isRenamed = ({ verdict, symbol, name }: ChangedSymbol): boolean =>
  verdict === 'moved' && symbol.kind !== 'module' && name !== null && name !== symbol.qualifiedName;

const byWeight = (a: Note, b: Note): number =>
  b.weight - a.weight || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);

interface Touched {
  touched: readonly ChangedSymbol[];
  callers: readonly Caller[];
  paths: ReadonlySet<string>;
}

/** Whether it is worth finding out what a memory is about. */
const mayTouch = (
  { memory, mentions }: MentioningMemory,
  { names, paths }: { names: ReadonlySet<string>; paths: ReadonlySet<string> },
): boolean =>
  mentions.names.some(({ name }) => names.has(name)) ||
  [...memory.source_files, ...mentions.paths].some((file) => pathIn(file, paths) !== undefined);

function noteOn(
  { memory, mentions }: MentioningMemory,
  anchors: readonly Anchor[],
  { touched, callers, paths }: Touched,
): Note | undefined {
  const isDecided = memory.memory_type === 'decision' || memory.memory_type === 'convention';
  const extra = (REJECTED.test(`${memory.title} ${memory.narrative}`) ? 0.05 : 0) + (isDecided ? 0.05 : 0);
  for (const verdict of ['gone', 'changed', 'moved', 'unread'] as const) {
    for (const { symbol, part, signatures, path, name, verdict: of } of touched) {
      const isIt = (anchor: Anchor) =>
        anchor.kind === 'symbol' && anchor.path === symbol.path && anchor.name === symbol.qualifiedName;
      if (of !== verdict || !anchors.some(isIt)) continue;
      if (of === 'gone')
        return note(memory, 'gone', 0.85 + extra, `${symbol.qualifiedName} is gone`, symbol.path);
      if (of === 'unread') {
        const reason = `${symbol.path} cannot be read now, so that nobody can tell what became of ${symbol.qualifiedName}`;
        return note(memory, 'changed', 0.7 + extra, reason, symbol.path);
      }
      if (of === 'moved')
        return note(
          memory,
          'changed',
          0.6 + extra,
          `${symbol.qualifiedName} is now ${name} in ${path}`,
          path ?? '',
        );
      const where = path !== null && path !== symbol.path ? `, now ${name} in ${path}` : '';
      const said = describePart({ part });
      const what =
        said === ''
          ? ' does something else'
          : part === 'signature'
            ? ` has another signature${signatures === undefined ? '' : `: ${signatures}`}`
            : `: ${said}`;
      const weight = (said === '' ? 0.75 : 0.8) + extra;
      return note(memory, 'changed', weight, `${symbol.qualifiedName}${what}${where}`, path ?? symbol.path);
    }
  }
  if (isOfCallers({ memory, mentions }))
    for (const caller of callers.toSorted((a, b) => b.confidence - a.confidence || a.depth - b.depth)) {
      const isIt = (anchor: Anchor) =>
        anchor.kind === 'symbol' && anchor.path === caller.path && anchor.name === caller.qualifiedName;
      if (!anchors.some(isIt)) continue;
      const how = caller.depth === 1 ? 'calls' : 'calls over one step';
      const what = touched.some(
        ({ symbol, verdict }) => verdict === 'gone' && symbol.qualifiedName === caller.of,
      )
        ? 'is gone'
        : 'changes';
      const reason = `${caller.qualifiedName} ${how} ${caller.of}, which ${what}`;
      return note(
        memory,
        'caller',
        0.5 * caller.confidence * 0.8 ** (caller.depth - 1) + extra,
        reason,
        caller.path,
      );
    }
  const file = [...memory.source_files, ...mentions.paths].map((path) => pathIn(path, paths)).find(Boolean);
  if (file === undefined) return undefined;
  // A memory of one function of this file says nothing of the others.
  if (anchors.some(({ kind, path }) => kind === 'symbol' && path === file)) return undefined;
  if (memory.memory_type === 'convention')
    return note(memory, 'convention', 0.55 + extra, `holds for ${file}`, file);
  const isOfFiles = anchors.some(({ kind, path }) => kind === 'file' && path === file);
  const hasCode = touched.some(({ symbol }) => symbol.path === file);
  return isOfFiles && hasCode && isDecided
    ? note(memory, 'file', 0.2 + extra, `is about ${file}`, file)
    : undefined;
}

function note(memory: CheckedMemory, kind: NoteKind, weight: number, reason: string, path = ''): Note {
  const { id, memory_id, title, memory_type, created_at, branch } = memory;
  const shown = { id, memory_id, title, memory_type, created_at, branch };
  return { kind, memory: shown, type: memory_type, reason, path, line: 1, weight: Math.min(1, weight) };
}

/** The path of the change that a memory's file is: the same, or one that ends with it. */
function pathIn(given: string, paths: ReadonlySet<string>): string | undefined {
  const name = plain(given);
  return paths.has(name) ? name : [...paths].find((path) => isSameEnd(name, path));
}

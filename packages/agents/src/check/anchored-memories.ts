import {
  chooseAnchors,
  mentionsIn,
  type Anchor,
  type AnchorSymbol,
  type Mentions,
} from '@memory/code-graph/anchors';
import type { RecordOf } from '@memory/contracts';
import type { SourceTree } from '../tree/source-tree.ts';

/** As much of a memory as is needed to know what it is about. */
export type CheckedMemory = Pick<
  RecordOf<'memory'>,
  | 'id'
  | 'memory_id'
  | 'title'
  | 'narrative'
  | 'memory_type'
  | 'source_files'
  | 'commit_id'
  | 'created_at'
  | 'branch'
> & {
  /** When somebody last said what becomes of it, as the code was then. */
  said_at?: string | undefined;
};

/** The source of its anchors, beside its text. */
export interface MentioningText {
  memory: { source_files: readonly string[]; edited?: readonly string[] };
  mentions: Mentions;
}

export interface MentioningMemory extends MentioningText {
  memory: CheckedMemory;
  mentions: Mentions;
}

export const mentioning = (memory: CheckedMemory): MentioningMemory => ({
  memory,
  mentions: mentionsIn(`${memory.title}\n${memory.narrative}`),
});

/** All that memories say is code, and the files that they name: another word is one of code in those files alone. */
export function saidIn(memories: readonly MentioningMemory[]) {
  const files = memories.flatMap(({ memory, mentions }) => [...memory.source_files, ...mentions.paths]);
  return {
    names: new Set(memories.flatMap(({ mentions }) => markedNames(mentions))),
    paths: new Set(files.map(plain)),
  };
}

/** Names that a text shows to be of code; another word is one in the files alone that a memory names: “maps” stands in every folder. */
const markedNames = ({ names }: Mentions): string[] =>
  names.flatMap(({ name, isMarked }) => (isMarked ? [name] : []));

/** Finds what memories are about in one state of a tree, reading the files that hold their names and no others. */
export class AnchorFinder {
  readonly #tree: SourceTree;
  readonly #at: string | null;
  readonly #only: ReadonlySet<string> | undefined;
  readonly #byName = new Map<string, AnchorSymbol[]>();

  /** @param only names that matter; what has another name is not looked for beyond the files of a memory */
  constructor(
    tree: SourceTree,
    at: string | null,
    { only }: { only?: ReadonlySet<string> | undefined } = {},
  ) {
    this.#tree = tree;
    this.#at = at;
    this.#only = only;
  }

  /** Looks for the names of many memories at once. */
  async prepare(memories: readonly MentioningText[]): Promise<void> {
    await this.#named(memories.flatMap(({ mentions }) => markedNames(mentions)));
  }

  /** @param known symbols of files that were read already, all of which count */
  async find({ memory, mentions }: MentioningText, known: readonly AnchorSymbol[] = []): Promise<Anchor[]> {
    const { source_files: about, edited = [] } = memory;
    const files = [...about, ...edited, ...mentions.paths];
    const modules = (
      await Promise.all(files.slice(0, 50).map((path) => this.#tree.symbols(plain(path), this.#at)))
    ).flat();
    const named = await this.#named(markedNames(mentions));
    const all = new Map(
      [...known, ...modules, ...named].map((symbol) => [
        `${symbol.path}\0${symbol.kind}\0${symbol.qualifiedName}`,
        symbol,
      ]),
    );
    return chooseAnchors({ mentions, files: about, edited }, [...all.values()]);
  }

  async #named(given: readonly string[]): Promise<AnchorSymbol[]> {
    const names = [...new Set(given)].filter((name) => this.#only?.has(name) !== false);
    const unknown = names.filter((name) => !this.#byName.has(name));
    const files = await this.#tree.filesOfWords(unknown, this.#at);
    for (const name of unknown) this.#byName.set(name, []);
    const paths = new Set(unknown.flatMap((name) => [...(files.get(name) ?? [])]));
    for (const symbols of await Promise.all([...paths].map((path) => this.#tree.symbols(path, this.#at))))
      for (const symbol of symbols)
        if (symbol.kind !== 'module' && files.get(symbol.name)?.has(symbol.path))
          this.#byName.get(symbol.name)?.push(symbol);
    return names.flatMap((name) => this.#byName.get(name) ?? []);
  }
}

export const plain = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.{0,2}\/)+/u, '');

/** Whether two paths are of one file, as far as both are written out. */
export const isSameEnd = (given: string, path: string): boolean =>
  given === path || path.endsWith(`/${given}`) || (path.includes('/') && given.endsWith(`/${path}`));

import type { CodeReference, CodeSymbol } from '../file-index.ts';
import type { ResolvableFile } from './table-file.ts';

/** A file before and after a change, its calls left out. */
interface FileChange {
  before: ResolvableFile;
  after: ResolvableFile;
  /** Whether it may have had other symbols between the two: edges to those that are back have gone. */
  isPartlyKnown: boolean;
}

interface Words {
  /** All that its references and symbols are found by. */
  asked: Uint32Array;
  /** Pairs: what the first one leads to may be reached by the second one. */
  steps: Uint32Array;
}

/** A change of more words is one of the whole repository. */
const WORDS_MAX = 3_000;

/**
 * Which files a change can give other edges. Whatever resolution looks up it looks up by a word: of the reference itself, or of a
 * symbol or an import that the words before led to. So a file is reached that has a word of what changed, or one that leads there.
 * This holds for the family of ECMAScript, of which nothing is visible without its name, and while no file comes or goes.
 */
export class ReachOfChange {
  readonly #ids = new Map<string, number>();
  readonly #files = new Map<string, Words>();

  /**
   * @param file with its calls
   * @param find gives the paths of the files that a specifier stands for here
   */
  set(
    file: Pick<ResolvableFile, 'path' | 'references'> & { symbols: readonly CodeSymbol[] },
    find: (specifier: string) => readonly string[],
  ): void {
    const words = (text: string) => wordsOf(text, file.path);
    const asked = new Set<string>();
    const steps: string[] = [];
    const ask = (found: readonly string[]) => found.forEach((word) => asked.add(word));
    const step = (uses: readonly string[], gives: readonly string[]) =>
      uses.forEach((use) => gives.forEach((given) => use !== given && steps.push(use, given)));
    for (const symbol of file.symbols) {
      ask(namesOf(symbol, file.path));
      step(words(symbol.returns ?? ''), words(symbol.name));
      for (const [field, type] of Object.entries(symbol.fields ?? {}))
        step(words(type), [...words(field), ...(field.includes('<') ? words(symbol.name) : [])]);
    }
    for (const reference of file.references)
      if (reference.kind === 'calls')
        ask([reference.name, reference.receiver ?? '', reference.receiverType ?? ''].flatMap(words));
      else if (reference.kind === 'inherits') {
        ask(words(reference.name));
        step(words(reference.name), words(withinFile(reference.from)));
      } else {
        const values = find(reference.specifier).map(valueOf);
        ask(values);
        for (const { imported, local } of reference.names) {
          const uses = [...(imported === 'default' ? [] : words(imported)), ...values];
          const gives = words(local === 'module.exports' ? 'exports' : local);
          ask([...uses, ...gives]);
          step(uses, gives);
        }
      }
    this.#files.set(file.path, { asked: this.#numbers(asked), steps: this.#numbers(steps) });
  }

  /** @returns undefined when any file may be reached */
  of(changes: readonly FileChange[]): Set<string> | undefined {
    const reached = new Set<number>();
    for (const change of changes) {
      const words = changedWords(change);
      if (!words) return undefined;
      for (const word of this.#numbers(words)) reached.add(word);
    }
    for (let before = -1; before < reached.size && reached.size <= WORDS_MAX;) {
      before = reached.size;
      for (const { steps } of this.#files.values())
        for (let at = 0; at < steps.length; at += 2)
          if (reached.has(steps[at] ?? 0)) reached.add(steps[at + 1] ?? 0);
    }
    if (reached.size > WORDS_MAX) return undefined;
    const isReached = ({ asked }: Words) => asked.some((word) => reached.has(word));
    return new Set([...this.#files].flatMap(([path, words]) => (isReached(words) ? path : [])));
  }

  #numbers(words: Iterable<string>): Uint32Array {
    return Uint32Array.from(words, (word) => {
      const number = this.#ids.get(word) ?? this.#ids.size;
      this.#ids.set(word, number);
      return number;
    });
  }
}

/** Stands for what a module gives to whoever takes it whole, which is found without a word. */
const valueOf = (path: string): string => `${path}\ndefault`;

/** Of a name, or of a type or receiver in the notation of references. */
const wordsOf = (text: string, path: string): string[] =>
  (text.match(/[\p{L}\p{M}\p{N}_$]+/gu) ?? []).map((word) =>
    word === 'default' || word === 'exports' ? valueOf(path) : word,
  );

/** A file is found by its path. */
const namesOf = ({ parent, qualifiedName, name, className }: CodeSymbol, path: string): string[] =>
  parent === null ? [] : [qualifiedName, name, className ?? ''].flatMap((text) => wordsOf(text, path));

const withinFile = (key: string): string => key.slice(key.lastIndexOf('#') + 1);

/** Words by which something is found that changed; undefined when it may be found by any. */
function changedWords({ before, after, isPartlyKnown }: FileChange): Set<string> | undefined {
  const { path } = after;
  const all = [...before.symbols, ...after.symbols];
  const words = new Set(isPartlyKnown ? all.flatMap((symbol) => namesOf(symbol, path)) : []);
  const add = (found: readonly string[]) => found.forEach((word) => words.add(word));

  const named = differing([before, after], ({ symbols }) =>
    symbols.map((symbol) => [symbol.name, shapeOf(symbol)]),
  );
  for (const symbol of all) if (named.has(symbol.name)) add(namesOf(symbol, path));
  const known = new Map(before.symbols.map((symbol) => [symbol.key, symbol]));
  for (const symbol of after.symbols) {
    const old = known.get(symbol.key);
    if (!old) continue;
    // Symbols within are seen otherwise.
    if (old.kind !== symbol.kind) add(all.flatMap((one) => namesOf(one, path)));
    for (const field of differing([old, symbol], ({ fields = {} }) => Object.entries(fields))) {
      if ([old.fields?.[field], symbol.fields?.[field]].includes('exports')) return undefined;
      add([...wordsOf(field, path), ...namesOf(symbol, path)]);
    }
  }

  for (const local of differing([before, after], ({ references }) => references.flatMap(importedNames))) {
    // Everything is handed on, or another object is.
    if (local === '*' || local.endsWith('exports')) return undefined;
    add(wordsOf(local, path));
  }
  const basesOf = ({ references }: ResolvableFile) =>
    references.flatMap((one) => (one.kind === 'inherits' ? [[one.from, one.name] as const] : []));
  for (const from of differing([before, after], basesOf)) add(wordsOf(withinFile(from), path));
  return words;
}

/** Keys under which two things do not have the same in the same order. */
function differing<Thing>(
  things: readonly [Thing, Thing],
  entriesOf: (thing: Thing) => readonly (readonly [string, unknown])[],
): Set<string> {
  const [old, now] = things.map((thing) => Map.groupBy(entriesOf(thing), ([key]) => key));
  const keys = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  return new Set([...keys].filter((key) => JSON.stringify(old?.get(key)) !== JSON.stringify(now?.get(key))));
}

const importedNames = (one: CodeReference) =>
  one.kind === 'imports'
    ? one.names.map(({ local, imported }) => [local, [imported, one.specifier, one.from]] as const)
    : [];

/** All that resolution asks of a symbol, its fields and place left out; of several of one name the longest stands for all. */
const shapeOf = ({ key, kind, signature, className, parent, returns, parameters, ...lines }: CodeSymbol) => [
  key,
  kind,
  signature,
  className,
  parent,
  returns,
  parameters,
  parent === null ? 0 : lines.endLine - lines.startLine,
];

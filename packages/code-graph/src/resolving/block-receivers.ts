import type { CodeSymbol, FileIndex } from '../file-index.ts';

/** A type of a block with a receiver, `Module.() -> Unit`, and a name of a type, which may be an alias of one. */
const ofBlock = /\b([A-Z]\w{0,80})(?:<[^<>()]{0,80}>)?\.\(/gu;
const ofType = /:\s{0,4}([A-Z]\w{0,80})/gu;

const namesIn = (signature: string, pattern: RegExp): string[] =>
  [...signature.matchAll(pattern)].map(([, name = '']) => name);

/**
 * The objects that blocks of Kotlin are run for: in `module { single { get() } }` the name `single` is a member of the class that
 * the parameter of `module` names as its receiver.
 */
export class BlockReceivers {
  /** Names of classes, by the alias of a type. */
  readonly #aliases = new Map<string, string[]>();
  readonly #signatures = new Map<string, Set<string>>();
  /** Names of the functions that a symbol calls. */
  readonly #called = new Map<string, Set<string>>();

  add({ language, symbols, references }: Pick<FileIndex, 'language' | 'symbols' | 'references'>): void {
    if (language !== 'kotlin') return;
    for (const { kind, name, signature } of symbols)
      if (/^\S{0,80} ?typealias /u.test(signature)) this.#aliases.set(name, namesIn(signature, ofBlock));
      else if (kind === 'function')
        this.#signatures.set(name, (this.#signatures.get(name) ?? new Set()).add(signature));
    for (const reference of references)
      if (reference.kind === 'calls')
        this.#called.set(reference.from, (this.#called.get(reference.from) ?? new Set()).add(reference.name));
  }

  /** Names of the classes whose objects the blocks in a symbol may be run for. */
  of({ key }: CodeSymbol): Set<string> {
    const signatures = [...(this.#called.get(key) ?? [])].flatMap((name) => [
      ...(this.#signatures.get(name) ?? []),
    ]);
    return new Set(
      signatures.flatMap((signature) => [
        ...namesIn(signature, ofBlock),
        ...namesIn(signature, ofType).flatMap((alias) => this.#aliases.get(alias) ?? []),
      ]),
    );
  }
}

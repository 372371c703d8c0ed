import type { CallReference, CodeSymbol } from '../file-index.ts';
import { isTestPath } from '../anchoring/anchor.ts';
import { commonMethodNames } from './common-method-names.ts';
import type { Extensions } from './extensions.ts';
import { callable, type FoundSymbol, foundSymbol, sureness } from './found.ts';
import type { NameResolver } from './name-resolver.ts';
import { classAround } from './objects-around.ts';
import { placeOf } from './overloads.ts';
import type { SymbolTable } from './symbol-table.ts';
import type { TableFile } from './table-file.ts';

/** A path of Rust that is not found here names a type of its library or of another crate. */
const ofForeignType = /^[A-Z]|(?:^|\.)(?:[A-Z]\w*|[iuf]\d+|[iu]size|str|char)$/u;

/** Methods that a name alone leads to, where nothing says what it is called on. */
export class Guesses {
  readonly #table: SymbolTable;
  readonly #names: NameResolver;
  readonly #extensions: Extensions;
  readonly #traits = new Map<string, FoundSymbol | undefined>();

  constructor(table: SymbolTable, names: NameResolver, extensions: Extensions) {
    this.#table = table;
    this.#names = names;
    this.#extensions = extensions;
  }

  /** A receiver nobody typed: taken only when one class alone has such a method, and the name is not everybody's. */
  uniqueMethod(
    file: TableFile,
    from: CodeSymbol,
    call: Pick<CallReference, 'name' | 'receiver'>,
  ): FoundSymbol | undefined {
    const { name, receiver } = call;
    // C++ and Swift name the methods of their own libraries as everybody does: 4 of 4 such guesses read were wrong.
    if (file.family === 'c' || file.family === 'swift') return undefined;
    if (name.length < 4 || commonMethodNames.has(name.toLowerCase())) return undefined;
    const named = this.#table.named(file.family, name).filter(isMethod);
    const classes = new Set(named.map(placeOf));
    const only = classes.size === 1 ? named.at(-1) : undefined;
    if (!only || isUnlikely(this.#table, file, from, only, receiver) || this.#extensions.isHidden(file, only))
      return undefined;
    return foundSymbol(only, sureness.uniqueMethod);
  }

  /** A bare name of Kotlin that nothing around declares: a member of the one object that a block around it is run for. */
  ofBlock(
    file: TableFile,
    from: CodeSymbol,
    { name, arguments: given }: { name: string; arguments: number | undefined },
  ): FoundSymbol | undefined {
    const members = new Set<CodeSymbol>();
    for (const receiver of this.#table.blockReceivers.of(from))
      for (const owner of this.#table.named(file.family, receiver)) {
        const { symbol } =
          callable(this.#names.memberOf(foundSymbol(owner, sureness.member), name, given)) ?? {};
        if (owner.kind === 'class' && symbol) members.add(symbol);
      }
    const [only] = members;
    return members.size === 1 ? foundSymbol(only, sureness.wildcard) : undefined;
  }

  /** A method of the one trait that gives it to types which are none of the tree, such as every `Result`. */
  ofTrait(file: TableFile, { name, receiver }: CallReference): FoundSymbol | undefined {
    const isPath = !receiver?.endsWith('()') && ofForeignType.test(receiver ?? '');
    if (file.family !== 'rust' || isPath || name.length < 4 || commonMethodNames.has(name)) return undefined;
    if (!this.#traits.has(name)) this.#traits.set(name, this.#traitNamed(file, name));
    return this.#traits.get(name);
  }

  #traitNamed(file: TableFile, name: string): FoundSymbol | undefined {
    const named = this.#table.named(file.family, name).filter(isMethod);
    const ownerOf = (one: CodeSymbol) =>
      classAround(this.#table, one, this.#table.fileOfKey.get(one.key) ?? file);
    // An alias of a type that is none of the tree.
    const others = named.filter((one) => ownerOf(one) !== undefined);
    if (others.length === named.length) return undefined;
    const owners = others.map(ownerOf);
    const own = [...new Set(owners.filter((owner) => owner !== undefined))];
    // A trait is the base of the others.
    const traits = own.filter((one) =>
      own.every((other) => other === one || this.#names.basesOf(other).some(({ symbol }) => symbol === one)),
    );
    const [only] = traits;
    return only && traits.length === 1
      ? foundSymbol(others[owners.indexOf(only)], sureness.uniqueMethod)
      : undefined;
  }
}

const isMethod = ({ kind, className }: CodeSymbol): boolean => kind === 'function' && className !== null;

/** A declaration is what somebody else runs, what is under test calls no test, and a method that calls its own name on a field hands over to another class. */
export function isUnlikely(
  table: SymbolTable,
  file: TableFile,
  from: CodeSymbol,
  one: CodeSymbol,
  receiver: string | null,
): boolean {
  if (/^[^#]+\.d\.ts(?:#|$)/u.test(one.key)) return true;
  const isOwn = one === from || (from.className !== null && from.className === one.className);
  return (table.isOfTest(one) && !isTestPath(file.path)) || (isOwn && /^this\../u.test(receiver ?? ''));
}

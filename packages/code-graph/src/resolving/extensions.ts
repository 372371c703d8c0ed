import type { CallReference, CodeSymbol } from '../file-index.ts';
import { commonMethodNames } from './common-method-names.ts';
import { type Found, type FoundSymbol, foundSymbol, sureness, symbolOf } from './found.ts';
import type { NameResolver } from './name-resolver.ts';
import { placeOf, takes } from './overloads.ts';
import type { SymbolTable } from './symbol-table.ts';
import { farFrom, isOfOtherPlatform, sourceSet, type TableFile } from './table-file.ts';

/** Methods that the library of C# gives to every list; a tree has its own of them for old platforms. */
const ofLinq = new Set(
  (
    'Aggregate All Any Append AsEnumerable Average Cast Concat Contains Count DefaultIfEmpty Distinct ElementAt Except First ' +
    'FirstOrDefault GroupBy Intersect Last LastOrDefault Max Min OfType OrderBy OrderByDescending Prepend Reverse Select ' +
    'SelectMany SequenceEqual Single SingleOrDefault Skip SkipWhile Sum Take TakeWhile ThenBy ToArray ToDictionary ToHashSet ' +
    'ToList ToLookup Union Where Zip'
  ).split(' '),
);
/** A method that a class of C# adds to a type. */
const addedTo = /\(\s?this (?:(?:ref|in|scoped|readonly) ){0,3}(?:\w+\.){0,8}(\w+)(\[)?/u;
const collections =
  /^(?:\[|(?:Abstract|I|IReadOnly|Mutable|ReadOnly)?(?:Array|Collection|Enumerable|Iterable|List|Sequence|Set)$)/u;

/** A method that is called on an object of a type that does not have it. */
interface Extension {
  symbol: CodeSymbol;
  /** Name of the type; null for a type parameter that nothing bounds. */
  type: string | null;
  /** The class of the tree that this is. */
  owner: CodeSymbol | undefined;
}

/** How far the type of an object is from that of an extension, beside the steps from a class to its bases. */
const far = { any: 20, perhaps: 30, never: Number.POSITIVE_INFINITY };

/** Methods that stand apart from the type of what they are called on, in C# and Kotlin. */
export class Extensions {
  readonly #table: SymbolTable;
  readonly #names: NameResolver;
  readonly #known = new Map<string, Extension[]>();

  constructor(table: SymbolTable, names: NameResolver) {
    this.#table = table;
    this.#names = names;
  }

  /** The one whose type is nearest to that of the object; `given` counts the arguments of the call, which stands in `from`. */
  of(
    file: TableFile,
    receiver: Found,
    name: string,
    { given, from }: { given?: number | undefined; from: CodeSymbol },
  ): FoundSymbol | undefined {
    const all = this.named(file, name).filter(({ symbol }) => !this.isHidden(file, symbol, from));
    const distances = all.map((one) =>
      takesBeside(file, one.symbol, given) ? this.#distance(receiver, one) : far.never,
    );
    const nearest = Math.min(...distances);
    if (nearest === far.never) return undefined;
    if (nearest === far.perhaps)
      return (name.length < 4 && file.family === 'java') ||
        commonMethodNames.has(name.toLowerCase()) ||
        ofLinq.has(name)
        ? undefined
        : this.#only(file, all);
    const found = this.#only(
      file,
      all.filter((_, at) => distances[at] === nearest),
    );
    const isOfClass = all.some(({ owner }, at) => owner && distances[at] === nearest);
    return ofLinq.has(name) && !isOfClass ? undefined : found;
  }

  /** One of Kotlin that is called without an object: for one of these types, or the only one that is seen. */
  bare(file: TableFile, from: CodeSymbol, name: string, given?: number): FoundSymbol | undefined {
    const seen = this.named(file, name).filter(
      ({ symbol }) =>
        this.isSeen(file, symbol) && !this.isHidden(file, symbol, from) && takesBeside(file, symbol, given),
    );
    for (const type of this.#typesAround(from)) {
      const found = this.#only(
        file,
        seen.filter((one) => one.type === type),
      );
      if (found) return found;
    }
    const blocks = this.#table.blockReceivers.of(from);
    const ofBlock = seen.filter(({ type }) => type !== null && blocks.has(type));
    return this.#only(file, ofBlock.length > 0 ? ofBlock : seen);
  }

  /** Whether a class is one of those around a place of Kotlin, or a base of one. */
  #isAround(from: CodeSymbol, owner: CodeSymbol): boolean {
    const types = [...this.#typesAround(from), ...this.#table.blockReceivers.of(from)];
    return types.some((type) =>
      this.#table
        .named('java', type)
        .some((one) => one.kind === 'class' && this.#steps(one, owner) !== far.never),
    );
  }

  /** Names of the classes around a place of Kotlin, and of the types that the extensions around it are for. */
  #typesAround(from: CodeSymbol): string[] {
    const types: string[] = [];
    for (let scope: CodeSymbol | undefined = from; scope; scope = this.#table.byKey.get(scope.parent ?? ''))
      if (scope.className !== null && scope.signature.includes(`.${scope.name}(`))
        types.push(this.#extension(scope)?.type ?? '');
      else if (scope.kind === 'class') types.push(scope.name);
    return types;
  }

  /** The one that a file sees, or the only one of all. */
  #only(file: TableFile, extensions: readonly Extension[]): FoundSymbol | undefined {
    const seen = extensions.filter(({ symbol }) => this.isSeen(file, symbol));
    const meant = seen.length > 0 ? seen : extensions;
    // A test has its own only where nothing else is meant.
    const used = meant.filter(({ symbol }) => !this.#table.isOfTest(symbol));
    const all = (used.length > 0 ? used : meant).map(({ symbol }) => symbol);
    // Of twins for several platforms or modules of Kotlin the nearest is meant.
    const own = sourceSet(file.path);
    const far = ({ key }: CodeSymbol) =>
      file.family === 'java' ? farFrom(own, this.#table.fileOfKey.get(key)?.path ?? '') : 0;
    const nearest = Math.min(...all.map(far));
    const [first, ...others] = all.filter((one) => far(one) === nearest);
    return others.every((one) => first && placeOf(one) === placeOf(first))
      ? foundSymbol(first, sureness.uniqueQualified)
      : undefined;
  }

  /** Whether a file of Kotlin keeps an extension for itself: a private one, and mostly what stands in a class that is no interface. */
  isHidden(file: TableFile, symbol: CodeSymbol, from?: CodeSymbol): boolean {
    const { key, signature, parent, className, name } = symbol;
    const own = this.#table.fileOfKey.get(key);
    const around = this.#table.byKey.get(parent ?? '');
    if (own === file || own?.family !== 'java' || !signature.includes(`.${name}(`)) return false;
    if (isOfOtherPlatform(own, file)) return true;
    if (file.imports.some(({ names }) => names.some(({ imported }) => imported === name))) return false;
    const isMember =
      around?.kind === 'class' && around.name !== className && !/\binterface\b/u.test(around.signature);
    if (isMember) return !from || !around || !this.#isAround(from, around);
    return /\bprivate\b/u.test(signature.slice(0, signature.indexOf(name)));
  }

  /** Whether a file of C# or Kotlin sees what a namespace has. */
  isSeen(file: TableFile, { key, name }: CodeSymbol): boolean {
    const space = this.#table.fileOfKey.get(key)?.packageName ?? null;
    if (space === file.packageName) return true;
    if (space === null) return false;
    return [...file.imports, ...this.#table.globalUsings(file)].some(
      ({ specifier, names }) =>
        specifier === space && names.some(({ local, imported }) => local === '*' || imported === name),
    );
  }

  #distance(receiver: Found, { type, owner }: Extension): number {
    if (typeof receiver !== 'object') return type === null ? far.any : far.perhaps;
    if (type === null || type === 'Any') return far.any;
    if (owner) return receiver.kind === 'symbol' ? this.#steps(receiver.symbol, owner) : far.never;
    if (receiver.kind === 'library') return sameType(type, receiver.type) ? 0 : far.perhaps;
    if (receiver.kind === 'collection') return collections.test(type) ? 0 : far.perhaps;
    return far.never;
  }

  /** From a class to the nearest of its bases that an extension is for. */
  #steps(symbol: CodeSymbol, owner: CodeSymbol): number {
    let level = [symbol];
    for (let steps = 0; steps < far.any && level.length > 0; steps += 1) {
      if (level.some((one) => this.#table.partsOf(one)[0] === this.#table.partsOf(owner)[0])) return steps;
      level = level.flatMap((one) => this.#names.basesOf(one).map((base) => base.symbol));
    }
    return far.never;
  }

  /** All of a name, with the types that they are for. */
  named({ family }: TableFile, name: string): Extension[] {
    const identity = `${family}\n${name}`;
    const known = this.#known.get(identity);
    if (known) return known;
    const found = this.#table.named(family, name).flatMap((symbol) => this.#extension(symbol) ?? []);
    this.#known.set(identity, found);
    return found;
  }

  #extension(symbol: CodeSymbol): Extension | undefined {
    const file = this.#table.fileOfKey.get(symbol.key);
    const { signature, name, className } = symbol;
    if (symbol.kind !== 'function' || !file) return undefined;
    const isOfKotlin = signature.includes(`.${name}(`) && file.family === 'java';
    const [, written = isOfKotlin ? className : null, array] =
      file.family === 'csharp' ? (addedTo.exec(signature) ?? []) : [];
    if (written === null) return undefined;
    const bounds = boundsOf(signature, file.family === 'csharp' ? name : 'fun ');
    const type = array === undefined ? (bounds.has(written) ? bounds.get(written) : written) : '[';
    if (type === undefined) return { symbol, type: null, owner: undefined };
    const around = this.#table.byKey.get(symbol.parent ?? '') ?? symbol;
    const owner = symbolOf(this.#names.lookupDotted(file, around, type));
    return { symbol, type: type.slice(type.lastIndexOf('.') + 1), owner };
  }
}

/** Whether it takes so many arguments; in C# the object is one of its parameters, which the fewest leave out. */
const takesBeside = ({ family }: TableFile, one: CodeSymbol, given = one.parameters?.[0] ?? 0): boolean =>
  takes(one, given) && (family !== 'csharp' || takes(one, given + 1));

/** Bounds of the type parameters of a function, which stand in the angle brackets behind a word of its signature. */
export function boundsOf(signature: string, before: string): Map<string, string | undefined> {
  const start = signature.indexOf(`${before}<`) + before.length;
  const bounds = new Map<string, string | undefined>();
  if (start < before.length) return bounds;
  const list = signature.slice(start, closing(signature, start));
  for (const [, name = '', bound] of list.matchAll(/[<,] ?(?:reified |in |out )?(\w+)(?: ?: ?([\w.]+))?/gu))
    bounds.set(name, bound);
  return bounds;
}

/** Where the angle bracket at a place is closed. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '<') depth += 1;
    else if (text[at] === '>' && (depth -= 1) === 0) return at;
  }
  return text.length;
}

/** Names of the language stand for types of the library. */
const sameType = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The type of a receiver of C# as far as the call alone says: of a variable, of what is made, and of what a library's type gives of itself. */
export function writtenType({ receiver, receiverType }: CallReference): string | undefined {
  if (receiver !== null && receiverType !== null && /^\w+$/u.test(receiver)) {
    const made = /^([A-Z]\w*)\.(?:From\w+|Parse|Create)\(\)$/u.exec(receiverType)?.[1];
    return made ?? receiverType.slice(receiverType.lastIndexOf('.') + 1);
  }
  return /^([A-Z]\w*)(?:\(\)|\.(?:(?:From\w+|Parse|Create)\(\)|(?:Utc)?Now|Today))$/u.exec(
    receiver ?? '',
  )?.[1];
}

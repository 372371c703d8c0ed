import {
  asked,
  type CodeSymbol,
  conditionField,
  GLOBAL_USING,
  isValueKind,
  type ImportReference,
} from '../file-index.ts';
import { isTestPath } from '../anchoring/anchor.ts';
import { BlockReceivers } from './block-receivers.ts';
import type { LanguageFamily } from '../languages/language.ts';
import { typeName } from '../parsing/type-name.ts';
import { familyOf } from '../languages/language-of.ts';
import { longest, putLonger, takes } from './overloads.ts';
import {
  farFrom,
  isOfOtherPlatform,
  isSource,
  type ResolvableFile,
  sourceSet,
  type TableFile,
} from './table-file.ts';

type ByName = Map<string, CodeSymbol[]>;

/** All symbols of a repository, by every name resolution asks for. */
export class SymbolTable {
  readonly files = new Map<string, TableFile>();
  readonly byKey = new Map<string, CodeSymbol>();
  readonly fileOfKey = new Map<string, TableFile>();
  readonly blockReceivers = new BlockReceivers();
  /** Names that Ruby's classes give to attributes. */
  readonly attributes = new Set<string>();
  /** Other names of types in C and C++; null where two of them mean different types. */
  readonly aliases = new Map<string, string | null>();
  /** By the key of what they stand in and their name. */
  readonly #members: ByName = new Map();
  /** Imports of C# that all files of a project see, with the folder of the file that has them. */
  readonly #globalUsings: { folder: string; using: ImportReference }[] = [];
  readonly #packages = new Map<string, TableFile[]>();
  readonly #nearest = new Map<string, readonly TableFile[]>();
  /** By family and name. */
  readonly #names: ByName = new Map();
  readonly #qualified: ByName = new Map();
  /** Classes, modules and namespaces that may be open in several places, by what each of them is called and by its key. */
  readonly #open = new Map<string, CodeSymbol[]>();
  readonly #parts = new Map<string, readonly CodeSymbol[]>();

  constructor(files: Iterable<ResolvableFile>) {
    for (const file of files) this.#add(file);
    for (const file of this.files.values()) this.#adoptForeignMethods(file);
  }

  /** A class, module or namespace, and the other places where it is open. */
  partsOf(symbol: CodeSymbol): readonly CodeSymbol[] {
    return this.#parts.get(symbol.key) ?? [symbol];
  }

  /** The symbol directly inside another; of several methods of that name one that takes so many arguments. */
  member(container: CodeSymbol, name: string, given?: number): CodeSymbol | undefined {
    const parts = this.#parts.get(container.key);
    const all = this.#membersOf(parts?.[0]?.key ?? container.key, name) ?? [];
    const members = parts && parts.length > 1 ? this.#ofOneFile(all, container) : all;
    const fitting = given === undefined ? members : members.filter((one) => takes(one, given));
    return this.#isAmbiguous(fitting) ? undefined : longest(fitting);
  }

  /** Overloads of C++ in several files, which their parameters' types would tell apart: the same twice is for two systems. */
  #isAmbiguous(members: readonly CodeSymbol[]): boolean {
    const apart = new Set(members.map(({ key }) => this.fileOfKey.get(key)));
    const [first] = apart;
    const counts = new Set(members.map(({ parameters }) => parameters?.[1]));
    return first?.family === 'c' && apart.size > 1 && counts.size > 1;
  }

  /** Where several files open a class of Ruby, and two give it a method of one name, the file at hand knows its own. */
  #ofOneFile(members: readonly CodeSymbol[], container: CodeSymbol): readonly CodeSymbol[] {
    const file = this.fileOfKey.get(container.key);
    if (file?.family === 'csharp') return members;
    const own = members.filter(({ key }) => this.fileOfKey.get(key) === file);
    // A class of C++ that another source file defines for itself is not seen here.
    const isSeen = ({ kind, key }: CodeSymbol) => kind !== 'class' || !isSource(this.fileOfKey.get(key));
    const seen = file?.family === 'c' && members.length > 1 ? members.filter(isSeen) : members;
    const files = new Set(seen.map(({ key }) => this.fileOfKey.get(key)));
    // A namespace within is one over files as well.
    const isOne = new Set(seen.map((one) => this.partsOf(one)[0])).size === 1;
    return own.length > 0 || (files.size > 1 && !isOne) ? own : seen;
  }

  /** Members of a class of several of one name; those that stand in any of them are kept with the first, as of a Scala companion. */
  #membersOf(key: string, name: string): readonly CodeSymbol[] | undefined {
    const ofFirst = () => this.#members.get(`${key.replace(/~\d+$/, '')}\n${name}`);
    return this.#members.get(`${key}\n${name}`) ?? ofFirst();
  }

  /** Files of one package: a Go directory, or a namespace of Java, C# or PHP; of Kotlin the nearest first. */
  packageFiles(
    { family, path }: Pick<TableFile, 'family' | 'path'>,
    packageName: string,
  ): readonly TableFile[] {
    const identity = `${family}\n${packageName}`;
    const files = this.#packages.get(identity) ?? [];
    if (family !== 'java' || files.length < 2) return files;
    const own = sourceSet(path);
    const place = `${identity}\n${own.join('\n')}`;
    const sorted =
      this.#nearest.get(place) ?? files.toSorted((a, b) => farFrom(own, a.path) - farFrom(own, b.path));
    this.#nearest.set(place, sorted);
    return sorted;
  }

  /** Everything in a family of languages with that last name; files are not among them. */
  named(family: LanguageFamily, name: string): readonly CodeSymbol[] {
    return this.#names.get(`${family}\n${name}`) ?? [];
  }

  /** Everything in a family of languages with that qualified name. */
  qualified(family: LanguageFamily, qualifiedName: string): readonly CodeSymbol[] {
    return this.#qualified.get(`${family}\n${qualifiedName}`) ?? [];
  }

  /** The global usings of C# that a file sees: those of files in its own folder and in the folders above. */
  globalUsings({ family, directory }: TableFile): ImportReference[] {
    if (family !== 'csharp') return [];
    return this.#globalUsings
      .filter(({ folder }) => folder === '' || `${directory}/`.startsWith(`${folder}/`))
      .map(({ using }) => using);
  }

  manifests(): TableFile[] {
    return [...this.files.values()].filter(({ family }) => family === 'manifest');
  }

  #add(file: ResolvableFile): void {
    this.blockReceivers.add(file);
    const [module] = file.symbols;
    const family = familyOf(file.language);
    if (!module || family === 'config') return;
    const symbols = file.symbols.filter(({ kind }) => !isValueKind(kind));
    for (const { kind, name } of family === 'ruby' ? file.symbols : [])
      if (kind === 'property') this.attributes.add(name);
    for (const symbol of family === 'c' ? file.symbols : [])
      if (symbol.kind === 'type') this.#addAlias(symbol);
    const byQualifiedName = new Map<string, CodeSymbol>();
    const topLevel = new Map<string, CodeSymbol>();
    const [prefixes, plainPrefixes] = [new Set<string>(), new Set<string>()];
    const entry: TableFile = {
      path: file.path,
      directory: directoryOf(file.path),
      language: file.language,
      family,
      packageName: file.packageName,
      module,
      symbols,
      references: file.references,
      imports: file.references.filter((reference) => reference.kind === 'imports'),
      topLevel,
      byQualifiedName,
      prefixes,
      plainPrefixes,
      owners: new Set(symbols.flatMap(({ className }) => className ?? [])),
      exportNames: family === 'ecma' ? exportNames(file) : [],
    };
    this.files.set(file.path, entry);
    for (const using of family === 'csharp' ? entry.imports : [])
      if (using.names.some(({ imported }) => imported === GLOBAL_USING))
        this.#globalUsings.push({ folder: entry.directory, using });
    // Members from elsewhere make it an object, too.
    const given = family === 'ecma' ? entry.imports.filter(({ specifier }) => specifier === '') : [];
    for (const { local } of given.flatMap(({ names }) => names))
      for (const known of local.includes('.') ? [prefixes, plainPrefixes] : [])
        known.add(local.slice(0, local.lastIndexOf('.')));
    for (const symbol of symbols) {
      addPrefixes(prefixes, symbol);
      if (symbol.className === null) addPrefixes(plainPrefixes, symbol);
      this.byKey.set(symbol.key, symbol);
      this.fileOfKey.set(symbol.key, entry);
      if (symbol === module || isTest(family, symbol)) continue;
      if (mayBeOpened(family, symbol)) {
        const around = family === 'ecma' ? file.path : file.packageName;
        const name = `${family}\n${around}\n${symbol.qualifiedName}`;
        push(this.#open, name, symbol);
        this.#parts.set(symbol.key, this.#open.get(name) ?? []);
      }
      // The class is meant where a namespace of TypeScript has its name.
      const parts = family === 'ecma' ? this.partsOf(symbol) : [];
      const named =
        symbol.kind === 'module' ? (parts.find(({ kind }) => kind === 'class') ?? symbol) : symbol;
      putLonger(byQualifiedName, symbol.qualifiedName, named);
      if (symbol.qualifiedName === symbol.name) putLonger(topLevel, symbol.name, named);
      else if (symbol.parent !== null && !this.#isApart(symbol)) this.#addMember(symbol.parent, symbol);
      push(this.#names, `${family}\n${symbol.name}`, symbol);
      push(this.#qualified, `${family}\n${symbol.qualifiedName}`, symbol);
    }
    const packageName = family === 'go' ? entry.directory : file.packageName;
    if (packageName !== null && family !== 'manifest')
      push(this.#packages, `${family}\n${packageName}`, entry);
  }

  #addAlias({ name, signature }: CodeSymbol): void {
    const type = signature.startsWith('typedef ')
      ? signature.slice('typedef '.length, signature.lastIndexOf(name))
      : signature.slice(signature.indexOf('=') + 1);
    const meant = typeName(type.replace(/;$/u, ''));
    const known = this.aliases.has(name) ? this.aliases.get(name) : meant;
    // One file writes the namespace before it, another one stands in that.
    const [short = '', long = ''] = [known ?? '', meant ?? ''].sort((a, b) => a.length - b.length);
    this.aliases.set(name, `.${long}`.endsWith(`.${short}`) && known ? long : null);
  }

  /** A method that stands apart from its class is no name of the namespace around it. */
  #isApart({ className, parent }: CodeSymbol): boolean {
    return className !== null && this.byKey.get(parent ?? '')?.kind === 'module';
  }

  #addMember(container: string, symbol: CodeSymbol): void {
    push(this.#members, `${this.#parts.get(container)?.[0]?.key ?? container}\n${symbol.name}`, symbol);
  }

  /** Whether a header defines a function of C for those who ask, and others define it for themselves. */
  isOneOfSeveral({ key, name, fields }: CodeSymbol): boolean {
    if (fields?.[conditionField] !== asked) return false;
    const own = this.fileOfKey.get(key);
    return this.named('c', name).some(
      (one) => one.kind === 'function' && this.fileOfKey.get(one.key) !== own,
    );
  }

  /** Methods which stand in another file than their class: the same package first, then the only class of that name. */
  #adoptForeignMethods(file: TableFile): void {
    for (const symbol of file.symbols) {
      const parent = this.byKey.get(symbol.parent ?? '');
      if (isTest(file.family, symbol)) continue;
      const outer = file.family === 'c' && parent ? this.#namedBefore(symbol, parent) : undefined;
      if (outer && symbol.kind !== 'function') this.#addMember(outer.key, symbol);
      if (symbol.className === null || parent?.kind === 'class') continue;
      const owner = this.foreignOwner(symbol, file) ?? outer;
      const own = this.fileOfKey.get(owner?.key ?? '');
      if (!owner || !own || isOfOtherPlatform(file, own) || this.#isReplacedForTest(owner, file)) continue;
      this.#addMember(owner.key, symbol);
    }
  }

  /** The class or namespace of C++ that is named before what stands apart: `struct Store::Inner {`, `namespace shop::inner {`. */
  #namedBefore({ qualifiedName, name }: CodeSymbol, parent: CodeSymbol): CodeSymbol | undefined {
    const before = qualifiedName.slice(0, -name.length - 1);
    return before === '' || parent.qualifiedName === before
      ? undefined
      : this.qualified('c', before).find(({ kind }) => kind !== 'function');
  }

  /** A member that a test of JavaScript gives to a class that is not its own is run by that test, and by nothing else. */
  #isReplacedForTest(owner: CodeSymbol, file: TableFile): boolean {
    return file.family === 'ecma' && isTestPath(file.path) && !this.isOfTest(owner);
  }

  isOfTest({ key }: CodeSymbol): boolean {
    return isTestPath(this.fileOfKey.get(key)?.path ?? '');
  }

  /** Whether something may be a base: a class or module, or a function that has methods. */
  isClass(symbol: CodeSymbol): boolean {
    return symbol.kind !== 'function' || this.isConstructor(symbol);
  }

  /** Whether a function is a class as JavaScript wrote them first: one that has methods. */
  isConstructor(symbol: CodeSymbol): boolean {
    const file = symbol.kind === 'function' ? this.fileOfKey.get(symbol.key) : undefined;
    return file?.family === 'ecma' && file.owners.has(symbol.qualifiedName);
  }

  /** Members that a function of JavaScript was given: `Store.open = …`, `Store.prototype.save = …`. */
  givenTo(owner: CodeSymbol, name: string): CodeSymbol | undefined {
    const file = owner.kind === 'function' ? this.fileOfKey.get(owner.key) : undefined;
    return file?.family === 'ecma' ? file.byQualifiedName.get(`${owner.qualifiedName}.${name}`) : undefined;
  }

  /** The class of a method that stands apart from it; undefined when it is unknown or several could be it. */
  foreignOwner(symbol: CodeSymbol, file: TableFile): CodeSymbol | undefined {
    const own = file.family === 'ecma' ? file.byQualifiedName.get(symbol.className ?? '') : undefined;
    if (own) return own;
    const isClass = ({ kind }: CodeSymbol) => kind === 'class';
    const className = boundOf(symbol) ?? symbol.className ?? '';
    const classesNamed = (written: string) =>
      this.named(file.family, written.split('.').at(-1) ?? '')
        .filter(isClass)
        .filter(({ qualifiedName }) => `.${qualifiedName}`.endsWith(`.${written}`));
    const known = classesNamed(className);
    // A test of C++ may call its fixture by another name of that.
    const named = known.length > 0 ? known : classesNamed(this.aliases.get(className) ?? className);
    const whole = symbol.qualifiedName.slice(0, -symbol.name.length - 1);
    const same = file.family === 'c' ? named.filter(({ qualifiedName }) => qualifiedName === whole) : [];
    if (same.length === 1) return same[0];
    const near = named.filter(({ key }) => this.fileOfKey.get(key)?.directory === file.directory);
    if (near.length === 1) return near[0];
    const [space, ...others] = new Set(named.map(({ key }) => this.fileOfKey.get(key)?.packageName ?? ''));
    // The same class of Kotlin is written for each platform.
    if (file.family === 'java' && space !== undefined && others.length === 0 && named.length > 1)
      return this.packageFiles(file, space)
        .map(({ symbols }) => symbols.find((one) => named.includes(one)))
        .find(Boolean);
    return named.length === 1 ? named[0] : undefined;
  }
}

/** A test of C++, `TEST_F(StoreTest, Store)`, which no other code names. */
const isTest = (family: LanguageFamily, { kind, signature }: CodeSymbol): boolean =>
  family === 'c' && kind === 'function' && /^[A-Z][A-Z\d_]+ ?\(\w+, ?\w+\)$/u.test(signature);

/** A module or class of Ruby and a namespace of C++ are opened wherever something is added to them; C# says so, TypeScript joins those of one file. */
const mayBeOpened = (family: LanguageFamily, { kind, signature }: CodeSymbol): boolean =>
  kind !== 'function' &&
  (family === 'ruby' ||
    family === 'ecma' ||
    (family === 'c' && kind === 'module') ||
    (family === 'csharp' && /^(?:\w+ ){0,8}partial /u.test(signature)));

/** The type that an extension of Kotlin is for, where it names that by a type parameter: `fun <T : Command> T.context(…)`. */
function boundOf({ className, signature }: CodeSymbol): string | undefined {
  for (const [, name, bound] of signature.matchAll(/[<,] ?(\w+) ?: ?([\w.]+)/gu))
    if (name === className) return bound;
  return undefined;
}

function exportNames({ symbols: [module], references }: ResolvableFile): string[] {
  const variables = Object.entries(module?.fields ?? {}).filter(([, type]) => type === 'exports');
  const assigned = references.flatMap((one) =>
    one.kind === 'imports' && one.specifier === ''
      ? one.names.filter(({ local }) => local === 'exports')
      : [],
  );
  return [...variables.map(([name]) => name), ...assigned.map(({ imported }) => imported)];
}

function addPrefixes(prefixes: Set<string>, { qualifiedName }: CodeSymbol): void {
  for (let dot = qualifiedName.indexOf('.'); dot !== -1; dot = qualifiedName.indexOf('.', dot + 1))
    prefixes.add(qualifiedName.slice(0, dot));
}

function push<T>(map: Map<string, T[]>, name: string, value: T): void {
  const known = map.get(name);
  if (known) known.push(value);
  else map.set(name, [value]);
}

const directoryOf = (filePath: string): string => filePath.slice(0, Math.max(0, filePath.lastIndexOf('/')));

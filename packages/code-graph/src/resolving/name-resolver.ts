import { type CodeSymbol, conditionField, inBlock } from '../file-index.ts';
import { isTestPath } from '../anchoring/anchor.ts';
import type { LanguageFamily } from '../languages/language.ts';
import {
  type Found,
  type FoundSymbol,
  foundSymbol,
  modules,
  object,
  sureness,
  symbolOf,
  weakened,
} from './found.ts';
import type { ModuleResolver } from './modules/module-resolver.ts';
import { longest, takes } from './overloads.ts';
import type { SymbolTable } from './symbol-table.ts';
import { isKotlin, isSource, type TableFile } from './table-file.ts';

const reExportDepthMax = 8;
const ancestorDepthMax = 8;
/** Where a bare name can be a member of the class around it. */
const implicitThis = new Set<LanguageFamily>(['java', 'csharp', 'c', 'ruby', 'swift']);
/** Where a name is visible in the whole program without an import. */
const globalNames = new Set<LanguageFamily>(['c', 'ruby', 'php', 'csharp', 'swift']);

/** Where the files of a package share the variables that stand outside of all classes. */
const hasVariables = new Set<LanguageFamily>(['go', 'java']);

/** Where an import without a module gives another name to what the file sees anyway. */
const aliasesOwn = new Set<LanguageFamily>(['csharp', 'c']);

/** Where others see of a file what it declares, and nothing that it imports; of Kotlin fewer edges are wrong with that. */
const handsOnNothing = new Set(['go', 'java', 'csharp']);

/** Where an import names a file, which no name in it can be. */
const importsFiles = new Set<LanguageFamily>(['ecma', 'c', 'ruby', 'shell']);

/** A base of a class, with its name as written there. */
interface Base extends FoundSymbol {
  written: string;
}

/** Finds what names stand for: around a reference, through imports, in classes and their bases. */
export class NameResolver {
  readonly #table: SymbolTable;
  readonly #modules: ModuleResolver;
  readonly #exported = new Map<readonly string[], Map<string, Found>>();
  readonly #bases = new Map<string, Base[]>();
  #isRenamed = false;

  constructor(table: SymbolTable, modules: ModuleResolver) {
    this.#table = table;
    this.#modules = modules;
  }

  /** The symbol of a bare name where it is written; `given` counts the arguments of a call. */
  lookup(file: TableFile, from: CodeSymbol, name: string, given?: number): Found {
    const near = this.#lexical(file, from, name, given);
    // In Kotlin the nearest is meant that takes the arguments.
    const isMeant = near !== undefined && (!isKotlin(file) || fits(near, given));
    if (isMeant) return near;
    const far = this.#imported(file, from, name) ?? this.#visible(file, name) ?? this.#global(file, name);
    return near === undefined || fits(far, given) ? (far ?? near) : near;
  }

  /** The symbol of a dotted name, as a type annotation or base class is written. */
  lookupDotted(file: TableFile, from: CodeSymbol, dotted: string): Found {
    const [first = '', ...rest] = dotted.split('.');
    let found = this.lookup(file, from, first);
    for (const name of rest) {
      if (found === undefined || found === 'foreign') break;
      found = this.memberOf(found, name);
    }
    if (found !== undefined || rest.length === 0) return found;
    // A qualified name starts at the root or in the package around it.
    for (const start of ['', ...packagesAround(file).map((name) => `${name}.`)]) {
      const nested = this.#inPackage(file, start + dotted);
      if (nested !== undefined) return nested;
    }
    return this.#uniqueQualified(file, dotted);
  }

  /** The symbol of a name inside a class, module or object. */
  memberOf(found: Found, name: string, given?: number): Found {
    if (found === undefined || found === 'foreign') return found;
    if (found.kind === 'library') return 'foreign';
    if (found.kind === 'modules')
      return (
        weakened(this.exported(found.paths, name), found) ??
        this.memberOf(this.commonJsValue(found), name, given)
      );
    if (found.kind === 'variable' || found.kind === 'collection') return undefined;
    if (found.kind === 'object') {
      const file = this.#table.files.get(found.path);
      const own = foundSymbol(file?.byQualifiedName.get(`${found.name}.${name}`), found);
      const inner: Found = file?.prefixes.has(`${found.name}.${name}`)
        ? { ...found, name: `${found.name}.${name}` }
        : undefined;
      const member = own ?? (file && this.#handedOn(file, `${found.name}.${name}`, 0, new Set())) ?? inner;
      return member && weakened(weakened(member, found), sureness.member);
    }
    const member = this.classMember(found.symbol, name, given);
    return member && weakened(weakened(member, found), sureness.member);
  }

  /** A member of a class or of the nearest of its bases that has it. */
  classMember(owner: CodeSymbol, name: string, given?: number): FoundSymbol | undefined {
    const fitting =
      given === undefined
        ? undefined
        : this.#inAncestry(owner, (one) => this.#table.member(one, name, given));
    const named = (one: CodeSymbol) => this.#table.member(one, name) ?? this.#table.givenTo(one, name);
    // In Kotlin a method has the default values of the one that it overrides, which it does not repeat.
    const most = fitting?.symbol.parameters?.[1] ?? undefined;
    const overriding = (one: CodeSymbol) => {
      const member = this.#table.member(one, name, most);
      return /\boverride\b/u.test(member?.signature ?? '') ? member : undefined;
    };
    const nearer = most === undefined || most === given ? undefined : this.#inAncestry(owner, overriding);
    return nearer ?? fitting ?? this.#inAncestry(owner, named);
  }

  /** The declared type of a field, with the class that declares it. */
  fieldType(owner: CodeSymbol, name: string): { type: string; declaredIn: CodeSymbol } | undefined {
    // A field of Ruby is read by a method of its name.
    const names = [name.replace(/^[$]/, ''), `@${name}`];
    const fieldOf = ({ fields }: CodeSymbol) => names.find((one) => fields && Object.hasOwn(fields, one));
    const hasField = (one: CodeSymbol) =>
      this.#table.partsOf(one).find((part) => fieldOf(part) !== undefined);
    const declaredIn = this.#inAncestry(owner, hasField)?.symbol;
    const type = declaredIn?.fields?.[fieldOf(declaredIn) ?? ''];
    return declaredIn && type !== undefined ? { type, declaredIn } : undefined;
  }

  /** The bases of a class which stand in this repository. */
  basesOf(owner: CodeSymbol): readonly Base[] {
    const parts = this.#table.partsOf(owner);
    const first = parts[0]?.key ?? owner.key;
    const known = this.#bases.get(first);
    if (known) return known;
    const bases: Base[] = [];
    this.#bases.set(first, bases); // Set first, so that a class which is its own base ends here
    for (const part of parts) {
      const file = this.#table.fileOfKey.get(part.key);
      const around = this.#table.byKey.get(part.parent ?? '') ?? part;
      for (const reference of file?.references ?? []) {
        if (!file || reference.kind !== 'inherits' || reference.from !== part.key) continue;
        const found = this.baseNamed(file, around, reference.name);
        if (!found) continue;
        bases.push({ ...found, written: reference.name });
        // By the custom of Ruby a module hands these to the class that includes it.
        const handed = file.family === 'ruby' ? this.#table.member(found.symbol, 'ClassMethods') : undefined;
        if (handed)
          bases.push({ ...weakened(found, sureness.wildcard), symbol: handed, written: 'ClassMethods' });
      }
    }
    return bases;
  }

  /** The class that a class names as its base, where it stands in this repository. */
  baseNamed(file: TableFile, around: CodeSymbol, name: string): FoundSymbol | undefined {
    const named = this.lookupDotted(file, around, name);
    const found = this.commonJsValue(named) ?? named;
    const isClass = typeof found === 'object' && found.kind === 'symbol' && this.#table.isClass(found.symbol);
    return isClass ? found : undefined;
  }

  /** A name as files give it to others: their own, or what they import and hand on. */
  exported(paths: readonly string[], name: string, depth = 0, seen = new Set<string>()): Found {
    // One file of a package has the class, and several may have methods of it.
    for (const path of paths.length > 1 ? paths : []) {
      const own = this.#table.files.get(path)?.topLevel.get(name);
      if (own) return foundSymbol(own, sureness.lexical);
    }
    for (const path of paths) {
      const file = this.#table.files.get(path);
      if (!file || seen.has(`${path}\n${name}`)) continue;
      seen.add(`${path}\n${name}`);
      const own = file.topLevel.get(name) ?? file.byQualifiedName.get(name);
      if (own) return foundSymbol(own, sureness.lexical);
      const type = variableType(file, name);
      if (type !== undefined) return { kind: 'variable', declaredIn: file.module, type, ...sureness.lexical };
      if (handsOnNothing.has(file.language)) continue;
      const handedOn = depth < reExportDepthMax ? this.#handedOn(file, name, depth, seen) : undefined;
      if (handedOn !== undefined && handedOn !== 'foreign') return handedOn;
      const given = this.#givenToExports(file, name, depth, seen);
      if (given !== undefined && given !== 'foreign') return given;
      if (file.prefixes.has(name)) return object(file, name);
      const inner = submodule(path, name).find((candidate) => this.#table.files.has(candidate));
      if (inner !== undefined) return modules([inner]);
    }
    return undefined;
  }

  /** The same for every file that includes these: each name of a C++ file is asked of each header that it includes. */
  #exportedOnce(paths: readonly string[], name: string): Found {
    const known = this.#exported.get(paths) ?? new Map<string, Found>();
    this.#exported.set(paths, known);
    if (known.has(name)) return known.get(name);
    const found = this.exported(paths, name);
    known.set(name, found);
    return found;
  }

  /** The end of a path of Rust that is written where it is used: `crate::flags::parse`, `crate::flags::Value::new`. */
  pathed(file: TableFile, path: string, name: string): Found {
    const found = this.#fromModule(file, path, name, 0, new Set());
    const end = path.lastIndexOf('.');
    if (found !== undefined || end <= 0) return found;
    return this.memberOf(this.#fromModule(file, path.slice(0, end), path.slice(end + 1), 0, new Set()), name);
  }

  /** The value of a CommonJS module that is called itself: that of another one where it hands that on. */
  commonJsValue(found: Found, depth = 0): Found {
    if (typeof found !== 'object' || found.kind !== 'modules') return undefined;
    const own = this.exported(found.paths, 'exports') ?? this.exported(found.paths, 'module.exports');
    const value = weakened(own, found);
    return depth < reExportDepthMax ? (this.commonJsValue(value, depth + 1) ?? value) : value;
  }

  /** The values given to a name that stands for the exports of its file. */
  #givenToExports(file: TableFile, name: string, depth: number, seen: Set<string>): Found {
    for (const alias of name === 'exports' || depth >= reExportDepthMax ? [] : file.exportNames) {
      const own = foundSymbol(file.byQualifiedName.get(`${alias}.${name}`), sureness.lexical);
      const found = own ?? this.#handedOn(file, `${alias}.${name}`, depth, seen);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #handedOn(file: TableFile, name: string, depth: number, seen: Set<string>): Found {
    for (const { specifier, names } of file.imports) {
      for (const { imported, local } of names) {
        // `export *` hands on everything but the default.
        if (local !== name && (local !== '*' || name === 'default')) continue;
        const found = this.#fromModule(file, specifier, local === '*' ? name : imported, depth + 1, seen);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** A name of an imported module, or the module itself for `*`. */
  #fromModule(file: TableFile, specifier: string, imported: string, depth: number, seen: Set<string>): Found {
    const paths = this.#modules.resolve(file, specifier);
    if (imported === '*') return paths.length > 0 ? modules(paths) : undefined;
    const found = this.exported(paths, imported, depth, seen);
    if (found !== undefined) return found;
    // `exports.close = other.close` hands on what another module has.
    if (specifier === '' && imported.includes('.')) return this.lookupDotted(file, file.module, imported);
    if (file.family === 'ecma') return this.#fromEcma(paths, imported, depth, seen);
    // The name may be a module itself: a Python submodule, a Rust module, a class inside a Java class.
    const joint = specifier.endsWith('.') ? '' : '.';
    const inner = importsFiles.has(file.family)
      ? []
      : this.#modules.resolve(file, `${specifier}${joint}${imported}`);
    if (inner.length > 0) return modules(inner);
    const dotted = `${specifier}.${imported}`;
    return paths.length === 0
      ? (this.#inPackage(file, dotted) ?? this.#uniqueQualified(file, dotted))
      : undefined;
  }

  /** A name that a module of CommonJS has only as what it assigns to its exports. */
  #fromEcma(paths: readonly string[], imported: string, depth: number, seen: Set<string>): Found {
    if (paths.length === 0) return undefined;
    const module = modules(paths);
    if (imported === 'default')
      return (
        this.exported(paths, 'exports', depth, seen) ??
        this.exported(paths, 'module.exports', depth, seen) ??
        module
      );
    return depth === 0 ? this.memberOf(this.commonJsValue(module), imported) : undefined;
  }

  #lexical(file: TableFile, from: CodeSymbol, name: string, given?: number): Found {
    const isMethodOfRuby = file.family === 'ruby' && isMethodName(name);
    let isSelfKnown = false;
    for (let scope: CodeSymbol | undefined = from; scope; scope = this.#table.byKey.get(scope.parent ?? '')) {
      if (scope === file.module)
        return foundSymbol(file.topLevel.get(name), sureness.lexical) ?? this.#object(file, name);
      if (isMethodOfRuby) {
        // Constants are seen from inside, methods are those of the object and of the file.
        const found = isSelfKnown || scope.kind === 'function' ? undefined : this.classMember(scope, name);
        isSelfKnown ||= scope.kind !== 'function';
        if (found) return found;
        continue;
      }
      const hasImplicitThis = implicitThis.has(file.family);
      if (scope.kind === 'class' && !hasImplicitThis) continue;
      const owner = hasImplicitThis && scope.kind === 'function' ? this.#ownerApart(scope, file) : undefined;
      const around = scope.kind === 'class' ? scope : owner;
      const member = around && this.classMember(around, name, given);
      const inner =
        file.family === 'ecma' && scope.kind === 'function'
          ? file.byQualifiedName.get(`${scope.qualifiedName}.${name}`)
          : this.#table.member(scope, name);
      const found = member ?? foundSymbol(inner, sureness.lexical);
      if (found) return this.#classMade(found);
    }
    return undefined;
  }

  /** A constructor has the name of its class, and is no member of what extends it: by that name the class is meant. */
  #classMade(found: FoundSymbol): FoundSymbol {
    const { symbol } = found;
    const parent = this.#table.byKey.get(symbol.parent ?? '');
    const file = this.#table.fileOfKey.get(symbol.key);
    const owner = parent?.kind === 'class' || !file ? parent : this.#ownerApart(symbol, file);
    const isConstructor = symbol.kind === 'function' && owner?.kind === 'class' && owner.name === symbol.name;
    return isConstructor ? { ...found, symbol: owner } : found;
  }

  /** The class of a method which stands apart from it. */
  #ownerApart(method: CodeSymbol, file: TableFile): CodeSymbol | undefined {
    const isApart = method.className !== null && this.#table.byKey.get(method.parent ?? '')?.kind !== 'class';
    return isApart ? this.#table.foreignOwner(method, file) : undefined;
  }

  #object(file: TableFile, name: string): Found {
    return file.plainPrefixes.has(name) ? object(file, name) : undefined;
  }

  #imported(file: TableFile, from: CodeSymbol, name: string): Found {
    // An import inside of a function hides that of the file: Python writes it where two modules need each other.
    const isInside = ({ line }: { line: number }) =>
      from !== file.module && from.startLine <= line && line <= from.endLine;
    const inner = file.family === 'python' ? file.imports.filter(isInside) : [];
    for (const { specifier, names } of [...inner, ...file.imports]) {
      if (specifier === '' && !aliasesOwn.has(file.family)) continue;
      const entry = names.find(({ local }) => local === name || local.startsWith(`${name}.`));
      if (!entry) continue;
      // Another name of a class that C# sees anyway, or of a namespace of C++.
      if (specifier === '')
        return entry.imported === name ? undefined : this.#renamed(file, from, entry.imported);
      // `import a.b` binds `a`, and the rest of a dotted receiver then walks down from there.
      const target = entry.local === name ? specifier : specifier.slice(0, name.length);
      const found = this.#fromModule(file, target, entry.imported, 0, new Set([`${file.path}\n${name}`]));
      return found === undefined ? 'foreign' : weakened(found, sureness.imported);
    }
    return undefined;
  }

  /** The symbol that another name is given to, which is no other name itself: two may be given to each other. */
  #renamed(file: TableFile, from: CodeSymbol, imported: string): Found {
    if (this.#isRenamed) return undefined;
    this.#isRenamed = true;
    const found = this.lookupDotted(file, from, imported);
    this.#isRenamed = false;
    return found;
  }

  /** Names that need no prefix: wildcard imports, then the same package, which Kotlin asks before. */
  #visible(file: TableFile, name: string): Found {
    return isKotlin(file)
      ? (this.#ofPackage(file, name) ?? this.#wildcard(file, name))
      : (this.#wildcard(file, name) ?? this.#ofPackage(file, name));
  }

  #wildcard(file: TableFile, name: string): Found {
    const wildcards = file.family === 'ecma' ? [] : [...file.imports, ...this.#table.globalUsings(file)];
    for (const { specifier, names } of wildcards) {
      if (!names.some(({ local }) => local === '*')) continue;
      const paths = this.#modules.resolve(file, specifier);
      // In Java and Kotlin what a class holds may be brought in as well.
      const isOfClass = file.family === 'java' && paths.length === 0;
      const found = isOfClass
        ? this.#inPackage(file, `${specifier}.${name}`)
        : this.#exportedOnce(paths, name);
      if (found !== undefined && found !== 'foreign') return weakened(found, sureness.wildcard);
    }
    return undefined;
  }

  #ofPackage(file: TableFile, name: string): Found {
    for (const packageName of packagesAround(file)) {
      for (const member of this.#table.packageFiles(file, packageName)) {
        const own = member.topLevel.get(name);
        if (own) return foundSymbol(own, sureness.samePackage);
        const type = hasVariables.has(file.family) ? variableType(member, name) : undefined;
        if (type !== undefined)
          return { kind: 'variable', declaredIn: member.module, type, ...sureness.samePackage };
      }
    }
    return undefined;
  }

  #global(file: TableFile, name: string): Found {
    if (!globalNames.has(file.family)) return undefined;
    // A method of Ruby is everybody's where it stands outside of all classes, modules and methods.
    const isFree = ({ key, kind, className, qualifiedName, fields }: CodeSymbol) =>
      kind !== 'function' ||
      (className === null &&
        (file.family !== 'ruby' ||
          (qualifiedName === name && fields?.[conditionField] !== inBlock && !isOfScript(key))));
    // Code that is under test calls no test.
    const isSeen = (one: CodeSymbol) => isTestPath(file.path) || !this.#table.isOfTest(one);
    const isKept = ({ key, signature }: CodeSymbol) =>
      /^#|^(?:\w+ )*static\b/u.test(signature) && isSource(this.#table.fileOfKey.get(key));
    const free = this.#table
      .named(file.family, name)
      .filter((one) => isFree(one) && !isKept(one) && isSeen(one));
    // A class in another one is named by its name alone from within that.
    const outer = file.family === 'c' ? free.filter((one) => !this.#isNested(one)) : [];
    const seen = outer.length > 0 ? outer : free;
    const brought = file.family === 'c' && seen.length > 1 ? seen.filter((one) => isBrought(file, one)) : [];
    const named = brought.length > 0 ? brought : seen;
    const [only] = named;
    const isOne = named.every((one) => one.qualifiedName === only?.qualifiedName && one.kind === only.kind);
    // Overloads of C++ stand together.
    const isOfOne = isOne && this.#isOfOneFile(named);
    if (isOne && file.family === 'ruby') return foundSymbol(longest(named), sureness.uniqueGlobal);
    return named.length === 1 || (isOfOne && file.family === 'c')
      ? foundSymbol(only, sureness.uniqueGlobal)
      : undefined;
  }

  #isNested({ parent }: CodeSymbol): boolean {
    return this.#table.byKey.get(parent ?? '')?.kind === 'class';
  }

  #isOfOneFile(symbols: readonly CodeSymbol[]): boolean {
    const isOne = new Set(symbols.map((one) => this.#table.partsOf(one)[0])).size === 1;
    return isOne || new Set(symbols.map(({ key }) => this.#table.fileOfKey.get(key))).size === 1;
  }

  #inPackage(file: TableFile, dotted: string): Found {
    // Members of a companion of Kotlin are those of its class.
    const parts = dotted.split('.').filter((part) => part !== 'Companion' || !isKotlin(file));
    for (let split = parts.length - 1; split > 0; split--) {
      const files = this.#table.packageFiles(file, parts.slice(0, split).join('.'));
      for (const member of file.family === 'go' ? [] : files) {
        const symbol = member.byQualifiedName.get(parts.slice(split).join('.'));
        if (symbol) return foundSymbol(symbol, sureness.samePackage);
      }
    }
    return undefined;
  }

  #uniqueQualified(file: TableFile, dotted: string): Found {
    const named = globalNames.has(file.family) ? this.#table.qualified(file.family, dotted) : [];
    return named.length === 1 || (file.family === 'c' && this.#isOfOneFile(named))
      ? foundSymbol(longest(named), sureness.uniqueQualified)
      : undefined;
  }

  #inAncestry(
    owner: CodeSymbol,
    select: (one: CodeSymbol) => CodeSymbol | undefined,
    depth = ancestorDepthMax,
  ): FoundSymbol | undefined {
    const own = select(owner);
    if (own) return foundSymbol(own, sureness.lexical);
    for (const base of depth > 0 ? this.basesOf(owner) : []) {
      const found = this.#inAncestry(base.symbol, select, depth - 1);
      if (found) return weakened(found, sureness.inherited);
    }
    return undefined;
  }
}

/** Whether a function takes so many arguments; a class may be made in several ways. */
export const fits = (found: Found, given?: number): boolean => {
  const symbol = symbolOf(found);
  return (
    given === undefined || (symbol !== undefined && (symbol.kind !== 'function' || takes(symbol, given)))
  );
};

/** The package of a file; a namespace of C# also sees those around it. */
function packagesAround({ family, directory, packageName }: TableFile): string[] {
  if (family === 'go') return [directory];
  const parts = packageName?.split('.') ?? [];
  if (family !== 'csharp') return packageName === null ? [] : [packageName];
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('.'));
}

/** Whether a file of C++ takes in the namespace around: `using namespace own;`. */
const isBrought = ({ imports }: TableFile, { qualifiedName, name }: CodeSymbol): boolean =>
  imports.some(({ specifier, names }) => names[0]?.local === '*' && qualifiedName === `${specifier}.${name}`);

/** Whether it stands in a script of Ruby without an ending, which others do not load. */
const isOfScript = (key: string): boolean => !/^[^#]+\.\w+#/u.test(key);

const isMethodName = (name: string): boolean => !/^[A-Z]/u.test(name);

function variableType({ module }: TableFile, name: string): string | undefined {
  return module.fields && Object.hasOwn(module.fields, name) ? module.fields[name] : undefined;
}

/** Where a module inside a Python package stands. */
function submodule(path: string, name: string): string[] {
  if (!path.endsWith('__init__.py')) return [];
  const folder = path.slice(0, -'__init__.py'.length);
  return [`${folder}${name}.py`, `${folder}${name}/__init__.py`];
}

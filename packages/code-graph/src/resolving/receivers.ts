import { type CallReference, type CodeSymbol, isEnumeration } from '../file-index.ts';
import type { LanguageFamily } from '../languages/language.ts';
import { heldAt } from '../parsing/type-name.ts';
import { boundsOf, type Extensions } from './extensions.ts';
import {
  callable,
  type Found,
  type FoundSymbol,
  foundSymbol,
  isForeign,
  library,
  modules,
  object,
  sureness,
  symbolOf,
  weakened,
} from './found.ts';
import type { Guesses } from './guesses.ts';
import { fits, type NameResolver } from './name-resolver.ts';
import { classAround, classesAround, methodsOfForeign, objectAround } from './objects-around.ts';
import type { SymbolTable } from './symbol-table.ts';
import { hasExtensions, isKotlin, type TableFile } from './table-file.ts';
import { argumentOf, type WrittenType } from './type-arguments.ts';

const typeDepthMax = 6;
/** Methods of Rust's own types that give the object back, or what holds it: an `Option<Store>` is read as a `Store`. */
const sameObject = new Set(
  (
    'as_deref as_deref_mut as_mut as_ref await borrow borrow_mut by_ref clone cloned context copied deref deref_mut expect ' +
    'inspect inspect_err into_inner lock map_err ok ok_or ok_or_else or or_else read take to_owned unwrap unwrap_or ' +
    'unwrap_or_default unwrap_or_else with_context write'
  ).split(' '),
);
/** Pointers and iterators of C++ give the object itself: a `std::unique_ptr<Store>` is read as a `Store`, and so is what a map holds. */
const sameObjectOfCpp = /^(?:(?:get|lock|release|value)\(\)|second)$/u;
/** Types of C# with a name of the language. */
const typesOfCsharp =
  /^(?:bool|byte|char|decimal|double|float|int|long|object|sbyte|short|string|uint|ulong|ushort)$/u;
/** Where a dotted name may lead through the fields of a class: `Store.shared`. */
const pathsOfValues = new Set<LanguageFamily>(['rust', 'swift']);
/** Functions of Kotlin that give back the object that they are called on. */
const givesObject = /^(?:also|apply|onEach|takeIf|takeUnless)$/u;
/** Objects that stand for classes: `Store::class.java`, `store.GetType()`. */
const classesOfKotlin: Readonly<Record<string, string>> = {
  class: 'KClass',
  java: 'Class',
  javaClass: 'Class',
};
const classesOfCsharp: Readonly<Record<string, string>> = { 'GetType()': 'Type' };
/** Methods of collections that give one back of what they hold. */
const keepsElements =
  /^(?:asIterable|asSequence|distinct(?:By)?|drop(?:Last|LastWhile|While)?|filter(?:Not)?|reversed|sorted(?:By|ByDescending|With)?|take(?:Last|LastWhile|While)?|toList|toMutableList|toSet|AsEnumerable|Distinct|OrderBy(?:Descending)?|Reverse|Skip(?:While)?|Take(?:While)?|ThenBy|ToArray|ToHashSet|ToList|Where)$/u;
/** Methods of a collection that return one of its elements. */
const givesElement =
  /^(?:find|findLast|at|(?:first|last|random|single)(?:OrNull)?|elementAt(?:OrNull)?|remove(?:At|First|Last)|pop|shift|popleft|get|getFirst|getLast|next|peek|poll|front|back|c?r?begin|end|top|emplace_back|lower_bound|upper_bound|insert)\(\)$/u;

/** Functions that make a collection of what has the type that they are given. */
const makesCollection = /(?:array|list|sequence|set)(?:of(?:notnull)?)?$|^filterisinstance$/iu;

/** Finds the objects that calls are made on: what variables, fields and results of calls hold. */
export class Receivers {
  readonly #table: SymbolTable;
  readonly #names: NameResolver;
  readonly #extensions: Extensions;
  readonly #guesses: Guesses;

  constructor(table: SymbolTable, names: NameResolver, extensions: Extensions, guesses: Guesses) {
    this.#table = table;
    this.#names = names;
    this.#extensions = extensions;
    this.#guesses = guesses;
  }

  /** The receiver of a call: walked name by name, through fields and the results of calls. */
  of(file: TableFile, from: CodeSymbol, call: CallReference): Found {
    const [first = '', ...rest] = (call.receiver ?? '').split('.');
    const start =
      call.receiverType === null
        ? this.#first(file, from, first, typeDepthMax)
        : this.typed(file, from, call.receiverType);
    return this.#walk(file, from, start, rest, typeDepthMax);
  }

  /** A member of the receiver; of a property, which is a function that is not called, a member of what it returns. */
  member(receiver: Found, name: string, given?: number): FoundSymbol | undefined {
    const found = this.#names.memberOf(receiver, name, given);
    const member = callable(found) ?? callable(this.#names.commonJsValue(found));
    if (member || symbolOf(receiver)?.kind !== 'function') return member;
    return callable(this.#names.memberOf(this.#made(receiver, typeDepthMax), name));
  }

  bases(from: CodeSymbol, file: TableFile): readonly FoundSymbol[] {
    const owner = classAround(this.#table, from, file);
    return owner ? this.#names.basesOf(owner) : [];
  }

  #first(file: TableFile, from: CodeSymbol, segment: string, depth: number): Found {
    if (segment.startsWith('{'))
      return object(file, segment.slice(1, -1).replaceAll(':', '.'), sureness.member);
    if (segment === 'this')
      return (
        foundSymbol(classAround(this.#table, from, file), sureness.lexical) ??
        objectAround(this.#table, from, file) ??
        methodsOfForeign(from, file) ??
        (file.family === 'ruby' ? foundSymbol(file.module, sureness.lexical) : undefined)
      );
    if (segment === 'exports' && file.family === 'ecma') return modules([file.path]);
    if (segment === 'super') return this.bases(from, file)[0] ?? 'foreign';
    const typed = typedCall(segment);
    if (typed)
      return this.#givenType(file, from, { ...typed, called: this.called(file, from, typed.callee) }, depth);
    if (segment.endsWith('()')) {
      const called = this.called(file, from, segment.slice(0, -2));
      for (const owner of called === undefined && isKotlin(file)
        ? classesAround(this.#table, from, file)
        : []) {
        const result = this.#resultOf(foundSymbol(owner, sureness.lexical), segment, called);
        if (result) return this.#fieldValue(result, depth, [owner], from);
        const field = this.#names.fieldType(owner, segment.slice(0, -2));
        if (field)
          return this.#walk(file, from, this.#fieldValue(field, depth, [owner], from), ['invoke()'], depth);
      }
      // A function of JavaScript that nobody declares or imports is one of the platform.
      if (called === undefined && hasExtensions(file) && /^[A-Z]|^typeof\(/u.test(segment))
        return library(segment === 'typeof()' ? 'Type' : segment.slice(0, -2));
      if (called === undefined && (file.family === 'ecma' || isForeignClass(file, segment))) return 'foreign';
      return this.#made(
        this.#names.commonJsValue(called) ?? called,
        depth,
        classesAround(this.#table, from, file),
      );
    }
    const found = this.#names.lookup(file, from, segment);
    // Kotlin keeps functions and variables apart.
    const isCalled = isKotlin(file) && callable(found)?.symbol.kind === 'function';
    if (found !== undefined && !isCalled) return found;
    if (file.family === 'rust' && /^(?:std|core|alloc)$/u.test(segment)) return 'foreign';
    if (file.family === 'csharp' && typesOfCsharp.test(segment)) return 'foreign';
    for (const owner of classesAround(this.#table, from, file)) {
      const field = this.#names.fieldType(owner, segment);
      if (field) return this.#fieldValue(field, depth, [owner], from);
    }
    if (isForeignClass(file, segment)) return 'foreign';
    const alias = file.family === 'c' && depth > 0 ? this.#table.aliases.get(segment) : undefined;
    if (typeof alias === 'string' && alias !== segment) return this.typed(file, from, alias, depth - 1);
    // Neither a variable nor declared nor imported: a global such as `Math`, or a path such as Rust's `crate`.
    return file.family === 'ecma' || file.family === 'python' || file.family === 'go' ? 'foreign' : undefined;
  }

  /** The symbol of a name that is called alone, with so many arguments. */
  called(file: TableFile, from: CodeSymbol, name: string, given?: number): Found {
    const found = this.#names.lookup(file, from, name, given);
    if (file.family !== 'java') return found;
    // A function of Kotlin that does not take the arguments is not meant where another one does.
    const isOther = isKotlin(file) && symbolOf(found) !== undefined && !fits(found, given);
    const isUnknown = found === undefined || isOther;
    const ofBlock = isUnknown ? this.#guesses.ofBlock(file, from, { name, arguments: given }) : undefined;
    const isApart = isKotlin(file) && (isUnknown || found === 'foreign');
    const apart = ofBlock ?? (isApart ? this.#extensions.bare(file, from, name, given) : undefined);
    return apart && (!isOther || fits(apart, given)) ? apart : found;
  }

  #walk(file: TableFile, from: CodeSymbol, start: Found, segments: readonly string[], depth: number): Found {
    const isRead = file.family === 'ruby' && symbolOf(start);
    let found = isRead ? this.#made(start, depth) : this.#valued(start, depth);
    for (const segment of segments) {
      const typed = typedCall(segment);
      if (typed) {
        const member = this.#names.memberOf(found, typed.callee);
        const called = symbolOf(member) ? member : this.#extension(file, from, found, typed.callee);
        found = this.#givenType(file, from, { ...typed, called }, depth);
        continue;
      }
      const apart = this.#resultApart(file, from, found, segment, depth);
      if (apart !== undefined) {
        found = apart;
        continue;
      }
      if (found === undefined || found === 'foreign') return found;
      if (found.kind === 'library') return 'foreign';
      const holders = found.kind === 'symbol' ? [found.symbol] : [];
      const place = /^=\d+$/u.test(segment) ? Number(segment.slice(1)) : undefined;
      if (found.kind === 'collection' && (place !== undefined || found.element.includes(','))) {
        const type = place === undefined ? '' : heldAt(`[${found.element}]`, place);
        if (type === '') return undefined;
        found = weakened(this.#fieldValue({ type, declaredIn: found.declaredIn }, depth), found);
        continue;
      }
      if (found.kind === 'collection') {
        if (segment !== '*' && !givesElement.test(segment)) return 'foreign';
        found = weakened(
          this.#fieldValue({ type: found.element, declaredIn: found.declaredIn }, depth),
          found,
        );
        continue;
      }
      // `Outer.this` is the object around of that class.
      if (segment === 'this' && holders.length > 0) continue;
      if (file.family === 'c' && found.kind === 'symbol') {
        // A pointer has places, too.
        if (segment === '*' || place === 1) continue;
        if (sameObjectOfCpp.test(segment) && !this.#names.memberOf(found, segment.replace('()', '')))
          continue;
      }
      // A loop over what is no collection: what it gives one by one is not told.
      if (segment === '*' || place !== undefined) return undefined;
      const name = segment.replace(/^=/, '').replace(/\(\)$/, '');
      const named: Found = this.#names.memberOf(found, name);
      const member: Found = segment.endsWith('()') ? (this.#names.commonJsValue(named) ?? named) : named;
      const result = this.#resultOf(found, segment, member);
      if (result) {
        found = weakened(this.#fieldValue(result, depth, holders, from), found);
        continue;
      }
      const field: WrittenType | undefined =
        found.kind === 'symbol' ? this.#names.fieldType(found.symbol, name) : undefined;
      if (file.family === 'rust' && member === undefined && !field && sameObject.has(name)) continue;
      // A constant of an enumeration is an object of it.
      if (member === undefined && !field && found.kind === 'symbol' && isCaseOf(found.symbol, segment))
        continue;
      // A field that holds a function is called; a property is a function that is read.
      const isCalled = segment.endsWith('()') || file.family === 'ruby';
      // A class that is handed over makes an object when it is called, one of Ruby by `new`.
      const isMade = segment === '__call__()' || (segment === 'new()' && file.family === 'ruby');
      const isClass = segment === 'class' && file.family === 'ruby';
      if ((isMade || isClass) && member === undefined && found.kind === 'symbol') continue;
      // A method that gives its own object back, or an extension of Kotlin.
      const { className = null, returns } = symbolOf(member) ?? {};
      if (isCalled && className !== null && returns === className) continue;
      if (isCalled && (member !== undefined || !field)) found = this.#made(member, depth, holders);
      else if (field) {
        const value: Found = weakened(this.#fieldValue(field, depth, holders, from), found);
        found = isCalled ? this.#made(value, depth) : value;
      } else found = this.#valued(member, depth);
    }
    return found;
  }

  /** The result of an extension; of an object of unknown type that of the only method of the name. */
  #resultApart(file: TableFile, from: CodeSymbol, found: Found, segment: string, depth: number): Found {
    const ofClass = hasExtensions(file)
      ? (isKotlin(file) ? classesOfKotlin : classesOfCsharp)[segment]
      : undefined;
    if (ofClass !== undefined) return library(ofClass);
    if (!hasExtensions(file) || !segment.endsWith('()')) return undefined;
    const name = segment.slice(0, -2);
    if (typeof found === 'object' && found.kind === 'collection' && keepsElements.test(name)) return found;
    if (file.family === 'java' && givesObject.test(name)) return found;
    if (
      typeof found === 'object' &&
      this.#names.memberOf(found, name) !== (found.kind === 'library' ? 'foreign' : undefined)
    )
      return undefined;
    return this.#made(this.#extension(file, from, found, name), depth);
  }

  #extension(file: TableFile, from: CodeSymbol, found: Found, name: string): FoundSymbol | undefined {
    return (
      this.#extensions.of(file, found, name, { from }) ??
      (found === undefined ? this.#guesses.uniqueMethod(file, from, { name, receiver: '' }) : undefined)
    );
  }

  /** The result of a call of Kotlin that is given a type: of what no function of the tree says, an object of that type. */
  #givenType(
    file: TableFile,
    from: CodeSymbol,
    { called, callee, type }: { called: Found; callee: string; type: string },
    depth: number,
  ): Found {
    const symbol = symbolOf(called);
    const [parameter] = boundsOf(symbol?.signature ?? '', 'fun ').keys();
    const isList = symbol ? symbol.returns === `[${parameter}]` : makesCollection.test(callee);
    if (symbol && symbol.returns !== parameter && !isList) return this.#made(called, depth);
    return this.typed(file, from, isList ? `[${type}]` : type, depth - 1);
  }

  /** The result of a field of Kotlin that holds a function. */
  #resultOf(found: Found, segment: string, member: Found): WrittenType | undefined {
    const owner = member === undefined && segment.endsWith('()') ? symbolOf(found) : undefined;
    return owner && this.#names.fieldType(owner, segment);
  }

  /** A variable's value. */
  #valued(found: Found, depth: number): Found {
    if (typeof found !== 'object' || found.kind !== 'variable') return found;
    return weakened(this.#fieldValue(found, depth), found);
  }

  /** The value of a field in an object of one of these classes. */
  #fieldValue(
    field: WrittenType,
    depth: number,
    holders: readonly CodeSymbol[] = [],
    from?: CodeSymbol,
  ): Found {
    const { type, declaredIn } = argumentOf(this.#names, field, field.declaredIn, holders, from) ?? field;
    const file = this.#table.fileOfKey.get(declaredIn.key);
    return file && this.typed(file, declaredIn, type, depth - 1);
  }

  /** A value of a type; a type in the notation of CallReference.receiverType. */
  typed(file: TableFile, from: CodeSymbol, type: string, depth = typeDepthMax): Found {
    if (type === '?' || depth <= 0) return undefined;
    if (type === '[]') return 'foreign';
    if (type === 'exports') return this.#first(file, from, type, depth);
    const held = /^\[([\w$.,[\]]+)\](?:\.(.+))?$/su.exec(type);
    if (held) {
      const list: Found = {
        kind: 'collection',
        declaredIn: from,
        element: held[1] ?? '',
        ...sureness.member,
      };
      return held[2] === undefined ? list : this.#walk(file, from, list, held[2].split('.'), depth - 1);
    }
    if (/^this(?:\.|$)/u.test(type) || (pathsOfValues.has(file.family) && type.includes('.')))
      return this.#path(file, from, type, depth);
    if (isKotlin(file) && /\.[a-z]\w*$/u.test(type)) {
      const value = this.#path(file, from, type, depth);
      if (value !== undefined) return value;
    }
    if (!/[(*{]|\.[\d=]/u.test(type)) {
      const named = this.#names.lookupDotted(file, from, type);
      const alias =
        file.family === 'c' && isLessThanAlias(named)
          ? this.#table.aliases.get(type.slice(type.lastIndexOf('.') + 1))
          : undefined;
      if (typeof alias === 'string' && alias !== type) return this.typed(file, from, alias, depth - 1);
      const foreign = hasExtensions(file) ? library(type.slice(type.lastIndexOf('.') + 1)) : 'foreign';
      return weakened(named ?? foreign, sureness.member);
    }
    return this.#dotted(file, from, type, depth - 1);
  }

  /** The end of a path, name by name. */
  #dotted(file: TableFile, from: CodeSymbol, path: string, depth: number): Found {
    const [first = '', ...rest] = path.split('.');
    return this.#walk(file, from, this.#first(file, from, first, depth), rest, depth);
  }

  /** A path of Rust or Swift: a type of a module, a field, or what a variant of an enumeration holds, which is a field of it. */
  #path(file: TableFile, from: CodeSymbol, path: string, depth: number): Found {
    const named = path.includes('(') ? undefined : this.#names.lookupDotted(file, from, path);
    const isType = typeof named === 'object' && (named.kind !== 'symbol' || named.symbol.kind !== 'function');
    if (isType) return weakened(named, sureness.member);
    const end = path.lastIndexOf('.');
    const whole = /^[\w.]+\.[A-Z]\w*$/u.test(path)
      ? this.#names.pathed(file, path.slice(0, end), path.slice(end + 1))
      : undefined;
    if (symbolOf(whole)?.kind === 'class') return weakened(whole, sureness.member);
    return this.#dotted(file, from, path, depth - 1);
  }

  /** The result of a call: an object of the class, or of the type the function declares. */
  #made(called: Found, depth: number, holders: readonly CodeSymbol[] = []): Found {
    if (typeof called !== 'object' || called.kind !== 'symbol')
      return isForeign(called) ? 'foreign' : undefined;
    const { symbol } = called;
    if (this.#table.isConstructor(symbol)) return called;
    if (symbol.kind !== 'function') return called;
    if (symbol.returns === null) return undefined;
    const declared = { type: symbol.returns, declaredIn: symbol };
    const owner = this.#table.byKey.get(symbol.parent ?? '');
    const given = argumentOf(this.#names, declared, owner, holders);
    const { type, declaredIn } = given ?? declared;
    const file = this.#table.fileOfKey.get(declaredIn.key);
    // A result that nothing bounds may be anything.
    const isAny = given ? type === 'Any' : boundsOf(symbol.signature, 'fun ').has(type);
    if (isAny && file && isKotlin(file)) return undefined;
    return file && depth > 0 ? weakened(this.typed(file, declaredIn, type, depth - 1), called) : undefined;
  }
}

/** In Java what looks like a class and is none of the tree is one of the library, or of a package that is not here. */
const isForeignClass = ({ family }: TableFile, name: string): boolean =>
  family === 'java' && /^[A-Z]\w*[a-z]/u.test(name);

/** Whether a type of C++ that another one is called like is meant rather: one that nothing includes has the name by chance. */
const isLessThanAlias = (found: Found): boolean =>
  found === undefined || (typeof found === 'object' && found.foundBy === sureness.uniqueGlobal.foundBy);

/** Name and type of a call in a path of Kotlin that has one: `get#Store()`. */
function typedCall(segment: string): { callee: string; type: string } | undefined {
  const at = segment.indexOf('#');
  return at > 0 && segment.endsWith('()')
    ? { callee: segment.slice(0, at), type: segment.slice(at + 1, -2).replaceAll('$', '.') }
    : undefined;
}

const isCaseOf = (symbol: CodeSymbol, segment: string): boolean =>
  /^\w+$/u.test(segment) && isEnumeration(symbol);

import { type CallReference, type CodeSymbol, conditionField, isEnumeration } from '../file-index.ts';
import { isTestPath } from '../anchoring/anchor.ts';
import type { LanguageFamily } from '../languages/language.ts';
import { heldAt } from '../parsing/type-name.ts';
import { commonMethodNames, argumentOf, type WrittenType } from './type-arguments.ts';
import { Extensions, writtenType } from './extensions.ts';
import {
  type Found,
  type FoundLibrary,
  type FoundSymbol,
  foundSymbol,
  library,
  sureness,
  weakened,
} from './found.ts';
import type { NameResolver } from './name-resolver.ts';
import { isConditional, type SymbolTable, type TableFile, takes } from './symbol-table.ts';

const typeDepthMax = 6;
/** A path of Rust that is not found here names a type of its library or of another crate. */
const ofForeignType = /^[A-Z]|(?:^|\.)(?:[A-Z]\w*|[iuf]\d+|[iu]size|str|char)$/u;
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
/** Classes of Ruby that have literals, with a method. */
const ofLiterals = /^(?:Array|Float|Hash|Integer|Object|Regexp|String|Symbol)\.[^.]+$/u;
/** Names that objects of Ruby's own answer. */
const ofObjectsOfRuby = new Set(
  (
    'alias_method class_eval class_exec define_method delete_at delete_if drop_while end_with? filter_map find_all find_index ' +
    'flat_map group_by has_key? has_value? is_a? keep_if kind_of? max_by method_added method_defined? method_missing min_by ' +
    'module_eval module_exec object_id public_method public_send respond_to? reverse_each set_backtrace sort_by sort_by! ' +
    'start_with? take_while transform_keys transform_values undef_method values_at with_index with_object'
  ).split(' '),
);
const ofKindOfRuby = /^(?:(?:const|instance|singleton|to)_|each)/u;
/** Types of C# with a name of the language. */
const typesOfCsharp =
  /^(?:bool|byte|char|decimal|double|float|int|long|object|sbyte|short|string|uint|ulong|ushort)$/u;
/** Where a dotted name may lead through the fields of a class: `Store.shared`. */
const pathsOfValues = new Set<LanguageFamily>(['rust', 'swift']);
const seesOuterFields = new Set<LanguageFamily>(['java', 'csharp']);
const constructorNames = ['constructor', '__init__', '__construct', 'initialize'];

/** Finds the function or class a call calls. */
export class CallResolver {
  readonly #table: SymbolTable;
  readonly #names: NameResolver;
  readonly #extensions: Extensions;
  readonly #traits = new Map<string, FoundSymbol | undefined>();

  constructor(table: SymbolTable, names: NameResolver) {
    this.#table = table;
    this.#names = names;
    this.#extensions = new Extensions(table, names);
  }

  /**
   * The target of a call; `foreign` when it leads out of the repository for certain, undefined when it is dynamic or several
   * could be meant. Making an object calls its class.
   */
  resolve(file: TableFile, from: CodeSymbol, call: CallReference): FoundSymbol | 'foreign' | undefined {
    const target = this.#target(file, from, call);
    if (typeof target !== 'object') return target;
    if (file.family === 'csharp') return this.#constructed(target);
    if (file.family === 'c') return this.#ofOwnFile(file, target, call);
    return isKotlin(file) && isAlias(target.symbol)
      ? (this.#names.basesOf(target.symbol)[0] ?? 'foreign')
      : target;
  }

  /** A function of C++ that several files define, for a system each, is that of the file at hand. */
  #ofOwnFile(file: TableFile, found: FoundSymbol, call: CallReference): FoundSymbol {
    const { kind, key, qualifiedName } = found.symbol;
    const own = file.byQualifiedName.get(qualifiedName);
    const isOther = kind === 'function' && own?.kind === 'function' && /\.(?:cc|cpp|cxx)#/u.test(key);
    return isOther && takes(own, call.arguments ?? 0) ? { ...found, symbol: own } : found;
  }

  /** Of the places where a class of C# is open, the one that says how it is made. */
  #constructed(found: FoundSymbol): FoundSymbol {
    const { symbol } = found;
    const isOpen = symbol.kind === 'class' && this.#table.partsOf(symbol).length > 1;
    const constructor = isOpen ? this.#table.member(symbol, symbol.name) : undefined;
    const part = this.#table.byKey.get(constructor?.parent ?? '');
    return part?.kind === 'class' ? { ...found, symbol: part } : found;
  }

  #target(file: TableFile, from: CodeSymbol, call: CallReference): FoundSymbol | 'foreign' | undefined {
    if (call.receiver === null) {
      const made = call.receiverType === 'new' ? this.#classNamed(file, from, call.name) : undefined;
      if (made) return made;
      const object =
        call.receiverType === null || call.receiverType === 'new'
          ? undefined
          : this.#typed(file, from, call.receiverType, typeDepthMax);
      const ofObject =
        object &&
        (callable(this.#names.memberOf(object, call.name, call.arguments)) ??
          this.#apart(file, call, object));
      if (ofObject) return ofObject;
      const found = this.#names.lookup(file, from, call.name, call.arguments);
      const ofBlock =
        found === undefined && file.family === 'java' ? this.#ofBlock(file, from, call) : undefined;
      const isUnknown = (found === undefined || found === 'foreign') && isKotlin(file);
      const apart = isUnknown
        ? this.#extensions.bare(file, this.#receiversAround(from), call.name)
        : undefined;
      if (ofBlock ?? apart) return ofBlock ?? apart;
      if (found === 'foreign' || isElsewhere(found, from)) return 'foreign';
      if (typeof found === 'object' && found.kind === 'symbol' && this.#table.isOneOfSeveral(found.symbol))
        return undefined;
      return (
        this.#functionBeside(file, found) ??
        callable(found) ??
        callable(this.#names.commonJsValue(found)) ??
        (file.family === 'ruby' ? this.#ofObject(file, from, call) : undefined)
      );
    }
    if (call.receiver === '""')
      return (file.family === 'ruby' ? this.#ofLiteral(call.name) : undefined) ?? 'foreign';
    // Additions of a tree to the library's own namespace are for its own types, which a call by the full name does not say.
    if (file.family === 'c' && /^std\b/u.test(call.receiver)) return 'foreign';
    const receiver = call.receiver === '' ? undefined : this.#receiver(file, from, call);
    if (isForeign(receiver) || (typeof receiver === 'object' && receiver.kind === 'collection'))
      return this.#apart(file, call, receiver) ?? 'foreign';
    if (receiver === undefined) {
      const dotted = this.#names.lookupDotted(file, from, `${call.receiver}.${call.name}`);
      const pathed =
        file.family === 'rust' && call.receiver !== ''
          ? this.#names.pathed(file, call.receiver, call.name)
          : undefined;
      const isOfModule = file.family === 'ecma' && call.receiver === 'this';
      return (
        callable(dotted) ??
        callable(pathed) ??
        (isOfModule ? this.#beside(file, call.name) : undefined) ??
        this.#apart(file, call, undefined) ??
        this.#uniqueMethod(file, from, call)
      );
    }
    if (receiver.kind === 'symbol' && call.name === 'constructor') {
      const constructors = [...constructorNames, receiver.symbol.name];
      // One that a class only inherits is called as this class is.
      const own = constructors.map((name) => this.#table.member(receiver.symbol, name)).find(Boolean);
      const made = foundSymbol(own, sureness.lexical);
      return made ? weakened(weakened(made, receiver), sureness.member) : callable(receiver);
    }
    const member = this.#member(receiver, call.name, call.arguments);
    // An extension is called where no method of the class takes so many arguments.
    const isFitting =
      !hasExtensions(file) ||
      call.arguments === undefined ||
      (member && takes(member.symbol, call.arguments));
    const others =
      member === undefined && call.receiver === 'super' && isKotlin(file) ? this.#bases(from, file) : [];
    return (
      (isFitting ? member : undefined) ??
      others.map((base) => this.#member(base, call.name, call.arguments)).find(Boolean) ??
      this.#apart(file, call, receiver) ??
      member
    );
  }

  /** A method that stands apart from the type of the object. */
  #apart(file: TableFile, call: CallReference, receiver: Found): FoundSymbol | undefined {
    if (file.family === 'rust') return this.#ofTrait(file, call);
    if (!hasExtensions(file)) return undefined;
    const written = typeof receiver === 'object' ? undefined : writtenType(call);
    const of = written === undefined ? receiver : library(written);
    return this.#extensions.of(file, of, call.name, call.arguments);
  }

  /** The only class of C# that has the name of a method which is nearer. */
  #classNamed(file: TableFile, from: CodeSymbol, name: string): FoundSymbol | undefined {
    const near = callable(this.#names.lookup(file, from, name));
    if (near?.symbol.kind !== 'function') return near;
    const classes = this.#table.named(file.family, name).filter(({ kind }) => kind === 'class');
    return new Set(classes.map((one) => this.#table.partsOf(one)[0])).size === 1
      ? foundSymbol(classes[0], sureness.uniqueGlobal)
      : undefined;
  }

  /** The function of C that has the name of a struct: only that is called. */
  #functionBeside(file: TableFile, found: Found): FoundSymbol | undefined {
    if (file.family !== 'c' || typeof found !== 'object' || found.kind !== 'symbol') return undefined;
    const { symbol } = found;
    if (symbol.kind !== 'class' || /\.(?:cc|cpp|cxx|h[hpx]+)$/u.test(file.path)) return undefined;
    const functions = this.#table
      .named('c', symbol.name)
      .filter(({ kind, className }) => kind === 'function' && className === null);
    const own = functions.filter(({ key }) => this.#table.fileOfKey.get(key) === file);
    const [only, ...others] = own.length > 0 ? own : functions;
    return others.length === 0 ? foundSymbol(only, sureness.uniqueGlobal) : undefined;
  }

  /** A member of the receiver; of a property, which is a function that is not called, a member of what it returns. */
  #member(receiver: Found, name: string, given?: number): FoundSymbol | undefined {
    const found =
      this.#names.memberOf(receiver, name, given) ??
      this.#names.memberOf(this.#variableBeside(receiver, typeDepthMax), name, given);
    const member = callable(found) ?? callable(this.#names.commonJsValue(found));
    const isFunction =
      typeof receiver === 'object' && receiver.kind === 'symbol' && receiver.symbol.kind === 'function';
    if (member || !isFunction) return member;
    return callable(this.#names.memberOf(this.#made(receiver, typeDepthMax), name));
  }

  /** The variable of TypeScript that has the name of a type, as values and types may. */
  #variableBeside(found: Found, depth: number): Found {
    const symbol = typeof found === 'object' && found.kind === 'symbol' ? found.symbol : undefined;
    const file = symbol?.kind === 'class' ? this.#table.fileOfKey.get(symbol.key) : undefined;
    const type = file?.family === 'ecma' ? file.module.fields?.[symbol?.qualifiedName ?? ''] : undefined;
    return file && type !== undefined && depth > 0
      ? weakened(this.#fieldValue({ type, declaredIn: file.module }, depth), sureness.member)
      : undefined;
  }

  /** The receiver of a call: walked name by name, through fields and the results of calls. */
  #receiver(file: TableFile, from: CodeSymbol, call: CallReference): Found {
    const [first = '', ...rest] = (call.receiver ?? '').split('.');
    const start =
      call.receiverType === null
        ? this.#first(file, from, first, typeDepthMax)
        : this.#typed(file, from, call.receiverType, typeDepthMax);
    return this.#walk(file, from, start, rest, typeDepthMax);
  }

  #first(file: TableFile, from: CodeSymbol, segment: string, depth: number): Found {
    if (segment.startsWith('{'))
      return {
        kind: 'object',
        path: file.path,
        name: segment.slice(1, -1).replaceAll(':', '.'),
        ...sureness.member,
      };
    if (segment === 'this')
      return (
        foundSymbol(this.#classAround(from, file), sureness.lexical) ??
        this.#objectAround(from, file) ??
        methodsOfForeign(from, file) ??
        (file.family === 'ruby' ? foundSymbol(file.module, sureness.lexical) : undefined)
      );
    if (segment === 'exports' && file.family === 'ecma')
      return { kind: 'modules', paths: [file.path], ...sureness.lexical };
    if (segment === 'super') return this.#bases(from, file)[0] ?? 'foreign';
    if (segment.endsWith('()')) {
      const called = this.#names.lookup(file, from, segment.slice(0, -2));
      // A method of a class of Ruby that makes an object of it.
      if (called === undefined && segment === 'new()' && file.family === 'ruby')
        return this.#first(file, from, 'this', depth);
      // A function of JavaScript that nobody declares or imports is one of the platform.
      if (called === undefined && hasExtensions(file) && /^[A-Z]|^typeof\(/u.test(segment))
        return library(segment === 'typeof()' ? 'Type' : segment.slice(0, -2));
      if (called === undefined && (file.family === 'ecma' || isForeignClass(file, segment))) return 'foreign';
      return this.#made(this.#names.commonJsValue(called) ?? called, depth, this.#classesAround(from, file));
    }
    const found = this.#names.lookup(file, from, segment);
    // Kotlin keeps functions and variables apart.
    const isCalled = isKotlin(file) && callable(found)?.symbol.kind === 'function';
    if (found !== undefined && !isCalled) return found;
    if (file.family === 'rust' && /^(?:std|core|alloc)$/u.test(segment)) return 'foreign';
    if (file.family === 'csharp' && typesOfCsharp.test(segment)) return 'foreign';
    for (const owner of this.#classesAround(from, file)) {
      const field = this.#names.fieldType(owner, segment);
      if (field) return this.#fieldValue(field, depth, [owner], from);
    }
    if (isForeignClass(file, segment)) return 'foreign';
    const alias = file.family === 'c' && depth > 0 ? this.#table.aliases.get(segment) : undefined;
    if (typeof alias === 'string' && alias !== segment) return this.#typed(file, from, alias, depth - 1);
    // Neither a variable nor declared nor imported: a global such as `Math`, or a path such as Rust's `crate`.
    return file.family === 'ecma' || file.family === 'python' || file.family === 'go' ? 'foreign' : undefined;
  }

  /** A function of the object that a module exports, called by another one: `module.exports = { open() { this.close(); }, close() {} }`. */
  #beside(file: TableFile, name: string): FoundSymbol | undefined {
    const found = callable(this.#names.exported([file.path], name));
    return found?.symbol.kind === 'function' && found.symbol.className === null ? found : undefined;
  }

  /** The object that a function was assigned to: `res` of `res.send = function …`. */
  #objectAround(from: CodeSymbol, file: TableFile): Found {
    if (file.family !== 'ecma') return undefined;
    for (let scope: CodeSymbol | undefined = from; scope; scope = this.#table.byKey.get(scope.parent ?? '')) {
      const end = scope.qualifiedName.lastIndexOf('.');
      if (scope === file.module || end <= 0 || scope.kind !== 'function') continue;
      const name = scope.qualifiedName.slice(0, end);
      if (file.plainPrefixes.has(name) && !file.byQualifiedName.has(name))
        return { kind: 'object', path: file.path, name, ...sureness.lexical };
    }
    return undefined;
  }

  #bases(from: CodeSymbol, file: TableFile): readonly FoundSymbol[] {
    const owner = this.#classAround(from, file);
    return owner ? this.#names.basesOf(owner) : [];
  }

  #walk(file: TableFile, from: CodeSymbol, start: Found, segments: readonly string[], depth: number): Found {
    const isRead = file.family === 'ruby' && typeof start === 'object' && start.kind === 'symbol';
    let found = isRead ? this.#made(start, depth) : this.#valued(start, depth);
    for (const segment of segments) {
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
        const places = segment === '*' ? this.#names.memberOf(found, 'operator[]') : undefined;
        if (places) {
          found = this.#made(places, depth, holders);
          continue;
        }
        if (segment === '*' || place === 1) continue;
        if (sameObjectOfCpp.test(segment) && !this.#names.memberOf(found, segment.replace('()', '')))
          continue;
      }
      // A loop over what is no collection: what it gives one by one is not told.
      if (segment === '*' || place !== undefined) return undefined;
      const name = segment.replace(/^=/, '').replace(/\(\)$/, '');
      // A path does not say what its calls are given; of several overloads the one in the middle is mostly the getter.
      const named: Found = this.#names.memberOf(found, name, segment.endsWith('()') ? 0 : undefined);
      const member: Found = segment.endsWith('()') ? (this.#names.commonJsValue(named) ?? named) : named;
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
      const owner = typeof member === 'object' && member.kind === 'symbol' ? member.symbol.className : null;
      if (isCalled && owner !== null && callable(member)?.symbol.returns === owner) continue;
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
    const called =
      this.#extensions.of(file, found, name) ??
      (found === undefined ? this.#uniqueMethod(file, from, { name, receiver: '' }) : undefined);
    return this.#made(called, depth);
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
    return file && this.#typed(file, declaredIn, type, depth - 1);
  }

  /** A value of a type; a type in the notation of CallReference.receiverType. */
  #typed(file: TableFile, from: CodeSymbol, type: string, depth: number): Found {
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
    const [first = '', ...rest] = type.split('.');
    if (first === 'this' || (pathsOfValues.has(file.family) && rest.length > 0))
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
      if (typeof alias === 'string' && alias !== type) return this.#typed(file, from, alias, depth - 1);
      const foreign = hasExtensions(file) ? library(type.slice(type.lastIndexOf('.') + 1)) : 'foreign';
      return weakened(named ?? foreign, sureness.member);
    }
    const found = this.#walk(file, from, this.#first(file, from, first, depth - 1), rest, depth - 1);
    return found === 'foreign' && /\.=\w+$/u.test(type) ? undefined : found;
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
    if (typeof whole === 'object' && whole.kind === 'symbol' && whole.symbol.kind === 'class')
      return weakened(whole, sureness.member);
    const [first = '', ...rest] = path.split('.');
    return this.#walk(file, from, this.#first(file, from, first, depth - 1), rest, depth - 1);
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
    const { type, declaredIn } = argumentOf(this.#names, declared, owner, holders) ?? declared;
    const file = this.#table.fileOfKey.get(declaredIn.key);
    return file && depth > 0 ? weakened(this.#typed(file, declaredIn, type, depth - 1), called) : undefined;
  }

  /** The class around, and in languages where a class in another one sees what that has, those around it. */
  #classesAround(from: CodeSymbol, file: TableFile): CodeSymbol[] {
    const classes: CodeSymbol[] = [];
    for (let around = this.#classAround(from, file); around;) {
      classes.push(around);
      const outer: CodeSymbol | undefined = this.#table.byKey.get(around.parent ?? '');
      around = outer && seesOuterFields.has(file.family) ? this.#classAround(outer, file) : undefined;
    }
    return classes;
  }

  #classAround(from: CodeSymbol, file: TableFile): CodeSymbol | undefined {
    for (let scope: CodeSymbol | undefined = from; scope; scope = this.#table.byKey.get(scope.parent ?? '')) {
      const isClass = scope.kind === 'class' || (scope.kind === 'module' && scope !== file.module);
      if (isClass || this.#table.isConstructor(scope)) return scope;
      if (scope.className !== null && this.#table.byKey.get(scope.parent ?? '')?.kind !== 'class')
        return this.#table.foreignOwner(scope, file);
    }
    return undefined;
  }

  /** A method of the one trait that gives it to types which are none of the tree, such as every `Result`. */
  #ofTrait(file: TableFile, { name, receiver }: CallReference): FoundSymbol | undefined {
    const isPath = !receiver?.endsWith('()') && ofForeignType.test(receiver ?? '');
    if (file.family !== 'rust' || isPath || name.length < 4 || commonMethodNames.has(name)) return undefined;
    if (!this.#traits.has(name)) this.#traits.set(name, this.#traitNamed(file, name));
    return this.#traits.get(name);
  }

  /** A method that a tree of Ruby adds to a class of the language. */
  #ofLiteral(name: string): FoundSymbol | undefined {
    const added = this.#table
      .named('ruby', name)
      .filter(({ kind, qualifiedName }) => kind === 'function' && ofLiterals.test(qualifiedName));
    return added.length === 1 ? foundSymbol(added[0], sureness.uniqueQualified) : undefined;
  }

  #traitNamed(file: TableFile, name: string): FoundSymbol | undefined {
    const isMethod = ({ kind, className }: CodeSymbol) => kind === 'function' && className !== null;
    const named = this.#table.named(file.family, name).filter(isMethod);
    const ownerOf = (one: CodeSymbol) => this.#classAround(one, this.#table.fileOfKey.get(one.key) ?? file);
    // An alias of a type that is none of the tree.
    const others = named.filter((one) => ownerOf(one) !== undefined);
    if (others.length === named.length) return undefined;
    const owners = others.map(ownerOf);
    const own = [...new Set(owners.filter((owner) => owner !== undefined))];
    // A trait has no fields, and is the base of the others that have none.
    const bare = own.filter(({ fields }) => !fields);
    const traits = bare.filter((one) =>
      bare.every((other) => other === one || this.#names.basesOf(other).some(({ symbol }) => symbol === one)),
    );
    const [only] = traits;
    return only && traits.length === 1
      ? foundSymbol(others[owners.indexOf(only)], sureness.uniqueMethod)
      : undefined;
  }

  /** A bare name of Kotlin that nothing around declares: a member of the one object that a block around it is run for. */
  #ofBlock(
    file: TableFile,
    from: CodeSymbol,
    { name, arguments: given }: CallReference,
  ): FoundSymbol | undefined {
    const isExtension = from.signature.includes(`.${from.name}(`);
    // In one for a type of another library a bare name is mostly a member of that.
    if (isExtension && this.#table.named(file.family, from.className ?? '').length === 0) return undefined;
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

  /** Names of the classes around a place of Kotlin, and of the types that the extensions around it are for. */
  #receiversAround(from: CodeSymbol): string[] {
    const types: string[] = [];
    for (let scope: CodeSymbol | undefined = from; scope; scope = this.#table.byKey.get(scope.parent ?? ''))
      if (scope.className !== null && scope.signature.includes(`.${scope.name}(`))
        types.push(this.#extensions.typeOf(scope) ?? '');
      else if (scope.kind === 'class') types.push(scope.name);
    return types;
  }

  /** A bare name of Ruby that nothing around declares: the one method of that name, of what a block is run for or a module is put into. */
  #ofObject(
    file: TableFile,
    from: CodeSymbol,
    { name, receiver }: Pick<CallReference, 'name' | 'receiver'>,
  ): FoundSymbol | undefined {
    if (name.length < 4 || commonMethodNames.has(name) || this.#table.attributes.has(name)) return undefined;
    const named = this.#table.named('ruby', name).filter(({ kind }) => kind === 'function');
    const [only, ...others] = named;
    const isOfOne = receiver === null && only?.fields?.[conditionField] !== undefined;
    if (!only || only.qualifiedName === name || isOfOne) return undefined;
    const isOne = others.every(({ key }) => key.replace(/~\d+$/u, '') === only.key);
    return isOne && !this.#isUnlikely(file, from, only, receiver)
      ? foundSymbol(only, sureness.uniqueMethod)
      : undefined;
  }

  /** The method of the one class of Ruby that an object is called like: `task.invoke`, `@file_task.invoke`. */
  #ofNamed(receiver: string, name: string): FoundSymbol | undefined {
    const words = receiver.slice(receiver.lastIndexOf('.') + 1).replaceAll(/[@()]/gu, '');
    const className = words.replaceAll(/(?:^|_)(\w)/gu, (_, letter: string) => letter.toUpperCase());
    if (className === words || ofLiterals.test(`${className}.${name}`)) return undefined;
    const classes = this.#table.named('ruby', className).filter(({ kind }) => kind === 'class');
    const isOne = new Set(classes.map((one) => this.#table.partsOf(one)[0])).size === 1;
    const [only] = classes;
    return isOne && only
      ? callable(this.#names.memberOf(foundSymbol(only, sureness.uniqueMethod), name))
      : undefined;
  }

  /** A receiver nobody typed: taken only when one class alone has such a method, and the name is not everybody's. */
  #uniqueMethod(
    file: TableFile,
    from: CodeSymbol,
    call: Pick<CallReference, 'name' | 'receiver'>,
  ): FoundSymbol | undefined {
    const { name, receiver } = call;
    if (file.family === 'ruby') {
      if (ofKindOfRuby.test(name) || ofObjectsOfRuby.has(name)) return undefined;
      const ofNamed = this.#ofNamed(receiver ?? '', name);
      if (ofNamed && !this.#isUnlikely(file, from, ofNamed.symbol, receiver)) return ofNamed;
      // Names of two words and more, which objects of Ruby's own have few of.
      return name.includes('_') ? this.#ofObject(file, from, call) : undefined;
    }
    // C++ and Swift name the methods of their own libraries as everybody does: 4 of 4 such guesses read were wrong.
    if (file.family === 'c' || file.family === 'swift') return undefined;
    if (file.family === 'rust' && ofForeignType.test(receiver ?? '')) return undefined;
    if (name.length < 4 || commonMethodNames.has(name.toLowerCase())) return undefined;
    const isMethod = ({ kind, className }: CodeSymbol) => kind === 'function' && className !== null;
    const named = this.#table.named(file.family, name).filter(isMethod);
    const classes = new Set(named.map(({ key }) => key.replace(/~\d+$/, '')));
    const only = classes.size === 1 ? named.at(-1) : undefined;
    if (!only || this.#isUnlikely(file, from, only, receiver) || this.#extensions.isHidden(file, only))
      return undefined;
    return foundSymbol(only, sureness.uniqueMethod);
  }

  /** A declaration is what somebody else runs, what is under test calls no test, and a method that calls its own name on a field hands over to another class. */
  #isUnlikely(
    file: TableFile,
    from: CodeSymbol,
    { key, className }: CodeSymbol,
    receiver: string | null,
  ): boolean {
    const path = this.#table.fileOfKey.get(key)?.path ?? '';
    if (path.endsWith('.d.ts')) return true;
    const isOwn =
      this.#table.byKey.get(key) === from || (from.className !== null && from.className === className);
    return (isTestPath(path) && !isTestPath(file.path)) || (isOwn && /^this\../u.test(receiver ?? ''));
  }
}

/** In Rust what a block of methods is for may be no type of the tree: its own methods are known all the same. */
function methodsOfForeign(from: CodeSymbol, file: TableFile): Found {
  if (file.family !== 'rust' || from.className === null) return undefined;
  const name = from.qualifiedName.slice(0, from.qualifiedName.lastIndexOf('.'));
  return { kind: 'object', path: file.path, name, ...sureness.lexical };
}

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

const isForeign = (found: Found): found is 'foreign' | FoundLibrary =>
  found === 'foreign' || (typeof found === 'object' && found.kind === 'library');

const isKotlin = ({ path }: TableFile): boolean => /\.kts?$/u.test(path);

/** Whether methods may be added to a type in another place. */
const hasExtensions = (file: TableFile): boolean => file.family === 'csharp' || isKotlin(file);

/** In Java what looks like a class and is none of the tree is one of the library, or of a package that is not here. */
const isForeignClass = ({ family }: TableFile, name: string): boolean =>
  family === 'java' && /^[A-Z]\w*[a-z]/u.test(name);

/** Methods of a collection that return one of its elements. */
const givesElement =
  /^(?:find|findLast|at|pop|shift|popleft|get|getFirst|getLast|next|peek|poll|front|back|c?r?begin|end|top|emplace_back|lower_bound|upper_bound|insert)\(\)$/u;
/** A stand-in for a function of the system where that is missing: other builds call the system's. */
function isElsewhere(found: Found, from: CodeSymbol): boolean {
  const symbol = typeof found === 'object' && found.kind === 'symbol' ? found.symbol : undefined;
  return symbol !== undefined && isConditional(symbol) && !isConditional(from) && !/win/iu.test(symbol.name);
}

/** Whether it is another name of a class of Kotlin, by which that is made. */
const isAlias = ({ kind, signature }: CodeSymbol): boolean =>
  kind === 'class' && /^(?:\w+ )*typealias /u.test(signature);

/** Whether a type of C++ that another one is called like is meant rather: one that nothing includes has the name by chance. */
const isLessThanAlias = (found: Found): boolean =>
  found === undefined || (typeof found === 'object' && found.foundBy === sureness.uniqueGlobal.foundBy);

const isCaseOf = (symbol: CodeSymbol, segment: string): boolean =>
  /^\w+$/u.test(segment) && isEnumeration(symbol);

function callable(found: Found): FoundSymbol | undefined {
  return typeof found === 'object' && found.kind === 'symbol' && found.symbol.kind !== 'module'
    ? found
    : undefined;
}

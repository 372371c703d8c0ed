import type { CodeSymbol, ImportedName } from '../file-index.ts';
import type { Language, LanguageFamily } from '../languages/language.ts';
import type {
  BindingMatch,
  BoundMatch,
  HandedMatch,
  PlaceMatch,
  Range,
  ReturnMatch,
} from './matches/match.ts';
import { receiverPath } from './receiver.ts';
import type { PlacedSymbol } from './symbol-tree.ts';
import { heldAt, isCollection, isTuple, typeName } from './type-name.ts';
import { isTypeParameter } from './type-parameters.ts';

const fieldsMax = 200;
const pathMax = 160;
const primitive = /^(?:string|number|boolean|bigint|symbol|never|this)$/u;

/** A variable as it is known in a part of the symbol that it lives in. */
interface Variable extends Range {
  known: string | null;
  isImport: boolean;
}

/** Whether a class takes one more field. */
const hasRoom = ({ fields = {} }: CodeSymbol, name: string): boolean =>
  !Object.hasOwn(fields, name) && Object.keys(fields).length < fieldsMax;

/** How Kotlin names one of several objects around: `this@Outer`. */
const labelledThis = 'this@';
const fieldsAsVariables = new Set<LanguageFamily>(['swift', 'java', 'c']);
const everywhere: Range = { start: 0, end: Number.POSITIVE_INFINITY };

/** Where names of a file are bound: which symbol is around a position, and what a variable there is known to be. */
export class Scopes {
  readonly #file: CodeSymbol;
  readonly #language: Language;
  readonly #placed: readonly PlacedSymbol[];
  readonly #byKey: Map<string, CodeSymbol>;
  /** Variables by the key of the symbol they live in and their name. */
  readonly #variables = new Map<string, Variable[]>();
  readonly #bounds: readonly BoundMatch[];
  readonly #children: Set<string>;
  /** Names that imports bring in: whoever resolves them sees those. */
  readonly #imported: ReadonlySet<string>;
  readonly #starts: ReadonlyMap<string, number>;
  /** Functions that have methods, by their names: classes as JavaScript wrote them first. */
  readonly #constructors = new Map<string, CodeSymbol>();

  constructor(
    file: CodeSymbol,
    placed: readonly PlacedSymbol[],
    {
      bounds,
      imported,
      language,
    }: { bounds: readonly BoundMatch[]; imported: ReadonlySet<string>; language: Language },
  ) {
    this.#file = file;
    this.#language = language;
    this.#imported = imported;
    this.#bounds = bounds;
    this.#placed = placed;
    this.#byKey = new Map([[file.key, file], ...placed.map(({ symbol }) => [symbol.key, symbol] as const)]);
    this.#children = new Set(
      placed
        .filter(({ symbol }) => this.#isNamed(symbol))
        .map(({ symbol }) => `${symbol.parent}\n${symbol.name}`),
    );
    this.#starts = new Map(placed.map(({ symbol, start }) => [symbol.key, start]));
    const owners = new Set(placed.map(({ symbol }) => symbol.className));
    for (const { symbol } of placed) {
      const isConstructor = symbol.kind === 'function' && owners.has(symbol.qualifiedName);
      if (isConstructor) this.#constructors.set(symbol.qualifiedName, symbol);
    }
  }

  /** Whether what is around a symbol knows it by its name alone: not what an object in a function has. */
  #isNamed({ parent, name, qualifiedName }: CodeSymbol): boolean {
    const around = this.#byKey.get(parent ?? '');
    return around?.kind !== 'function' || qualifiedName === `${around.qualifiedName}.${name}`;
  }

  /** The names of what an object has from elsewhere, as whoever resolves them asks for them. */
  handed({ start, end, holder, alias, imported }: HandedMatch, around: CodeSymbol): ImportedName | undefined {
    const isReturned = holder === '()';
    const placed = this.#placed.find(({ symbol }) => symbol === around);
    if (isReturned && (around === this.#file || placed?.end !== end)) return undefined;
    const name = around === this.#file ? '' : around.qualifiedName;
    const isInner = this.#children.has(`${around.key}\n${imported}`) && name !== '';
    if (!isInner && this.isLocal(imported, around, start)) return undefined;
    return {
      imported: isInner ? `${name}.${imported}` : imported,
      local: `${[name, holder].filter(Boolean).join(isReturned ? '' : '.')}.${alias}`,
    };
  }

  /** Visits matches in the order of their places, each with the innermost symbol around it. */
  each<M extends { start: number }, R>(
    matches: readonly M[],
    visit: (match: M, around: CodeSymbol) => R,
  ): R[] {
    const open: PlacedSymbol[] = [];
    let next = 0;
    return [...matches]
      .sort((a, b) => a.start - b.start)
      .map((match) => {
        for (let one = this.#placed[next]; one && one.start <= match.start; one = this.#placed[(next += 1)])
          open.push(one);
        // A symbol that ended may lie under one which is still open only when they nest, so the top decides.
        while (open.length > 0 && (open.at(-1)?.end ?? 0) <= match.start) open.pop();
        return visit(match, open.at(-1)?.symbol ?? this.#file);
      });
  }

  /** Keeps what a declaration or assignment says of a variable or a field; the first that says something counts. */
  bind(binding: BindingMatch, around: CodeSymbol): void {
    const name = binding.name.replace(/^[$:]/, '').replace(/^`(.*)`$/u, '$1');
    // The name of a function that a variable holds is that function's, within it too.
    if (around.name === name && this.#starts.get(around.key) === binding.start) return;
    this.#bindResult(binding, around);
    if (binding.isField) {
      // Blocks of Ruby's tests share what the one before them keeps.
      const owner = this.#classAround(around) ?? (this.#language.family === 'ruby' ? this.#file : undefined);
      const known = owner && hasRoom(owner, name) ? this.#known(binding, around) : null;
      if (owner && known !== null) this.#keepField(owner, name, known);
      return;
    }
    const known = this.#known(binding, around);
    if (binding.isAssigned) {
      this.#assign(name, known, around, binding.start);
      return;
    }
    // Of one class of a file, and of no other: in Kotlin and C# a field is declared as a variable is.
    const isOfClass = this.#language.hasExtensions && around.kind === 'class';
    const scope = around.kind === 'function' || isOfClass ? around.key : this.#file.key;
    // Other files see what an object of this one has, and no type of it.
    const isSeen = known !== null && binding.from !== 'literal' && binding.within === undefined;
    if (around === this.#file && isSeen) this.#keepField(this.#file, name, known);
    const { start, end } = binding.within ?? everywhere;
    const same = this.#variables.get(`${scope}\n${name}`) ?? [];
    this.#variables.set(`${scope}\n${name}`, same);
    const isImport = this.#imported.has(name) && binding.isImport?.() === true;
    const variable = same.find((one) => one.start === start && one.end === end);
    if (variable) {
      variable.known ??= known;
      variable.isImport ||= isImport;
    } else same.push({ start, end, known, isImport });
  }

  /** Keeps the types of a struct's fields that have no names, under their places. */
  bindPlace({ place, type }: PlaceMatch, around: CodeSymbol): void {
    const known = typeName(type);
    if (around !== this.#file && known !== null && !isCollection(known) && !primitive.test(known))
      this.#keepField(around, place, known);
  }

  /** The result of a function that does not declare it; the first return that tells something counts. */
  bindReturn(match: ReturnMatch): void {
    const placed = this.#placed.find(({ start, end }) => end === match.end && start <= match.start);
    if (!placed || placed.symbol.kind !== 'function' || placed.symbol.returns !== null) return;
    const known = this.#known({ ...match, name: '', isField: false }, placed.symbol);
    if (known !== null && known !== '?' && !isCollection(known)) placed.symbol.returns = known;
  }

  /** Keeps the result of calling a variable of Kotlin, where its type says that: `open: (Path) -> Store`. */
  #bindResult(binding: BindingMatch, around: CodeSymbol): void {
    const result =
      this.#language.name === 'kotlin' && binding.from === 'type'
        ? ofFunction.exec(binding.text)?.[1]
        : undefined;
    if (result !== undefined) this.bind({ ...binding, name: `${binding.name}()`, text: result }, around);
  }

  #keepField(owner: CodeSymbol, name: string, type: string): void {
    if (type !== '?' && hasRoom(owner, name)) (owner.fields ??= {})[name] = type;
  }

  /** The type of a name seen from a symbol: a type, `?` for a variable of unknown type, null for no variable. */
  typeOf(name: string, from: CodeSymbol, at: number): string | null {
    if (name.startsWith(labelledThis)) return this.#labelled(name.slice(labelledThis.length), from);
    for (let scope: CodeSymbol | undefined = from; scope; scope = this.#byKey.get(scope.parent ?? '')) {
      if (this.#children.has(`${scope.key}\n${name}`)) return null;
      const variable = this.#variable(scope, name, at);
      if (variable) return variable.known ?? '?';
    }
    return null;
  }

  /** The type of what a variable of Kotlin gives that is called. */
  calledType(name: string, from: CodeSymbol, at: number): string | null {
    if (this.#language.name !== 'kotlin') return null;
    const [result, type] = [this.typeOf(`${name}()`, from, at), this.typeOf(name, from, at)];
    return result ?? (type === null || type === '?' || isCollection(type) ? null : `${type}.invoke()`);
  }

  /** The type of what a path begins with. */
  #rootType(root: string, from: CodeSymbol, at: number): string | null {
    return root.endsWith('()') ? this.calledType(root.slice(0, -2), from, at) : this.typeOf(root, from, at);
  }

  /** Which of the objects around is meant: that of a class, or the one that an extension of a class is called on. */
  #labelled(label: string, from: CodeSymbol): string | null {
    for (let scope: CodeSymbol | undefined = from; scope; scope = this.#byKey.get(scope.parent ?? ''))
      if (scope.name === label && scope !== this.#file)
        return scope.kind === 'class' ? label : scope.className;
    return null;
  }

  /** The innermost variable of that name which is seen from a position. */
  #variable(scope: CodeSymbol, name: string, at: number): Variable | undefined {
    const seen = (this.#variables.get(`${scope.key}\n${name}`) ?? []).filter(
      ({ start, end }) => start <= at && at < end,
    );
    return seen.reduce<Variable | undefined>(
      (inner, one) => (inner && inner.end - inner.start <= one.end - one.start ? inner : one),
      undefined,
    );
  }

  /** A type as it is written at a position: a type parameter is what bounds it, and so is what it has types in. */
  bounded(type: string | null, at: number): string | null {
    if (type === null || this.#bounds.length === 0) return type;
    const [root = '', ...rest] = type.split('.');
    const found = this.#bounds.filter(
      ({ name, bound, start, end }) => bound !== null && name === root && start <= at && at < end,
    );
    const inner = found.reduce<BoundMatch | undefined>(
      (best, one) => (best && best.end - best.start <= one.end - one.start ? best : one),
      undefined,
    );
    const named = inner?.bound ? typeName(inner.bound) : root;
    return named === null || rest.length === 0 ? named : [named, ...rest].join('.');
  }

  /** Whether what a name stands for at a position is told by an import, which no variable of a function hides. */
  isImported(name: string, from: CodeSymbol, at: number): boolean {
    if (!this.#imported.has(name)) return false;
    for (let scope: CodeSymbol | undefined = from; scope; scope = this.#byKey.get(scope.parent ?? '')) {
      const variable = this.#variable(scope, name, at);
      const isInner = scope.kind === 'function' || (variable && Number.isFinite(variable.end));
      if (variable && isInner) return variable.isImport;
    }
    return true;
  }

  /** Whether a bare name is a parameter or local variable of a function around it. */
  isLocal(name: string, from: CodeSymbol, at: number): boolean {
    for (let scope: CodeSymbol | undefined = from; scope; scope = this.#byKey.get(scope.parent ?? '')) {
      const variable = this.#variable(scope, name, at);
      // One of a function without a name hides what the symbol around has.
      if (variable && Number.isFinite(variable.end)) return true;
      if (this.#children.has(`${scope.key}\n${name}`)) return false;
      if (scope.kind === 'function' && variable) return true;
    }
    return false;
  }

  /** The first class of this file with that name. */
  classNamed(name: string): CodeSymbol | undefined {
    const found = this.#placed.find(({ symbol }) => symbol.kind === 'class' && symbol.name === name);
    return found?.symbol ?? this.#constructors.get(name);
  }

  #known(binding: BindingMatch, around: CodeSymbol): string | null {
    const whole = this.#whole(binding, around);
    return binding.part === undefined || whole === null ? whole : partOf(whole, binding.part);
  }

  #whole({ start, from, text, isField }: BindingMatch, around: CodeSymbol): string | null {
    if (from === 'literal') return literalOf(around === this.#file ? '' : around.qualifiedName, text);
    if (from === 'copied') return this.#copied(text, around, start, isField);
    if (from === 'valued') return this.#valued(text, around, start);
    if (from === 'each') return this.#element(text, around, start);
    if (from === 'made') return this.#made(text, around, start);
    if (from !== 'type') return null;
    const named = typeName(text, !this.#language.hasExtensions);
    // A subclass may give another type to its parameter: the resolver of the field sees that.
    const isOpen = isField && named !== null && isTypeParameter(around, named);
    const type = isOpen ? named : this.bounded(named, start);
    // `Self` of Rust is the class around, and what it names a variant of it.
    const isOwn = this.#language.family === 'rust' && around.className !== null;
    return isOwn ? (type?.replace(/^Self\b/u, around.className ?? '') ?? null) : type;
  }

  /** The value of another variable, or the member of another object: `const Store = shop.Store`. */
  #copied(text: string, around: CodeSymbol, at: number, isField: boolean): string | null {
    const { family } = this.#language;
    if (text === 'this' || (text === 'self' && family === 'ruby')) return 'this';
    if (text.startsWith('@')) return `this.${text}`;
    if (family === 'ecma' && /^(?:module\.)?exports$/u.test(text)) return 'exports';
    if (family === 'ecma' && text.includes('.')) {
      const path = objectPath(text, this.#language);
      const end = path.lastIndexOf('.');
      const isKnown = end > 0 && !path.startsWith('require(');
      return isKnown ? this.#rooted(`${path.slice(0, end)}.=${path.slice(end + 1)}`, around, at) : null;
    }
    const type = this.typeOf(text.replace(/^[$]/, ''), around, at);
    // A name of Ruby that is no variable is called; a class of Python that a field is given makes an object where the field is called.
    if (type !== null || family === 'ruby') return type ?? `${text}()`;
    return isField && family === 'python' && classOfPython.test(text) ? text : null;
  }

  /** The result of a call. */
  #made(text: string, around: CodeSymbol, at: number): string | null {
    const { family } = this.#language;
    const path = objectPath(this.#withoutTypes(text, around, at), this.#language);
    // The import of a module tells what it is.
    if (path === '' || path === '""' || (family === 'ecma' && path === 'require')) return null;
    const called = path.endsWith('()') ? path : `${path}()`;
    const value = path.includes('.') || path.endsWith('()') ? null : this.typeOf(path, around, at);
    // A variable is called: an object that can be, or what has the type of a function.
    if (value !== null && value !== '?' && !isCollection(value) && !this.isImported(path, around, at)) {
      if (family === 'python') return `${value}.__call__()`;
      if (family === 'ecma' && /^[\w$]+(?:\.=?[\w$]+)*$/u.test(value)) return `${value}()`;
    }
    return this.#rooted(family === 'ruby' ? called.replace(/\.new\(\)$/, '()') : called, around, at);
  }

  /** A class of Python that is called with its type arguments, `Queue[str]`, which an element of a variable is not. */
  #withoutTypes(text: string, around: CodeSymbol, at: number): string {
    if (this.#language.family !== 'python') return text;
    const name = /^([A-Za-z_][\w.]*)\[.*\]$/su.exec(text)?.[1];
    return name !== undefined && this.typeOf(name.split('.')[0] ?? '', around, at) === null ? name : text;
  }

  /** The element that a loop takes from an expression, one at a time. */
  #element(text: string, around: CodeSymbol, at: number): string | null {
    const path = objectPath(text, this.#language);
    if (path === '' || path === '""') return null;
    const type = path.includes('.') || path.endsWith('()') ? null : this.typeOf(path, around, at);
    // The result of a call, or a part of that: its resolver finds what it holds.
    if (type?.includes('(') === true) return `${type}.*`;
    if (type !== null) return isCollection(type) && !isTuple(type) ? heldAt(type, 0) || null : null;
    const element = this.#rooted(`${path}.*`, around, at);
    return element === '[]' ? null : element;
  }

  /** Assigns to a variable that was declared before without a value. */
  #assign(name: string, known: string | null, around: CodeSymbol, at: number): void {
    for (let scope: CodeSymbol | undefined = around; scope; scope = this.#byKey.get(scope.parent ?? '')) {
      const variable = this.#variable(scope, name, at);
      if (variable) {
        variable.known ??= known;
        return;
      }
    }
  }

  /** The type of an expression: the path to it, which in Rust a variant of an enumeration ends at its type. */
  #valued(text: string, around: CodeSymbol, at: number): string | null {
    const { family } = this.#language;
    const written = objectPath(text, this.#language);
    const path =
      family === 'c' || family === 'java'
        ? written
        : written.replace(/((?:^|\.)[A-Z]\w*)\.[A-Z]\w*(?:\(\))?$/u, '$1');
    if (path === '' || path === '""') return null;
    if (path.includes('.')) return this.#rooted(path, around, at);
    const isNamed = path.endsWith('()') || /^[A-Z]\w*[a-z]/u.test(path);
    // In Swift, Kotlin and C++ a field is named as a variable is.
    const field = fieldsAsVariables.has(family) ? `this.${path}` : null;
    return this.#rootType(path, around, at) ?? (isNamed ? path : field);
  }

  /** A path that starts at a variable starts at its type instead: whoever resolves it sees no variables. */
  #rooted(path: string, around: CodeSymbol, at: number): string {
    const dot = path.indexOf('.');
    const root = dot < 0 ? '' : path.slice(0, dot);
    const type = root === '' || this.isImported(root, around, at) ? null : this.#rootType(root, around, at);
    const bound = type === null && root !== '' ? this.bounded(root, at) : null;
    if (bound !== null && bound !== root) return bound + path.slice(dot);
    if (type === null || type === '?' || type === '[]') return type ?? path;
    const rest = path.slice(dot + 1);
    if (isCollection(type) && rest === '*') return isTuple(type) ? '?' : type.slice(1, -1);
    const rooted = isCollection(type) ? `${type}.${rest}` : type + path.slice(dot);
    return rooted.length > pathMax ? '?' : rooted;
  }

  #classAround(around: CodeSymbol): CodeSymbol | undefined {
    let scope: CodeSymbol | undefined = around;
    while (scope && scope.kind === 'function') {
      const constructor: CodeSymbol | undefined =
        this.#constructors.get(scope.qualifiedName) ?? this.#constructors.get(scope.className ?? '');
      if (constructor) return constructor;
      scope = this.#byKey.get(scope.parent ?? '');
    }
    return scope?.kind === 'module' && scope === this.#file ? undefined : scope;
  }
}

/** An object as it is written down in a function: whoever resolves it finds what it has by the name of that. */
function literalOf(around: string, holder: string): string | null {
  const name = [around, holder].filter(Boolean).join(holder === '()' ? '' : '.');
  return name.length < pathMax && !/[{}:]/u.test(name) ? `{${name.replaceAll('.', ':')}}` : null;
}

/** The part of a value that a pattern takes: a place of a tuple, else a path that whoever resolves it walks. */
function partOf(whole: string, part: string): string {
  if (whole === '?') return whole;
  if (whole.startsWith('[') && whole.endsWith(']'))
    return (/^=\d+$/u.test(part) ? heldAt(whole, Number(part.slice(1))) : '') || '?';
  const path = `${whole}.${part}`;
  return path.length > pathMax ? '?' : path;
}

/** A type of a function of Kotlin, and of what it gives. */
const ofFunction = /\)\s?->\s?([\w.]+(?:<[\w.,*<>? ]+>)?\??)\)?\??$/u;

/** How classes of Python are mostly named. */
const classOfPython = /^(?:\w+\.)*_?[A-Z][A-Z\d_]*[a-z]\w*$/u;

/** The path to an expression with the language's word for the object as `this` and for its base as `super`. */
export function objectPath(expression: string, { selfNames = [], superName }: Language): string {
  const path = receiverPath(expression);
  const startsWith = (name: string) => path === name || path.startsWith(`${name}.`);
  if (superName !== undefined && startsWith(superName)) return `super${path.slice(superName.length)}`;
  const selfName = selfNames.find(startsWith);
  const plain = selfName === undefined ? path.replace(/^[$]/, '') : `this${path.slice(selfName.length)}`;
  return plain.startsWith('@') ? `this.${plain}` : plain;
}

import type { CallReference, CodeSymbol } from '../file-index.ts';
import { functionBeside, isElsewhere, ofOwnFile } from './c-functions.ts';
import { Extensions, writtenType } from './extensions.ts';
import {
  callable,
  type Found,
  type FoundSymbol,
  foundSymbol,
  isForeign,
  library,
  sureness,
  symbolOf,
  weakened,
} from './found.ts';
import { Guesses } from './guesses.ts';
import type { NameResolver } from './name-resolver.ts';
import { takes } from './overloads.ts';
import { Receivers } from './receivers.ts';
import { RubyGuesses } from './ruby-guesses.ts';
import type { SymbolTable } from './symbol-table.ts';
import { hasExtensions, isKotlin, type TableFile } from './table-file.ts';

const constructorNames = ['constructor', '__init__', '__construct', 'initialize'];

/** Finds the function or class a call calls. */
export class CallResolver {
  readonly #table: SymbolTable;
  readonly #names: NameResolver;
  readonly #extensions: Extensions;
  readonly #guesses: Guesses;
  readonly #ruby: RubyGuesses;
  readonly #receivers: Receivers;

  constructor(table: SymbolTable, names: NameResolver) {
    this.#table = table;
    this.#names = names;
    this.#extensions = new Extensions(table, names);
    this.#guesses = new Guesses(table, names, this.#extensions);
    this.#ruby = new RubyGuesses(table, names);
    this.#receivers = new Receivers(table, names, this.#extensions, this.#guesses);
  }

  /**
   * The target of a call; `foreign` when it leads out of the repository for certain, undefined when it is dynamic or several
   * could be meant. Making an object calls its class.
   */
  resolve(file: TableFile, from: CodeSymbol, call: CallReference): FoundSymbol | 'foreign' | undefined {
    const target =
      call.receiver === null ? this.#bare(file, from, call) : this.#onObject(file, from, call, call.receiver);
    if (typeof target !== 'object') return target;
    if (file.family === 'csharp') return this.#constructed(target);
    if (file.family === 'c') return ofOwnFile(this.#table, file, target, call);
    return isKotlin(file) && isAlias(target.symbol)
      ? (this.#names.basesOf(target.symbol)[0] ?? 'foreign')
      : target;
  }

  /** The target of a call without an object. */
  #bare(file: TableFile, from: CodeSymbol, call: CallReference): FoundSymbol | 'foreign' | undefined {
    const made = call.receiverType === 'new' ? this.#classNamed(file, from, call.name) : undefined;
    if (made) return made;
    const object =
      call.receiverType === null || call.receiverType === 'new'
        ? undefined
        : this.#receivers.typed(file, from, call.receiverType);
    const ofObject =
      object &&
      (callable(this.#names.memberOf(object, call.name, call.arguments)) ??
        this.#apart(file, from, call, object));
    if (ofObject) return ofObject;
    const found = this.#receivers.called(file, from, call.name, call.arguments);
    if (found === 'foreign' || isElsewhere(found, from)) return 'foreign';
    const symbol = symbolOf(found);
    if (symbol && this.#table.isOneOfSeveral(symbol)) return undefined;
    return (
      functionBeside(this.#table, file, found) ??
      callable(found) ??
      callable(this.#names.commonJsValue(found)) ??
      (file.family === 'ruby' ? this.#ruby.bare(file, from, call) : undefined)
    );
  }

  /** The target of a call on an object, as a path to it is written. */
  #onObject(
    file: TableFile,
    from: CodeSymbol,
    call: CallReference,
    path: string,
  ): FoundSymbol | 'foreign' | undefined {
    if (path === '""')
      return (file.family === 'ruby' ? this.#ruby.ofLiteral(call.name) : undefined) ?? 'foreign';
    // Additions of a tree to the library's own namespace are for its own types, which a call by the full name does not say.
    if (file.family === 'c' && /^std\b/u.test(path)) return 'foreign';
    const receiver = path === '' ? undefined : this.#receivers.of(file, from, call);
    if (isForeign(receiver) || (typeof receiver === 'object' && receiver.kind === 'collection'))
      return this.#apart(file, from, call, receiver) ?? 'foreign';
    if (receiver === undefined) {
      const dotted = this.#names.lookupDotted(file, from, `${path}.${call.name}`);
      const pathed =
        file.family === 'rust' && path !== '' ? this.#names.pathed(file, path, call.name) : undefined;
      const isOfModule = file.family === 'ecma' && path === 'this';
      return (
        callable(dotted) ??
        callable(pathed) ??
        (isOfModule ? this.#beside(file, call.name) : undefined) ??
        this.#apart(file, from, call, undefined) ??
        (file.family === 'ruby'
          ? this.#ruby.method(file, from, call)
          : this.#guesses.uniqueMethod(file, from, call))
      );
    }
    if (receiver.kind === 'symbol' && call.name === 'constructor') {
      const constructors = [...constructorNames, receiver.symbol.name];
      // One that a class only inherits is called as this class is.
      const own = constructors.map((name) => this.#table.member(receiver.symbol, name)).find(Boolean);
      const made = foundSymbol(own, sureness.lexical);
      return made ? weakened(weakened(made, receiver), sureness.member) : callable(receiver);
    }
    const member = this.#receivers.member(receiver, call.name, call.arguments);
    // An extension is called where no method of the class takes so many arguments.
    const isFitting =
      !hasExtensions(file) ||
      call.arguments === undefined ||
      (member && takes(member.symbol, call.arguments));
    const others =
      member === undefined && path === 'super' && isKotlin(file) ? this.#receivers.bases(from, file) : [];
    return (
      (isFitting ? member : undefined) ??
      others.map((base) => this.#receivers.member(base, call.name, call.arguments)).find(Boolean) ??
      this.#apart(file, from, call, receiver) ??
      member
    );
  }

  /** A method that stands apart from the type of the object. */
  #apart(file: TableFile, from: CodeSymbol, call: CallReference, receiver: Found): FoundSymbol | undefined {
    if (file.family === 'rust') return this.#guesses.ofTrait(file, call);
    if (!hasExtensions(file)) return undefined;
    const written = typeof receiver === 'object' ? undefined : writtenType(call);
    const of = written === undefined ? receiver : library(written);
    return this.#extensions.of(file, of, call.name, { given: call.arguments, from });
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

  /** Of the places where a class of C# is open, the one that says how it is made. */
  #constructed(found: FoundSymbol): FoundSymbol {
    const { symbol } = found;
    const isOpen = symbol.kind === 'class' && this.#table.partsOf(symbol).length > 1;
    const constructor = isOpen ? this.#table.member(symbol, symbol.name) : undefined;
    const part = this.#table.byKey.get(constructor?.parent ?? '');
    return part?.kind === 'class' ? { ...found, symbol: part } : found;
  }

  /** A function of the object that a module exports, called by another one: `module.exports = { open() { this.close(); }, close() {} }`. */
  #beside(file: TableFile, name: string): FoundSymbol | undefined {
    const found = callable(this.#names.exported([file.path], name));
    return found?.symbol.kind === 'function' && found.symbol.className === null ? found : undefined;
  }
}

/** Whether it is another name of a class of Kotlin, by which that is made. */
const isAlias = ({ kind, signature }: CodeSymbol): boolean =>
  kind === 'class' && /^(?:\w+ )*typealias /u.test(signature);

import { type CallReference, type CodeSymbol, conditionField } from '../file-index.ts';
import { commonMethodNames } from './common-method-names.ts';
import { callable, type FoundSymbol, foundSymbol, sureness } from './found.ts';
import { isUnlikely } from './guesses.ts';
import type { NameResolver } from './name-resolver.ts';
import { placeOf } from './overloads.ts';
import type { SymbolTable } from './symbol-table.ts';
import type { TableFile } from './table-file.ts';

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

/** Methods of Ruby by their names, where nothing says what an object is. */
export class RubyGuesses {
  readonly #table: SymbolTable;
  readonly #names: NameResolver;

  constructor(table: SymbolTable, names: NameResolver) {
    this.#table = table;
    this.#names = names;
  }

  /** A method of an object: of the one class that it is called like, or the only one of a name that few have. */
  method(file: TableFile, from: CodeSymbol, call: CallReference): FoundSymbol | undefined {
    const { name, receiver } = call;
    if (ofKindOfRuby.test(name) || ofObjectsOfRuby.has(name)) return undefined;
    const ofNamed = this.#ofNamed(receiver ?? '', name);
    if (ofNamed && !isUnlikely(this.#table, file, from, ofNamed.symbol, receiver)) return ofNamed;
    // Names of two words and more, which objects of Ruby's own have few of.
    return name.includes('_') ? this.bare(file, from, call) : undefined;
  }

  /** A bare name of Ruby that nothing around declares: the one method of that name, of what a block is run for or a module is put into. */
  bare(file: TableFile, from: CodeSymbol, { name, receiver }: CallReference): FoundSymbol | undefined {
    if (name.length < 4 || commonMethodNames.has(name) || this.#table.attributes.has(name)) return undefined;
    const named = this.#table.named('ruby', name).filter(({ kind }) => kind === 'function');
    const [only, ...others] = named;
    const isOfOne = receiver === null && only?.fields?.[conditionField] !== undefined;
    if (!only || only.qualifiedName === name || isOfOne) return undefined;
    const isOne = others.every((one) => placeOf(one) === only.key);
    return isOne && !isUnlikely(this.#table, file, from, only, receiver)
      ? foundSymbol(only, sureness.uniqueMethod)
      : undefined;
  }

  /** A method that a tree of Ruby adds to a class of the language. */
  ofLiteral(name: string): FoundSymbol | undefined {
    const added = this.#table
      .named('ruby', name)
      .filter(({ kind, qualifiedName }) => kind === 'function' && ofLiterals.test(qualifiedName));
    return added.length === 1 ? foundSymbol(added[0], sureness.uniqueQualified) : undefined;
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
}

import type { CallReference, CodeSymbol } from '../file-index.ts';
import { type Found, type FoundSymbol, foundSymbol, sureness, symbolOf } from './found.ts';
import { isConditional, takes } from './overloads.ts';
import type { SymbolTable } from './symbol-table.ts';
import { isSource, type TableFile } from './table-file.ts';

/** A function of C++ that several files define, for a system each, is that of the file at hand. */
export function ofOwnFile(
  table: SymbolTable,
  file: TableFile,
  found: FoundSymbol,
  call: CallReference,
): FoundSymbol {
  const { kind, key, qualifiedName } = found.symbol;
  const own = file.byQualifiedName.get(qualifiedName);
  const isOther = kind === 'function' && own?.kind === 'function' && isSource(table.fileOfKey.get(key));
  return isOther && takes(own, call.arguments ?? 0) ? { ...found, symbol: own } : found;
}

/** The function of C that has the name of a struct: only that is called. */
export function functionBeside(table: SymbolTable, file: TableFile, found: Found): FoundSymbol | undefined {
  const symbol = symbolOf(found);
  if (symbol?.kind !== 'class' || file.language !== 'c') return undefined;
  const functions = table
    .named('c', symbol.name)
    .filter(({ kind, className }) => kind === 'function' && className === null);
  const own = functions.filter(({ key }) => table.fileOfKey.get(key) === file);
  const [only, ...others] = own.length > 0 ? own : functions;
  return others.length === 0 ? foundSymbol(only, sureness.uniqueGlobal) : undefined;
}

/** A stand-in for a function of the system where that is missing: other builds call the system's. */
export function isElsewhere(found: Found, from: CodeSymbol): boolean {
  const symbol = symbolOf(found);
  return symbol !== undefined && isConditional(symbol) && !isConditional(from) && !/win/iu.test(symbol.name);
}

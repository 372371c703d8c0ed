import type { CodeSymbol } from '../file-index.ts';
import type { LanguageFamily } from '../languages/language.ts';
import { type Found, object } from './found.ts';
import type { SymbolTable } from './symbol-table.ts';
import type { TableFile } from './table-file.ts';

const seesOuterFields = new Set<LanguageFamily>(['java', 'csharp']);

/** The class, or what is called like one, that a place stands in. */
export function classAround(table: SymbolTable, from: CodeSymbol, file: TableFile): CodeSymbol | undefined {
  for (let scope: CodeSymbol | undefined = from; scope; scope = table.byKey.get(scope.parent ?? '')) {
    const isClass = scope.kind === 'class' || (scope.kind === 'module' && scope !== file.module);
    if (isClass || table.isConstructor(scope)) return scope;
    if (scope.className !== null && table.byKey.get(scope.parent ?? '')?.kind !== 'class')
      return table.foreignOwner(scope, file);
  }
  return undefined;
}

/** The class around, and in languages where a class in another one sees what that has, those around it. */
export function classesAround(table: SymbolTable, from: CodeSymbol, file: TableFile): CodeSymbol[] {
  const classes: CodeSymbol[] = [];
  for (let around = classAround(table, from, file); around;) {
    classes.push(around);
    const outer: CodeSymbol | undefined = table.byKey.get(around.parent ?? '');
    around = outer && seesOuterFields.has(file.family) ? classAround(table, outer, file) : undefined;
  }
  return classes;
}

/** The object that a function was assigned to: `res` of `res.send = function …`. */
export function objectAround(table: SymbolTable, from: CodeSymbol, file: TableFile): Found {
  if (file.family !== 'ecma') return undefined;
  for (let scope: CodeSymbol | undefined = from; scope; scope = table.byKey.get(scope.parent ?? '')) {
    const end = scope.qualifiedName.lastIndexOf('.');
    if (scope === file.module || end <= 0 || scope.kind !== 'function') continue;
    const name = scope.qualifiedName.slice(0, end);
    if (file.plainPrefixes.has(name) && !file.byQualifiedName.has(name)) return object(file, name);
  }
  return undefined;
}

/** In Rust what a block of methods is for may be no type of the tree: its own methods are known all the same. */
export function methodsOfForeign(from: CodeSymbol, file: TableFile): Found {
  if (file.family !== 'rust' || from.className === null) return undefined;
  const name = from.qualifiedName.slice(0, from.qualifiedName.lastIndexOf('.'));
  return object(file, name);
}

import { type CodeSymbol, typeArgumentField, typeBoundField, typeParameterField } from '../file-index.ts';
import type { BoundMatch } from './matches/match.ts';
import type { PlacedSymbol } from './symbol-tree.ts';
import { isCollection, typeArguments, typeName } from './type-name.ts';

/** Keeps the type parameters of classes, and the bounds of all, with the symbols that declare them. */
export function keepTypeParameters(placed: readonly PlacedSymbol[], bounds: readonly BoundMatch[]): void {
  const declared = new Map(placed.map(({ symbol, start, end }) => [`${start}:${end}`, symbol]));
  for (const { name, bound, place, start, end } of bounds) {
    const symbol = declared.get(`${start}:${end}`);
    if (symbol?.kind === 'class' && place !== null) (symbol.fields ??= {})[typeParameterField(place)] = name;
    const type = bound === null ? null : typeName(bound);
    if (type === null || isCollection(type)) continue;
    // The bound of a block of methods that is no symbol holds for each of them.
    const inside = placed.filter(
      (one) => one.symbol.kind === 'function' && start <= one.start && one.end <= end,
    );
    for (const one of symbol ? [symbol] : inside.map((one) => one.symbol))
      (one.fields ??= {})[typeBoundField(name)] ??= type;
  }
}

/** Keeps what a class gives to the type parameters of a base. */
export function keepTypeArguments(owner: CodeSymbol, base: string, text: string): void {
  for (const [place, type] of typeArguments(text).entries())
    if (type !== '') (owner.fields ??= {})[typeArgumentField(base, place)] = type;
}

/** Whether a class has a type parameter of that name. */
export function isTypeParameter({ fields = {} }: CodeSymbol, name: string): boolean {
  return Object.keys(fields).some((key) => key.startsWith('<') && fields[key] === name);
}

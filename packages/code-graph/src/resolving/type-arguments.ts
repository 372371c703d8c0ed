import { type CodeSymbol, typeArgumentField, typeBoundField, typeParameterField } from '../file-index.ts';
import type { NameResolver } from './name-resolver.ts';

/** A type as it is written in a symbol. */
export interface WrittenType {
  type: string;
  declaredIn: CodeSymbol;
}

const ancestorDepthMax = 8;

/**
 * The type that a member's type parameter stands for in an object of a class: the one that the class gives to the one that
 * declares the member, else its bound.
 * @param holders classes that the object may be of, the nearest first
 * @param from where the object is used: what bounds a type there says more of it
 * @returns undefined when the name is no type parameter of the class or method
 */
export function argumentOf(
  names: NameResolver,
  { type, declaredIn }: WrittenType,
  owner: CodeSymbol | undefined,
  holders: readonly CodeSymbol[],
  from?: CodeSymbol,
): WrittenType | undefined {
  const own = boundOf(declaredIn, type);
  if (own) return own;
  const place = owner ? placeOf(owner, type) : -1;
  if (!owner || place < 0) return undefined;
  for (const holder of holders) {
    const given = givenTo(names, holder, { owner, place }, ancestorDepthMax);
    if (!given) continue;
    const isOpen = placeOf(given.declaredIn, given.type) >= 0;
    return isOpen
      ? (boundOf(given.declaredIn, given.type) ?? (from && boundOf(from, given.type)) ?? given)
      : given;
  }
  return boundOf(owner, type) ?? (from && boundOf(from, type));
}

/** The type that a class gives to a type parameter of itself or of a class above it, as written in one of them. */
function givenTo(
  names: NameResolver,
  holder: CodeSymbol,
  parameter: { owner: CodeSymbol; place: number },
  depth: number,
): WrittenType | undefined {
  if (holder === parameter.owner) {
    const type = holder.fields?.[typeParameterField(parameter.place)];
    return type === undefined ? undefined : { type, declaredIn: holder };
  }
  for (const { written, symbol } of depth > 0 ? names.basesOf(holder) : []) {
    const above = givenTo(names, symbol, parameter, depth - 1);
    if (!above) continue;
    const place = above.declaredIn === symbol ? placeOf(symbol, above.type) : -1;
    if (place < 0) return above;
    const type = holder.fields?.[typeArgumentField(written, place)];
    return type === undefined ? above : { type, declaredIn: holder };
  }
  return undefined;
}

function boundOf(declaredIn: CodeSymbol, name: string): WrittenType | undefined {
  const type = declaredIn.fields?.[typeBoundField(name)];
  return type === undefined ? undefined : { type, declaredIn };
}

function placeOf({ fields = {} }: CodeSymbol, name: string): number {
  for (let place = 0; ; place += 1) {
    const parameter = fields[typeParameterField(place)];
    if (parameter === undefined || parameter === name) return parameter === undefined ? -1 : place;
  }
}

import { isValueKind } from '../file-index.ts';
import type { AnchorSymbol } from './anchor.ts';
import { isUnchanged } from './same-value.ts';

interface Place {
  /** Values of one class, enumeration, object or file, in order, as they were and as they are. */
  before: readonly AnchorSymbol[];
  now: readonly AnchorSymbol[];
}

/** As a value it is anybody's: only its place between the same neighbours tells that it was renamed. */
const ANYBODYS = /^(?:true|false|null|none|nil|undefined|[01]|""|''|``|\[\]|\{\}|)$|^new |\(\)$/iu;
/** Of these languages, members of an enumeration are numbered and compared by their place, though no value says so. */
const ORDINALS = /\.(?:java|kts?|scala)$/u;

/**
 * A value's new name: of those that have gone one alone had the value, and of those that have come one alone has it.
 * @returns undefined where several could be meant
 */
export function renamedByValue(symbol: AnchorSymbol, place: Place): AnchorSymbol | undefined {
  const { before, now } = place;
  const isMeant = (one: AnchorSymbol) => isUnchanged(symbol, one);
  const gone = newIn(before, now).filter(isMeant);
  const [come, ...others] = newIn(now, before).filter(isMeant);
  if (gone.length !== 1 || come === undefined || others.length > 0) return undefined;
  return ANYBODYS.test(symbol.value ?? '') && !isBetweenTheSame(symbol, come, place) ? undefined : come;
}

/** Those of a list whose name is not in the other. */
export function newIn(
  some: readonly AnchorSymbol[],
  others: readonly AnchorSymbol[],
): readonly AnchorSymbol[] {
  const names = new Set(others.map(({ name }) => name));
  return some.filter(({ name }) => !names.has(name));
}

/** Whether the neighbours of a name that has gone, where it has any, are those of one that has come. */
function isBetweenTheSame(gone: AnchorSymbol, come: AnchorSymbol, { before, now }: Place): boolean {
  const [was, is] = [placeOf(before, gone), placeOf(now, come)];
  return [-1, 1].every((side) => before[was + side]?.name === now[is + side]?.name);
}

/** The ordinal of a member of an enumeration whose members are the same in another order: `ordinal 2 → 1`; a new one tells of no other. */
export function movedOrdinal(symbol: AnchorSymbol, placeAround: () => Place): string | undefined {
  if (!isMember(symbol)) return undefined;
  const { before, now } = placeAround();
  const [was, is] = [before, now].map((all) => all.filter(isMember));
  if (!was || !is || was.length !== is.length || newIn(was, is).length > 0) return undefined;
  const [from, to] = [placeOf(was, symbol), placeOf(is, symbol)];
  return from === to ? undefined : `ordinal ${from} → ${to}`;
}

const isMember = ({ kind, value, size, path }: AnchorSymbol): boolean =>
  kind === 'constant' && value === null && size === 0 && ORDINALS.test(path);

const placeOf = (all: readonly AnchorSymbol[], { name }: AnchorSymbol): number =>
  all.findIndex((one) => one.name === name);

/** Values of a file that stand where one of a qualified name stands. */
export function siblingsOf(symbols: readonly AnchorSymbol[], owner: string): readonly AnchorSymbol[] {
  return symbols.filter(
    ({ kind, name, qualifiedName }) => isValueKind(kind) && qualifiedName === owner + name,
  );
}

import { lastName, type Anchor, type AnchorSymbol, type StoredAnchor } from './anchor.ts';
import { isSameValue, isUnchanged } from './same-value.ts';
import { movedOrdinal, newIn, renamedByValue, siblingsOf } from './siblings.ts';

export type AnchorVerdict = 'current' | 'moved' | 'changed' | 'gone' | 'unknown';

export interface Judged {
  verdict: AnchorVerdict;
  /** Where it stands now; null where it is gone or nobody can tell. */
  path: string | null;
  name: string | null;
  /** The difference: `signature`, `body`, or the value (or ordinal) as it was and as it is: `540 → 600`. */
  part?: string | undefined;
}

export interface AnchorToJudge extends Omit<Anchor, 'repository' | 'reason'> {
  /** Where it was found when it was judged before; its first place else. */
  nowPath: string | null;
  nowName: string | null;
}

/** The part of a repository that can matter to an anchor. */
export interface KnownSymbols {
  at: (path: string) => readonly AnchorSymbol[];
  named: (name: string) => readonly AnchorSymbol[];
  withBody: (hash: string) => readonly AnchorSymbol[];
  /** Of a file as it was, where that is known. */
  before?: (path: string) => readonly AnchorSymbol[];
}

/** A body of fewer words than this is anybody's: only its name tells which it is. */
const TELLING_SIZE = 12;

/** An anchor as it is stored and sent, to be judged. */
export const anchorToJudge = (stored: StoredAnchor): AnchorToJudge => ({
  ...stored,
  signatureHash: stored.signature_hash,
  bodyHash: stored.body_hash,
  nowPath: stored.now_path,
  nowName: stored.now_name,
});

/** A symbol as it was, to be judged by those of now. */
export const symbolToJudge = (symbol: AnchorSymbol): AnchorToJudge => ({
  ...symbol,
  kind: symbol.kind === 'module' ? 'file' : 'symbol',
  name: symbol.kind === 'module' ? '' : symbol.qualifiedName,
  nowPath: null,
  nowName: null,
});

/** A part in words: its signature, the values before and after, or nothing to say of a body. */
export const describePart = ({ part }: Pick<Judged, 'part'>): string =>
  part === undefined || part === 'body' ? '' : part === 'signature' ? 'its signature' : part;

/** Some symbols, looked up by path, name and hash. */
export function knownSymbols(symbols: Iterable<AnchorSymbol>): KnownSymbols {
  const all = [...symbols];
  const byPath = Map.groupBy(all, ({ path }) => path);
  const byName = Map.groupBy(all, ({ name }) => name);
  const byBody = Map.groupBy(all, ({ bodyHash }) => bodyHash ?? '');
  return {
    at: (path) => byPath.get(path) ?? [],
    named: (name) => byName.get(name) ?? [],
    withBody: (hash) => byBody.get(hash) ?? [],
  };
}

/** Whether what an anchor speaks of is there, unchanged, elsewhere, changed or gone. */
export function judgeAnchor(anchor: AnchorToJudge, known: KnownSymbols): Judged {
  if (anchor.bodyHash === null) return { verdict: 'unknown', path: null, name: null };
  return anchor.kind === 'file' ? judgeFile(anchor, known) : judgeSymbol(anchor, known);
}

function judgeSymbol(anchor: AnchorToJudge, known: KnownSymbols): Judged {
  const path = anchor.nowPath ?? anchor.path;
  const name = anchor.nowName ?? anchor.name;
  const isOf = (of: string) => (symbol: AnchorSymbol) =>
    symbol.kind !== 'module' && symbol.qualifiedName === of;
  // Back at its first place, where a branch brought it.
  const here = firstOf(
    () => known.at(path).filter(isOf(name)),
    () => known.at(anchor.path).filter(isOf(anchor.name)),
  );
  const isSame = (symbol: AnchorSymbol) => isUnchanged(anchor, symbol);
  const last = lastName(name);
  const same = here.find(isSame);
  if (same) {
    const part = movedOrdinal(same, () => siblingsAround(known, { path, name }));
    return part ? { verdict: 'changed', path: same.path, name, part } : placed(anchor, same);
  }
  const hasFile = known.at(path).length > 0;
  // Keys and properties of one name are everybody's: one that left a file which still stands moved to no other.
  const elsewhere = known
    .named(last)
    .filter(
      ({ kind, ...symbol }) =>
        kind !== 'module' && !((kind === 'key' || kind === 'property') && hasFile && symbol.path !== path),
    )
    .filter((symbol) => !here.includes(symbol));
  // A mere declaration, as an interface that took over the name of a class, is not the code that was meant.
  const isDeclared = here.length > 0 && here.every(({ size }) => size === 0);
  const moved = isDeclared || here.length === 0 ? nearest(elsewhere.filter(isSame), path) : undefined;
  if (moved) return placed(anchor, moved);
  if (here.length > 0) {
    const [first] = here;
    // Indexed before hashes were kept.
    if (here.every(({ bodyHash }) => bodyHash === null))
      return { verdict: 'unknown', path: null, name: null };
    const isDeclaredSo = here.some(({ signatureHash }) => signatureHash === anchor.signatureHash);
    const part = valuesOf(anchor, first) ?? (isDeclaredSo ? 'body' : 'signature');
    return { verdict: 'changed', path: first?.path ?? path, name: first?.qualifiedName ?? name, part };
  }
  const renamed = known
    .withBody(anchor.bodyHash ?? '')
    .filter((symbol) => isSame(symbol) && symbol.kind !== 'module' && (symbol.size ?? 0) >= TELLING_SIZE);
  const alone = renamed.length === 1 ? renamed[0] : renamedBeside(known, { path, name }, isSame);
  if (alone) return placed(anchor, alone);
  // Its file went, and one alone has what is called the same in it: moved, and changed on the way.
  const inPlace = elsewhere.filter(isOf(name));
  const alike = hasFile
    ? inPlace.filter(({ signatureHash }) => signatureHash === anchor.signatureHash)
    : inPlace;
  const places = new Set(alike.map((symbol) => symbol.path));
  const [only] = alike;
  // The name of a constant tells as much as a body where it has several words.
  const isTelling =
    (only?.size ?? 0) >= TELLING_SIZE || (only?.kind === 'constant' && wordsOf(last).length > 1);
  if (places.size === 1 && only && (name.includes('.') || !hasFile || isTelling))
    return {
      verdict: 'changed',
      path: only.path,
      name: only.qualifiedName,
      part: valuesOf(anchor, only) ?? 'body',
    };
  return { verdict: 'gone', path: null, name: null };
}

/** The value as it was and as it is, where both are known and differ. */
function valuesOf({ value: before }: AnchorToJudge, now: AnchorSymbol | undefined): string | undefined {
  const value = now?.value ?? null;
  return before !== null &&
    value !== null &&
    value !== before &&
    !isSameValue(before, { value, path: now?.path ?? '' })
    ? `${before} → ${value}`
    : undefined;
}

/**
 * A short value is anybody's, so only its place and its name tell that it was renamed: in the same file and the same class or
 * object stands one of the same value and declaration whose name shares a word, or, where it is known how it was, which alone is new.
 */
function renamedBeside(
  known: KnownSymbols,
  place: { path: string; name: string },
  isSame: (symbol: AnchorSymbol) => boolean,
): AnchorSymbol | undefined {
  const last = lastName(place.name);
  const words = new Set(wordsOf(last));
  const siblings = siblingsAround(known, place);
  const found = newIn(siblings.now, siblings.before).filter(
    (symbol) => isSame(symbol) && wordsOf(symbol.name).some((word) => words.has(word)),
  );
  if (found.length === 1) return found[0];
  const was = siblings.before.find(({ name }) => name === last);
  return was && renamedByValue(was, siblings);
}

function siblingsAround({ at, before }: KnownSymbols, { path, name }: { path: string; name: string }) {
  const owner = name.slice(0, name.length - lastName(name).length);
  return { before: siblingsOf(before?.(path) ?? [], owner), now: siblingsOf(at(path), owner) };
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, '_')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    // `MAX_CONNECTIONS`, and later `CONNECTION_LIMIT`; entries and an entry.
    .map((word) => word.replace(/ies$/u, 'y').replace(/s$/u, ''))
    .filter((word) => word.length > 1);

function judgeFile(anchor: AnchorToJudge, known: KnownSymbols): Judged {
  const path = anchor.nowPath ?? anchor.path;
  const module = firstOf(
    () => known.at(path).filter(({ kind }) => kind === 'module'),
    () => known.at(anchor.path).filter(({ kind }) => kind === 'module'),
  )[0];
  if (module?.bodyHash === anchor.bodyHash) return placed(anchor, module);
  if (module?.bodyHash === null) return { verdict: 'unknown', path: null, name: null };
  if (module) return { verdict: 'changed', path: module.path, name: '' };
  const moved = nearest(
    known.withBody(anchor.bodyHash ?? '').filter(({ kind }) => kind === 'module'),
    path,
  );
  return moved ? placed(anchor, moved) : { verdict: 'gone', path: null, name: null };
}

const placed = (anchor: AnchorToJudge, symbol: AnchorSymbol): Judged => {
  const name = anchor.kind === 'file' ? '' : symbol.qualifiedName;
  const isMoved = symbol.path !== anchor.path || name !== anchor.name;
  return { verdict: isMoved ? 'moved' : 'current', path: symbol.path, name };
};

function firstOf(...lists: (() => readonly AnchorSymbol[])[]): readonly AnchorSymbol[] {
  for (const list of lists) {
    const found = list();
    if (found.length > 0) return found;
  }
  return [];
}

/** The one whose path shares most with a path; of equals the first in order. */
function nearest(symbols: readonly AnchorSymbol[], path: string): AnchorSymbol | undefined {
  const parts = path.split('/');
  const shared = (symbol: AnchorSymbol) => {
    const others = symbol.path.split('/');
    return parts.filter((part) => others.includes(part)).length;
  };
  return symbols.toSorted((a, b) => shared(b) - shared(a) || (a.path < b.path ? -1 : 1))[0];
}

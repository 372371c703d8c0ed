export interface PlacedText {
  str: string;
  /** Of the letters within; they stand in the order in which they are read. */
  dir: string;
  height: number;
  width: number;
  transform: readonly unknown[];
}

type Kind = 'rtl' | 'latin' | 'number' | 'neutral';

interface Piece {
  kind: Kind;
  text: string;
}

/** Room of so many type sizes parts words where nothing is drawn between them. */
const WORD_GAP = 0.15;

/**
 * The text of a line in the order in which it is read. Producers draw lines of Hebrew, Arabic and Persian from either side, by words or by
 * letters: what counts is where they stand.
 */
export function lineText(items: readonly PlacedText[]): string {
  if (!items.some(({ dir }) => dir === 'rtl')) return items.map(({ str }) => str).join('');
  const pieces = piecesOf(items);
  const isRtl = lettersOf(pieces, 'rtl') >= lettersOf(pieces, 'latin');
  return paired(ordinary(isRtl ? fromTheRight(pieces) : fromTheLeft(pieces)));
}

/** The pieces of a line from left to right. By right edges, since a mark stands within the letter that it belongs to. */
function piecesOf(items: readonly PlacedText[]): Piece[] {
  // PDF.js puts spaces where the pen jumps, which is not where words end.
  const drawn = items.filter(({ str }) => str.trim() !== '').map(spanOf);
  const signs = drawn.filter(({ kind }) => kind === 'neutral').toSorted((a, b) => b.right - a.right);
  const placed = drawn.flatMap((span) => cutAround(span, signs)).toSorted((a, b) => a.right - b.right);
  return placed.flatMap(({ text, kind, left, size }, at) => {
    const gap = left - (placed[at - 1]?.right ?? left);
    return gap > size * WORD_GAP
      ? [
          { kind: 'neutral', text: ' ' },
          { kind, text },
        ]
      : [{ kind, text }];
  });
}

interface Span extends Piece {
  left: number;
  right: number;
  size: number;
}

function spanOf({ str, dir, transform, width, height }: PlacedText): Span {
  const left = Number(transform[4]);
  return { kind: kindOf(str, dir), text: str, left, right: left + width, size: height };
}

/** LibreOffice draws a line of words with holes, and then the signs in the holes: the words end where a sign stands. */
function cutAround(words: Span, signs: readonly Span[]): Span[] {
  if (words.kind !== 'rtl') return [words];
  const cut: Span[] = [];
  let rest = words;
  for (const sign of signs) {
    if (sign.left <= rest.left || sign.right >= rest.right) continue;
    const place = (rest.text.length * (rest.right - sign.right)) / (rest.right - rest.left);
    const spaces = Array.from(rest.text.matchAll(/ /gu), ({ index }) => index);
    const [end] = spaces.toSorted((a, b) => Math.abs(a - place) - Math.abs(b - place));
    if (end === undefined) break;
    cut.push({ ...rest, text: rest.text.slice(0, end), left: sign.right });
    rest = { ...rest, text: rest.text.slice(end), right: sign.left };
  }
  return [...cut, rest];
}

function kindOf(text: string, dir: string): Kind {
  if (dir === 'rtl') return 'rtl';
  return /\p{L}/u.test(text) ? 'latin' : /\p{N}/u.test(text) ? 'number' : 'neutral';
}

const lettersOf = (pieces: readonly Piece[], wanted: Kind): number =>
  pieces.reduce((sum, { kind, text }) => sum + (kind === wanted ? text.length : 0), 0);

/** Names in other letters, with numbers behind them, are read from the left; a number by itself begins none. */
function fromTheRight(pieces: readonly Piece[]): string {
  const units: string[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const { kind, text } = pieces[at] as Piece;
    if (kind === 'rtl' || kind === 'neutral') units.push(kind === 'rtl' ? text : reversed(text));
    else {
      const end = endOfRun(pieces, at, kind === 'latin' ? ['latin', 'number'] : ['number']);
      units.push(withEdgesTurned(textOf(pieces.slice(at, end))));
      at = end - 1;
    }
  }
  return units.toReversed().join('');
}

function fromTheLeft(pieces: readonly Piece[]): string {
  const units: string[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const end = pieces[at]?.kind === 'rtl' ? endOfRun(pieces, at, ['rtl']) : at + 1;
    units.push(textOf(pieces.slice(at, end).toReversed()));
    at = end - 1;
  }
  return units.join('');
}

/** Behind the last piece of these kinds with nothing but neutral ones between; numbers alone are of one run only where nothing stands between them. */
function endOfRun(pieces: readonly Piece[], start: number, kinds: readonly Kind[]): number {
  let end = start + 1;
  for (let at = end; at < pieces.length; at += 1) {
    const { kind } = pieces[at] as Piece;
    if (kinds.includes(kind)) end = at + 1;
    else if (kind !== 'neutral' || kinds[0] === 'number') break;
  }
  return end;
}

const SIGNS = /^[\s.,:;!?()[\]]*/u;

/** Signs at either end of a name within such a line belong to the line: the point on its left is the end of the sentence. */
function withEdgesTurned(text: string): string {
  const [before = ''] = SIGNS.exec(text) ?? [];
  const turned = reversed(text.slice(before.length));
  const [behind = ''] = SIGNS.exec(turned) ?? [];
  return `${behind}${reversed(turned.slice(behind.length))}${reversed(before)}`;
}

const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

const reversed = (text: string): string => Array.from(text).toReversed().join('');

/** Some producers say which bracket is seen, some which is meant. */
const paired = (text: string): string =>
  text
    .replaceAll(/\([^()]*\)|\)([^()]*)\(/gu, (found, inner?: string) =>
      inner === undefined ? found : `(${inner})`,
    )
    .replaceAll(/\[[^[\]]*\]|\]([^[\]]*)\[/gu, (found, inner?: string) =>
      inner === undefined ? found : `[${inner}]`,
    );

/**
 * Letters instead of the forms that they take within a word. Lam and alef are one glyph, whose letters PDF.js turns around; behind an
 * article that makes no word.
 */
const ordinary = (text: string): string =>
  text
    .replaceAll(/[\uFB1D-\uFDFF\uFE70-\uFEFC]+/gu, (forms) => forms.normalize('NFKC'))
    .replaceAll(/(?<!\p{L})([وفبك]?ا)([اأإآ])ل(?=\p{L})/gu, '$1ل$2');

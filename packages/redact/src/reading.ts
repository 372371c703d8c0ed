import { placeholder } from './placeholder.ts';
import type { Finding } from './redaction.ts';

/** A part of a text, and what is read there: nothing of a mark, another character of an escape, else the part itself. */
interface Piece {
  source: string;
  plain: string;
}

/** Characters that nobody sees: soft hyphens, joiners, directions, selectors, tags, and accents put on top of others. */
const INVISIBLE = /(?:\p{Default_Ignorable_Code_Point}|[\u0300-\u034E\u0350-\u036F]){1,64}/u;
/** Colours of a terminal, which begin with a control character. */
// oxlint-disable-next-line no-control-regex -- it is what is looked for
const COLOUR = /\u001B\[[0-9;]{0,20}m/u;
/** Tags that stand within a word, and comments. */
const TAG =
  /<\/?(?:wbr|b|i|u|s|q|a|em|strong|span|code|mark|font|kbd|samp|var|tt|small|big|ins|del|sub|sup|bdi|bdo)(?:\s[^<>]{0,200})?\/?>|<!--[^<>]{0,200}-->/u;
/** Emphasis of Markdown at a word; a mask of stars behind a name is none. */
const EMPHASIS =
  /(?<=[\w./+=~-])\*{1,3}(?=[\w./+=~\\&<-])|\*\*(?=\w)|(?<=\w[:.]?)\*\*|(?<=\w)(?:~~|`{1,2})(?=\w)/u;
/** `"…" + "…"`: the ends of two literals that are joined. */
const JOINT =
  /(?<=[\w./+=~-])\\{0,8}["'`](?:\s{0,20}(?:\+|\.{1,2}|&|\\)\s{0,80}|[ \t]{0,20}\r?\n[ \t]{0,80})\\{0,8}["'`](?=[\w./+=~-])/u;
/** Escapes of Markdown and of quoted strings. */
const ESCAPED = /\\{1,8}[_.\-+=/~$:@!#*]/u;
const CODED =
  /\\{1,8}(?:u(?:00[0-9a-f]{2}|\{[0-9a-f]{2}\}|200[b-f]|00ad|2060|feff)|x[0-9a-f]{2})|%[2-7][0-9a-f]/iu;
const ENTITY = /&(?:#\d{2,7}|#x[0-9a-f]{2,6}|[a-z]{2,20});/iu;
/** Letters of other widths and styles, and hyphens that are none. */
const STYLED = /[\u2010\u2011\u2212\uFE63\uFF01-\uFF5E\u{1D400}-\u{1D7FF}\u24B6-\u24E9\u{1F130}-\u{1F149}]/u;

const MARK = new RegExp(
  [INVISIBLE, COLOUR, TAG, EMPHASIS, JOINT, ESCAPED, CODED, ENTITY, STYLED]
    .map(({ source }) => `(?:${source})`)
    .join('|'),
  'giu',
);

/** Names of what secrets are made of; of the others a reader of secrets needs none. */
const NAMED: Record<string, string> = {
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  period: '.',
  colon: ':',
  semi: ';',
  equals: '=',
  plus: '+',
  sol: '/',
  commat: '@',
  num: '#',
  excl: '!',
  quest: '?',
  dollar: '$',
  percnt: '%',
  ast: '*',
  quot: '"',
  apos: "'",
  shy: '',
  zwj: '',
  zwnj: '',
  zerowidthspace: '',
  nobreak: '',
  lrm: '',
  rlm: '',
  nbsp: ' ',
};

/**
 * A text as it is written or as whoever reads it sees it: without invisible characters and marks within words, escapes and
 * entities as what they stand for, letters of other widths as plain ones. What is found in it is replaced in the text
 * itself, where all that does not belong to a secret stays as it was.
 */
export class Reading {
  #pieces: Piece[];
  #text: string | undefined;

  private constructor(pieces: Piece[]) {
    this.#pieces = pieces;
  }

  static written(text: string): Reading {
    return new Reading([asWritten(text)]);
  }

  /** @returns undefined for a text that reads as it is written */
  static plain(text: string): Reading | undefined {
    const pieces: Piece[] = [];
    let readUpTo = 0;
    for (const { 0: mark, index } of text.matchAll(MARK)) {
      const plain = readMark(mark);
      if (plain === mark) continue;
      if (index > readUpTo) pieces.push(asWritten(text.slice(readUpTo, index)));
      pieces.push({ source: mark, plain });
      readUpTo = index + mark.length;
    }
    if (pieces.length === 0) return undefined;
    if (readUpTo < text.length) pieces.push(asWritten(text.slice(readUpTo)));
    return new Reading(pieces);
  }

  /** What is read. */
  get text(): string {
    return (this.#text ??= this.#pieces.map(({ plain }) => plain).join(''));
  }

  /** What is written. */
  get source(): string {
    return this.#pieces.map(({ source }) => source).join('');
  }

  /** @param findings in order, apart from one another */
  replace(findings: readonly Finding[]): void {
    const pieces: Piece[] = [];
    let at = 0;
    let replaced: Finding | undefined;
    const put = (piece: Piece, from: number): void => {
      const finding = findings[at];
      const to = from + piece.plain.length;
      const isWithin =
        finding !== undefined &&
        from < finding.end &&
        (from === to ? finding.start < from : finding.start < to);
      if (!isWithin) pieces.push(piece);
      else if (replaced !== finding) pieces.push(asWritten(placeholder(finding.kind)));
      if (isWithin) replaced = finding;
    };
    const passBy = (from: number): void => {
      while ((findings[at]?.end ?? Infinity) <= from) at += 1;
    };
    let start = 0;
    for (const piece of this.#pieces) {
      const end = start + piece.plain.length;
      // A mark goes as a whole; what is written as it reads is cut where a secret begins and ends.
      if (piece.source !== piece.plain) {
        passBy(start);
        put(piece, start);
      } else
        for (let from = start; from < end;) {
          passBy(from);
          const { start: begins = Infinity, end: ends = Infinity } = findings[at] ?? {};
          const to = Math.min(end, begins > from ? begins : ends);
          put(asWritten(piece.plain.slice(from - start, to - start)), from);
          from = to;
        }
      start = end;
    }
    this.#pieces = pieces;
    this.#text = undefined;
  }
}

const asWritten = (text: string): Piece => ({ source: text, plain: text });

function readMark(mark: string): string {
  // The ends of literals that are joined, and marks of code.
  if (/["'`]$/.test(mark)) return '';
  if (mark.startsWith('&')) return readEntity(mark);
  if (/^[\\%]/.test(mark)) return readEscape(mark);
  if (STYLED.test(mark)) return /^[\u2010\u2011\u2212]/.test(mark) ? '-' : mark.normalize('NFKC');
  return '';
}

const readEntity = (entity: string): string => {
  const [, decimal, hex] = /^&#(?:(\d+)|x([0-9a-f]+));$/i.exec(entity) ?? [];
  if (decimal !== undefined) return readCode(Number(decimal), entity);
  if (hex !== undefined) return readCode(Number.parseInt(hex, 16), entity);
  return NAMED[entity.slice(1, -1).toLowerCase()] ?? entity;
};

function readEscape(escape: string): string {
  const [, code] = /(?:u\{?|x|%)([0-9a-f]{2,4})\}?$/i.exec(escape) ?? [];
  return code === undefined ? escape.slice(-1) : readCode(Number.parseInt(code, 16), escape);
}

/** Angle brackets stay escaped: what shows a tag is none. */
function readCode(code: number, written: string): string {
  if (code === 0x3c || code === 0x3e) return written;
  if (code > 0x20 && code < 0x7f) return String.fromCodePoint(code);
  return code > 0x7f && code <= 0x10_ffff && INVISIBLE.test(String.fromCodePoint(code)) ? '' : written;
}

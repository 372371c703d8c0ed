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

/**
 * How a line begins that another program printed: its file and number, its number, the container or the time it was logged by, the
 * mark of a comment, a quotation or a patch.
 */
const PREFIX =
  // oxlint-disable-next-line no-control-regex -- colours begin with one
  /(?:\u001B\[[0-9;]{0,20}m)?(?:[ \t]{0,40}(?:[+>#*;-]|\/\/)[ \t]?|\d{4}-\d\d-\d\d[T ][\d:.,]{8,20}Z?(?:[+-]\d\d:?\d\d)?[ \t]{1,4}(?:(?:stdout|stderr) [FP] )?(?:\[?(?:INFO|DEBUG|WARN|ERROR|TRACE)\]?[ \t]{1,4})?|(?<number>[ \t]{0,8}\d{1,7})(?: ?[→│|]|\t|[:-])|[\w.-]{1,60}[ \t]{0,20}\| |(?<file>[^\s:|"'`=,]{1,400}?[:-]\d{1,7}[:-])|(?<path>[^\s:|"'`=,]{1,400}:))/y;
const SHOWN_TAG = /^\/?private/i;
const LINE_BREAKS = [/\n/g, /\\{1,8}n/g];

/** Entities of what secrets are made of, and of what is not seen; a reader of secrets needs no others. */
const NAMED: Readonly<Record<string, string>> = Object.fromEntries([
  ...'lowbar_ hyphen- dash- period. colon: semi; equals= plus+ sol/ commat@ num# excl! quest? dollar$ percnt% ast* quot" amp& lt< gt> apos\''
    .split(' ')
    .map((entity) => [entity.slice(0, -1), entity.slice(-1)] as const),
  ...'shy zwj zwnj zerowidthspace nobreak lrm rlm'.split(' ').map((entity) => [entity, ''] as const),
  ['nbsp', ' '],
]);

export interface Reading {
  text: string;
  /** Where something of it stands in the text as it is written, marks within it included. */
  locate(start: number, end: number): { start: number; end: number };
}

/** Of the text that is read and of the text that is written: a part that is the same in both, or a mark that stands for something. */
interface Part {
  from: number;
  length: number;
  writtenFrom: number;
  writtenLength: number;
}

export const asWritten = (text: string): Reading => ({ text, locate: (start, end) => ({ start, end }) });

/** Without one of these signs, lines right below each other, or the name of a file and a number, nothing is a mark or a prefix. */
const MAYBE_MARKED = /[^\n -~]|["'`<*~\\%&]|[^\n]\n[^\n]|[:-]\d{1,7}[:-]/;

/** Whether a text surely reads as it is written: most of the many names in code do. */
export const isPlain = (text: string): boolean => !MAYBE_MARKED.test(text);

/**
 * A text as somebody reads it: without invisible characters, marks within words and beginnings of lines that another program
 * put there, escapes and entities as what they stand for, letters of other widths as plain ones.
 * @returns undefined for a text that reads as it is written
 */
export function asRead(text: string): Reading | undefined {
  if (isPlain(text)) return undefined;
  const parts: Part[] = [];
  const read: string[] = [];
  let length = 0;
  let writtenUpTo = 0;
  const put = (plain: string, writtenLength: number): void => {
    if (plain !== '')
      parts.push({ from: length, length: plain.length, writtenFrom: writtenUpTo, writtenLength });
    read.push(plain);
    length += plain.length;
    writtenUpTo += writtenLength;
  };
  const take = (mark: string, index: number, plain: string): void => {
    if (index < writtenUpTo || plain === mark) return;
    put(text.slice(writtenUpTo, index), index - writtenUpTo);
    put(plain, mark.length);
  };
  // Line breaks may be written out, as in JSON, and some lines of code hold such ones.
  const prefixes = LINE_BREAKS.flatMap((lineBreak) => prefixesOf(text, lineBreak)).toSorted(
    (a, b) => a.index - b.index,
  );
  let next = 0;
  const takePrefixes = (before: number): void => {
    for (let prefix = prefixes[next]; prefix && prefix.index <= before; prefix = prefixes[++next])
      take(prefix.text, prefix.index, '');
  };
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    takePrefixes(index);
    const plain = readMark(mark);
    // An escaped tag is shown, and is none.
    if (plain !== '<' || !SHOWN_TAG.test(text.slice(index + mark.length, index + mark.length + 9)))
      take(mark, index, plain);
  }
  takePrefixes(text.length);
  if (read.length === 0) return undefined;
  put(text.slice(writtenUpTo), text.length - writtenUpTo);
  const placeOf = (place: number, isEnd: boolean): number => {
    const part = parts[lastUpTo(parts, place)];
    if (!part) return 0;
    if (part.length === part.writtenLength) return part.writtenFrom + place - part.from + (isEnd ? 1 : 0);
    return part.writtenFrom + (isEnd ? part.writtenLength : 0);
  };
  return {
    text: read.join(''),
    locate: (start, end) => ({ start: placeOf(start, false), end: placeOf(end - 1, true) }),
  };
}

function lastUpTo(parts: readonly Part[], place: number): number {
  let [low, high] = [0, parts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((parts[middle]?.from ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Prefix {
  index: number;
  text: string;
  /** The same for lines that the same program printed. */
  kind: string;
  /** Of the line. */
  number: number | undefined;
}

/** Beginnings of lines that the line before or after has as well, where numbers of lines go up by one. */
function prefixesOf(text: string, lineBreak: RegExp): Prefix[] {
  const found: Prefix[] = [];
  let last: (Prefix & { isTaken: boolean }) | undefined;
  const look = (index: number): void => {
    if (text.charAt(index) === '\n') {
      last = undefined;
      return;
    }
    PREFIX.lastIndex = index;
    const { 0: given = '', groups } = PREFIX.exec(text) ?? {};
    const file = groups?.['file'];
    const prefix = /[./]/.test(file ?? groups?.['path'] ?? '.') ? given : '';
    const kind = prefix.replaceAll(/\d+/g, '0').replaceAll('-', ':').trim();
    const number = groups?.['number'] === undefined ? undefined : Number(groups['number']);
    const current = { index, text: prefix, kind, number, isTaken: false };
    const isNext = number === undefined || number === (last?.number ?? NaN) + 1;
    const before = prefix !== '' && kind === last?.kind && isNext ? last : undefined;
    if (before && !before.isTaken) found.push(before);
    // A file and a number say enough by themselves.
    if (before || (file !== undefined && prefix !== '')) {
      found.push(current);
      current.isTaken = true;
    }
    last = prefix === '' ? undefined : current;
  };
  look(0);
  for (const { 0: end, index } of text.matchAll(lineBreak)) look(index + end.length);
  return found;
}

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

function readCode(code: number, written: string): string {
  if (code > 0x20 && code < 0x7f) return String.fromCodePoint(code);
  return code > 0x7f && code <= 0x10_ffff && INVISIBLE.test(String.fromCodePoint(code)) ? '' : written;
}

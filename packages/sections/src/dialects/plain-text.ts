import {
  isBlank,
  paragraphLength,
  type Dialect,
  type Line,
  type LineHeading,
  markOf,
  underlinedHeadings,
} from './ascii-doc.ts';

/** `4.12. Generated files`, `Appendix B. Notes`; a line that ends as a sentence does is an item of a list. */
const numbered =
  /^(?:(\d{1,3}(?:\.\d{1,3}){0,5})\.?|(?:Appendix|APPENDIX) [A-Z]\.?|[A-Z](?:\.\d{1,3}){1,5}\.?)\s{1,4}(\p{Lu}|\p{N}|[`"'(]|\p{Lo}|\p{Ll})/u;
/** `Chapter 2. Requests` */
const chapter = /^(?:Chapter|CHAPTER|Part|PART|Section) (?:\d{1,3}|[IVX]{1,5})[.:] {1,4}[\p{L}\p{N}]/u;
/** `IV. Writing`: a document that has it counts from `I.` on. */
const roman = /^[IVXL]{1,6}\. {1,4}\p{Lu}/u;
const lineMax = 120;
const LONE_LENGTH = 60;
/** Indentation of headings in RFCs, at most. */
const indentMax = 12;

/** A text with so many headings of a kind has that kind. */
const ENOUGH = 3;

/** Of the paragraphs that begin at the edge, where headings do and the text is set further in. */
const LONE_SHARE = 0.5;

/** Below the numbered ones. */
const CAPITALS_DEPTH = 5;

/**
 * Text as people write it without any marks: headings are underlined, or numbered, or in capitals, or stand alone before what
 * is set further in, or begin with as many asterisks as they are deep.
 */
export function plainText(): Dialect {
  const underlined = underlinedHeadings(0.6);
  const starred = starredHeadings();
  let kinds: ReturnType<typeof kindsOf> | undefined;
  return {
    headingAt(lines, at) {
      kinds ??= kindsOf(lines);
      return (
        underlined(lines, at) ??
        (kinds.stars ? starred(lines, at) : undefined) ??
        (kinds.roman ? romanHeading(lines, at) : undefined) ??
        (kinds.numbers ? numberedHeading(lines, at) : undefined) ??
        (kinds.capitals ? capitalHeading(lines, at) : undefined) ??
        countedHeading(lines, at, kinds.counted) ??
        (kinds.lone ? loneHeading(lines, at) : undefined)
      );
    },
    // A rule parts what is above it from what is below.
    blockAt: (lines, at) => ({
      lines: markOf(lines[at]) === undefined ? paragraphLength(lines, at) : 1,
      whole: false,
    }),
  };
}

/** Where headings are underlined, numbers count the items of lists. */
function kindsOf(lines: readonly Line[]): {
  numbers: boolean;
  capitals: boolean;
  roman: boolean;
  stars: boolean;
  lone: boolean;
  counted: ReadonlySet<string>;
} {
  const underlined = underlinedHeadings(0.6);
  const starred = starredHeadings();
  let [ruled, capitals, romans, stars, lone, paragraphs, isCounted] = [0, 0, 0, 0, 0, 0, false];
  const shapes = new Map<string, number>();
  for (let at = 0; at < lines.length; at++) {
    if (isBlank(lines[at - 1]) && underlined(lines, at)) ruled += 1;
    if (capitalHeading(lines, at)) capitals += 1;
    if (lines[at]?.text.startsWith('**') && starred(lines, at)) stars += 1;
    if (isBlank(lines[at - 1]) && /^\p{L}/u.test(lines[at]?.text ?? '')) paragraphs += 1;
    if (loneHeading(lines, at)) lone += 1;
    const counted = romanHeading(lines, at);
    if (counted) romans += 1;
    isCounted ||= counted?.text.startsWith('I. ') === true;
    const shape = shapeAt(lines, at);
    if (shape !== undefined) shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  }
  return {
    numbers: ruled < ENOUGH,
    capitals: capitals >= ENOUGH,
    roman: isCounted && romans >= ENOUGH,
    stars: stars >= ENOUGH,
    lone: ruled < ENOUGH && lone >= ENOUGH && lone >= paragraphs * LONE_SHARE,
    counted: new Set([...shapes].flatMap(([shape, count]) => (count >= ENOUGH ? [shape] : []))),
  };
}

/** `Changes in version 2.7:` and `zoo (1.2-3) stable`: a list of changes has one for each version, alike but for its numbers. */
function countedHeading(
  lines: readonly Line[],
  at: number,
  counted: ReadonlySet<string>,
): LineHeading | undefined {
  const shape = shapeAt(lines, at);
  if (shape === undefined || !counted.has(shape)) return undefined;
  const text = (lines[at]?.text.trim() ?? '').replace(/^\* /, '').replace(/:$/, '');
  return { depth: 1, text, lines: 1 };
}

/** The shape of a line that begins a paragraph with a word and holds a number, which others of its kind share. */
function shapeAt(lines: readonly Line[], at: number): string | undefined {
  const line = lines[at]?.text.trimEnd() ?? '';
  if (line.length > lineMax || !/^(?:\* )?\p{L}/u.test(line) || !/\d\.\d/.test(line)) return undefined;
  const isApart = isBlank(lines[at - 1]) && /^$|^[\s*\-+]/.test(lines[at + 1]?.text ?? '');
  // Two colons introduce a block of code.
  if (!isApart || /[.,;]$|::$/.test(line)) return undefined;
  // Of the line what stands before its first number: dates and names behind it differ.
  return line.slice(0, line.search(/\d/)).replaceAll(/\s+/g, ' ');
}

/** `** Bug fixes`, as in Emacs: the first number of asterisks in the document is its outermost. */
function starredHeadings(): (lines: readonly Line[], at: number) => LineHeading | undefined {
  const kinds: number[] = [];
  return (lines, at) => {
    const line = lines[at]?.text.trimEnd() ?? '';
    const stars = line.search(/[^*]/);
    const isApart = isBlank(lines[at - 1]) && isBlank(lines[at + 1]);
    if (!isApart || stars < 1 || line[stars] !== ' ' || line.length > lineMax || /[.,;!?]$/.test(line))
      return undefined;
    if (!kinds.includes(stars)) kinds.push(stars);
    return {
      depth: kinds.indexOf(stars) + 1,
      text: line.slice(stars).trim().replace(/:$/, ''),
      lines: 1,
    };
  };
}

/** A few words at the edge, before text that is set further in. */
function loneHeading(lines: readonly Line[], at: number): LineHeading | undefined {
  const line = lines[at]?.text.trimEnd() ?? '';
  if (
    line.length > LONE_LENGTH ||
    !/^\p{Lu}/u.test(line) ||
    !isBlank(lines[at - 1]) ||
    !isBlank(lines[at + 1])
  )
    return undefined;
  const below = lines.slice(at + 1, at + 5).find((other) => !isBlank(other));
  const isWords = /\p{L}/u.test(line) && !/\s{3}|\t|[.,:;!?]$|[<>{}=|\\@]/u.test(line);
  return isWords && /^(?:\s{2}|\t|[*+-]\s)/.test(below?.text ?? '')
    ? { depth: CAPITALS_DEPTH, text: line, lines: 1 }
    : undefined;
}

function romanHeading(lines: readonly Line[], at: number): LineHeading | undefined {
  const line = lines[at]?.text.trimEnd() ?? '';
  const isApart = isBlank(lines[at - 1]) && isBlank(lines[at + 1]);
  return isApart && line.length <= lineMax && roman.test(line) && !/[.,;:!?]$/.test(line)
    ? { depth: 1, text: line, lines: 1 }
    : undefined;
}

/** A line in capitals that stands alone, with a tag behind it as in the help of Vim. */
function capitalHeading(lines: readonly Line[], at: number): LineHeading | undefined {
  const line = lines[at]?.text.trimEnd() ?? '';
  const isApart = (isBlank(lines[at - 1]) || markOf(lines[at - 1]) !== undefined) && isBlank(lines[at + 1]);
  if (!isApart || line.length > lineMax || !/^\p{Lu}/u.test(line)) return undefined;
  const text = withoutTags(line);
  // A name of a program or a setting is no heading.
  const isWords = !/\p{Ll}|[=_*<>{}|\\]/u.test(text);
  return /\p{Lu}{3}/u.test(text) && isWords && !/[.,;:!?]$/.test(text)
    ? { depth: CAPITALS_DEPTH, text, lines: 1 }
    : undefined;
}

/** Without the `*tags*` that follow behind a tab or blanks. */
const withoutTags = (line: string): string =>
  line
    .split(/\s/)
    .filter((word) => word !== '' && !(word.length > 2 && word.startsWith('*') && word.endsWith('*')))
    .join(' ');

function numberedHeading(lines: readonly Line[], at: number): LineHeading | undefined {
  const whole = lines[at]?.text.trimEnd() ?? '';
  if (whole.length > lineMax || !isBlank(lines[at + 1])) return undefined;
  const line = whole.trimStart();
  const indent = whole.length - line.length;
  const match = numbered.exec(line) ?? chapter.exec(line);
  // Further in stand the parts of a chapter, and the items of lists.
  const isPart = match?.[1]?.includes('.') === true && indent <= indentMax && isBlank(lines[at - 1]);
  if (indent > 0 && !isPart) return undefined;
  // Leaders and a page number behind them: a line of a table of contents.
  if (!match || /[.,;:!?]$/.test(line) || /\.{3,}|(?:\. ){3,}/.test(line)) return undefined;
  const number = match[1];
  // One number alone also counts the items of a list, which begin small as often as not.
  if (number !== undefined && !number.includes('.') && !/[\p{Lu}\p{Lo}]/u.test(match[2] ?? ''))
    return undefined;
  const depth = number?.split('.').length ?? (line.split(/\s/, 1)[0]?.match(/\.\d/g)?.length ?? 0) + 1;
  return { depth, text: withoutTags(line), lines: 1 };
}

/** Lines at the edge of a page that may be running headers or footers. */
const EDGE_LINES = 2;

/** Seen at the same edge of so many pages, and of half of them, a line is no text of its own. */
const REPEATED = 3;

/**
 * A text that was set for a printer, as RFCs are, in one piece: without form feeds and the lines that its pages begin
 * and end with, and a paragraph that goes on over the end of a page is one. A text whose pages repeat no lines stays as it is.
 */
export function withoutRunningLines(text: string): string {
  const pages = text.split('\f').map((page) => page.split('\n'));
  if (pages.length < REPEATED) return text;
  const edges = pages.map((page) => edgesOf(page));
  const seen = new Map<string, number>();
  for (const page of edges)
    for (const key of new Set([...page.values()].flat())) seen.set(key, (seen.get(key) ?? 0) + 1);
  const least = Math.max(REPEATED, pages.length / 2);
  const isRunning = (key: string) => (seen.get(key) ?? 0) >= least;
  if (![...seen.keys()].some((key) => isRunning(key))) return text;
  const left = pages
    .map((page, index) => page.filter((_, at) => !edges[index]?.get(at)?.some((key) => isRunning(key))))
    .map((page) => withoutBlankEdges(page))
    .filter((page) => page.length > 0);
  return (
    left
      .reduce<string[]>((lines, page) => {
        if (lines.length > 0 && !goesOn(lines.at(-1) ?? '', page[0] ?? '')) lines.push('');
        lines.push(...page);
        return lines;
      }, [])
      .join('\n') + '\n'
  );
}

/** The outermost lines of a page that are not blank, by what is the same on all pages: the edge, and all but numbers. */
function edgesOf(page: readonly string[]): Map<number, string[]> {
  const written = page.flatMap((line, at) => (line.trim() === '' ? [] : [at]));
  const edges = new Map<number, string[]>();
  const add = (edge: string, at: number) => {
    const words = (page[at] ?? '').trim().replaceAll(/\s+/g, ' ').replaceAll(/\d+/g, '#');
    edges.set(at, [...(edges.get(at) ?? []), `${edge} ${words}`]);
  };
  for (const at of written.slice(0, EDGE_LINES)) add('top', at);
  for (const at of written.slice(-EDGE_LINES)) add('bottom', at);
  return edges;
}

function withoutBlankEdges(page: readonly string[]): string[] {
  const isWritten = (line: string) => line.trim() !== '';
  const first = page.findIndex(isWritten);
  return first < 0 ? [] : page.slice(first, page.findLastIndex(isWritten) + 1);
}

/** Whether a line is the next of the paragraph that the page before broke off: set as far in, and amid a sentence. */
function goesOn(before: string, next: string): boolean {
  const isSentence = /[.:;?!]["')\]]*$/u.test(before.trimEnd());
  return !isSentence && /^\s*[\p{Ll}\d(]/u.test(next) && before.search(/\S/u) === next.search(/\S/u);
}

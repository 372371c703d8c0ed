import type { PdfLine } from './pdf-lines.ts';

export type PdfHeadings = ReadonlyMap<PdfLine, { depth: number; lines: readonly PdfLine[] }>;

type Page = readonly PdfLine[];

interface Candidate {
  lines: readonly PdfLine[];
  text: string;
  page: number;
  /** How its type ranks: 0 is the largest. */
  rank: number;
}

/** Type that is so much larger than that of the text is a heading's. */
const LARGER = 1.1;
/** Bold type of the size of the text is a heading's too, and may be a little smaller. */
const BOLD_LEAST = 0.95;

/** More of a document than this is no heading, whatever its type. */
const SHARE_MAX = 0.2;

const HEADING_LENGTH = 200;
/** A line in the type of the text, but bold, is a heading only when it is short. */
const BOLD_LENGTH = 110;
const DEPTH_MAX = 6;

/** A step between baselines of more type sizes than this parts a line from the one before. */
const APART = 1.35;

/** A document in which a larger line comes so often is a form, and the line a label of its fields. */
const LABEL = 4;

/** With so many numbered headings the numbers tell how deep each is. */
const NUMBERED = 3;

const number = /^(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s+\S/;
const roman = /^[IVX]{1,5}\.\s+\p{Lu}/u;
const letter = /^[A-Z]\.\s+\p{Lu}/u;
const bold = /bold|black|heavy|demi|cmbx|cmssbx|[-_]bd\b|-medi(?:$|[^u])|bdcn|ExtB/i;
const contents = /^(?:table of |brief )?contents$/iu;

/** Headings by how they are set: larger than the text, or bold and on lines of their own, or numbered in a type of their own. */
export function headingsByType(pages: readonly Page[]): PdfHeadings {
  const body = bodyOf(pages.flat());
  if (!body) return new Map();
  const found = inTypeOfTheirOwn(pages, body);
  const share = found.reduce((sum, { text }) => sum + text.length, 0) / body.total;
  if (share > SHARE_MAX) return new Map();
  return withDepths(withoutLabels(withoutTitlePage(withoutRepeats(withoutContents(found)))));
}

/** The bold line that says where the contents begin, for a PDF whose outline leaves it out. */
export const isContents = (text: string): boolean => contents.test(text.trim());

interface Body {
  size: number;
  font: string;
  isBold: boolean;
  total: number;
}

function bodyOf(lines: Page): Body | undefined {
  const lengths = new Map<string, { line: PdfLine; length: number }>();
  let total = 0;
  for (const line of lines) {
    const key = `${line.size} ${line.font}`;
    const known = lengths.get(key) ?? { line, length: 0 };
    known.length += line.text.length;
    lengths.set(key, known);
    total += line.text.length;
  }
  const [most] = [...lengths.values()].toSorted((a, b) => b.length - a.length);
  if (!most || most.line.size === 0) return undefined;
  const { size, font } = most.line;
  return { size, font, isBold: bold.test(font), total };
}

function inTypeOfTheirOwn(pages: readonly Page[], body: Body): Candidate[] {
  const found: Omit<Candidate, 'rank'>[] = [];
  for (const [page, lines] of pages.entries())
    for (let at = 0; at < lines.length;) {
      const run = sameType(lines, at);
      const text = run.map((line) => line.text.trim()).join(' ');
      if (isHeading(lines, at, run, text, body)) found.push({ lines: run, text, page });
      at += Math.max(1, run.length);
    }
  const types = [...new Set(found.map(({ lines }) => typeOf(lines[0])))].toSorted((a, b) => b - a);
  return found.map((one) => ({ ...one, rank: types.indexOf(typeOf(one.lines[0])) }));
}

/** Sizes that differ by less than half a point are one; bold type ranks before other type of its size. */
const typeOf = (line: PdfLine | undefined): number =>
  line ? Math.round(line.size * 2) + (bold.test(line.font) ? 0.5 : 0) : 0;

function isHeading(page: Page, at: number, run: Page, text: string, body: Body): boolean {
  const [first] = run;
  if (!first || first.isTurned || run.some(({ isSpread }) => isSpread) || !isWords(text)) return false;
  const before = page[at - 1];
  const isApart = !before || Math.abs(before.y - first.y) > first.size * APART;
  // A word of a paragraph that begins a line in larger type.
  if (!isApart && /^\p{Ll}/u.test(text)) return false;
  if (first.size >= body.size * LARGER) return text.length <= HEADING_LENGTH;
  if (!run.every((line) => line.isOfOneFont) || first.size < body.size * BOLD_LEAST) {
    return isApart && roman.test(text) && text.length <= BOLD_LENGTH && !/\p{Ll}/u.test(text);
  }
  if (text.length > BOLD_LENGTH || first.font === body.font) return false;
  const isNumbered = number.test(text) && text.includes('.') && /^\d+\.\d/.test(text);
  const isLettered = letter.test(text) && /ital|obli/i.test(first.font);
  const isBold = !body.isBold && bold.test(first.font) && /^[\p{Lu}\p{N}“"‘'(¿¡\p{Lo}]/u.test(text);
  return isApart && !/[.,;:]$/.test(text) && (isBold || isNumbered || isLettered);
}

/** Formulas, rules of contents and what a reader of scans made up are no words. */
function isWords(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const marks = text.replaceAll(/[\s\p{L}\p{N}]/gu, '').length;
  const isLeader = /(?:\.\s?){4,}/.test(text);
  // The minus is a dash to many.
  if (/[\u2200-\u2211\u2213-\u22FF]/.test(text)) return false;
  return letters > 1 && /\p{L}{2}/u.test(text) && marks <= letters / 2 && !isLeader && !/[,;]$/.test(text);
}

/** Lines of one type that follow each other closely, as those of a long heading do. */
function sameType(page: Page, at: number): PdfLine[] {
  const lines: PdfLine[] = [];
  for (let index = at; index < page.length; index++) {
    const line = page[index];
    const last = lines.at(-1);
    if (!line) break;
    if (last && (typeOf(line) !== typeOf(last) || line.font !== last.font || number.test(line.text))) break;
    if (last && Math.abs(last.y - line.y) > line.size * 1.6) break;
    lines.push(line);
  }
  return lines;
}

/** Drops entries of a table of contents: they have a page number behind them, with or without a rule between. */
function withoutContents(found: readonly Candidate[]): Candidate[] {
  let isWithin = false;
  return found.filter(({ text }) => {
    if (isContents(text)) isWithin = true;
    else if (isWithin) isWithin = /^(?:\d{1,4}|[ivxl]{1,6})$/.test(text.split(' ').at(-1) ?? '');
    return !isWithin || isContents(text);
  });
}

const isPage = (word: string | undefined): boolean => /^\d{1,4}$/.test(word ?? '');

/** Pages that repeat their chapter at an edge have their number beside it. */
function withoutRepeats(found: readonly Candidate[]): Candidate[] {
  const known = new Set(found.map(({ text }) => text));
  return found.filter(({ text }) => {
    const words = text.split(' ');
    const alone = [
      ...(isPage(words[0]) ? [words.slice(1)] : []),
      ...(isPage(words.at(-1)) ? [words.slice(0, -1)] : []),
    ];
    return !alone.some((others) => known.has(others.join(' ')));
  });
}

/** Names and places below a title are in types that come nowhere else. */
function withoutTitlePage(found: readonly Candidate[]): Candidate[] {
  const first = found[0]?.page;
  const largest = Math.min(...found.filter(({ page }) => page === first).map(({ rank }) => rank));
  const elsewhere = new Set(found.filter(({ page }) => page !== first).map(({ rank }) => rank));
  const numbered = new Set(found.filter(({ text }) => number.test(text)).map(({ rank }) => rank));
  let isTitled = false;
  return found.filter(({ page, rank }) => {
    if (page !== first || elsewhere.size === 0 || elsewhere.has(rank) || numbered.has(rank)) return true;
    const isTitle = rank === largest && !isTitled;
    isTitled ||= isTitle;
    return isTitle;
  });
}

function withoutLabels(found: readonly Candidate[]): Candidate[] {
  const counts = new Map<string, number>();
  for (const { text } of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  return found.filter(({ text }) => (counts.get(text) ?? 0) < LABEL);
}

/** By their numbers where they have some, else by the rank of their type. */
function withDepths(found: readonly Candidate[]): PdfHeadings {
  const isRoman = found.some(({ text }) => text.startsWith('I.') && roman.test(text));
  const parts = ({ text }: Candidate): number =>
    number.exec(text)?.[1]?.split('.').length ??
    (isRoman && roman.test(text) ? 1 : isRoman && letter.test(text) ? 2 : 0);
  const isNumbered = found.filter((one) => parts(one) > 0).length >= NUMBERED;
  const ranks = [...new Set(found.map(({ rank }) => rank))].toSorted((a, b) => a - b);
  const depths = new Map<number, number>();
  let deepest = 0;
  for (const rank of ranks) {
    const counted = isNumbered ? found.filter((one) => one.rank === rank && parts(one) > 0).map(parts) : [];
    const least = counted.length > 0 ? Math.min(...counted) : undefined;
    // Headings larger than all numbered ones stand above them.
    const above = Math.max(0, ...[...depths].filter(([one]) => !isOfNumbers(one)).map(([, depth]) => depth));
    deepest = least === undefined ? deepest + 1 : above + least;
    depths.set(rank, deepest);
  }
  const above = Math.max(
    0,
    ...[...depths].filter(([rank]) => rank < firstNumbered()).map(([, depth]) => depth),
  );
  const headings = new Map<PdfLine, { depth: number; lines: readonly PdfLine[] }>();
  for (const [at, one] of found.entries()) {
    const [first] = one.lines;
    if (!first) continue;
    const next = found[at + 1];
    // Nothing is a part of a table of contents.
    const shown = isContents(one.text) && next ? next : one;
    const own = isNumbered && parts(shown) > 0 ? above + parts(shown) : (depths.get(shown.rank) ?? 1);
    headings.set(first, { depth: Math.min(own, DEPTH_MAX), lines: one.lines });
  }
  return headings;

  function isOfNumbers(rank: number): boolean {
    return isNumbered && found.some((one) => one.rank === rank && parts(one) > 0);
  }
  function firstNumbered(): number {
    return ranks.find(isOfNumbers) ?? 0;
  }
}

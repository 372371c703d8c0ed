import type { getDocumentProxy } from 'unpdf';

import { lineText, type PlacedText } from './pdf-line-text.ts';

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

export interface PdfLine {
  text: string;
  /** Type size of most of its characters, in points, rounded to a quarter. */
  size: number;
  /** Height of its baseline above the bottom of the page, in points. */
  y: number;
  /** Name of the font of most of its characters, without the mark of a subset. */
  font: string;
  isOfOneFont: boolean;
  /** Whether it runs up or down the page, as a stamp at its edge does. */
  isTurned: boolean;
  /** Whether there is room between its words as between the cells of a row. */
  isSpread: boolean;
}

/** Cells stand so many type sizes apart, words never. */
const CELL_GAP = 3;

export async function pdfLines(pdf: Pdf): Promise<PdfLine[][]> {
  const pages: PdfLine[][] = [];
  const fonts = new Map<string, string>();
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const texts = items.filter((item) => 'str' in item);
    await nameFonts(
      page,
      texts.map(({ fontName }) => fontName),
      fonts,
    );
    const lines = linesOf(texts, fonts);
    pages.push([...lines, ...(await filledIn(page, lines))]);
    page.cleanup();
  }
  return pages;
}

/** Fonts have their names once a page is ready to be drawn, which takes half as long again: asked for a page with new ones. */
async function nameFonts(page: Page, ids: readonly string[], fonts: Map<string, string>): Promise<void> {
  const unknown = [...new Set(ids)].filter((id) => !fonts.has(id));
  if (unknown.length === 0) return;
  // A page that cannot be drawn may have a text all the same.
  await page.getOperatorList().catch(() => undefined);
  for (const id of unknown) {
    const font: unknown = page.commonObjs.has(id) ? page.commonObjs.get(id) : undefined;
    const name = typeof font === 'object' && font !== null && 'name' in font ? String(font.name) : id;
    fonts.set(id, name.replace(/^[A-Z]{6}\+/, ''));
  }
}

/** Text that was filled into the fields of a form, which is no text of the page. */
async function filledIn(page: Page, [beside]: readonly PdfLine[]): Promise<PdfLine[]> {
  const annotations = (await page.getAnnotations().catch(() => [])) as {
    subtype?: string;
    fieldType?: string;
    fieldValue?: unknown;
    rect?: number[];
    password?: boolean;
    hidden?: boolean;
  }[];
  return annotations.flatMap(({ subtype, fieldType, fieldValue, rect, password, hidden }) => {
    const isFilled = subtype === 'Widget' && fieldType === 'Tx' && typeof fieldValue === 'string';
    const text = isFilled && !password && !hidden ? readable(fieldValue).trim() : '';
    if (text === '') return [];
    const [size, font] = [beside?.size ?? 10, beside?.font ?? ''];
    return { text, size, y: rect?.[1] ?? 0, font, isOfOneFont: true, isTurned: false, isSpread: false };
  });
}

interface TextItem extends PlacedText {
  hasEOL: boolean;
  fontName: string;
}

function linesOf(items: readonly TextItem[], fonts: ReadonlyMap<string, string>): PdfLine[] {
  const lines: PdfLine[] = [];
  let open: TextItem[] = [];
  const close = (): void => {
    const text = readable(lineText(open));
    const drawn = open.filter(({ str }) => str.trim() !== '');
    open = [];
    const [first] = drawn;
    if (!first || text.trim() === '') return;
    const fontOf = ({ fontName }: TextItem): string => fonts.get(fontName) ?? fontName;
    const [font = ''] = mostOf(drawn, fontOf);
    const [size = 0] = mostOf(drawn, ({ height }) => Math.round(height * 4) / 4);
    const isTurned = Math.abs(Number(first.transform[1])) > Math.abs(Number(first.transform[0]));
    const isOfOneFont = drawn.every((item) => fontOf(item) === font);
    const y = Number(first.transform[5]);
    const isSpread = drawn.some((item, at) => at > 0 && gapBefore(drawn, at) > item.height * CELL_GAP);
    lines.push({ text: withoutLeaders(text).trimEnd(), size, y, font, isOfOneFont, isTurned, isSpread });
  };
  for (const item of items) {
    const before = open.findLast(({ str }) => str.trim() !== '');
    if (before && item.str.trim() !== '') {
      if (isOfOtherLine(before, item)) close();
      else if (isSetBack(before, item)) open.push({ ...item, str: ' ' });
    }
    open.push(item);
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

/** Baselines so many type sizes apart are those of two lines, where the file does not say that a line ends. */
const LINE_GAP = 1.5;

/**
 * How far one item stands from another along their line and across it, in points; null where they run in different directions or
 * from right to left, whose order is another.
 */
function stepBetween(before: TextItem, item: TextItem): { along: number; across: number } | null {
  const [x, y] = directionOf(item);
  const [otherX, otherY] = directionOf(before);
  if (before.dir !== 'ltr' || item.dir !== 'ltr' || x * otherX + y * otherY < 0.99) return null;
  const right = Number(item.transform[4]) - Number(before.transform[4]);
  const up = Number(item.transform[5]) - Number(before.transform[5]);
  return { along: right * x + up * y, across: up * x - right * y };
}

function directionOf({ transform }: TextItem): [number, number] {
  const [x, y] = [Number(transform[0]), Number(transform[1])];
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

function isOfOtherLine(before: TextItem, item: TextItem): boolean {
  const step = stepBetween(before, item);
  return step !== null && Math.abs(step.across) > Math.max(before.height, item.height) * LINE_GAP;
}

/** Whether it stands before what was drawn first, as cells of a row may: they are words apart, which an accent is not. */
function isSetBack(before: TextItem, item: TextItem): boolean {
  const step = stepBetween(before, item);
  return step !== null && step.along + item.width < 0 && step.along < -before.height / 2;
}

/** Room before one of the items of a line, none behind a number that counts a heading. */
function gapBefore(items: readonly TextItem[], at: number): number {
  const [before, item] = [items[at - 1], items[at]];
  if (!before || !item || (at === 1 && /^[\dIVX.]+$/.test(before.str.trim()))) return 0;
  return Number(item.transform[4]) - Number(before.transform[4]) - before.width;
}

/** Kinds by the number of characters that have them, the most first. */
function mostOf<Kind>(items: readonly TextItem[], kindOf: (item: TextItem) => Kind): Kind[] {
  const lengths = new Map<Kind, number>();
  for (const item of items) lengths.set(kindOf(item), (lengths.get(kindOf(item)) ?? 0) + item.str.length);
  return [...lengths].toSorted((a, b) => b[1] - a[1]).map(([kind]) => kind);
}

/** Dots that lead from a title to its page fill a memory and say nothing. */
const withoutLeaders = (text: string): string => text.replaceAll(/(?: ?\.){5,} ?/g, ' … ');

/** Fonts without a Unicode table leave NULs and half pairs behind, which no memory may hold (decision 6). */
export const readable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

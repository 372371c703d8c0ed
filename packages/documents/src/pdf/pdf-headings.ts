import type { Pdf, PdfLine } from './pdf-lines.ts';

/** Lines that are a heading, by the first of them. */
export type PdfHeadings = ReadonlyMap<PdfLine, { depth: number; lines: readonly PdfLine[] }>;

type Page = readonly PdfLine[];
type Outline = Awaited<ReturnType<Pdf['getOutline']>>;

/** Type that is so much larger than that of the text is a heading's. */
const LARGER = 1.1;

/** More of a document than this is no heading, whatever its size. */
const SHARE_MAX = 0.2;

const HEADING_LENGTH = 200;
const ENTRIES_MAX = 5_000;
const DEPTH_MAX = 6;

/** Headings by the outline of a PDF, or where it has none, or none that is found, by the size of their type. */
export async function pdfHeadings(pdf: Pdf, pages: readonly Page[]): Promise<PdfHeadings> {
  const outlined = await byOutline(pdf, pages);
  return outlined.size > 0 ? outlined : bySize(pages);
}

async function byOutline(pdf: Pdf, pages: readonly Page[]): Promise<PdfHeadings> {
  const headings = new Map<PdfLine, { depth: number; lines: readonly PdfLine[] }>();
  // A damaged outline is none.
  const outline = await pdf.getOutline().catch(() => null);
  const entries = [...entriesOf(outline ?? [], 1)].slice(0, ENTRIES_MAX);
  for (const { title, depth, dest } of entries) {
    const page = await pageOf(pdf, dest);
    const lines = page === undefined ? undefined : findTitle(pages[page] ?? [], title);
    const [first] = lines ?? [];
    if (first && lines && !headings.has(first))
      headings.set(first, { depth: Math.min(depth, DEPTH_MAX), lines });
  }
  return headings;
}

function* entriesOf(
  nodes: Outline,
  depth: number,
): Generator<{ title: string; depth: number; dest: unknown }, void, undefined> {
  // An outline may be nested by one who wants to exhaust the stack.
  if (depth > 20) return;
  for (const { title, dest, items } of nodes) {
    yield { title, depth, dest };
    yield* entriesOf(items as Outline, depth + 1);
  }
}

/** Index of the page that an entry leads to. */
async function pageOf(pdf: Pdf, dest: unknown): Promise<number | undefined> {
  try {
    const target: unknown = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    if (!Array.isArray(target)) return undefined;
    const [page] = target as [unknown];
    if (typeof page === 'number') return page;
    return await pdf.getPageIndex(page as Parameters<Pdf['getPageIndex']>[0]);
  } catch {
    return undefined;
  }
}

/** The line, or the two or three, that are an entry's title; numbers may stand before it on the page or in the outline alone. */
function findTitle(page: Page, title: string): PdfLine[] | undefined {
  const wanted = lettersOf(title);
  if (wanted === '') return undefined;
  let best: PdfLine[] | undefined;
  for (let from = 0; from < page.length; from++)
    for (let count = 1; count <= 3; count++) {
      const lines = page.slice(from, from + count);
      const text = lines.map((line) => line.text).join(' ');
      if (text.length > HEADING_LENGTH) break;
      if (lettersOf(text) !== wanted) continue;
      // The title may also stand in a table of contents or a sentence: the largest type is the heading.
      if (!best || (lines[0]?.size ?? 0) > (best[0]?.size ?? 0)) best = lines;
    }
  return best;
}

/** The letters alone: numbers and blanks differ between outline and page. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '') || text.replaceAll(/\s/g, '');

function bySize(pages: readonly Page[]): PdfHeadings {
  const lengths = new Map<number, number>();
  for (const { size, text } of pages.flat()) lengths.set(size, (lengths.get(size) ?? 0) + text.length);
  const total = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  const [[body] = [0]] = [...lengths].toSorted((a, b) => b[1] - a[1]);
  const sizes = [...lengths.keys()].filter((size) => size >= body * LARGER).toSorted((a, b) => b - a);
  const larger = sizes.reduce((sum, size) => sum + (lengths.get(size) ?? 0), 0);
  const headings = new Map<PdfLine, { depth: number; lines: readonly PdfLine[] }>();
  if (body === 0 || larger > total * SHARE_MAX) return headings;
  for (const page of pages) {
    for (let at = 0; at < page.length;) {
      const lines = sameSize(page, at);
      const [first] = lines;
      at += Math.max(1, lines.length);
      const depth = first ? sizes.indexOf(first.size) + 1 : 0;
      const text = lines.map((line) => line.text).join(' ');
      if (!first || depth === 0 || text.length > HEADING_LENGTH || !/\p{L}/u.test(text)) continue;
      // Nothing is a part of a table of contents.
      const isContents = /^(?:table of )?contents$/iu.test(text.trim());
      headings.set(first, { depth: isContents ? DEPTH_MAX : Math.min(depth, DEPTH_MAX), lines });
    }
  }
  return withoutLabels(headings);
}

/** A document in which a larger line comes so often is a form, and the line a label of its fields. */
const LABEL = 4;

function withoutLabels(headings: PdfHeadings): PdfHeadings {
  const textOf = (lines: readonly PdfLine[]) => lines.map((line) => line.text).join(' ');
  const counts = new Map<string, number>();
  for (const { lines } of headings.values()) counts.set(textOf(lines), (counts.get(textOf(lines)) ?? 0) + 1);
  return new Map([...headings].filter(([, { lines }]) => (counts.get(textOf(lines)) ?? 0) < LABEL));
}

/** Lines of one size that follow each other closely, as those of a long heading do. */
function sameSize(page: Page, at: number): PdfLine[] {
  const lines: PdfLine[] = [];
  for (let index = at; index < page.length; index++) {
    const line = page[index];
    const last = lines.at(-1);
    if (!line || (last && (line.size !== last.size || Math.abs(last.y - line.y) > line.size * 1.6))) break;
    lines.push(line);
  }
  return lines;
}

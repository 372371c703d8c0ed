import { headingsByType, isContents, type PdfHeadings } from './headings-by-type.ts';
import type { Pdf, PdfLine } from './pdf-lines.ts';

type Page = readonly PdfLine[];
type Outline = Awaited<ReturnType<Pdf['getOutline']>>;

const HEADING_LENGTH = 200;
const ENTRIES_MAX = 5_000;
const DEPTH_MAX = 6;

export async function pdfHeadings(pdf: Pdf, pages: readonly Page[]): Promise<PdfHeadings> {
  const outlined = await byOutline(pdf, pages);
  return outlined.size > 0 ? withContents(outlined, pages) : headingsByType(pages);
}

/** Outlines leave the table of contents out, which else would belong to what stands before it. */
function withContents(outlined: PdfHeadings, pages: readonly Page[]): PdfHeadings {
  const contents = pages.flat().find(({ text }) => isContents(text));
  return !contents || outlined.has(contents)
    ? outlined
    : new Map([...outlined, [contents, { depth: 1, lines: [contents] }]]);
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

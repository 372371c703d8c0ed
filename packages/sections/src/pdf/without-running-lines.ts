import type { PdfLine } from './pdf-lines.ts';

/** Lines at the edge of a page that may be running headers or footers. */
const EDGE_LINES = 2;

/** Seen at the edges of so many pages, a line is no text of its own. */
const REPEATED = 3;

const pageNumber = /^(?:page )?(?:\d{1,4}|[ivxlc]{1,7})(?:(?: of | ?\/ ?)\d{1,4})?$/;

const isPageNumber = (text: string): boolean =>
  text.length < 40 &&
  pageNumber.test(
    text
      .toLowerCase()
      .replaceAll(/[^a-z\d/]+/g, ' ')
      .trim(),
  );

/** The lines of each page but for page numbers, and for headers and footers that many pages repeat. */
export function withoutRunningLines(pages: readonly (readonly PdfLine[])[]): PdfLine[][] {
  if (pages.length < 2) return pages.map((page) => [...page]);
  const edges = pages.map(edgesOf);
  const seen = new Map<string, number>();
  for (const lines of edges)
    for (const key of new Set([...lines].map(keyOf))) seen.set(key, (seen.get(key) ?? 0) + 1);
  return pages.map((page, index) =>
    page.filter((line) => {
      if (!edges[index]?.has(line)) return true;
      return !isPageNumber(line.text) && (seen.get(keyOf(line)) ?? 0) < REPEATED;
    }),
  );
}

function edgesOf(page: readonly PdfLine[]): Set<PdfLine> {
  const byHeight = page.toSorted((a, b) => b.y - a.y);
  return new Set([...byHeight.slice(0, EDGE_LINES), ...byHeight.slice(-EDGE_LINES)]);
}

/** More numbers than that of a page and how many there are make a row of a table. */
const NUMBERS = 2;

/** The same on every page, whatever its number, and at the same height. A number with a point or comma counts no pages. */
const keyOf = ({ text, y }: PdfLine): string => {
  const numbers = /(?<![\d.,])\d+(?![.,]?\d)/gu;
  const isRow = (text.match(/\d+/gu) ?? []).length > NUMBERS;
  return `${Math.round(y / 3)} ${(isRow ? text : text.replaceAll(numbers, '#')).trim()}`;
};

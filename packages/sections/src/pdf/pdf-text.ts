import type { PdfLine } from './pdf-lines.ts';

const hyphens: ReadonlySet<string> = new Set(['-', '\u00AD', '\u2010']);

/**
 * Puts words together that lines of a page were cut in, on the line where they begin. The hyphen stays in a word that the
 * document has with it elsewhere, and not without.
 */
export function joinHyphenated(pages: readonly (readonly PdfLine[])[]): PdfLine[][] {
  const known = wordsOf(pages);
  return pages.map((page) => {
    const lines = page.map((line) => ({ ...line }));
    for (const [at, line] of lines.entries()) {
      const next = lines[at + 1];
      const first = next?.size === line.size ? cutWord(line.text) : '';
      const second = /^\p{Ll}+/u.exec(next?.text.trimStart() ?? '')?.[0] ?? '';
      if (!next || first === '' || second === '') continue;
      const isCompound = known.has(`${first}-${second}`) && !known.has(`${first}${second}`);
      const [taken = '', ...others] = next.text.trimStart().split(' ');
      line.text = `${isCompound ? line.text : line.text.slice(0, -1)}${taken}`;
      next.text = others.join(' ');
    }
    return lines.filter(({ text }) => text.trim() !== '');
  });
}

/** The letters that stand before a hyphen at the end of a line, in small letters; empty where they are no part of a word. */
function cutWord(line: string): string {
  if (!hyphens.has(line.at(-1) ?? '')) return '';
  const word = line.slice(line.lastIndexOf(' ') + 1, -1);
  const letters = word.split(/[^\p{L}]/u).at(-1) ?? '';
  // `--force` and `x86-` are no words that were cut.
  return letters.length > 1 && !/[\p{N}-]/u.test(word.slice(0, -letters.length).at(-1) ?? '')
    ? letters.toLowerCase()
    : '';
}

/** Words, with and without hyphens in them. */
function wordsOf(pages: readonly (readonly PdfLine[])[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { text } of pages.flat())
    for (const word of text.toLowerCase().split(/[^\p{L}-]/u)) words.add(word);
  return words;
}

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

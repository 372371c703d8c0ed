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

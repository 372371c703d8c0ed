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

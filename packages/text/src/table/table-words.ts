/** Runs of Chinese characters, and runs of all other letters and digits. */
const RUNS = /[\u4e00-\u9fff]+|(?:(?![\u4e00-\u9fff])[\p{L}\p{M}0-9])+/gu;

const UPPER = 'A-ZÀ-ÖØ-ÞŒ';
const LOWER = 'a-zß-öø-ÿœ';
const WESTERN = new RegExp(`^[${UPPER}${LOWER}0-9]+$`, 'u');

/** The words of an identifier: `HTTPServer`, `parseURL2`, `v2`. */
const PARTS = new RegExp(
  `[${UPPER}]+(?=[${UPPER}][${LOWER}])|[${UPPER}]?[${LOWER}][${LOWER}0-9]*|[${UPPER}][${UPPER}0-9]*|[0-9]+`,
  'gu',
);

/**
 * The words of a text as the table was trained on them, in order: identifiers by their parts, in lower case; of Chinese
 * each character and each pair of neighbours; of other scripts what stands between spaces and signs.
 * @param max words; what follows is not read
 */
export function tableWords(text: string, max: number): string[] {
  const words: string[] = [];
  for (const [run] of text.normalize('NFKC').matchAll(RUNS)) {
    if (words.length >= max) break;
    if (run >= '\u4e00' && run < '\ua000') words.push(...run.split(''), ...pairsOf(run));
    else if (WESTERN.test(run)) for (const part of run.match(PARTS) ?? []) words.push(part.toLowerCase());
    else words.push(run.toLowerCase());
  }
  return words.slice(0, max);
}

const pairsOf = (run: string): string[] =>
  Array.from({ length: run.length - 1 }, (_, i) => run.slice(i, i + 2));

/** A line that opens more quotations, lists and footnotes than a person would: the parser takes the square of their number. */
const manyContainers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\s]{1,99}\]:)){100,}/gm;

/** A row of more cells than anybody reads; the parser of tables takes the square of their number. */
const manyCells = /^(?:[^|\n\r\u2028\u2029]*\|){1000}.*$/gm;

/** Lines of one paragraph, which may go on inside of a quotation or an item: the parser opens those anew for each. */
const PARAGRAPH_LINES_MAX = 1_000;
const proseLine = /^\p{L}[^|]*$/u;

/**
 * The text without the structure that nobody means and that a parser takes minutes for: such marks become letters, such
 * lines one line. It has the same length, so that places found in it are places of the text.
 */
export function boundLines(markdown: string): string {
  const plain = markdown.replaceAll(manyContainers, (marks) => 'x'.repeat(marks.length));
  return joinParagraphs(plain).replaceAll(manyCells, (line) => line.replaceAll('|', 'x'));
}

/** Runs of more lines of prose than a paragraph has, each as one line. */
function joinParagraphs(markdown: string): string {
  const lines = markdown.split('\n');
  const last = lines.length - 1;
  const ends = lines.map(() => '\n');
  let start = 0;
  for (const [index, line] of lines.entries()) {
    if (index < last && proseLine.test(line)) continue;
    if (index - start >= PARAGRAPH_LINES_MAX) ends.fill(' ', start, index - 1);
    start = index + 1;
  }
  ends[last] = '';
  return lines.map((line, index) => `${line}${ends[index]}`).join('');
}

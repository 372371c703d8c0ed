/** A line that opens more quotations and lists than a person would: the parser takes the square of their number. */
const manyContainers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){100,}/gm;

/** A row of more cells than anybody reads; the parser of tables takes the square of their number. */
const manyCells = /^(?:[^|\n]*\|){1000}.*$/gm;

/** Lines of one paragraph, which may go on inside of a quotation or an item: the parser opens those anew for each. */
const manyLines = /(?:^\p{L}[^|\n]*\n){1000,}/gmu;

/**
 * The text without the structure that nobody means and that a parser takes minutes for: such marks become letters, such
 * lines one line. It has the same length, so that places found in it are places of the text.
 */
export function boundLines(markdown: string): string {
  return markdown
    .replaceAll(manyContainers, (marks) => 'x'.repeat(marks.length))
    .replaceAll(manyLines, (lines) => `${lines.slice(0, -1).replaceAll('\n', ' ')}\n`)
    .replaceAll(manyCells, (line) => line.replaceAll('|', 'x'));
}

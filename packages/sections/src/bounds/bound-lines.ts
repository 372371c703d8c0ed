/** A line that opens more quotations, lists and footnotes than a person would: the parser takes the square of their number. */
const manyContainers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\s]{1,99}\]:)){100,}/gm;

/** A row of more cells than anybody reads; the parser of tables takes the square of their number. */
const manyCells = /^(?:[^|\n\r\u2028\u2029]*\|){1000}.*$/gm;

/**
 * Lines on end that none is blank of, a heading, a fence or HTML. The parser looks through all of a table, list or quotation
 * again for each line of it, 1 ms for the 12,000th: there are at most 50 such lines, and as many more as it takes.
 */
const RUN_LINES_MAX = 1_000;
const KEPT_LINES = 50;
const JOINED_LINES = 256;
const endsRun = /^[ \t]*(?:$|#{1,6}(?:[ \t]|$)|`{3}|~{3}|<|=+[ \t]*$|-+[ \t]*$)/;
const leadingMarks = /^[^\p{L}\p{N}]+/u;

/**
 * The text without the structure that nobody means and that a parser takes minutes for: such marks become letters, such
 * lines one line. It has the same length, so that places found in it are places of the text.
 */
export function boundLines(markdown: string): string {
  const plain = markdown.replaceAll(manyContainers, (marks) => 'x'.repeat(marks.length));
  return joinRuns(plain).replaceAll(manyCells, (line) => line.replaceAll('|', 'x'));
}

/** Of runs of more lines than people write, all but the first are joined, some at a time. */
function joinRuns(markdown: string): string {
  const lines = markdown.split('\n');
  let start = 0;
  const joined: string[] = [];
  for (let index = 0; index <= lines.length; index += 1) {
    const line = lines[index]?.trimEnd();
    if (line !== undefined && !endsRun.test(line)) continue;
    const run = lines.slice(start, index);
    for (const each of run.length > RUN_LINES_MAX ? joinLines(run) : run) joined.push(each);
    if (index < lines.length) joined.push(lines[index] ?? '');
    start = index + 1;
  }
  return joined.join('\n');
}

function joinLines(run: readonly string[]): string[] {
  const joined = run.slice(0, KEPT_LINES);
  for (let from = KEPT_LINES; from < run.length; from += JOINED_LINES)
    joined.push(
      run
        .slice(from, from + JOINED_LINES)
        .map((line, place) =>
          place === 0 ? line : line.replace(leadingMarks, (marks) => 'x'.repeat(marks.length)),
        )
        .join(' ')
        .replaceAll('\r', ' ')
        .replaceAll('|', 'x'),
    );
  return joined;
}

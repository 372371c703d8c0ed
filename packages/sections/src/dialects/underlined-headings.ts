import { isBlank, type Line, type LineHeading } from './dialect.ts';

/** A title longer than this is a sentence, in UTF-16 units. */
const titleMax = 200;
const ruleMax = 1_000;

/**
 * Finds headings that are underlined, or ruled on both sides, with one mark: the first kind of line in the document is its
 * outermost, and so on.
 * @param least of the title's length that its line has
 */
export function underlinedHeadings(least: number) {
  const kinds: string[] = [];
  const depthOf = (kind: string): number => {
    if (!kinds.includes(kind)) kinds.push(kind);
    return kinds.indexOf(kind) + 1;
  };
  return (lines: readonly Line[], at: number): LineHeading | undefined => {
    const over = markOf(lines[at]);
    const titleAt = over === undefined ? at : at + 1;
    const title = lines[titleAt]?.text.trim() ?? '';
    const under = markOf(lines[titleAt + 1]);
    if (title.length > titleMax || !/[\p{L}\p{N}]/u.test(title) || markOf(lines[titleAt]) !== undefined)
      return undefined;
    if (under === undefined || (over !== undefined && over !== under)) return undefined;
    if (over === undefined && /^\s/.test(lines[titleAt]?.text ?? '')) return undefined;
    if ((lines[titleAt + 1]?.text.trimEnd().length ?? 0) < title.length * least) return undefined;
    // Between two rules without a blank line stands a table, or a line of one.
    if (over === undefined && !isBlank(lines[at - 1]) && markOf(lines[at - 1]) !== undefined && at > 0)
      return undefined;
    return { depth: depthOf(`${over ?? ''}${under}`), text: title, lines: over === undefined ? 2 : 3 };
  };
}

/** The mark of a line that holds it three times or more and nothing else. */
export function markOf(line: Line | undefined): string | undefined {
  const text = line?.text.trimEnd() ?? '';
  const [mark = ''] = text;
  if (text.length < 3 || text.length > ruleMax || !/[!-/:-@[-`{-~]/.test(mark)) return undefined;
  return text === mark.repeat(text.length) ? mark : undefined;
}

export interface Line {
  /** Offset in UTF-16 units. */
  readonly start: number;
  /** Without its end. */
  readonly text: string;
}

export interface LineHeading {
  /** From 1. */
  readonly depth: number;
  readonly text: string;
  /** How many lines it takes. */
  readonly lines: number;
}

/** What tells headings and blocks apart in a text that is written in lines. It may count on being asked from the top down. */
export interface Dialect {
  /** The heading that begins with a line, which stands at the top, behind a blank line or behind a heading. */
  headingAt(lines: readonly Line[], at: number): LineHeading | undefined;
  /** How many lines the block takes that begins there, and whether it is code or a table, which stays whole. */
  blockAt(lines: readonly Line[], at: number): { lines: number; whole: boolean };
}

export const isBlank = (line: Line | undefined): boolean => line === undefined || line.text.trim() === '';

/** How many lines follow each other from there without a blank one. */
export function paragraphLength(lines: readonly Line[], at: number): number {
  let end = at;
  while (end < lines.length && !isBlank(lines[end])) end += 1;
  return Math.max(1, end - at);
}

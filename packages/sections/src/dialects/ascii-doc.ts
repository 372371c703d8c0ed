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
  readonly lines: number;
}

/** A reader of headings and blocks in a text that is written in lines. It may count on being asked from the top down. */
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

const blockMarks = '-=.*_+/';
const tableMarks: ReadonlySet<string> = new Set(['|===', ',===', ':===', '!===', '--']);

const heading = /^(={1,6}|#{1,6})\s+(\S.*)$/;
const underlines = '=-~^+';

export function asciiDoc(): Dialect {
  return {
    headingAt(lines, at) {
      // Anchors and comments stand right above what they belong to.
      let first = at;
      while (first < at + 5 && isAttributeLine(lines[first]?.text.trimEnd() ?? '')) first += 1;
      const found = headingOf(lines, first);
      return found && { ...found, lines: found.lines + first - at };
    },
    blockAt(lines, at) {
      let end = at;
      let whole = false;
      let open: string | undefined;
      for (; end < lines.length; end++) {
        const text = lines[end]?.text.trimEnd() ?? '';
        if (open === undefined && isBlank(lines[end])) break;
        if (open === undefined && end > at && heading.test(text)) break;
        const closing = open === undefined ? closingOf(text) : undefined;
        if (closing !== undefined) {
          open = closing;
          whole = true;
        } else if (text === open) open = undefined;
      }
      // A block that nothing closes is no block.
      return open === undefined ? { lines: end - at, whole } : { lines: 1, whole: false };
    },
  };
}

function headingOf(lines: readonly Line[], at: number): LineHeading | undefined {
  const line = lines[at]?.text.trimEnd() ?? '';
  const match = heading.exec(line);
  if (match?.[1] && match[2])
    return { depth: match[1].length, text: withoutMarks(withoutClosing(match[2])), lines: 1 };
  const under = lines[at + 1]?.text.trimEnd() ?? '';
  const depth = underlines.indexOf(under[0] ?? ' ') + 1;
  const isRule = depth > 0 && under.length >= 4 && under === under[0]?.repeat(under.length);
  if (!isRule || !/^[\p{L}\p{N}]/u.test(line) || Math.abs(under.length - line.length) > 1) return undefined;
  return { depth, text: withoutMarks(line), lines: 2 };
}

/** A heading may be closed by its marks. */
function withoutClosing(title: string): string {
  const space = title.lastIndexOf(' ');
  return (/^[=#]+$/.test(title.slice(space + 1)) ? title.slice(0, Math.max(0, space)) : title).trim();
}

/** A title as it is shown: without an anchor before it, and without the marks of code. */
function withoutMarks(title: string): string {
  const anchor = title.startsWith('[[') ? title.indexOf(']]') + 2 : 0;
  return (anchor > 1 ? title.slice(anchor) : title).replaceAll('`', '').trim() || title;
}

/** An anchor, the attributes of a block, or a comment. */
const isAttributeLine = (text: string): boolean =>
  (text.startsWith('[') && text.endsWith(']')) || (text.startsWith('//') && !text.startsWith('///'));

/** The line that closes the block which a line opens; undefined when it opens none. */
function closingOf(text: string): string | undefined {
  const [mark = ''] = text;
  if (tableMarks.has(text)) return text;
  if (text.startsWith('```')) return '```';
  return text.length >= 4 && blockMarks.includes(mark) && text === mark.repeat(text.length)
    ? text
    : undefined;
}

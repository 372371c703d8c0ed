import { isBlank, type Dialect, type Line, type LineHeading } from './dialect.ts';

const blockMarks = '-=.*_+/';
const tableMarks: ReadonlySet<string> = new Set(['|===', ',===', ':===', '!===', '--']);

const heading = /^(={1,6}|#{1,6})\s+(\S.*)$/;
const underlines = '=-~^+';

/** AsciiDoc: headings begin with equals signs, or are underlined as in its older form. */
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

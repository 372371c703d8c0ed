import { isBlank, paragraphLength, type Dialect, type Line, underlinedHeadings } from './ascii-doc.ts';

/** reStructuredText: underlined headings, and blocks that a directive or two colons open and their indentation holds together. */
export function restructuredText(): Dialect {
  const underlined = underlinedHeadings(0.8);
  return {
    headingAt(lines, at) {
      const heading = underlined(lines, at);
      return heading && { ...heading, text: withoutRoles(heading.text) };
    },
    blockAt(lines, at) {
      const paragraph = paragraphLength(lines, at);
      const opensBlock =
        /^\s*\.\. /.test(lines[at]?.text ?? '') || /::\s*$/.test(lines[at + paragraph - 1]?.text ?? '');
      if (!opensBlock) return { lines: paragraph, whole: isTable(lines[at]) };
      return { lines: indentedUpTo(lines, at + paragraph, indentOf(lines[at])) - at, whole: true };
    },
  };
}

const indentOf = (line: Line | undefined): number => line?.text.search(/\S/) ?? 0;

const isTable = (line: Line | undefined): boolean => /^\s*(?:\+[-=+]{3,}|={3,} +=)/.test(line?.text ?? '');

/** The end of the lines that stand further in, blank ones between them included. */
function indentedUpTo(lines: readonly Line[], from: number, indent: number): number {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    if (isBlank(lines[at])) continue;
    if (indentOf(lines[at]) <= indent) break;
    end = at + 1;
  }
  return end;
}

/** A title as it is shown: ``x`` and :func:`x` are x. */
function withoutRoles(title: string): string {
  return (
    title
      .split('`')
      // A role stands right before what it is the role of.
      .map((part) => {
        const word = part.slice(part.lastIndexOf(' ') + 1);
        return word.length > 2 && word.startsWith(':') && word.endsWith(':')
          ? part.slice(0, -word.length)
          : part;
      })
      .join('`')
      .replaceAll(/`+_{0,2}/g, '')
      .replaceAll('**', '')
      .trim()
  );
}

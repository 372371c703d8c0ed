import { withoutEnd } from '@memory/text/without-end';

/** Code points: a first line may be a whole paragraph. */
const TITLE_LENGTH = 120;

/** What is looked at of a line, in UTF-16 units: the marks that close a heading cost the square of the blanks before them. */
const LINE_MAX = 1_000;

/**
 * The first heading of a Markdown text, or its first line: the same document keeps its title, and so its identity, and
 * two documents do not replace each other for want of one. Empty when the text is blank.
 */
export function titleOfContent(content: string): string {
  const heading = /^ {0,3}#{1,6}[ \t]+(\S.*)$/mu.exec(content)?.[1]?.slice(0, LINE_MAX);
  const title =
    heading === undefined ? (/\S.*/u.exec(content)?.[0].slice(0, LINE_MAX) ?? '') : withoutClosing(heading);
  return Array.from(title.trim()).slice(0, TITLE_LENGTH).join('');
}

/** A heading may be closed by number signs, which are none of its text when blanks stand before them. */
function withoutClosing(heading: string): string {
  const words = withoutEnd(heading, ' \t');
  const open = withoutEnd(words, '#');
  return open === words || /[ \t]$/u.test(open) ? open : words;
}

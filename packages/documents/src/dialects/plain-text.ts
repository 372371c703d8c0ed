import { isBlank, paragraphLength, type Dialect, type Line, type LineHeading } from './dialect.ts';
import { underlinedHeadings } from './underlined-headings.ts';

/** `4.12. Generated files`, `Appendix B. Notes`; a line that ends as a sentence does is an item of a list. */
const numbered =
  /^(?:(\d{1,3}(?:\.\d{1,3}){0,5})\.?|(?:Appendix|APPENDIX) [A-Z]\.?|[A-Z](?:\.\d{1,3}){1,5}\.?)\s{1,4}(\p{Lu}|\p{N}|[`"'(]|\p{Lo}|\p{Ll})/u;
const lineMax = 120;

/** Text as people write it without any marks: headings are underlined or numbered. */
export function plainText(): Dialect {
  const underlined = underlinedHeadings(0.6);
  return {
    headingAt: (lines, at) => underlined(lines, at) ?? numberedHeading(lines, at),
    blockAt: (lines, at) => ({ lines: paragraphLength(lines, at), whole: false }),
  };
}

function numberedHeading(lines: readonly Line[], at: number): LineHeading | undefined {
  const line = lines[at]?.text.trimEnd() ?? '';
  if (line.length > lineMax || !isBlank(lines[at + 1])) return undefined;
  const match = numbered.exec(line);
  // Leaders and a page number behind them: a line of a table of contents.
  if (!match || /[.,;:!?]$/.test(line) || /\.{3,}|(?:\. ){3,}/.test(line)) return undefined;
  const number = match[1];
  // One number alone also counts the items of a list, which begin small as often as not.
  if (number !== undefined && !number.includes('.') && !/[\p{Lu}\p{Lo}]/u.test(match[2] ?? ''))
    return undefined;
  const depth = number?.split('.').length ?? (line.split(/\s/, 1)[0]?.match(/\.\d/g)?.length ?? 0) + 1;
  return { depth, text: line.replaceAll(/\s+/g, ' '), lines: 1 };
}

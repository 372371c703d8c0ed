import type { Heading, Root } from 'mdast';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { toString } from 'mdast-util-to-string';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified, type Processor } from 'unified';
import { visit } from 'unist-util-visit';
import { truncate } from '../bounds/code-points.ts';
import { parseInPieces } from '../parse-in-pieces.ts';
import { headingText } from './heading-text.ts';

/** Inline markup is read of a heading up to this length, in UTF-16 units, and shown of it up to the second, in code points. */
const markupMax = 1_000;
const shownMax = 200;

/** Inline constructs of CommonMark and footnotes: which block a line belongs to never depends on them. */
const inlineConstructs = [
  'attention',
  'autolink',
  'characterEscape',
  'characterReference',
  'codeText',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
  'hardBreakEscape',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
];

/**
 * Only what decides where a block begins and ends: of GFM its tables and footnotes, and nothing inline. On 500 README
 * files this took two thirds of the time of all of GFM (1.5 against 0.95 MB/s) and found the same blocks; it also
 * leaves out the constructs that take quadratic time on hostile text.
 */
function blocksOnly(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    gfmTable(),
    gfmFootnote(),
    { disable: { null: inlineConstructs } },
  ];
  data.fromMarkdownExtensions = [
    ...(data.fromMarkdownExtensions ?? []),
    gfmTableFromMarkdown(),
    gfmFootnoteFromMarkdown(),
  ];
}

const blockParser = unified()
  .use(remarkParse)
  .use(remarkFrontmatter, ['yaml', 'toml'])
  .use(blocksOnly)
  .freeze();
const inlineParser = unified().use(remarkParse).use(remarkGfm).freeze();

const blockConstructs = [
  'blockQuote',
  'codeFenced',
  'codeIndented',
  'definition',
  'headingAtx',
  'htmlFlow',
  'list',
  'setextUnderline',
  'thematicBreak',
];

const lineParser = unified()
  .use(remarkParse)
  .use(function inlineOnly(this: Processor): void {
    const data = this.data();
    data.micromarkExtensions = [{ disable: { null: blockConstructs } }];
  })
  .freeze();

export function parseBlocks(markdown: string): Root {
  return parseInPieces(boundLines(markdown), (text) => blockParser.parse(text));
}

/** A heading of these blocks as readers see it: no markup, one line. */
export function readHeading(heading: Heading, source: string): string {
  const text = toString(heading);
  // Most headings hold no markup and need no second parse.
  if (!/[\\`*_~[\]<&!]/.test(text)) return truncate(headingText(text.slice(0, markupMax)), shownMax);
  const { start, end } = heading.position ?? {};
  const written = source.slice(start?.offset, end?.offset);
  const read = written.length > markupMax ? beginningOf(written) : written;
  return truncate(headingText(toString(inlineParser.parse(read), { includeHtml: false })), shownMax);
}

/** Without a link that would be cut and show where it leads. */
function beginningOf(heading: string): string {
  const beginning = heading.slice(0, markupMax).toWellFormed();
  const open = beginning.lastIndexOf('[');
  return open > 0 && !beginning.includes(')', open) ? beginning.slice(0, open) : beginning;
}

/** A piece of a paragraph as readers see it: no inline markup. Its lines stay lines, and marks of blocks are text. */
export function readInline(markdown: string): string {
  const tree = lineParser.parse(markdown);
  visit(tree, 'break', (_, index, parent) => {
    if (parent && index !== undefined) parent.children[index] = { type: 'text', value: '\n' };
  });
  return toString(tree, { includeHtml: false });
}

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
function boundLines(markdown: string): string {
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

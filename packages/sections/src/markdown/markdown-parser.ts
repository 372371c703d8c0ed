import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { toString } from 'mdast-util-to-string';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { Heading, Root } from 'mdast';
import type { Processor } from 'unified';

import { boundLines } from '../bounds/bound-lines.ts';
import { truncate } from '../bounds/code-points.ts';
import { headingText } from './heading-text.ts';
import { parseInPieces } from '../parse-in-pieces.ts';

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

/** Constructs of CommonMark that begin a block. */
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

/** Blocks of a Markdown document with their positions; inline markup stays as text. */
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

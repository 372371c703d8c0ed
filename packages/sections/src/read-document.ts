import type { Paragraph, RootContent } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { parse } from 'yaml';
import { countCodePoints } from './bounds/code-points.ts';
import { decodeText } from './decode-text.ts';
import { detectFormat, type DocumentFormat } from './detect-format.ts';
import { withoutRunningLines } from './dialects/plain-text.ts';
import { DocumentError } from './document-error.ts';
import { lineUnits } from './markdown/line-units.ts';
import { parseBlocks, readHeading } from './markdown/markdown-parser.ts';

/** How far into a document a title is looked for, and how much text may stand before it, in UTF-16 units. */
const titleReach = 16_384;
const titleWithin = 2_000;
/** A text says what it is at once. */
const titleWithinText = 600;
/** Behind a paragraph a heading names a document if it is a top one and no other stands beside it. */
const titleWithinSiblings = 100;
const openingMax = 90;
const shownMax = 200;

export type ReadableDocument = ({ bytes: Uint8Array } | { text: string }) & {
  /** Name with extension; folders before it do not matter. */
  filename?: string;
  contentType?: string;
  format?: DocumentFormat;
};

export type TextFormat = 'markdown' | 'text' | 'rst' | 'asciidoc';

export interface ReadDocument {
  /** Title by the document itself (front matter, properties, first heading of any depth), else its file name without folders. */
  title: string | undefined;
  format: DocumentFormat;
  /** Form of `text`: pages, Word files, notebooks and interfaces become Markdown, and so do PDFs that have headings. */
  textFormat: TextFormat;
  /** Not blank; what is a text format itself is verbatim but for a byte order mark. */
  text: string;
  /** From the front matter of Markdown, within the limits of a memory; else empty. */
  tags: string[];
}

/**
 * Reads a document of any known format. The readers of HTML, PDF and DOCX are loaded when first needed, so that a
 * bundle may leave them out.
 * @throws DocumentError with any code but `malformed_json`
 */
export async function readDocument(input: ReadableDocument): Promise<ReadDocument> {
  const format = detectFormat(input);
  const name = input.filename?.split(/[/\\]/).at(-1) || undefined;
  const { title, text, tags, textFormat } = await readFormat(format, input);
  if (text.trim() === '') throw new DocumentError('empty_document', 'The document is empty.');
  return {
    title: title ?? titleIn(text, textFormat, format) ?? name,
    format,
    textFormat,
    text,
    tags: tags ?? [],
  };
}

async function readFormat(
  format: DocumentFormat,
  input: ReadableDocument,
): Promise<{ title: string | undefined; text: string; textFormat: TextFormat; tags?: string[] }> {
  if ('bytes' in input && format === 'pdf') return (await import('./read-pdf.ts')).readPdf(input.bytes);
  if ('bytes' in input && format === 'docx')
    return { ...(await (await import('./read-docx.ts')).readDocx(input.bytes)), textFormat: 'markdown' };
  const text = 'bytes' in input ? checkText(decodeText(input.bytes)) : checkText(input.text);
  switch (format) {
    case 'html':
      return { ...(await import('./read-html.ts')).readHtml(text), textFormat: 'markdown' };
    case 'notebook':
      return { ...(await import('./read-notebook.ts')).readNotebook(text), textFormat: 'markdown' };
    case 'openapi':
      return { ...(await import('./open-api/read-open-api.ts')).readOpenApi(text), textFormat: 'markdown' };
    case 'markdown':
      return { text, ...readFrontMatter(text), textFormat: 'markdown' };
    case 'rst':
    case 'asciidoc':
      return { text, title: undefined, textFormat: format };
    default:
      return { text: withoutRunningLines(text), title: undefined, textFormat: 'text' };
  }
}

function checkText(text: string): string {
  const nul = text.indexOf('\0');
  if (nul !== -1)
    throw new DocumentError('unsupported_format', `The document is not text: character ${nul} is NUL.`);
  if (!text.isWellFormed()) {
    throw new DocumentError('unsupported_encoding', 'The document holds half of a surrogate pair.');
  }
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** `1. Introduction` is a chapter of what its author has called nothing. */
function titleIn(text: string, textFormat: TextFormat, format: DocumentFormat): string | undefined {
  const heading = titleInHeader(text, textFormat) ?? firstHeading(text, textFormat, format);
  const isChapter = /^(?:1(?:\.\d+)*[.)]?|I\.)\s/.test(heading ?? '');
  return isChapter && counted.has(format) ? undefined : heading;
}

/** Where chapters bear their numbers. */
const counted: ReadonlySet<DocumentFormat> = new Set(['text', 'pdf', 'docx']);

/** `Title: …` among the lines `Name: value` that a text begins with, as a PEP or an RFC 822 message does. */
function titleInHeader(text: string, format: TextFormat): string | undefined {
  if (format !== 'rst' && format !== 'text') return undefined;
  const lines = text.slice(0, titleReach).split(/\r?\n/u);
  const end = lines.findIndex((line) => line.trim() === '');
  const header = end < 0 ? [] : lines.slice(0, end);
  const isHeader =
    header.length > 1 && header.every((line) => /^:?[A-Z][\w-]*:/u.test(line) || line.startsWith(' '));
  const title = isHeader ? header.find((line) => /^:?Title: /u.test(line)) : undefined;
  return title?.slice(title.indexOf(': ') + 2).trim() || undefined;
}

interface Named {
  depth: number;
  text: string;
  /** How much text stands before it, in UTF-16 units. */
  before: number;
}

/**
 * The first top heading, or else the first of any depth. One behind a page of text names what follows alone, and so do one
 * behind a paragraph that has others beside it, and one of many that differ by a number, as the versions in a list of
 * changes do.
 */
function firstHeading(text: string, format: TextFormat, from: DocumentFormat): string | undefined {
  const { headings, opening } =
    format === 'markdown' ? ofMarkdown(text.slice(0, titleReach)) : ofLines(text, format);
  const within = format === 'text' ? titleWithinText : titleWithin;
  const near = headings.filter((heading) => heading.text !== '' && heading.before <= within);
  const top = near.find(({ depth }) => depth === 1);
  const isOne = headings.filter(({ depth }) => depth === 1).length === 1;
  // A line that the author set in bold, or alone, is the title where the top headings are chapters.
  if (opening && (!top || !isOne) && (near[0]?.before ?? 1) > 0) return opening;
  const title = top ?? near[0];
  if (!title || (from === 'pdf' && !isOne)) return undefined;
  const others = headings.filter((heading) => heading !== title && heading.depth === title.depth);
  const isCounted = /\d/.test(title.text) && others.some(({ text: other }) => areAlike(other, title.text));
  // A heading at the beginning names the whole text when it stands above the others.
  const most = format === 'text' ? 0 : titleWithinSiblings;
  const isBehindText =
    title.before > most && (others.length > 0 || (format === 'markdown' && title.depth > 1));
  // AsciiDoc has a mark of its own for titles.
  if (format === 'asciidoc' && title.depth > 1 && others.length > 0) return undefined;
  return isCounted || isBehindText ? undefined : title.text;
}

/** Whether two headings differ by their numbers alone, or by what stands behind a version: `zoo (1.2-3) stable`. */
const areAlike = (one: string, other: string): boolean =>
  shapeOf(one) === shapeOf(other) || (/\(\d/.test(one) && nameOf(one) === nameOf(other));

const shapeOf = (text: string): string => text.replaceAll(/\d+/g, '#').replaceAll(/#(?:[.-]#)+/g, '#');
const nameOf = (text: string): string => text.slice(0, text.search(/\d|$/));

function ofMarkdown(head: string): { headings: Named[]; opening: string | undefined } {
  let before = 0;
  const headings: Named[] = [];
  const { children } = parseBlocks(head);
  for (const node of children) {
    if (node.type === 'heading') headings.push({ depth: node.depth, text: readHeading(node, head), before });
    else if (!unseen.has(node.type)) before += seenLength(toString(node));
  }
  const first = children.find((node) => !unseen.has(node.type));
  return { headings, opening: first?.type === 'paragraph' ? boldText(first) : undefined };
}

/** Badges above a title are no text, nor is where a link leads. */
const seenLength = (text: string): number =>
  text
    .replaceAll(/!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])/g, '')
    .replaceAll(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .trim().length;

const unseen: ReadonlySet<RootContent['type']> = new Set(['html', 'yaml', 'definition']);

/** A paragraph that is bold as a whole; its inline marks are text here. */
function boldText(paragraph: Paragraph): string | undefined {
  const [line = ''] = toString(paragraph).split('\n');
  const bold = line.trim();
  const inner = bold.slice(2, -2);
  const isBold = bold.startsWith('**') && bold.endsWith('**') && bold.length < shownMax;
  return isBold && inner.trim() !== '' && !inner.includes('**') && !/[.:;,!?]$/.test(inner)
    ? inner.trim()
    : undefined;
}

function ofLines(
  text: string,
  format: 'text' | 'rst' | 'asciidoc',
): { headings: Named[]; opening: string | undefined } {
  // Those of a text that stand beside its first may be pages further on.
  const head = format === 'text' ? text : text.slice(0, titleReach);
  let before = 0;
  const headings: Named[] = [];
  for (const { heading, start, end } of lineUnits(head, { max: titleReach, format })) {
    if (heading) headings.push({ ...heading, before });
    else if (format === 'text' || !isMarkup(head.slice(start, end))) before += end - start;
  }
  return { headings, opening: format === 'text' ? openingLine(head) : undefined };
}

/** Attributes, comments, anchors, directives and their like, which are no text. */
const isMarkup = (block: string): boolean => /^(?:[:[]|\.\.\s|\/\/|\w+::|\|)/u.test(block);

/** The first line of a text, if it is a few words that stand alone. */
function openingLine(head: string): string | undefined {
  const lines = head.split(/\r?\n/u);
  const at = lines.findIndex((line) => line.trim() !== '');
  const line = (lines[at] ?? '').trim();
  const isAlone = (lines[at + 1] ?? '').trim() === '';
  const isWords =
    /^\p{Lu}/u.test(line) && line.includes(' ') && !/\s{3}|\t|[.:;,!?]$|[<>{}=|\\@]/u.test(line);
  return isAlone && isWords && line.length <= openingMax ? line : undefined;
}

/** In UTF-16 units. What people write is a few hundred; the reader of YAML compares each key with all before it. */
const blockMax = 16_384;
const tagsMax = 100;
const tagLengthMax = 255;
const block = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/**
 * Title and tags from the YAML front matter of a Markdown document. Tags may be a list or one string with commas;
 * they are trimmed, told apart, and kept within the limits of a memory (decision 5). Front matter that is no YAML
 * mapping, or is longer than 16,384 characters, counts as none: it stays part of the text, and nothing in it is worth
 * refusing a document for.
 */
function readFrontMatter(markdown: string): { title: string | undefined; tags: string[] } {
  const source = block.exec(markdown.slice(0, blockMax))?.[1];
  const fields = source === undefined ? {} : parseMapping(source);
  const title = typeof fields['title'] === 'string' ? fields['title'].trim() : '';
  const listed = fields['tags'];
  const tags = Array.isArray(listed) ? listed : typeof listed === 'string' ? listed.split(',') : [];
  const clean = tags
    .filter((tag) => typeof tag === 'string' || typeof tag === 'number')
    .map((tag) => String(tag).trim())
    .filter((tag) => tag !== '' && countCodePoints(tag) <= tagLengthMax);
  return { title: title || undefined, tags: [...new Set(clean)].slice(0, tagsMax) };
}

function parseMapping(source: string): Record<string, unknown> {
  try {
    const value: unknown = parse(source, { logLevel: 'silent', uniqueKeys: false });
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

import type { Heading } from 'mdast';

import { decodeText } from './decode-text.ts';
import { detectFormat } from './detect-format.ts';
import { DocumentError } from './document-error.ts';
import { lineUnits } from './line-units.ts';
import { parseBlocks, readHeading } from './markdown-parser.ts';
import { readFrontMatter } from './read-front-matter.ts';
import type { DocumentFormat } from './detect-format.ts';

/** How far into Markdown a title is looked for, in UTF-16 units. */
const titleReach = 16_384;

/** A document as it arrives: its bytes or its text, and what is said of it. */
export type ReadableDocument = ({ bytes: Uint8Array } | { text: string }) & {
  /** Name with extension; folders before it do not matter. */
  filename?: string;
  contentType?: string;
  /** What it is, where the sender knows. */
  format?: DocumentFormat;
};

/** What a text can be split as. */
export type TextFormat = 'markdown' | 'text' | 'rst' | 'asciidoc';

export interface ReadDocument {
  /** What the document itself calls it (front matter, properties, first heading of any depth), else its file name without folders. */
  title: string | undefined;
  format: DocumentFormat;
  /** What `text` is: pages, Word files, notebooks and interfaces become Markdown, and so do PDFs that have headings. */
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

interface Reading {
  title: string | undefined;
  text: string;
  textFormat: TextFormat;
  tags?: string[];
}

async function readFormat(format: DocumentFormat, input: ReadableDocument): Promise<Reading> {
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
      return { text, title: undefined, textFormat: 'text' };
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
  const heading = titleInHeader(text, textFormat) ?? firstHeading(text, textFormat);
  const isChapter =
    /^(?:1(?:\.\d+)*[.)]?|I\.)\s/.test(heading ?? '') && (format === 'text' || format === 'pdf');
  return isChapter ? undefined : heading;
}

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

/** The first top heading, or else the first of any depth. One that stands further in than a few pages names none of it, so only those are parsed. */
function firstHeading(text: string, format: TextFormat): string | undefined {
  const head = text.slice(0, titleReach);
  const headings =
    format === 'markdown'
      ? parseBlocks(head)
          .children.filter((node): node is Heading => node.type === 'heading')
          .map((heading) => ({ depth: heading.depth, text: readHeading(heading, head) }))
      : lineUnits(head, { max: titleReach, format }).flatMap(({ heading }) => heading ?? []);
  const named = headings.filter((heading) => heading.text !== '');
  return (named.find(({ depth }) => depth === 1) ?? named[0])?.text;
}

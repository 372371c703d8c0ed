import type { Heading } from 'mdast';

import { decodeText } from './decode-text.ts';
import { detectFormat } from './detect-format.ts';
import { DocumentError } from './document-error.ts';
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
};

export interface ReadDocument {
  /** What the document itself calls it (front matter, properties, first heading), else its file name without folders. */
  title: string | undefined;
  format: DocumentFormat;
  /** What `text` is: HTML and DOCX become Markdown, a PDF becomes plain text. */
  textFormat: 'markdown' | 'text';
  /** Not blank; Markdown and plain text are verbatim but for a byte order mark. */
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
  const { title, text, tags } = await readFormat(format, input);
  if (text.trim() === '') throw new DocumentError('empty_document', 'The document is empty.');
  const textFormat = format === 'text' || format === 'pdf' ? 'text' : 'markdown';
  const own = title ?? (textFormat === 'markdown' ? firstHeading(text) : undefined);
  return { title: own ?? name, format, textFormat, text, tags: tags ?? [] };
}

async function readFormat(
  format: DocumentFormat,
  input: ReadableDocument,
): Promise<{ title: string | undefined; text: string; tags?: string[] }> {
  if ('bytes' in input && format === 'pdf') return (await import('./read-pdf.ts')).readPdf(input.bytes);
  if ('bytes' in input && format === 'docx') return (await import('./read-docx.ts')).readDocx(input.bytes);
  const text = 'bytes' in input ? decodeText(input.bytes) : checkText(input.text);
  if (format === 'html') return (await import('./read-html.ts')).readHtml(text);
  return format === 'markdown' ? { text, ...readFrontMatter(text) } : { text, title: undefined };
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

/** The first top heading. A title that stands further in than a few pages is none, so only those are parsed. */
function firstHeading(markdown: string): string | undefined {
  const head = markdown.slice(0, titleReach);
  const heading = parseBlocks(head).children.find(
    (node): node is Heading => node.type === 'heading' && node.depth === 1,
  );
  return (heading && readHeading(heading, head)) || undefined;
}

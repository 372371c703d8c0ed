import { getDocumentProxy, getMeta } from 'unpdf';

import { DocumentError } from './document-error.ts';
import { isContents, type PdfHeadings } from './pdf/headings-by-type.ts';
import { joinHyphenated, withoutRunningLines } from './pdf/pdf-text.ts';
import { pdfHeadings } from './pdf/pdf-headings.ts';
import { pdfLines, readable, type Pdf, type PdfLine } from './pdf/pdf-lines.ts';

interface PdfText {
  title: string | undefined;
  text: string;
  /** Markdown when headings were found. */
  textFormat: 'markdown' | 'text';
}

/** A step between baselines of so many type sizes parts paragraphs. */
const PARAGRAPH_STEP = 1.8;

/** A step between the lines of a title is no larger than so many type sizes. */
const TITLE_STEP = 2;

/** So many lines of one page in its largest type are headings. */
const HEADINGS = 3;

/** More than this is no title, in UTF-16 units. */
const TITLE_MAX = 120;

/**
 * The text layer of a PDF without page numbers and running headers, with its headings by the outline or the size of type.
 * @returns the title its properties state, else the one that its first page shows, and its text
 * @throws DocumentError `encrypted_document`, `corrupt_document`, or `empty_document` for scans without a text layer
 */
export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  try {
    // PDF.js takes the buffer over: it must not be the caller's.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    try {
      return await readText(pdf);
    } finally {
      await pdf.loadingTask.destroy();
    }
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    if (cause instanceof Error && cause.name === 'PasswordException') {
      throw new DocumentError('encrypted_document', 'The PDF is locked by a password; send it unlocked.', {
        cause,
      });
    }
    throw new DocumentError(
      'corrupt_document',
      'The PDF is damaged or incomplete; export or download it again.',
      {
        cause,
      },
    );
  }
}

async function readText(pdf: Pdf): Promise<PdfText> {
  const { info } = await getMeta(pdf);
  // Blank pages too: an outline counts them.
  const pages = joinHyphenated(withoutRunningLines(await pdfLines(pdf)));
  if (pages.every((lines) => lines.length === 0)) {
    throw new DocumentError(
      'empty_document',
      'The PDF holds no text; run text recognition (OCR) over it first.',
    );
  }
  const headings = await pdfHeadings(pdf, pages);
  const textFormat = headings.size > 0 ? 'markdown' : 'text';
  const stated: unknown = info['Title'];
  const title = typeof stated === 'string' ? readable(stated).trim() : '';
  return {
    title: isTitle(title) ? title : printedTitle(pages),
    text: pages
      .filter((lines) => lines.length > 0)
      .map((lines) => pageText(lines, headings, textFormat))
      .join('\n\n'),
    textFormat,
  };
}

/**
 * The text in the largest type of the first page, if it is a few words. Where that type comes again and again on the page,
 * it is the type of headings.
 */
function printedTitle(pages: readonly (readonly PdfLine[])[]): string | undefined {
  const filled = pages.filter((lines) => lines.length > 0);
  const first = (filled[0] ?? []).filter(({ isTurned }) => !isTurned);
  const largest = first.reduce((most, { size }) => Math.max(most, size), 0);
  if (filled.flat().every(({ size }) => size === largest)) return undefined;
  const runs: PdfLine[][] = [];
  for (const [at, line] of first.entries()) {
    if (line.size !== largest) continue;
    const before = first[at - 1];
    const follows = before?.size === largest && Math.abs(before.y - line.y) <= line.size * TITLE_STEP;
    if (follows) runs.at(-1)?.push(line);
    else runs.push([line]);
  }
  const text = (runs[0] ?? []).map((line) => line.text.trim()).join(' ');
  const isTitle = runs.length < HEADINGS && !isContents(text) && !/^(?:chapter )?\d+(?:\.|\s)/i.test(text);
  return isTitle && text.length <= TITLE_MAX && /\p{L}{2}/u.test(text) ? text : undefined;
}

/** Programs that print leave the name of the file they printed, or of themselves. */
const isTitle = (title: string): boolean =>
  title !== '' &&
  !/\.(?:docx?|tex|dvi|indd|pdf|html?|odt|rtf)$|^(?:untitled\b.*|microsoft word\b.*)$/i.test(title);

function pageText(lines: readonly PdfLine[], headings: PdfHeadings, format: 'markdown' | 'text'): string {
  const parts: string[] = [];
  let previous: PdfLine | undefined;
  for (let at = 0; at < lines.length;) {
    const line = lines[at];
    if (!line) break;
    const heading = headings.get(line);
    if (heading) {
      const text = heading.lines.map((part) => part.text.trim()).join(' ');
      parts.push(
        previous ? '\n\n' : '',
        // `<lang>` would be a tag.
        `${'#'.repeat(heading.depth)} ${text.replaceAll('<', String.raw`\<`)}`,
        '\n',
      );
    } else {
      const isApart = previous && Math.abs(previous.y - line.y) > line.size * PARAGRAPH_STEP;
      parts.push(previous ? (isApart ? '\n\n' : '\n') : '');
      parts.push(format === 'markdown' ? asProse(line.text) : line.text);
    }
    at += heading?.lines.length ?? 1;
    previous = heading?.lines.at(-1) ?? line;
  }
  return parts.join('');
}

/** A line with a backslash where it would begin a block of Markdown by accident: a comment of a script, a rule, a tag, a fence. */
function asProse(line: string): string {
  const text = line.trim();
  const begins = /^(?:#{1,6}(?:\s|$)|```|~~~|<)/.test(text) || /^(?:=+|-+)$/.test(text);
  return begins ? `\\${line.trimStart()}` : line;
}

import { inflateRawSync } from 'node:zlib';
import mammoth from 'mammoth';
import { codeOf } from '@memory/text/error-facts';
import { DocumentError } from './document-error.ts';
import { docxHeadingSizes, docxOutline, type DocxElement } from './docx/docx-outline.ts';
import { readHtml } from './read-html.ts';

/** A DOCX packs text about tenfold; what unpacks to more than this is refused before it fills the memory. */
const unpackedMaxBytes = 64 * 1024 * 1024;

export async function readDocx(bytes: Uint8Array): Promise<{ title: string | undefined; text: string }> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = countUnpacked(buffer, unpackedMaxBytes);
  if (size === Infinity) {
    throw new DocumentError(
      'too_large',
      `The DOCX unpacks to more than ${unpackedMaxBytes / 1024 ** 2} MiB, the most that is read; split it.`,
    );
  }
  try {
    if (size === undefined) throw new Error('The archive has no directory.');
    const outline = await docxOutline(buffer);
    const html = await mammoth.convertToHtml(
      { buffer },
      {
        convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
        externalFileAccess: false,
        styleMap: ["p[style-name='Title'] => h1:fresh"],
        transformDocument: (root: DocxElement) => {
          const levels = { outline: outline.depths, contents: contentsOf(root) };
          const sizes = isHeaded(root, levels) ? undefined : docxHeadingSizes(root, outline.textSize);
          return withHeadings(root, (paragraph) => sizes?.get(paragraph) ?? depthOf(paragraph, levels));
        },
      },
    );
    // Its first top heading may be a chapter's, pages further in.
    return { title: undefined, text: readHtml(html.value).text };
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    throw new DocumentError(
      'corrupt_document',
      'The DOCX is damaged or incomplete; save or download it again.',
      {
        cause,
      },
    );
  }
}

/** Names that publishers give to the styles of headings, where Word's own are Heading 1 to 6. */
const titleStyle = /^(?:chapter|appendix|part|frontmatter|backmatter)[ _-]?title$/i;
const headingStyle = /^(?:head|heading)[ _-]?([a-e])$/i;

/** Where the document says how deep a paragraph stands: in its styles, and in its table of contents by the bookmarks that this leads to. */
interface Levels {
  outline: ReadonlyMap<string, number>;
  contents: ReadonlyMap<string, number>;
}

const contentsStyle = /^toc ([1-6])$/i;

function contentsOf(element: DocxElement, level = 0): Map<string, number> {
  const own = Number(contentsStyle.exec(element.styleName ?? '')?.[1] ?? level);
  const found = new Map<string, number>();
  if (own > 0 && element.anchor) found.set(element.anchor, own);
  for (const child of element.children ?? [])
    for (const [anchor, depth] of contentsOf(child, own)) found.set(anchor, depth);
  return found;
}

function withHeadings(element: DocxElement, depthOf: (paragraph: DocxElement) => number): DocxElement {
  const { children } = element;
  const depth = element.type === 'paragraph' ? depthOf(element) : 0;
  return {
    ...element,
    ...(children && { children: children.map((child) => withHeadings(child, depthOf)) }),
    ...(depth > 0 && { styleId: `Heading${depth}`, styleName: `Heading ${depth}` }),
  };
}

const wordStyle = /^(?:heading [1-6]|title)$/i;

const isHeaded = (element: DocxElement, levels: Levels): boolean =>
  (element.type === 'paragraph' &&
    (wordStyle.test(element.styleName ?? '') || depthOf(element, levels) > 0)) ||
  (element.children ?? []).some((child) => isHeaded(child, levels));

function depthOf(paragraph: DocxElement, { outline, contents }: Levels): number {
  const style = paragraph.styleName ?? '';
  if (contentsStyle.test(style) || wordStyle.test(style)) return 0;
  if (titleStyle.test(style)) return 1;
  const letter = headingStyle.exec(style)?.[1]?.toLowerCase();
  // A is the second: the first is the title of its chapter.
  if (letter !== undefined) return 'abcde'.indexOf(letter) + 2;
  return outline.get(paragraph.styleId ?? '') ?? bookmarksIn(paragraph, contents);
}

/** The level of the first bookmark in a paragraph that the table of contents leads to, else 0. */
function bookmarksIn(element: DocxElement, contents: ReadonlyMap<string, number>): number {
  if (contents.size === 0) return 0;
  const own = element.type === 'bookmarkStart' ? contents.get(element.name ?? '') : undefined;
  if (own !== undefined) return own;
  for (const child of element.children ?? []) {
    const depth = bookmarksIn(child, contents);
    if (depth > 0) return depth;
  }
  return 0;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const stored = 0;
const deflated = 8;

/**
 * Size of an unpacked ZIP archive, in bytes, by unpacking it: the sizes that its directory states may be false (PKWARE
 * APPNOTE, 4.3.7, 4.3.12 and 4.3.16).
 * @param max where to stop
 * @returns Infinity for more than `max`; undefined where the directory cannot be read or is of the 64-bit form, which no
 *   document needs
 */
function countUnpacked(archive: Buffer, max: number): number | undefined {
  // The end record is the last 22 bytes, unless a comment of up to 65,535 follows it.
  const least = Math.max(0, archive.length - 22 - 0xffff);
  let end = archive.length - 22;
  while (end >= least && archive.readUInt32LE(end) !== endMark) end--;
  if (end < least) return undefined;
  let total = 0;
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== entryMark) return undefined;
    const size = countEntry(archive, at, max - total);
    if (size === undefined || size === Infinity) return size;
    total += size;
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return total;
}

function countEntry(archive: Buffer, at: number, max: number): number | undefined {
  if (archive.readUInt32LE(at + 24) > max) return Infinity;
  const method = archive.readUInt16LE(at + 10);
  const packedSize = archive.readUInt32LE(at + 20);
  const header = archive.readUInt32LE(at + 42);
  if (header + 30 > archive.length) return undefined;
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const packed = archive.subarray(start, start + packedSize);
  if (method === stored) return packed.length <= max ? packed.length : Infinity;
  if (method !== deflated) return undefined;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, max) }).length;
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? Infinity : undefined;
  }
}

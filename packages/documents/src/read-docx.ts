import mammoth from 'mammoth';

import { countUnpacked } from './count-unpacked.ts';
import { DocumentError } from './document-error.ts';
import { readHtml } from './read-html.ts';

/** A DOCX packs text about tenfold; what unpacks to more than this is refused before it fills the memory. */
const unpackedMaxBytes = 64 * 1024 * 1024;

/**
 * A Word document as Markdown, pictures left out; headings come from its heading styles.
 * @throws DocumentError `corrupt_document`, or `too_large` for one that unpacks to more than 64 MiB
 */
export async function readDocx(bytes: Uint8Array): Promise<{ title: string | undefined; text: string }> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = countUnpacked(buffer, unpackedMaxBytes);
  if (size === Infinity) {
    throw new DocumentError(
      'too_large',
      `The DOCX unpacks to more than ${unpackedMaxBytes} bytes, the most that is read.`,
    );
  }
  try {
    if (size === undefined) throw new Error('The archive has no directory.');
    const html = await mammoth.convertToHtml(
      { buffer },
      {
        convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
        externalFileAccess: false,
        styleMap: ["p[style-name='Title'] => h1:fresh"],
        transformDocument: withHeadings,
      },
    );
    return readHtml(html.value);
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    throw new DocumentError('corrupt_document', 'The DOCX cannot be read; it is damaged or incomplete.', {
      cause,
    });
  }
}

/** Names that publishers give to the styles of headings, where Word's own are Heading 1 to 6. */
const titleStyle = /^(?:chapter|appendix|part|frontmatter|backmatter)[ _-]?title$/i;
const headingStyle = /^(?:head|heading)[ _-]?([a-e])$/i;

/** What of mammoth's elements is looked at. */
interface DocxElement {
  type: string;
  styleName?: string | null;
  children?: DocxElement[];
}

function withHeadings(element: DocxElement): DocxElement {
  const { type, styleName, children } = element;
  const depth = type === 'paragraph' ? depthOf(styleName ?? '') : 0;
  return {
    ...element,
    ...(children && { children: children.map(withHeadings) }),
    ...(depth > 0 && { styleId: `Heading${depth}`, styleName: `Heading ${depth}` }),
  };
}

function depthOf(style: string): number {
  if (titleStyle.test(style)) return 1;
  const letter = headingStyle.exec(style)?.[1]?.toLowerCase();
  // A is the second: the first is the title of its chapter.
  return letter === undefined ? 0 : 'abcde'.indexOf(letter) + 2;
}

import { DocumentError } from './document-error.ts';

export type DocumentFormat =
  | 'markdown'
  | 'text'
  | 'html'
  | 'rst'
  | 'asciidoc'
  | 'notebook'
  | 'openapi'
  | 'pdf'
  | 'docx';

const formatOfExtension: Readonly<Record<string, DocumentFormat>> = {
  md: 'markdown',
  mdx: 'markdown',
  mdc: 'markdown',
  mkd: 'markdown',
  markdown: 'markdown',
  htm: 'html',
  html: 'html',
  xhtml: 'html',
  rst: 'rst',
  rest: 'rst',
  adoc: 'asciidoc',
  asciidoc: 'asciidoc',
  asc: 'asciidoc',
  ipynb: 'notebook',
  pdf: 'pdf',
  docx: 'docx',
};

const formatOfContentType: Readonly<Record<string, DocumentFormat>> = {
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/plain': 'text',
  'text/html': 'html',
  'text/x-rst': 'rst',
  'text/asciidoc': 'asciidoc',
  'application/x-ipynb+json': 'notebook',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

/** First bytes of files that people take for documents and that hold no text we can read. */
const foreignKinds: readonly { name: string; head: string }[] = [
  { name: 'an old Word or Office file; save it as DOCX', head: '\xd0\xcf\x11\xe0' },
  { name: 'a gzip archive; unpack it', head: '\x1f\x8b' },
  { name: 'a PNG image', head: '\x89PNG' },
  { name: 'a JPEG image', head: '\xff\xd8\xff' },
  { name: 'a GIF image', head: 'GIF8' },
  { name: 'an RTF file; save it as DOCX', head: '{\\rtf' },
];

/** The field that says which version of OpenAPI a description has, at the beginning of a line. */
const openApiVersion = /^["']?(?:openapi|swagger)["']?:["']?[23]/;

const isOpenApi = (head: string): boolean =>
  head.split('\n').some((line) => openApiVersion.test(line.replaceAll(/[\s{]/g, '')));

/**
 * The format of a document: by its first bytes where they settle it, then by what its sender says, then by the extension
 * of its name, then by its content type (browsers and object stores call much `text/plain` that is Markdown), then by how its text begins.
 * Text that came with no name and no type is Markdown, which loses nothing when it was plain; a name with another
 * extension is plain text.
 * @throws DocumentError `unsupported_format` for bytes known to be no document
 */
export function detectFormat(input: {
  bytes?: Uint8Array;
  text?: string;
  filename?: string;
  contentType?: string;
  format?: DocumentFormat;
}): DocumentFormat {
  if (input.bytes) {
    const magic = formatOfMagic(input.bytes);
    if (magic) return magic;
  }
  const extension = /\.([a-z0-9]+)$/i.exec(input.filename ?? '')?.[1]?.toLowerCase();
  const type = input.contentType?.split(';')[0]?.trim().toLowerCase();
  const named =
    input.format ?? ((extension && formatOfExtension[extension]) || (type && formatOfContentType[type]));
  const head = input.text?.slice(0, headLength) ?? decodeHead(input.bytes ?? new Uint8Array());
  // It shares its ending with AsciiDoc.
  if (head.startsWith('-----BEGIN PGP '))
    throw new DocumentError('empty_document', 'The document is a signature or key of PGP, not a text.');
  if (named === 'pdf' || named === 'docx') {
    // A document that came as text was taken out of its file already.
    if (input.text !== undefined) return named === 'pdf' ? 'text' : 'markdown';
    throw new DocumentError(
      'corrupt_document',
      `The document is called ${named.toUpperCase()} but is not one; give it the ending of what it is.`,
    );
  }
  // Read as a page, the headings and lists of a text without a tag would become one line.
  if (named === 'html' && input.format === undefined && head.trim() !== '' && !tag.test(head))
    return 'markdown';
  if (named) return named;
  if (/^\uFEFF?\s*<(?:!doctype html|html)[\s>]/i.test(head)) return 'html';
  if ((!extension || /^(?:json|ya?ml)$/.test(extension)) && isOpenApi(head)) return 'openapi';
  return input.filename ? 'text' : 'markdown';
}

const tag = /<[a-z!?/]/i;

/** How far into a document its format is looked for. */
const headLength = 4096;

function decodeHead(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8';
  return Buffer.from(bytes.subarray(0, headLength)).toString(encoding);
}

function formatOfMagic(bytes: Uint8Array): DocumentFormat | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.toString('latin1', 0, 1024);
  // Readers accept a PDF whose header follows up to 1,024 bytes of something else; nothing but its start is safe to trust here.
  if (head.startsWith('%PDF-')) return 'pdf';
  if (head.startsWith('PK\x03\x04')) {
    if (buffer.includes('word/document')) return 'docx';
    throw new DocumentError(
      'unsupported_format',
      'The document is a ZIP archive and no DOCX; send its files one by one.',
    );
  }
  const foreign = foreignKinds.find((kind) => head.startsWith(kind.head));
  if (foreign) throw new DocumentError('unsupported_format', `The document is ${foreign.name}.`);
  return undefined;
}

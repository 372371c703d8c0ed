/** Why a document, or an upload of documents, cannot be read. */
export type DocumentErrorCode =
  /** Nothing but white space, or a PDF without a text layer. */
  | 'empty_document'
  /** Text that is not UTF-8: UTF-16 or UTF-32 by its byte order mark, or bytes that UTF-8 forbids. */
  | 'unsupported_encoding'
  /** Bytes of a kind that holds no text this package reads: an image, an archive, an old Word file. */
  | 'unsupported_format'
  /** A PDF or DOCX that its reader refuses. */
  | 'corrupt_document'
  /** A PDF that asks for a password. */
  | 'encrypted_document'
  /** JSON that cannot be read any further. */
  | 'malformed_json'
  /** One item, or one unpacked document, larger than the limit. */
  | 'too_large'
  /** Reading it took longer, or more memory, than the reader's limits. */
  | 'took_too_long'
  | 'too_much_memory';

/** A refusal that the sender of a document can act on; the message says what was found and what would help. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly code: DocumentErrorCode;
  /** Offset in bytes of the place in the input the message speaks of, where there is one. */
  readonly offset: number | undefined;

  constructor(code: DocumentErrorCode, message: string, options: { offset?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.offset = options.offset;
  }
}

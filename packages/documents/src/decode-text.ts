import { DocumentError } from './document-error.ts';

const marks: readonly { name: string; bytes: readonly number[] }[] = [
  // UTF-32 first: its little-endian mark begins with that of UTF-16.
  { name: 'UTF-32', bytes: [0xff, 0xfe, 0, 0] },
  { name: 'UTF-32', bytes: [0, 0, 0xfe, 0xff] },
  { name: 'UTF-16', bytes: [0xff, 0xfe] },
  { name: 'UTF-16', bytes: [0xfe, 0xff] },
];

/** The encoding that a byte order mark announces, where it is not UTF-8. */
export function foreignEncoding(bytes: Uint8Array): string | undefined {
  return marks.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))?.name;
}

/**
 * Text from UTF-8 bytes, without its byte order mark.
 * @throws DocumentError `unsupported_encoding` for another byte order mark or invalid UTF-8,
 *   `unsupported_format` where a NUL byte shows that this is no text
 */
export function decodeText(bytes: Uint8Array): string {
  const foreign = foreignEncoding(bytes);
  if (foreign) {
    throw new DocumentError('unsupported_encoding', `The document is ${foreign}; convert it to UTF-8.`);
  }
  const nul = bytes.indexOf(0);
  if (nul !== -1) {
    throw new DocumentError('unsupported_format', `The document is not text: byte ${nul} is NUL.`, {
      offset: nul,
    });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DocumentError('unsupported_encoding', 'The document is not valid UTF-8; convert it to UTF-8.', {
      cause,
    });
  }
}

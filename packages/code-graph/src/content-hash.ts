import { createHash, hash } from 'node:crypto';

/** Raised when the same source would be read differently, so that every file is indexed and sent again. */
const extractorVersion = 30;

/** See FileIndex.contentHash. */
export function contentHash(content: Uint8Array | string): string {
  return createHash('sha256')
    .update(`workspace-memory-code-${extractorVersion}\0`)
    .update(content)
    .digest('hex');
}

/** 80 bits: of a million symbols no two of different text share one. */
const DIGITS = 20;

/** Of words of syntax, one a line. */
export const digest = (words: string): string => hash('sha256', words).slice(0, DIGITS);

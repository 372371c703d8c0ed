import type { Language } from '@memory/text';

import { LSA_DIMENSIONS } from './dimensions.ts';
import { COUNTERS } from './feature-statistics.ts';
import type { LexicalModel } from './lexical-model.ts';

// A row of the Data API holds 64 kB, and base64 takes a third more than the bytes.
const PART_BYTES_MAX = 32_000;
const FORMAT = 1;

interface Header {
  format: number;
  version: number;
  language: Language;
  memories: number;
  terms: number;
  termBytes: number;
}

/** A model as parts of at most 32,000 bytes: a line of JSON, then the arrays in little-endian order. About 3 MB at most. */
export function writeLexicalSnapshot(model: LexicalModel): Uint8Array[] {
  const terms = Buffer.from(model.terms.join('\n'));
  const header: Header = {
    format: FORMAT,
    version: model.version,
    language: model.language,
    memories: model.memories,
    terms: model.terms.length,
    termBytes: terms.length,
  };
  const bytes = Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`),
    terms,
    bytesOf(model.counters),
    bytesOf(model.frequencies),
    bytesOf(model.scales),
    bytesOf(model.directions),
  ]);
  const parts: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += PART_BYTES_MAX) {
    parts.push(Uint8Array.from(bytes.subarray(start, start + PART_BYTES_MAX)));
  }
  return parts;
}

/**
 * The model that `writeLexicalSnapshot` wrote, from all its parts in order.
 * @throws Error when parts are missing or of another format
 */
export function readLexicalSnapshot(parts: readonly Uint8Array[]): LexicalModel {
  const bytes = Buffer.concat(parts);
  const headerEnd = bytes.indexOf('\n');
  const header = JSON.parse(bytes.toString('utf8', 0, Math.max(0, headerEnd)) || '{}') as Partial<Header>;
  const { format, version = 0, language = 'english', memories = 0, terms = 0, termBytes = 0 } = header;
  const size = headerEnd + 1 + termBytes + 4 * (COUNTERS + 2 * terms) + LSA_DIMENSIONS * terms;
  if (format !== FORMAT || bytes.length !== size) {
    throw new Error(
      `Not a whole lexical snapshot of format ${FORMAT}: ${bytes.length} bytes in ${parts.length} parts.`,
    );
  }
  let offset = headerEnd + 1;
  // A copy of its own starts at an address that fits its elements.
  const take = (length: number): ArrayBuffer =>
    Uint8Array.from(bytes.subarray(offset, (offset += length))).buffer;
  const words = Buffer.from(take(termBytes)).toString();
  return {
    version,
    language,
    memories,
    terms: terms === 0 ? [] : words.split('\n'),
    counters: new Uint32Array(take(4 * COUNTERS)),
    frequencies: new Uint32Array(take(4 * terms)),
    scales: new Float32Array(take(4 * terms)),
    directions: new Int8Array(take(LSA_DIMENSIONS * terms)),
  };
}

function bytesOf(array: Uint32Array | Float32Array | Int8Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

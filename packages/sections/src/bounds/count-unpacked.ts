import { inflateRawSync } from 'node:zlib';
import { codeOf } from '@memory/text/error-facts';

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
export function countUnpacked(archive: Buffer, max: number): number | undefined {
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

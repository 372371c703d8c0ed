const endMark = 0x06054b50;
const entryMark = 0x02014b50;

/**
 * What a ZIP archive says it unpacks to, in bytes: the sum over its central directory (PKWARE APPNOTE, 4.3.12 and 4.3.16).
 * @returns undefined where the directory cannot be found or is of the 64-bit form, which no document needs
 */
export function unpackedSize(archive: Buffer): number | undefined {
  // The end record is the last 22 bytes, unless a comment of up to 65,535 follows it.
  const least = Math.max(0, archive.length - 22 - 0xffff);
  let end = archive.length - 22;
  while (end >= least && archive.readUInt32LE(end) !== endMark) end--;
  if (end < least) return undefined;
  let total = 0;
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== entryMark) return undefined;
    total += archive.readUInt32LE(at + 24);
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return total;
}

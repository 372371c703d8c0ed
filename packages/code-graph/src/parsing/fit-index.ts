import type { FileIndex } from '../file-index.ts';

/** A file's index as JSON stays below the service's request limit of 1 MiB, with room for what is sent around it. */
const bytesMax = 900_000;
/** What references may leave of it to symbols at the least. */
const symbolShare = 0.6;

/** The index of a file, cut to what one request can carry: symbols and references to the end of the file are left out first. */
export function fitIndex(index: FileIndex): FileIndex {
  if (bytesOf(index) <= bytesMax) return index;
  const kept = fitting(index.symbols, bytesMax * symbolShare);
  const keys = new Set(kept.map(({ key }) => key));
  // A method may stand before its class, and the class be cut off.
  const symbols = kept.map((symbol) =>
    symbol.parent === null || keys.has(symbol.parent) ? symbol : { ...symbol, parent: index.path },
  );
  const left = bytesMax - bytesOf({ ...index, symbols, references: [] });
  const references = fitting(
    index.references.filter(({ from }) => keys.has(from)),
    left,
  );
  return { ...index, symbols, references, partial: true };
}

function fitting<T>(items: readonly T[], bytes: number): T[] {
  let left = bytes;
  const kept: T[] = [];
  for (const item of items) {
    left -= bytesOf(item) + 1;
    if (left < 0) break;
    kept.push(item);
  }
  return kept;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

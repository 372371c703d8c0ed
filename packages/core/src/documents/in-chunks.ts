/** Bytes of JSON a statement may carry: the Data API takes 4 MiB, its own escapes included. */
const CHUNK_BYTES = 1_000_000;

/** The items in order, in lists whose JSON stays near a megabyte; an item that is larger stands alone. */
export function* inChunks<Item>(items: readonly Item[]): Generator<Item[]> {
  let chunk: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = JSON.stringify(item).length;
    if (chunk.length > 0 && bytes + size > CHUNK_BYTES) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(item);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

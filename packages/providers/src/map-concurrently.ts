/**
 * Applies `work` to every item, at most `concurrency` at a time.
 * @returns results in the order of the items; rejects with the first failure, after which no further item is begun
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const remaining = items.entries();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of remaining) {
      if (failed) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
}

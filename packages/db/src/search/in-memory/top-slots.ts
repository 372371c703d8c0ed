/**
 * The slots with the highest values, the highest first; equal ones by id. What ties with the last is left out by id too.
 * @param values by slot
 */
export function topSlots(
  slots: readonly number[],
  values: ArrayLike<number>,
  { limit, ids }: { limit: number; ids: readonly string[] },
): number[] {
  const byValue = (a: number, b: number): number =>
    (values[b] ?? 0) - (values[a] ?? 0) || ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1);
  if (slots.length <= limit) return slots.toSorted(byValue);
  // Sorting numbers alone takes a tenth of sorting slots by them.
  const sorted = new Float64Array(slots.length);
  for (let i = 0; i < sorted.length; i += 1) sorted[i] = values[slots[i] ?? 0] ?? 0;
  sorted.sort();
  const least = sorted[sorted.length - limit] ?? 0;
  return slots
    .filter((slot) => (values[slot] ?? 0) >= least)
    .sort(byValue)
    .slice(0, limit);
}

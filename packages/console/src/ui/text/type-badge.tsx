/** The type of a memory; its colour repeats what the word says. */
export function TypeBadge({ type }: { type: string }) {
  return <span className={`badge type-${type}`}>{type.replaceAll('_', ' ')}</span>;
}

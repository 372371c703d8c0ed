/** A row of an answer that shows a memory. */
export interface MemoryRowShown {
  ref: string;
  row: Record<string, unknown>;
}

/** The memory that a line of a context block names, `- [type] title (ref, day …)`; undefined for any other line. */
export function memoryOfLine(line: string): string | undefined {
  const at = line.lastIndexOf(' (');
  if (!line.startsWith('- [') || at < 0 || !line.endsWith(')')) return undefined;
  const [ref = '', day = ''] = line.slice(at + 2, -1).split(', ');
  return /^[\w-]+$/u.test(ref) && /^\d{4}-\d\d-\d\d$/u.test(day) ? ref : undefined;
}

/** Everything in an answer that has a title and a memory's identifier, the answer itself included. */
export function rowsOfMemories(answer: unknown): MemoryRowShown[] {
  if (Array.isArray(answer)) return answer.flatMap(rowsOfMemories);
  if (typeof answer !== 'object' || answer === null) return [];
  const row = answer as Record<string, unknown>;
  const ref = row['memory_id'] ?? row['id'];
  const own = typeof ref === 'string' && typeof row['title'] === 'string' ? [{ ref, row }] : [];
  return [...own, ...Object.values(row).flatMap(rowsOfMemories)];
}

/** The memories that an answer shows, rows and lines of a block. */
export function memoriesShown(answer: Readonly<Record<string, unknown>>): string[] {
  const { context_block: block } = answer;
  const lines = typeof block === 'string' ? block.split('\n').map(memoryOfLine) : [];
  const refs = [...rowsOfMemories(answer).map(({ ref }) => ref), ...lines];
  return [...new Set(refs.filter((ref) => ref !== undefined))];
}

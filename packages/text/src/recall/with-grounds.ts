import { neutralLine } from './neutral-text.ts';
import { memoryOfLine, rowsOfMemories } from './rows-of-memories.ts';

/** How a memory stands to its code, with a clause of why. */
export interface ShownGround {
  verdict: string;
  reason: string;
}

const CODE_LINE = '  Code ';

/** An answer whose rows and lines of a block say what a tree says of their memories' code. Names of a tree are anybody's text. */
export function withGrounds(
  given: Readonly<Record<string, unknown>>,
  judged: ReadonlyMap<string, ShownGround>,
): Record<string, unknown> {
  const answer: Record<string, unknown> = structuredClone(given);
  const lost = new Map<unknown, number>();
  for (const { ref, row } of rowsOfMemories(answer)) {
    const ground = judged.get(ref);
    if (!ground) continue;
    const { code } = row;
    lost.set(row, losses(ground.reason) - losses(typeof code === 'string' ? code : ''));
    // Lists of titles say only what is not as it was.
    if (ground.verdict !== 'current' || code !== undefined) row['code'] = neutralLine(ground.reason);
  }
  const { results, context_block: block } = answer;
  // Rows with a passage are those of a search: lists of titles stand in an order of their own.
  if (Array.isArray(results) && results.every((row) => isFound(row)))
    answer['results'] = lowered(results, lost);
  if (typeof block === 'string') answer['context_block'] = blockWith(block, judged);
  return answer;
}

const isFound = (row: unknown): boolean => typeof row === 'object' && row !== null && 'passage' in row;

/** Places that a row goes down by. */
const losses = (code: string): number => (code.startsWith('gone') ? 2 : code.startsWith('changed') ? 1 : 0);

/** What has changed since the last index stands below what matches about as well. */
const lowered = (rows: readonly unknown[], lost: ReadonlyMap<unknown, number>): unknown[] =>
  rows
    .map((row, place) => ({ row, place: place + (lost.get(row) ?? 0) * 1.5 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ row }) => row);

function blockWith(block: string, judged: ReadonlyMap<string, ShownGround>): string {
  const lines: string[] = [];
  let ground: ShownGround | undefined;
  for (const line of block.split('\n')) {
    // Only what a memory's own line is followed by is a clause of ours.
    if (ground && line.startsWith(CODE_LINE)) {
      ground = undefined;
      continue;
    }
    const ref = memoryOfLine(line);
    ground = ref === undefined ? undefined : judged.get(ref);
    lines.push(line);
    if (ground && ground.verdict !== 'current') lines.push(`${CODE_LINE}${neutralLine(ground.reason)}`);
  }
  return lines.join('\n');
}

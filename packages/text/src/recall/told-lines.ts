import { frameRecalled } from './frame-recalled.ts';
import { neutralLine } from './neutral-text.ts';

export interface ToldLine {
  text: string;
  /** The memory that the line begins. */
  memory?: string | undefined;
  /** The line says how that memory stands to its code. */
  is_code?: boolean | undefined;
}

export const codeLine = (reason: string): ToldLine => ({
  text: `  Code ${neutralLine(reason)}`,
  is_code: true,
});

/** Lines within the frame that says they are data; each is one line, made neutral before. */
export function framedLines(source: string, lines: readonly ToldLine[]): ToldLine[] {
  const texts = frameRecalled(
    source,
    lines.map(({ text }) => text),
  ).split('\n');
  const before = texts.length - lines.length - 1;
  return texts.map((text, place) => ({ ...lines[place - before], text }));
}

/** The same lines with what a tree says of the memories' code in place of what the service said. */
export function withVerdicts(
  lines: readonly ToldLine[],
  judged: ReadonlyMap<string, ShownGround>,
): ToldLine[] {
  let ground: ShownGround | undefined;
  return lines.flatMap((line) => {
    if (line.is_code) return ground ? [] : [line];
    if (line.memory === undefined) return [line];
    ground = judged.get(line.memory);
    return ground && ground.verdict !== 'current' ? [line, codeLine(ground.reason)] : [line];
  });
}

/** How a memory stands to its code, with a clause of why. */
export interface ShownGround {
  verdict: string;
  reason: string;
}

const CODE_LINE = '  Code ';

/**
 * An answer whose rows and lines of a block say what a tree says of their memories' code. Names of a tree are anybody's text.
 * @param scores how well memories match; with them what has changed since the last index goes down
 */
export function withGrounds(
  given: Readonly<Record<string, unknown>>,
  judged: ReadonlyMap<string, ShownGround>,
  scores: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const answer: Record<string, unknown> = structuredClone(given);
  const lost = new Set<unknown>();
  const worth = new Map<unknown, number>(
    rowsOfMemories(answer).map(({ ref, row }) => [
      row,
      Number(scores[ref] ?? 0) * keptOf(String(row['code'] ?? '')),
    ]),
  );
  for (const { ref, row } of rowsOfMemories(answer)) {
    const ground = judged.get(ref);
    if (!ground) continue;
    const { code } = row;
    const score = scores[ref];
    if (typeof score === 'number') worth.set(row, score * keptOf(ground.reason));
    if (keptOf(ground.reason) < keptOf(typeof code === 'string' ? code : '')) lost.add(row);
    // Lists of titles say only what is not as it was.
    if (ground.verdict !== 'current' || code !== undefined) row['code'] = neutralLine(ground.reason);
  }
  const { results, context_block: block } = answer;
  if (Array.isArray(results) && lost.size > 0) answer['results'] = lowered(results, { lost, worth });
  if (typeof block === 'string') answer['context_block'] = blockWith(block, judged);
  return answer;
}

/** Share of its score that a memory keeps whose code has changed or gone, as in the service's own order. */
const keptOf = (code: string): number =>
  code.startsWith('gone') ? 0.8 : code.startsWith('changed') ? 0.9 : 1;

/** A memory whose code has changed since the last index stands below those that match about as well, and above those that match worse. */
function lowered(
  rows: readonly unknown[],
  { lost, worth }: { lost: ReadonlySet<unknown>; worth: ReadonlyMap<unknown, number> },
): unknown[] {
  const ordered = [...rows];
  const worthOf = (row: unknown) => worth.get(row) ?? 0;
  for (let at = ordered.length - 1; at >= 0; at -= 1) {
    const row = ordered[at];
    if (!lost.has(row)) continue;
    let place = at;
    while (place + 1 < ordered.length && worthOf(ordered[place + 1]) > worthOf(row)) place += 1;
    ordered.splice(place, 0, ...ordered.splice(at, 1));
  }
  return ordered;
}

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

interface MemoryRowShown {
  ref: string;
  row: Record<string, unknown>;
}

/** The memory that a line of a context block names, `- [type] title (ref, day …)`; undefined for any other line. */
function memoryOfLine(line: string): string | undefined {
  const at = line.lastIndexOf(' (');
  if (!line.startsWith('- [') || at < 0 || !line.endsWith(')')) return undefined;
  const [ref = '', day = ''] = line.slice(at + 2, -1).split(', ');
  return /^[\w-]+$/u.test(ref) && /^\d{4}-\d\d-\d\d$/u.test(day) ? ref : undefined;
}

/** Everything in an answer that has a title and a memory's identifier, the answer itself included. */
function rowsOfMemories(answer: unknown): MemoryRowShown[] {
  if (Array.isArray(answer)) return answer.flatMap(rowsOfMemories);
  if (typeof answer !== 'object' || answer === null) return [];
  const row = answer as Record<string, unknown>;
  const ref = row['memory_id'] ?? row['id'];
  const own = typeof ref === 'string' && typeof row['title'] === 'string' ? [{ ref, row }] : [];
  return [...own, ...Object.values(row).flatMap(rowsOfMemories)];
}

export function memoriesShown(answer: Readonly<Record<string, unknown>>): string[] {
  const { context_block: block } = answer;
  const lines = typeof block === 'string' ? block.split('\n').map(memoryOfLine) : [];
  const refs = [...rowsOfMemories(answer).map(({ ref }) => ref), ...lines];
  return [...new Set(refs.filter((ref) => ref !== undefined))];
}

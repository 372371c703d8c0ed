import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Ground } from '@memory/code';
import { ANCHORS_META, ShownAnchor } from '@memory/contracts';
import { answerText, memoryOfLine, neutralLine, rowsOfMemories } from '@memory/text/recall';
import { OriginFinder } from '../find-origin.ts';
import type { WorkingTree } from './working-tree.ts';

/** A tree on a slow disk must not hold an answer up: then what the index says stays. */
const PATIENCE_MS = 1_800;

type Judge = (anchors: readonly ShownAnchor[]) => Promise<ReadonlyMap<string, Ground>>;

/** Says in answers how memories stand to the working trees that a client works in, instead of to the last index. */
export class TreeVerdicts {
  readonly #trees = new Map<string, WorkingTree>();
  readonly #origins = new Map<string, Promise<{ root: string; origin: string } | undefined>>();

  /** The answer without its anchors, its verdicts by the trees of some folders. */
  async apply(
    tool: string,
    { _meta: meta = {}, ...result }: CallToolResult,
    folders: () => Promise<readonly string[]>,
  ): Promise<CallToolResult> {
    const { [ANCHORS_META]: given, ...rest } = meta as Record<string, unknown>;
    const answer = { ...result, ...(Object.keys(rest).length > 0 ? { _meta: rest } : {}) };
    const anchors = ShownAnchor.array().safeParse(given).data ?? [];
    const { structuredContent: structured } = result;
    if (anchors.length === 0 || structured === undefined) return answer;
    const judged = await inTime((late) => this.#judge(anchors, folders, late)).catch(() => undefined);
    return judged === undefined || judged.size === 0
      ? answer
      : { ...answer, ...withGrounds(tool, structured as Record<string, unknown>, judged) };
  }

  async #judge(
    anchors: readonly ShownAnchor[],
    folders: () => Promise<readonly string[]>,
    signal: AbortSignal,
  ): Promise<Map<string, Ground>> {
    const trees = new Map<string, string>();
    for (const folder of await folders()) {
      const found = await this.#originOf(folder);
      if (found && !trees.has(found.origin)) trees.set(found.origin, found.root);
    }
    const judged = new Map<string, Ground>();
    const byOrigin = Map.groupBy(anchors, ({ origin }) => origin ?? '');
    // A memory of two repositories, of which one is elsewhere, is what the index says.
    const originsOf = Map.groupBy(anchors, ({ memory }) => memory);
    for (const [origin, own] of byOrigin) {
      const root = trees.get(origin);
      if (root === undefined || signal.aborted) continue;
      const whole = own.filter(({ memory }) => originsOf.get(memory)?.every((one) => one.origin === origin));
      for (const [memory, { verdict, reason }] of await (
        await this.#judgeOf(root)
      )(whole))
        // Names of the tree are anybody's text.
        judged.set(memory, { verdict, reason: neutralLine(reason) });
    }
    return judged;
  }

  /** The parsers are loaded with the first answer that needs them. */
  async #judgeOf(root: string): Promise<Judge> {
    const [{ judgeInTree }, tree] = await Promise.all([import('./judge-in-tree.ts'), this.#treeAt(root)]);
    return (anchors) => judgeInTree(tree, anchors);
  }

  async #treeAt(root: string): Promise<WorkingTree> {
    const known = this.#trees.get(root);
    if (known) return known;
    const { WorkingTree: Tree } = await import('./working-tree.ts');
    const tree = this.#trees.get(root) ?? new Tree(root);
    this.#trees.set(root, tree);
    return tree;
  }

  #originOf(folder: string): Promise<{ root: string; origin: string } | undefined> {
    const known = this.#origins.get(folder);
    if (known) return known;
    const found = new OriginFinder({ cwd: folder })
      .find(folder)
      .then(({ isRepository, root, origin }) => (isRepository ? { root, origin } : undefined))
      .catch(() => undefined);
    this.#origins.set(folder, found);
    return found;
  }
}

/** @returns undefined where it takes too long */
async function inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => {
    controller.abort();
    resolve(undefined);
  }, PATIENCE_MS);
  try {
    return await Promise.race([work(controller.signal), promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The rows and lines of an answer with what the tree says; what it says as well as before stays as it is. */
function withGrounds(
  tool: string,
  structured: Record<string, unknown>,
  judged: ReadonlyMap<string, Ground>,
): Pick<CallToolResult, 'content' | 'structuredContent'> {
  const answer = structuredClone(structured);
  const worse = new Map<unknown, number>();
  for (const { ref, row } of rowsOfMemories(answer)) {
    const ground = judged.get(ref);
    if (!ground) continue;
    const { code } = row;
    // Lists of titles say only what is not as it was.
    if (ground.verdict !== 'current' || code !== undefined) row['code'] = ground.reason;
    worse.set(row, rankOf(ground.reason) - rankOf(typeof code === 'string' ? code : ''));
  }
  const { results, context_block: block } = answer;
  if (tool === 'memory_search' && Array.isArray(results)) answer['results'] = lowered(results, worse);
  if (typeof block === 'string') answer['context_block'] = blockWith(block, judged);
  return { content: [{ type: 'text', text: answerText(tool, answer) }], structuredContent: answer };
}

/** Places that a row goes down by. */
const rankOf = (code: string): number => (code.startsWith('gone') ? 2 : code.startsWith('changed') ? 1 : 0);

/** What has changed since the last index stands below what matches about as well. */
const lowered = (rows: readonly unknown[], worse: ReadonlyMap<unknown, number>): unknown[] =>
  rows
    .map((row, place) => ({ row, place: place + (worse.get(row) ?? 0) * 1.5 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ row }) => row);

const CODE_LINE = '  Code ';

function blockWith(block: string, judged: ReadonlyMap<string, Ground>): string {
  const lines: string[] = [];
  let ground: Ground | undefined;
  for (const line of block.split('\n')) {
    const ref = memoryOfLine(line);
    // Only what the memory's own line is followed by is a clause of ours.
    if (ground && line.startsWith(CODE_LINE)) {
      ground = undefined;
      continue;
    }
    ground = ref === undefined ? undefined : judged.get(ref);
    lines.push(line);
    if (ground && ground.verdict !== 'current') lines.push(`${CODE_LINE}${ground.reason}`);
  }
  return lines.join('\n');
}

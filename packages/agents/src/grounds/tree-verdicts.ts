import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Ground } from '@memory/code-graph/anchors';
import { ANCHORS_META, SCORES_META, ShownAnchor } from '@memory/contracts';
import { answerText, withGrounds } from '@memory/text/recall';
import { OriginFinder } from '../tree/find-origin.ts';
import type { SourceTree } from '../tree/source-tree.ts';

/** A tree on a slow disk must not hold an answer up: then what the index says stays. */
const PATIENCE_MS = 1_800;

type Judge = (anchors: readonly ShownAnchor[]) => Promise<ReadonlyMap<string, Ground>>;

/** Says in answers how memories stand to the working trees that a client works in, instead of to the last index. */
export class TreeVerdicts {
  readonly #trees = new Map<string, SourceTree>();
  readonly #origins = new Map<string, Promise<{ root: string; origin: string } | undefined>>();

  /** The answer without its anchors, its verdicts by the trees of some folders. */
  async apply(
    tool: string,
    { _meta: meta = {}, ...result }: CallToolResult,
    folders: () => Promise<readonly string[]>,
  ): Promise<CallToolResult> {
    const { [ANCHORS_META]: given, [SCORES_META]: scores, ...rest } = meta as Record<string, unknown>;
    const answer = { ...result, ...(Object.keys(rest).length > 0 ? { _meta: rest } : {}) };
    const anchors = ShownAnchor.array().safeParse(given).data ?? [];
    const { structuredContent: structured } = result;
    if (anchors.length === 0 || structured === undefined) return answer;
    const judged = await inTime((late) => this.#judge(anchors, folders, late)).catch(() => undefined);
    if (judged === undefined || judged.size === 0) return answer;
    const said = withGrounds(
      structured as Record<string, unknown>,
      judged,
      scores as Record<string, unknown> | undefined,
    );
    return { ...answer, content: [{ type: 'text', text: answerText(tool, said) }], structuredContent: said };
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
      for (const [memory, ground] of await (await this.#judgeOf(root))(whole)) judged.set(memory, ground);
    }
    return judged;
  }

  /** The parsers are loaded with the first answer that needs them. */
  async #judgeOf(root: string): Promise<Judge> {
    const { judgeInTree, openWorkingTree } = await import('./judge-in-tree.ts');
    const tree = this.#trees.get(root) ?? openWorkingTree(root);
    this.#trees.set(root, tree);
    return (anchors) => judgeInTree(tree, anchors);
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

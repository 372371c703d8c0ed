import { judgeAnchor, knownSymbols, symbolToJudge } from '@memory/code-graph/anchors';
import type { CheckedMemory } from './anchored-memories.ts';
import type { ChangedSymbol } from './changed-symbols.ts';
import type { History } from '../tree/history.ts';
import type { SourceTree } from '../tree/source-tree.ts';

/**
 * Tells which part of a change a memory knew when it was said: whoever changes a function and stores why speaks of the new
 * one. On a branch of its own work a memory is mostly older than the commit of what it speaks of.
 */
export class KnownThen {
  readonly #tree: SourceTree;
  readonly #base: string;
  readonly #head: string | null;
  readonly #histories = new Map<boolean, ReturnType<History['historyOf']>>();
  #branches: ReturnType<History['branches']> | undefined;

  constructor(tree: SourceTree, { base, head }: { base: string; head: string | null }) {
    this.#tree = tree;
    this.#base = base;
    this.#head = head;
  }

  /** Of what a change touches, what the memory did not know. */
  async unknownTo(memory: CheckedMemory, touched: readonly ChangedSymbol[]): Promise<ChangedSymbol[]> {
    const state = await this.#stateOf(memory);
    if (state === undefined) return [...touched];
    const { commit, isOpen } = state;
    const isKnown = await Promise.all(
      touched.map(
        async (one) =>
          (commit !== undefined && (await this.#isSame(one, commit))) ||
          (isOpen && (await this.#isOlder(one, memory))),
      ),
    );
    return touched.filter((_, place) => !isKnown[place]);
  }

  /** The commit whose work it knew, and whether it knew what is not committed; undefined for what was said before the change, or on another branch. */
  async #stateOf({ said_at: saidAt, created_at: createdAt, branch }: CheckedMemory) {
    const moment = saidAt ?? createdAt;
    const branches = await (this.#branches ??= this.#tree.history.branches(this.#head));
    const own = saidAt === undefined ? branch : null;
    const isOfTrunk = own === null || branches.trunks.has(own);
    const { begins, commits } = await this.#historyOf(isOfTrunk);
    if (moment <= begins) return undefined;
    if (own !== null && branches.all.has(own) && !branches.withHead.has(own)) return undefined;
    // A memory without a branch knows what the trunk held, and no commit that it does not have.
    const isHeld =
      branches.trunks.size === 0 || [...branches.trunks].some((one) => branches.withHead.has(one));
    if (isOfTrunk && !isHeld) return this.#head ? undefined : { commit: undefined, isOpen: true };
    const after = commits.findIndex(({ at }) => at > moment);
    if (after === -1) return { commit: this.#head || commits.at(-1)?.id, isOpen: !this.#head };
    // On a branch of its own the next commit is of the same work; on a trunk it may be anybody's.
    const commit = commits[isOfTrunk ? after - 1 : after]?.id;
    return commit === undefined ? undefined : { commit, isOpen: false };
  }

  #historyOf(isTrunk: boolean): ReturnType<History['historyOf']> {
    const known = this.#histories.get(isTrunk);
    const history = known ?? this.#tree.history.historyOf(this.#base, this.#head, { isTrunk });
    this.#histories.set(isTrunk, history);
    return history;
  }

  /** Whether what is not committed was written before the memory. */
  #isOlder(
    { path, symbol }: ChangedSymbol,
    { said_at: saidAt, created_at }: CheckedMemory,
  ): Promise<boolean> {
    return this.#tree.isUntouchedSince(path ?? symbol.path, saidAt ?? created_at);
  }

  /** Whether it was at a commit what it is now. */
  async #isSame({ verdict, symbol, path, name }: ChangedSymbol, commit: string): Promise<boolean> {
    if (commit === this.#head) return true;
    if (verdict === 'gone' || path === null) {
      const then = await this.#tree.symbols(symbol.path, commit);
      return !then.some(({ qualifiedName }) => qualifiedName === symbol.qualifiedName);
    }
    const named = async (at: string | null) =>
      (await this.#tree.symbols(path, at)).filter(({ kind, qualifiedName }) =>
        symbol.kind === 'module' ? kind === 'module' : kind !== 'module' && qualifiedName === name,
      );
    const then = await named(commit);
    return (await named(this.#head)).every((now) =>
      then.some((one) => judgeAnchor(symbolToJudge(one), knownSymbols([now])).verdict === 'current'),
    );
  }
}

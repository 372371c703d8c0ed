import type { Client } from '@memory/client';
import { isSamePath, mentionsIn, type Anchor } from '@memory/code-graph/anchors';
import type { PendingGround, StoreAnchorsBody } from '@memory/contracts';
import { AnchorFinder } from '../check/anchored-memories.ts';
import { SourceTree } from '../tree/source-tree.ts';
import { Git } from '../git/git.ts';
import { isBehindIndex } from '../code-index/state-to-index.ts';
import { inBackground } from '../home/attempt.ts';
import { OriginFinder } from '../tree/find-origin.ts';

const PAGE = 25;

export interface TieOptions {
  client: Client;
  /** Its name in the service. */
  repository: string;
  root: string;
  /** Pages that are asked for, and how long: the rest comes the next time. */
  pagesMax?: number;
  patienceMs?: number;
}

/**
 * Ties memories to the code as it was when they were written: at their commit, in the working tree where nothing touched it
 * since, or at the last commit before. What was never asked about comes first; hashes leave the machine, and nothing else.
 * @returns how many were asked about
 */
export async function tieMemories({
  client,
  repository,
  root,
  pagesMax = 40,
  patienceMs = 60_000,
}: TieOptions): Promise<number> {
  const git = new Git(root);
  const { repositories } = await client.getCodeStatus({ query: { repository, limit: 1 } });
  if (await isBehindIndex(root, repositories[0])) return 0;
  const endsAt = performance.now() + patienceMs;
  let count = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const { results } = await client.listPendingGrounds({ query: { repository, limit: PAGE } });
    // As a rule nothing is pending, and a process of git is saved.
    if (!results[0] || (page === 0 && !(await git.ask('rev-parse', '-q', '--verify', 'HEAD')))) break;
    // Files of a commit are kept for a page: for a whole history it would be all of it.
    const times = new Times(new SourceTree(root, {}, git));
    const memories: StoreAnchorsBody['memories'] = [];
    for (const pending of results) {
      // A search through a large tree takes a second, and nobody watches an index for an hour.
      if (memories.length > 0 && performance.now() > endsAt) break;
      memories.push(await times.tie(pending));
    }
    const { tied } = await client.storeAnchors({ body: { repository, memories } });
    count += tied;
    if (results.length < PAGE || tied === 0 || performance.now() > endsAt) break;
  }
  return count;
}

type GivenMemory = StoreAnchorsBody['memories'][number];

/** A file system notes times a little late. */
const TOUCH_MS = 2_000;

/** States of one repository: of its history, and the working tree (null). */
class Times {
  readonly #tree: SourceTree;
  readonly #finders = new Map<string | null, AnchorFinder>();

  constructor(tree: SourceTree) {
    this.#tree = tree;
  }

  async tie(pending: PendingGround): Promise<GivenMemory> {
    const { memory_id, revision, said_at: saidAt } = pending;
    const silent: GivenMemory = {
      memory_id,
      revision,
      source: 'commit',
      commit_id: null,
      grounded_at: saidAt,
      anchors: null,
    };
    const named = pending.commit_id === null ? undefined : await this.#tree.history.commit(pending.commit_id);
    if (named !== undefined) {
      const anchors = await this.#anchors(pending, named);
      return anchors.length === 0
        ? silent
        : { ...silent, ...(await this.#at(named)), anchors: given(anchors) };
    }
    // Another clone's memory of another branch says nothing of what is checked out here.
    const line = await this.#tree.history.lineOf(pending.branch);
    const before = await this.#tree.history.commitAt(saidAt, line);
    const now = line === 'HEAD' ? await this.#anchors(pending, null) : [];
    if (now.length > 0 && (await this.#isUntouchedSince(now, saidAt)))
      return { ...silent, source: 'tree', commit_id: before ?? null, anchors: given(now) };
    const then = before === undefined ? [] : await this.#anchors(pending, before);
    // Code that its own session edited was committed after the memory was said.
    const isEdited = [...now, ...then].some(({ path }) =>
      pending.edited.some((file) => isSamePath(file, { path })),
    );
    const after =
      isEdited || then.length === 0 ? await this.#after(saidAt, [...now, ...then], line) : undefined;
    const late = after === undefined ? [] : await this.#anchors(pending, after);
    if (after !== undefined && late.length > 0)
      return { ...silent, ...(await this.#at(after)), anchors: given(late) };
    if (before === undefined || then.length === 0) return silent;
    return { ...silent, ...(await this.#at(before)), grounded_at: saidAt, anchors: given(then) };
  }

  #anchors({ title, narrative, source_files, edited }: PendingGround, at: string | null): Promise<Anchor[]> {
    const finder = this.#finders.get(at) ?? new AnchorFinder(this.#tree, at);
    this.#finders.set(at, finder);
    const mentions = mentionsIn(`${title}\n${narrative}`);
    return finder.find({ memory: { source_files, edited }, mentions }).then(hashed);
  }

  async #at(commit: string): Promise<Pick<GivenMemory, 'commit_id' | 'grounded_at'>> {
    return { commit_id: commit, grounded_at: await this.#tree.history.dateOf(commit) };
  }

  async #isUntouchedSince(anchors: readonly Anchor[], moment: string): Promise<boolean> {
    const untouched = await Promise.all(
      anchors.map(({ path }) => this.#tree.isUntouchedSince(path, moment, TOUCH_MS)),
    );
    return untouched.every(Boolean);
  }

  /** The first commit after a moment that touched what anchors stand in. */
  async #after(moment: string, anchors: readonly Anchor[], line: string): Promise<string | undefined> {
    const paths = [...new Set(anchors.map(({ path }) => path))];
    return paths.length === 0 ? undefined : this.#tree.history.commitAfter(moment, paths, line);
  }
}

const hashed = (anchors: readonly Anchor[]): Anchor[] => anchors.filter(({ bodyHash }) => bodyHash !== null);

const given = (anchors: readonly Anchor[]): NonNullable<GivenMemory['anchors']> =>
  anchors.map(({ path, name, kind, reason, signatureHash, bodyHash, value }) => ({
    path,
    name,
    kind,
    reason,
    signature_hash: signatureHash,
    body_hash: bodyHash ?? '',
    value,
  }));

/** Of each time; the rest comes the next time, or with the next index. */
const PAGES = 4;

/** Ties memories to the trees that a client works in. What fails is tried again the next time. */
export const memoryTier = (connect: () => Promise<Client>) =>
  inBackground(async (folders: () => Promise<readonly string[]>) => {
    const client = await connect();
    const { repositories } = await client.getCodeStatus({ query: { limit: 1 } });
    for (const folder of await folders()) {
      const { origin, root, isRepository } = await new OriginFinder({ cwd: folder }).find(folder);
      const known = repositories.find((repository) => repository.origin === origin);
      if (isRepository && known) await tieMemories({ client, repository: known.name, root, pagesMax: PAGES });
    }
  });

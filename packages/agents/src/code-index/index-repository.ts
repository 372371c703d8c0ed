import { type FileIndex, indexTree, isIgnoredByDefault } from '@memory/code-graph';
import type { Client } from '@memory/client';
import { LIMITS, type CodeStatusReply } from '@memory/contracts';
import { CodeBatches, codeFileBody } from './code-batches.ts';
import { goneByHistory, stateToIndex } from './state-to-index.ts';

type IndexProgress = Parameters<NonNullable<Parameters<typeof indexTree>[0]['onProgress']>>[0];

type TreeEvent = ReturnType<typeof indexTree> extends AsyncGenerator<infer Event> ? Event : never;
export type NotIndexed = Extract<TreeEvent, { kind: 'skipped' }>['reason'] | 'path_too_long';

export interface IndexSummary {
  repository: string;
  /** Files sent, new or changed. */
  sent: number;
  unchanged: number;
  deleted: number;
  /** Symbols of the files sent. */
  symbols: number;
  /** Files that are gone and were kept, since they are more than half of what is indexed. */
  kept: number;
  /** The trunk, where another state is checked out, and how many of its files differ here: they are indexed as it has them. */
  trunk: { name: string; differing: number } | null;
  /** The commit that the index is of where this clone has an earlier one: files of the trunk are left as they are indexed. */
  behind: string | null;
  /** Files of which a part could not be read. */
  partial: string[];
  skipped: { path: string; reason: NotIndexed }[];
  /** Files of languages that are not read, by their ending. */
  unread: Record<string, number>;
  /** Repositories inside of the tree, whose files are indexed as its own. */
  nested: string[];
}

export interface IndexRepositoryOptions {
  client: Client;
  root: string;
  /** The folder of the root that is indexed; nothing outside of it is deleted. */
  under?: string;
  repository: string;
  origin?: string | null;
  /** Deletes what is gone even when it is more than half. */
  force?: boolean;
  /** Indexes the working tree whatever is checked out. */
  asIs?: boolean;
  onProgress?: (progress: IndexProgress) => void;
  /** Told of each file that is sent. */
  onSent?: (file: FileIndex) => void;
  signal?: AbortSignal;
}

/** Brings the service's index of a working tree up to date: asks what it knows, sends what changed, deletes what is gone. */
export async function indexRepository({
  client,
  root,
  under = '',
  repository,
  origin = null,
  force = false,
  asIs = false,
  onProgress,
  onSent,
  signal,
}: IndexRepositoryOptions): Promise<IndexSummary> {
  const summary: IndexSummary = {
    repository,
    sent: 0,
    unchanged: 0,
    deleted: 0,
    kept: 0,
    symbols: 0,
    trunk: null,
    behind: null,
    partial: [],
    skipped: [],
    unread: {},
    nested: [],
  };
  const isWithin = (path: string) => under === '' || path.startsWith(`${under}/`);
  const ask = (after?: string) => client.getCodeStatus({ query: { repository, after, limit: HASHES_MAX } });
  const asked = ask();
  const known = asked
    .then((status) => restOf(status, ask))
    .then((all) => new Map([...all].filter(([path]) => isWithin(path))));
  const stored = asked.then(({ repositories }) => repositories[0]);
  const events = indexTree({ root, under, previous: known, onProgress, signal });
  // The tree is walked while the service and Git say what they know.
  const walked = events.next();
  // A failure is told where they are needed.
  for (const one of [stored, known, walked]) one.catch(() => undefined);
  const { head, isBehind, trunk } = await stateToIndex(root, stored, asIs);
  if (isBehind) summary.behind = (await stored)?.commit_id ?? null;
  if (isBehind && !trunk) return summary;
  const batches = new CodeBatches(client, { repository, origin, head: isBehind ? null : head });
  const gone: string[] = [];
  const arrived = new Set<string>();
  const take = async (file: FileIndex) => {
    if (Buffer.byteLength(file.path) > LIMITS.filePathBytes) {
      summary.skipped.push({ path: file.path, reason: 'path_too_long' });
      return;
    }
    summary.sent += 1;
    summary.symbols += file.symbols.length;
    arrived.add(file.contentHash);
    onSent?.(file);
    if (file.partial) summary.partial.push(file.path);
    await batches.store(codeFileBody(file));
  };
  for (let next = await walked; !next.done; next = await events.next()) {
    const event = next.value;
    if (event.kind === 'unchanged') summary.unchanged += trunk?.differing.has(event.path) ? 0 : 1;
    else if (event.kind === 'unread') {
      const ending = event.path.slice(event.path.lastIndexOf('.')).toLowerCase();
      summary.unread[ending] = (summary.unread[ending] ?? 0) + 1;
    } else if (event.kind === 'nested') summary.nested.push(event.path);
    else if (event.kind === 'skipped') summary.skipped.push({ path: event.path, reason: event.reason });
    else if (event.kind === 'deleted') gone.push(event.path);
    else if (!trunk?.differing.has(event.file.path) && !(isBehind && (await known).has(event.file.path)))
      await take(event.file);
  }
  const previous = await known;
  if (trunk) {
    // Files that the trunk does not have may be another branch's; they go when the trunk itself is indexed.
    gone.length = 0;
    summary.trunk = { name: trunk.name, differing: 0 };
    for (const path of isBehind ? [] : trunk.differing) {
      signal?.throwIfAborted();
      const file =
        isWithin(path) && !isIgnoredByDefault(path) ? await trunk.tree.index(path, trunk.commit) : undefined;
      if (!file) continue;
      summary.trunk.differing += 1;
      if (previous.get(path) === file.contentHash) summary.unchanged += 1;
      else await take(file);
    }
  }
  // A tree that lost more than half of its files at once is another one, as a rule; one whose folders got other names is not.
  const moved = gone.filter((path) => arrived.has(previous.get(path) ?? ''));
  const isOther = (gone.length - moved.length) * 2 > previous.size && !force;
  const dropped = isOther
    ? [...new Set([...moved, ...(await goneByHistory(root, await stored, gone))])]
    : gone;
  for (const path of dropped) await batches.delete(path);
  summary.deleted = dropped.length;
  summary.kept = gone.length - dropped.length;
  await batches.flush();
  return summary;
}

/** Files whose hashes are asked for at once; an answer is cut at a megabyte of them. */
const HASHES_MAX = 10_000;

/** Hashes of the service's files by path, from the first page of them on. */
async function restOf(
  page: CodeStatusReply,
  ask: (after: string) => Promise<CodeStatusReply>,
): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (let at = page; ; at = await ask(at.next_after)) {
    for (const { path, content_hash: hash } of at.files) known.set(path, hash);
    if (at.next_after === null || known.size >= (at.repositories[0]?.files ?? 0)) return known;
  }
}

import { indexTree, type IndexProgress, type SkipReason } from '@memory/code-graph';
import type { Client } from '@memory/client';
import { LIMITS } from '@memory/contracts';
import { CodeBatches } from './code-batches.ts';
import { codeFileBody } from './code-file-body.ts';
import { headOf } from './head-of.ts';

export type NotIndexed = SkipReason | 'path_too_long';

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
  onProgress?: (progress: IndexProgress) => void;
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
  onProgress,
  signal,
}: IndexRepositoryOptions): Promise<IndexSummary> {
  const summary: IndexSummary = {
    repository,
    sent: 0,
    unchanged: 0,
    deleted: 0,
    kept: 0,
    symbols: 0,
    partial: [],
    skipped: [],
    unread: {},
    nested: [],
  };
  const batches = new CodeBatches(client, { repository, origin, head: await headOf(root) });
  const known = await knownFiles(client, repository);
  const previous = new Map([...known].filter(([path]) => under === '' || path.startsWith(`${under}/`)));
  const gone: string[] = [];
  const arrived = new Set<string>();
  for await (const event of indexTree({ root, under, previous, onProgress, signal })) {
    if (event.kind === 'unchanged') summary.unchanged += 1;
    else if (event.kind === 'unread') {
      const ending = event.path.slice(event.path.lastIndexOf('.')).toLowerCase();
      summary.unread[ending] = (summary.unread[ending] ?? 0) + 1;
    } else if (event.kind === 'nested') summary.nested.push(event.path);
    else if (event.kind === 'skipped') summary.skipped.push({ path: event.path, reason: event.reason });
    else if (event.kind === 'deleted') gone.push(event.path);
    else if (Buffer.byteLength(event.file.path) > LIMITS.filePathBytes)
      summary.skipped.push({ path: event.file.path, reason: 'path_too_long' });
    else {
      summary.sent += 1;
      summary.symbols += event.file.symbols.length;
      arrived.add(event.file.contentHash);
      if (event.file.partial) summary.partial.push(event.file.path);
      await batches.store(codeFileBody(event.file));
    }
  }
  // A tree that lost more than half of its files at once is another one, as a rule; one whose folders got other names is not.
  const moved = gone.filter((path) => arrived.has(previous.get(path) ?? ''));
  const isOther = (gone.length - moved.length) * 2 > previous.size && !force;
  const dropped = isOther ? moved : gone;
  for (const path of dropped) await batches.delete(path);
  summary.deleted = dropped.length;
  summary.kept = gone.length - dropped.length;
  await batches.flush();
  return summary;
}

/** Hashes of the files that the service has of a repository, by path. */
async function knownFiles(client: Client, repository: string): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (let after: string | undefined; ;) {
    const { files, next_after: next } = await client.getCodeStatus({ query: { repository, after } });
    for (const { path, content_hash: hash } of files) known.set(path, hash);
    if (next === null) return known;
    after = next;
  }
}

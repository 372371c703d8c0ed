import { indexTree, type IndexProgress, type SkipReason } from '@memory/code';
import type { Client } from '@memory/client';
import { LIMITS } from '@memory/contracts';
import { CodeBatches } from './code-batches.ts';
import { codeFileBody } from './code-file-body.ts';

export type NotIndexed = SkipReason | 'path_too_long';

export interface IndexSummary {
  repository: string;
  /** Files sent, new or changed. */
  sent: number;
  unchanged: number;
  deleted: number;
  /** Symbols of the files sent. */
  symbols: number;
  /** Files of which a part could not be read. */
  partial: string[];
  skipped: { path: string; reason: NotIndexed }[];
}

export interface IndexRepositoryOptions {
  client: Client;
  root: string;
  repository: string;
  onProgress?: (progress: IndexProgress) => void;
  signal?: AbortSignal;
}

/** Brings the service's index of a working tree up to date: asks what it knows, sends what changed, deletes what is gone. */
export async function indexRepository({
  client,
  root,
  repository,
  onProgress,
  signal,
}: IndexRepositoryOptions): Promise<IndexSummary> {
  const summary: IndexSummary = {
    repository,
    sent: 0,
    unchanged: 0,
    deleted: 0,
    symbols: 0,
    partial: [],
    skipped: [],
  };
  const batches = new CodeBatches(client, repository);
  const previous = await knownFiles(client, repository);
  for await (const event of indexTree({ root, previous, onProgress, signal })) {
    if (event.kind === 'unchanged') summary.unchanged += 1;
    else if (event.kind === 'skipped') summary.skipped.push({ path: event.path, reason: event.reason });
    else if (event.kind === 'deleted') {
      summary.deleted += 1;
      await batches.delete(event.path);
    } else if (Buffer.byteLength(event.file.path) > LIMITS.filePathBytes)
      summary.skipped.push({ path: event.file.path, reason: 'path_too_long' });
    else {
      summary.sent += 1;
      summary.symbols += event.file.symbols.length;
      if (event.file.partial) summary.partial.push(event.file.path);
      await batches.store(codeFileBody(event.file));
    }
  }
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

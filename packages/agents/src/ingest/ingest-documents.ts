import type { Client } from '@memory/client';
import type { DocumentRecord } from '@memory/contracts';
import type { FoundDocuments } from './find-documents.ts';
import { compareFolders, storedNames, type StoredFolder } from './gone-documents.ts';
import { deleteStored } from './local-documents.ts';
import { sendDocuments, type IngestProgress, type SendSummary } from './send-documents.ts';

export interface IngestSummary extends SendSummary {
  gone: string[];
  /** How many of those were deleted, with their memories. */
  pruned: number;
  kept?: string;
  /** Documents that are there and that a search of the folders passes over: they stay as they are stored. */
  passed_over: string[];
  /** How many files of the folders are no documents, by ending or kind. */
  not_read: Record<string, number>;
}

export interface IngestOptions {
  progress: IngestProgress;
  upload: boolean;
  prune: boolean;
  /** Even when it is more than half of what is stored of a folder. */
  force: boolean;
}

export async function ingestDocuments(
  client: Client,
  { documents, folders, notRead }: FoundDocuments,
  { progress, upload, prune, force }: IngestOptions,
): Promise<IngestSummary> {
  const names = await storedNames(client, folders);
  const before = await compareFolders(client, names, documents);
  const gone = before.map(({ origin, now, gone }) => ({
    origin,
    now,
    sources: gone.flatMap(({ source }) => source ?? []),
  }));
  const sent = await sendDocuments(client, documents, { progress, upload, gone });
  const left = before.flatMap((folder) => folder.gone);
  // A document without text any more has no place in the memory either.
  const emptied = new Set(sent.skipped.map(({ source }) => source));
  // A renamed document is told by the documents themselves: an upload answers no more than counts.
  const after =
    emptied.size > 0 || left.length > 0 ? await compareFolders(client, names, documents, emptied) : before;
  const summary: IngestSummary = {
    ...sent,
    renamed: renamedOf(left, after, sent),
    gone: [],
    pruned: 0,
    passed_over: after.flatMap(({ passedOver }) => passedOver.flatMap(({ source }) => source ?? [])),
    not_read: notRead,
  };
  for (const [place, { under, gone }] of after.entries()) {
    const left = gone.filter(({ source }) => source !== null);
    if (left.length === 0) continue;
    summary.gone.push(...left.flatMap(({ source }) => source ?? []));
    const reason = !prune
      ? 'They are kept, as asked.'
      : force
        ? undefined
        : tooMany(under, before[place]?.stored.length ?? 0, left.length);
    if (reason !== undefined) {
      summary.kept = reason;
      continue;
    }
    summary.removed += await deleteStored(
      client,
      left.map(({ id }) => id),
    );
    summary.pruned += left.length;
  }
  return summary;
}

/** Documents that were gone from one place and are stored at another by now. */
function renamedOf(
  gone: readonly DocumentRecord[],
  after: readonly StoredFolder[],
  { renamed }: Pick<IngestSummary, 'renamed'>,
): IngestSummary['renamed'] {
  const told = new Set(renamed.map(({ from }) => from));
  const sources = new Map(after.flatMap(({ stored }) => stored.map(({ id, source }) => [id, source])));
  const found = gone.flatMap(({ id, source: from }) => {
    const to = sources.get(id) ?? null;
    return from === null || to === null || from === to || told.has(from) ? [] : [{ from, to }];
  });
  return [...renamed, ...found];
}

/** More than half of a folder that goes at once is a folder that is not there, as a rule. */
function tooMany(under: string, stored: number, gone: number): string | undefined {
  return gone * 2 > stored
    ? `They are kept: ${gone} of the ${stored} documents stored below ${under} are gone, which is more than half. --force removes them.`
    : undefined;
}

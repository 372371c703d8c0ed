import {
  DocumentInput,
  toValidationIssues,
  type GoneDocuments,
  type IngestedBatch,
  type IngestedDocument,
  type ItemError,
  describeFaults,
  addCounts,
  noCounts,
} from '@memory/contracts';
import type { Workspace } from '@memory/db';
import type { ReadingOptions } from '@memory/sections/reader';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import type { PlannedDocument } from './plan-document.ts';

type IngestServices = Pick<Services, 'db' | 'jobs' | 'clock' | 'ids' | 'documents'>;

/** Time for reading the documents of one request together: a gateway waits for 30 s. */
const REQUEST_MS = 15_000;

interface Ingested<Reply> {
  reply: Reply;
  /** Secrets that only reading them uncovered, replaced; what callers sent in plain sight was counted at the door. */
  redacted: number;
}

/** Ingests one document. @throws validation_failed when its text cannot be read */
export async function ingestDocument(
  services: IngestServices,
  workspace: Workspace,
  input: DocumentInput,
): Promise<Ingested<IngestedDocument>> {
  const { planDocument, ingestDocuments } = await load();
  const planned = await planDocument(services, workspace, input);
  const [ingested] = (await ingestDocuments(services, workspace, [planned])).ingested;
  if (!ingested) throw new Error('The ingested document was not returned.');
  return { reply: ingested, redacted: planned.redacted };
}

export interface BatchItem {
  index: number;
  value: unknown;
}

interface Batch {
  items: readonly BatchItem[];
  budget?: ReadingOptions['budget'];
  /** Documents no longer at their place: one of the batch with the same text has moved. */
  gone?: readonly GoneDocuments[];
}

export async function ingestBatch(
  services: IngestServices,
  workspace: Workspace,
  { items, budget = { leftMs: REQUEST_MS }, gone = [] }: Batch,
): Promise<Ingested<IngestedBatch>> {
  const { planDocument, ingestDocuments } = await load();
  const planned: PlannedDocument[] = [];
  const errors: ItemError[] = [];
  for (const { index, value } of items) {
    const parsed = DocumentInput.safeParse(value, { reportInput: true });
    if (!parsed.success) {
      errors.push({
        index,
        msg: describeFaults(toValidationIssues('body', parsed.error.issues), 'document'),
      });
      continue;
    }
    try {
      planned.push(await planDocument(services, workspace, parsed.data, budget));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      errors.push({ index, msg: error.message });
    }
  }
  const { ingested, renamed } =
    planned.length > 0
      ? await ingestDocuments(services, workspace, planned, gone)
      : { ingested: [], renamed: [] };
  const counts = noCounts();
  for (const { created, updated, unchanged, removed } of ingested)
    addCounts(counts, { documents: 1, created, updated, unchanged, removed });
  return {
    reply: {
      ...counts,
      errors,
      renamed,
    },
    redacted: planned.reduce((total, document) => total + document.redacted, 0),
  };
}

/** The parsers of documents are loaded by those who ingest, and weigh on nobody else. */
async function load() {
  const [{ planDocument }, { ingestDocuments }] = await Promise.all([
    import('./plan-document.ts'),
    import('./ingest-documents.ts'),
  ]);
  return { planDocument, ingestDocuments };
}

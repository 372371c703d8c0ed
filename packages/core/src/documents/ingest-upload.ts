import { advanceUpload, beginUploadStep, findUpload, type UploadRow, type Workspace } from '@memory/db';
import type { StreamPosition } from '@memory/sections';
import type { ReadingOptions } from '@memory/sections/reader';
import { withoutEnd } from '@memory/text/without-end';
import { countSecrets } from '../secrets/secrets.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { ingestBatch, type BatchItem } from './ingest.ts';

/** Documents stored together, and the bytes they may have together. */
const BATCH_ITEMS = 100;
const BATCH_BYTES = 1_000_000;

/** How long one delivery goes on before it hands over to the next: well below the job's time limit. */
const STEP_MS = 120_000;

/** Places of secrets that the message about an item names. */
const FAULTS_TOLD = 5;

type UploadServices = Pick<Services, 'db' | 'jobs' | 'clock' | 'ids' | 'objects' | 'documents'>;

/** Steps without progress after which an upload is given up: one that ends its reader would do so for ever. */
const ATTEMPTS_MAX = 3;

/** Time for reading the documents of one batch together; a step ends after the batch that its time ran out in. */
const BATCH_READING_MS = 60_000;

/**
 * Reads an upload as a stream, from where the last step ended, and stores it batch by batch. Each batch is recorded with
 * its place: delivered twice, the second delivery finds the place taken and does nothing more, and what it stored before
 * it found out was the same again.
 */
export async function ingestUpload(
  services: UploadServices,
  workspace: Workspace,
  { uploadId }: { uploadId: string },
): Promise<void> {
  const { db, clock, jobs, objects } = services;
  const upload = await findUpload(db, workspace.id, uploadId);
  if (!upload || (upload.state !== 'waiting' && upload.state !== 'processing')) return;
  const head = await objects.head(upload.object_key);
  if (!head) return; // Not uploaded yet; the event of its creation will come
  const { DocumentError, readDocumentStream } = await import('@memory/sections');
  const step = stepRecorder(services, workspace, upload, head.sizeBytes);
  const attempts = await beginUploadStep(db, workspace.id, { id: uploadId, at: clock() });
  if (attempts === undefined) return;
  if (attempts > ATTEMPTS_MAX) {
    const failure = `Reading it was tried ${ATTEMPTS_MAX} times and came no further than item ${upload.position?.index ?? 0}; send the rest in smaller files.`;
    if (await step.record([], [], { position: upload.position, state: 'failed', failure }))
      await objects.delete(upload.object_key);
    return;
  }
  const deadline = performance.now() + STEP_MS;
  const items: BatchItem[] = [];
  const failed: { index: number; msg: string }[] = [];
  let bytes = 0;
  let next = upload.position;
  try {
    const source = await objects.read(upload.object_key, { start: next?.offset ?? 0 });
    for await (const item of readDocumentStream(source, next ? { from: next } : {})) {
      if (item.error) failed.push({ index: item.index, msg: item.error.message });
      else items.push({ index: item.index, value: item.value });
      bytes += item.next.offset - (next?.offset ?? 0);
      next = item.next;
      if (items.length + failed.length < BATCH_ITEMS && bytes < BATCH_BYTES) continue;
      if (!(await step.record(items.splice(0), failed.splice(0), { position: next, state: 'processing' })))
        return;
      bytes = 0;
      if (performance.now() > deadline)
        return await jobs.enqueue('ingestUpload', { workspaceId: workspace.id, uploadId });
    }
    if (!(await step.record(items, failed, { position: next, state: 'complete' }))) return;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    // Documents before the fault are kept: they were read and judged like the rest.
    if (!(await step.record(items, failed, { position: next, state: 'failed', failure: error.message })))
      return;
  }
  await objects.delete(upload.object_key);
}

function stepRecorder(services: UploadServices, workspace: Workspace, upload: UploadRow, sizeBytes: number) {
  let from: UploadRow['position'] = upload.position;
  return {
    /** Stores a batch and records it; false when another delivery was here before. */
    async record(
      items: readonly BatchItem[],
      failed: readonly { index: number; msg: string }[],
      end: { position: StreamPosition | null; state: 'processing' | 'complete' | 'failed'; failure?: string },
    ): Promise<boolean> {
      const budget = { leftMs: BATCH_READING_MS };
      const { clean, refused, redacted } = await takeSecretsOutOfItems(
        services,
        workspace,
        items.map(({ index, value }) => ({ index, value: withUploadDefaults(value, upload.defaults) })),
        budget,
      );
      const { reply, redacted: uncovered } = await ingestBatch(services, workspace, {
        items: clean,
        budget,
        gone: upload.defaults.gone,
      });
      const { errors, ...counts } = reply;
      const recorded = await advanceUpload(services.db, workspace.id, {
        id: upload.id,
        from,
        position: end.position,
        state: end.state,
        counts,
        redactedSecrets: redacted + uncovered,
        errors: [...failed, ...refused, ...errors].toSorted((a, b) => a.index - b.index),
        bytesTotal: sizeBytes,
        failure: end.failure ?? null,
        at: services.clock(),
      });
      from = end.position;
      return recorded;
    },
  };
}

/** Each item is judged on its own, where it holds up nobody: one that holds secrets is refused, or goes on without them. */
async function takeSecretsOutOfItems(
  { documents }: Pick<Services, 'documents'>,
  workspace: Workspace,
  items: readonly BatchItem[],
  budget: ReadingOptions['budget'] & object,
) {
  const { DocumentError } = await import('@memory/sections/reader');
  const clean: BatchItem[] = [];
  const refused: { index: number; msg: string }[] = [];
  let redacted = 0;
  for (const { index, value: given } of items) {
    try {
      const { value, places } = await documents.read(
        'redact',
        { value: given },
        { for: workspace.id, budget },
      );
      redacted += countSecrets(workspace, places, { writes: true });
      clean.push({ index, value });
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof DocumentError)) throw error;
      const issues = error instanceof ServiceError ? (error.options.issues ?? []) : [];
      const faults = issues.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
      refused.push({ index, msg: [error.message, ...faults.slice(0, FAULTS_TOLD)].join(' ') });
    }
  }
  return { clean, refused, redacted };
}

/**
 * An item of an upload with what the upload gives to those that name none. SDLC documents are `knowledge` unless said
 * otherwise, and as in `sdlc_seed` their text can name them.
 */
function withUploadDefaults(value: unknown, defaults: UploadRow['defaults']): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { purpose, document_type, deliverable_id } = defaults;
  const item: { document_type?: unknown; deliverable_id?: unknown; title?: unknown; content?: unknown } =
    value;
  const given = {
    ...item,
    document_type: item.document_type ?? document_type,
    deliverable_id: item.deliverable_id ?? deliverable_id,
  };
  if (purpose !== 'sdlc') return given;
  return {
    ...given,
    document_type: given.document_type ?? 'knowledge',
    ...(item.title === undefined && typeof item.content === 'string' && item.content.trim() !== ''
      ? { title: titleOfContent(item.content) }
      : {}),
  };
}

/** Code points: a first line may be a whole paragraph. */
const TITLE_LENGTH = 120;

/** UTF-16 units read of a line: the marks that close a heading cost the square of the blanks before them. */
const LINE_MAX = 1_000;

/**
 * The first heading of a Markdown text, or its first line: the same document keeps its title, and so its identity, and
 * two documents do not replace each other for want of one. Empty when the text is blank.
 */
export function titleOfContent(content: string): string {
  const heading = /^ {0,3}#{1,6}[ \t]+(\S.*)$/mu.exec(content)?.[1]?.slice(0, LINE_MAX);
  const title =
    heading === undefined ? (/\S.*/u.exec(content)?.[0].slice(0, LINE_MAX) ?? '') : withoutClosing(heading);
  return Array.from(title.trim()).slice(0, TITLE_LENGTH).join('');
}

/** A heading may be closed by number signs, which are none of its text when blanks stand before them. */
function withoutClosing(heading: string): string {
  const words = withoutEnd(heading, ' \t');
  const open = withoutEnd(words, '#');
  return open === words || /[ \t]$/u.test(open) ? open : words;
}

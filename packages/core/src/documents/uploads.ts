import { keysOf, Upload, type CreatedUpload, type CreateUploadBody } from '@memory/contracts';
import {
  findUpload,
  insertUpload,
  type UploadRow,
  type Workspace,
  expireUploads,
  listStalledUploads,
} from '@memory/db';
import { isUuid } from '../memories/memory-ref.ts';
import { pick, withMoments } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

const UPLOAD_BYTES_MAX = 256 * 1_024 * 1_024;
const UPLOAD_SECONDS = 3_600;

/** Each may bring 256 MiB. */
const OPEN_MAX = 20;
const RETRY_SECONDS = 60;

/** The key of an upload's object: it names the workspace, and nothing in the file can say otherwise. */
const uploadKey = (workspaceId: string, uploadId: string): string => `uploads/${workspaceId}/${uploadId}`;

/**
 * Hands out an address that takes one file of documents (a JSON array or JSON Lines) for this workspace.
 * @param input.redacted secrets that the client replaced in what it is going to send
 * @throws rate_limited when 20 uploads are open
 */
export async function createUpload(
  { db, clock, ids, objects }: Pick<Services, 'db' | 'clock' | 'ids' | 'objects'>,
  workspace: Workspace,
  {
    purpose,
    document_type,
    deliverable_id,
    gone,
    redacted: redactedSecrets = 0,
  }: CreateUploadBody & { redacted?: number },
): Promise<CreatedUpload> {
  const id = ids.uuid();
  const objectKey = uploadKey(workspace.id, id);
  const upload = await objects.createUpload({
    key: objectKey,
    maxBytes: UPLOAD_BYTES_MAX,
    expiresInSeconds: UPLOAD_SECONDS,
  });
  const isInserted = await insertUpload(db, workspace.id, {
    id,
    objectKey,
    defaults: { purpose, document_type, deliverable_id, gone },
    redactedSecrets,
    createdAt: clock(),
    expiresAt: upload.expiresAt,
    openMax: OPEN_MAX,
  });
  if (!isInserted)
    throw new ServiceError(
      'rate_limited',
      `The workspace has ${OPEN_MAX} uploads that wait for their file or are being read; use those, or wait until one is complete.`,
      { retryAfterSeconds: RETRY_SECONDS },
    );
  return {
    upload_id: id,
    url: upload.url,
    method: upload.method,
    fields: upload.fields,
    max_bytes: UPLOAD_BYTES_MAX,
    expires_at: upload.expiresAt.toISOString(),
  };
}

/** How far an upload is, and what became of it. @throws not_found */
export async function getUpload(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { id }: { id: string },
): Promise<Upload> {
  const row = isUuid(id) ? await findUpload(db, workspace.id, id) : undefined;
  if (!row) throw new ServiceError('not_found', `Upload ${id} was not found.`);
  return presentUpload(row);
}

const SHOWN = keysOf(Upload.omit({ upload_id: true, bytes_read: true }).shape);

function presentUpload(row: UploadRow): Upload {
  return {
    upload_id: row.id,
    ...withMoments(pick(row, SHOWN)),
    bytes_read: row.state === 'complete' ? (row.bytes_total ?? 0) : (row.position?.offset ?? 0),
  };
}

/** A step takes two minutes at most: one that has been silent for this long has lost its message. */
const SILENT_MS = 15 * 60_000;
const PAGE = 500;

/** Goes on with uploads whose message was lost, and gives up those whose file never came. */
export async function resumeUploads(
  { db, jobs, clock, objects }: Pick<Services, 'db' | 'jobs' | 'clock' | 'objects'>,
  { restart = false }: { restart?: boolean | undefined },
): Promise<void> {
  const now = clock();
  for (const key of await expireUploads(db, now)) await objects.delete(key);
  const idleSince = new Date(now.getTime() - (restart ? 0 : SILENT_MS));
  const stalled = await listStalledUploads(db, { idleSince, limit: PAGE });
  if (stalled.length > 0) await jobs.enqueue('ingestUpload', ...stalled);
}

import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { json, nullable, timestamp, uuid } from '../sql-values.ts';

export interface UploadRow {
  id: string;
  object_key: string;
  defaults: {
    purpose: 'documents' | 'sdlc';
    document_type: string | null;
    deliverable_id: string | null;
    gone: { origin: string; sources: string[] }[];
  };
  state: 'waiting' | 'processing' | 'complete' | 'failed' | 'expired';
  /** Where the next step goes on; null before the first. */
  position: { layout: 'array' | 'lines'; index: number; offset: number } | null;
  documents: number;
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  error_count: number;
  errors: { index: number; msg: string }[];
  redacted_secrets: number;
  bytes_total: number | null;
  failure: string | null;
  created_at: string;
  expires_at: string;
  completed_at: string | null;
}

/** Faults of items that an upload keeps; the rest is counted only. */
const ERRORS_KEPT = sql.raw('100');

const uploadJson =
  sql.raw(`json_build_object('id', id, 'object_key', object_key, 'defaults', defaults, 'state', state,
  'position', position, 'documents', documents, 'created', created, 'updated', updated, 'unchanged', unchanged,
  'removed', removed, 'error_count', error_count, 'errors', errors,
  'redacted_secrets', redacted_secrets, 'bytes_total', bytes_total, 'failure', failure,
  'created_at', created_at, 'expires_at', expires_at, 'completed_at', completed_at)::text`);

/** Adds an upload unless as many are open: a form that can still be used, or a file that is being read. */
export async function insertUpload(
  db: Database,
  workspaceId: WorkspaceId,
  upload: {
    id: string;
    objectKey: string;
    defaults: UploadRow['defaults'];
    /** Secrets that the client replaced in what it is going to send. */
    redactedSecrets: number;
    createdAt: Date;
    expiresAt: Date;
    openMax: number;
  },
): Promise<boolean> {
  const rows = await queryRows(db)`
    insert into document_uploads (workspace_id, id, object_key, defaults, redacted_secrets, created_at, expires_at)
      select ${uuid(workspaceId)}, ${uuid(upload.id)}, ${upload.objectKey}::text, ${json(upload.defaults)},
        ${upload.redactedSecrets}::int,
        ${timestamp(upload.createdAt)}, ${timestamp(upload.expiresAt)}
      where (select count(*) from document_uploads where workspace_id = ${uuid(workspaceId)}
        and (state = 'processing' or (state = 'waiting' and expires_at > ${timestamp(upload.createdAt)})))
        < ${upload.openMax}::int
      returning id::text id`;
  return rows.length > 0;
}

/** Counts the step of an upload that begins; undefined when the upload is not open. @returns steps since the last that got on */
export async function beginUploadStep(
  db: Database,
  workspaceId: WorkspaceId,
  { id, at }: { id: string; at: Date },
): Promise<number | undefined> {
  const [row] = await queryRows<{ attempts: number }>(db)`
    update document_uploads set attempts = attempts + 1, stepped_at = ${timestamp(at)}
      where workspace_id = ${uuid(workspaceId)} and id = ${uuid(id)} and state in ('waiting', 'processing')
      returning attempts`;
  return row?.attempts;
}

export async function isUploadWaiting(db: Database, objectKey: string): Promise<boolean> {
  const rows = await queryRows(db)`
    select id::text id from document_uploads where object_key = ${objectKey}::text and state = 'waiting'`;
  return rows.length > 0;
}

export async function listOpenUploadKeys(db: Database): Promise<string[]> {
  const rows = await queryRows<{ object_key: string }>(db)`
    select object_key from document_uploads where state in ('waiting', 'processing')`;
  return rows.map(({ object_key }) => object_key);
}

/** The same of one workspace. */
export async function listUploadKeys(db: Database, workspaceId: WorkspaceId): Promise<string[]> {
  const rows = await queryRows<{ object_key: string }>(db)`select object_key from document_uploads
      where workspace_id = ${uuid(workspaceId)} and state in ('waiting', 'processing')`;
  return rows.map(({ object_key }) => object_key);
}

export async function findUpload(
  db: Database,
  workspaceId: WorkspaceId,
  id: string,
): Promise<UploadRow | undefined> {
  const [row] = await queryRows<{ body: string }>(db)`
    select ${uploadJson} body from document_uploads where workspace_id = ${uuid(workspaceId)} and id = ${uuid(id)}`;
  return row && (JSON.parse(row.body) as UploadRow);
}

interface UploadStep {
  id: string;
  /** Where the step began: if the upload has moved on since, somebody else did this step and nothing is counted. */
  from: UploadRow['position'];
  position: UploadRow['position'];
  state: 'processing' | 'complete' | 'failed';
  counts: { documents: number; created: number; updated: number; unchanged: number; removed: number };
  errors: readonly { index: number; msg: string }[];
  redactedSecrets: number;
  bytesTotal: number | null;
  failure: string | null;
  at: Date;
}

/** Records a step of an upload; false when it was recorded already. */
export async function advanceUpload(
  db: Database,
  workspaceId: WorkspaceId,
  step: UploadStep,
): Promise<boolean> {
  const { documents, created, updated, unchanged, removed } = step.counts;
  const rows = await queryRows(db)`
    update document_uploads set state = ${step.state}::text, attempts = 0, position = ${json(step.position)},
        documents = documents + ${documents}::int, created = created + ${created}::int,
        updated = updated + ${updated}::int,
        unchanged = unchanged + ${unchanged}::int, removed = removed + ${removed}::int,
        error_count = error_count + ${step.errors.length}::int,
        errors = (select coalesce(jsonb_agg(e order by n), '[]') from (
          select e, n from jsonb_array_elements(errors || ${json(step.errors)}) with ordinality u(e, n)
          order by n limit ${ERRORS_KEPT}) kept),
        redacted_secrets = redacted_secrets + ${step.redactedSecrets}::int,
        bytes_total = ${nullable(step.bytesTotal, 'bigint')}, failure = ${nullable(step.failure, 'text')},
        stepped_at = ${timestamp(step.at)},
        completed_at = case when ${step.state}::text = 'processing' then null else ${timestamp(step.at)} end
      where workspace_id = ${uuid(workspaceId)} and id = ${uuid(step.id)} and state in ('waiting', 'processing')
        and coalesce(position, 'null'::jsonb) = ${json(step.from)}
      returning id::text id`;
  return rows.length > 0;
}

/** Uploads whose next step is overdue: their message was lost. Those never uploaded are left to expire. */
export async function listStalledUploads(
  db: Database,
  { idleSince, limit }: { idleSince: Date; limit: number },
): Promise<{ workspaceId: string; uploadId: string }[]> {
  return queryRows<{ workspaceId: string; uploadId: string }>(db)`
    select workspace_id::text "workspaceId", id::text "uploadId" from document_uploads
      where state in ('waiting', 'processing') and coalesce(stepped_at, created_at) < ${timestamp(idleSince)}
      order by created_at limit ${limit}::int`;
}

/** Marks what was never uploaded in time; returns the keys of objects that may be removed. */
export async function expireUploads(db: Database, now: Date): Promise<string[]> {
  const rows = await queryRows<{ object_key: string }>(db)`
    update document_uploads set state = 'expired', completed_at = ${timestamp(now)}
      where state = 'waiting' and expires_at < ${timestamp(new Date(now.getTime() - 3_600_000))}
      returning object_key`;
  return rows.map(({ object_key }) => object_key);
}

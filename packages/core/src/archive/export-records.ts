import {
  RECORD_SCHEMAS,
  type ExportRecordsQuery,
  type ExportRecordsReply,
  type RecordKind,
  type Scope,
  type WorkspaceRecord,
} from '@memory/contracts';
import { digestRecords, noteExport, readRecords, type StoredRecord, type Workspace } from '@memory/db';
import { isUuid } from '../memories/memory-ref.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

const TOMBSTONE = RECORD_SCHEMAS.tombstone.shape.id;

/**
 * A page of all that a workspace holds of one kind, or a digest of it all.
 * @param options.scope what the caller may do: the file that somebody names who may write is kept for those who forget something
 * @throws validation_failed for an `after` that no page has given
 */
export async function exportRecords(
  { db, clock, ids }: Pick<Services, 'db' | 'clock' | 'ids'>,
  { id, author }: Pick<Workspace, 'id' | 'author'>,
  { record: kind, after, file, digest }: ExportRecordsQuery,
  { scope }: { scope: Scope },
): Promise<ExportRecordsReply> {
  if (digest) return { records: [], next: null, digest: await digestRecords(db, id, kind) };
  if (after !== undefined && !(kind === 'tombstone' ? TOMBSTONE.safeParse(after).success : isUuid(after)))
    throw new ServiceError('validation_failed', 'The query is not valid.', {
      issues: [
        { loc: ['query', 'after'], msg: 'Input should be `next` of the page before', type: 'value_error' },
      ],
    });
  if (file !== undefined && scope !== 'read')
    await noteExport(db, id, { id: ids.uuid(), file, author, at: clock() });
  const { records, next } = await readRecords(db, id, { kind, after: after ?? null });
  return { records: records.map((record) => presentRecord(kind, record)), next };
}

/** A row that was stored under other limits than today's leaves as it is. */
export function presentRecord(kind: RecordKind, stored: StoredRecord): WorkspaceRecord {
  const parsed = RECORD_SCHEMAS[kind].safeParse(stored);
  return (parsed.success ? parsed.data : stored) as WorkspaceRecord;
}

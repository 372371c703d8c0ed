import {
  RECORD_KINDS,
  type BegunImport,
  type ConflictRule,
  type ImportRecordsReply,
  type RecordKind,
  type WorkspaceHeader,
  RECORD_SCHEMAS,
  type ExportRecordsQuery,
  type ExportRecordsReply,
  type Scope,
  type WorkspaceRecord,
} from '@memory/contracts';
import {
  archivedTables,
  DERIVED_KINDS,
  findWorkspace,
  findWorkspaceProfile,
  hasMigration,
  isDerivedKind,
  isSweptTable,
  isWorkspaceEmpty,
  noteExport,
  readRecords,
  readSchemaVersion,
  sweptTables,
  writeRows,
  type ArchivedTable,
  type DerivedKind,
  type StoredRecord,
  type TableRow,
  type Workspace,
  digestRecords,
} from '@memory/db';
import type { Language } from '@memory/text';
import { isUuid } from '../memories/memory-ref.ts';
import { redactTexts, takeSecretsOut } from '../secrets/secrets.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { createWorkspace } from '../workspaces/workspaces.ts';
import { importRecords } from './import-records.ts';

/** The first line of an export of a whole workspace, and its kinds in the order in which they are to be read and written. */
export async function describeExport(
  { db, clock, ids }: Pick<Services, 'db' | 'clock' | 'ids'>,
  { id, author }: Pick<Workspace, 'id' | 'author'>,
  { file }: { file: string | null },
): Promise<{ header: WorkspaceHeader; kinds: string[] }> {
  const [profile, schema] = [await findWorkspaceProfile(db, id), await readSchemaVersion(db)];
  if (!profile) throw new ServiceError('not_found', `Workspace ${id} was not found.`);
  if (file !== null) await noteExport(db, id, { id: ids.uuid(), file, author, at: clock() });
  return { header: { schema, workspace: { id, ...profile } }, kinds: [...RECORD_KINDS, ...DERIVED_KINDS] };
}

/** A page of the records of any kind. @throws not_found for a kind that does not move */
export async function exportAnyRecords(
  { db }: Pick<Services, 'db'>,
  { id }: Pick<Workspace, 'id'>,
  { record, after }: { record: string; after: string | null },
): Promise<{ records: StoredRecord[]; next: string | null }> {
  const kind = kindOf(record);
  if (!kind) throw new ServiceError('not_found', `An export has no records of the kind ${record}.`);
  const { records, next } = await readRecords(db, id, { kind, after });
  return { records: isDerivedKind(kind) ? records : records.map((each) => presentRecord(kind, each)), next };
}

const kindOf = (record: unknown): RecordKind | DerivedKind | undefined =>
  [...RECORD_KINDS, ...DERIVED_KINDS].find((each) => each === record);

interface BeginImportInput {
  header: WorkspaceHeader;
  into: string | null;
  name: string | null;
  resume: boolean;
}

/** Makes the workspace that an export is of, under the same id, or finds it empty. */
export async function beginImport(
  services: Pick<Services, 'db' | 'clock' | 'ids' | 'settings'>,
  { header, into, name, resume }: BeginImportInput,
): Promise<BegunImport> {
  const { db } = services;
  const { workspace } = header;
  if (!(await hasMigration(db, header.schema)))
    throw new ServiceError(
      'conflict',
      `This deployment does not know the schema of the export (${header.schema}): it is of a newer release, to which this deployment is upgraded first, or of a build before 1.0.0 (docs/operating.md, "Data of an earlier build").`,
    );
  const id = into ?? workspace.id;
  const found = await findWorkspace(db, id);
  if (!found) {
    if (into !== null) throw new ServiceError('not_found', `Workspace ${into} was not found.`);
    const created = await createWorkspace(services, {
      id,
      name: name ?? workspace.name,
      language: workspace.language,
      createdAt: new Date(workspace.created_at),
    });
    return { ...created, left_out: [] };
  }
  if (found.language !== workspace.language)
    throw new ServiceError(
      'conflict',
      `Workspace ${id} is ${found.language}, and the export ${workspace.language}: words would not be found.`,
    );
  if (!resume && !(await isWorkspaceEmpty(db, found.id)))
    throw new ServiceError(
      'conflict',
      `Workspace ${id} is not empty. To go on with an import that was broken off, say --resume.`,
    );
  return { workspace_id: id, left_out: id === workspace.id ? [] : BOUND_TO_ID };
}

const BOUND_TO_ID = DERIVED_KINDS.filter(
  (kind) => (archivedTables[kind] as ArchivedTable).boundToId === true,
);

/** Writes records of any kind as an export holds them, without their secrets; what is there already stays as it is. */
export async function importAnyRecords(
  services: Pick<Services, 'db' | 'jobs' | 'clock' | 'ids'>,
  workspace: Workspace,
  { records, on_conflict }: { records: readonly unknown[]; on_conflict: ConflictRule },
): Promise<ImportRecordsReply & { redacted: number }> {
  const said = [...records.entries()].filter(([, record]) => !derivedKindOf(record));
  const { input, redacted } = takeSecretsOut(
    workspace,
    said.map(([, record]) => record),
    { writes: true },
  );
  const reply: ImportRecordsReply = { outcomes: records.map(() => 'invalid'), messages: [] };
  if (input.length > 0) {
    const { outcomes, messages } = await importRecords(
      services,
      workspace,
      { records: input, on_conflict, dry_run: false },
      { isMove: true },
    );
    for (const [place, [index]] of said.entries()) reply.outcomes[index] = outcomes[place] ?? 'invalid';
    for (const { index, message } of messages) reply.messages.push({ index: said[index]?.[0] ?? 0, message });
  }
  let replaced = redacted;
  for (const kind of DERIVED_KINDS) {
    const own = [...records.entries()].filter(([, record]) => derivedKindOf(record) === kind);
    if (own.length === 0) continue;
    const rows = own.map(([, record]) => {
      const { record: _record, ...row } = record as TableRow;
      const clean = withoutSecrets(kind, row, workspace.language);
      replaced += clean.secrets;
      return clean.row;
    });
    if (replaced > redacted && workspace.secrets === 'refuse')
      throw new ServiceError(
        'validation_failed',
        `Records of ${kind} hold secrets, which this workspace refuses.`,
      );
    const outcomes = await writeRows(services.db, workspace.id, { table: kind, rows });
    for (const [place, [index]] of own.entries())
      reply.outcomes[index] = OUTCOMES[outcomes[place] ?? 'incomplete'];
  }
  return { ...reply, redacted: replaced };
}

const OUTCOMES = { written: 'created', present: 'unchanged', incomplete: 'incomplete' } as const;

function derivedKindOf(record: unknown): DerivedKind | undefined {
  const kind = kindOf((record as { record?: unknown } | null | undefined)?.record);
  return kind !== undefined && isDerivedKind(kind) ? kind : undefined;
}

function withoutSecrets(
  table: DerivedKind,
  row: TableRow,
  language: Language,
): { row: TableRow; secrets: number } {
  if (!isSweptTable(table)) return { row, secrets: 0 };
  const swept: readonly string[] = sweptTables[table].columns;
  const stored = Object.fromEntries(Object.entries(row).filter(([name]) => swept.includes(name)));
  const { columns, kinds } = redactTexts(table, stored, language);
  return kinds.length === 0 ? { row, secrets: 0 } : { row: { ...row, ...columns }, secrets: kinds.length };
}

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
function presentRecord(kind: RecordKind, stored: StoredRecord): WorkspaceRecord {
  const parsed = RECORD_SCHEMAS[kind].safeParse(stored);
  return (parsed.success ? parsed.data : stored) as WorkspaceRecord;
}

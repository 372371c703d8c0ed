import type { BegunImport, ExportHeader } from '@memory/contracts';
import {
  findWorkspace,
  isUniqueViolation,
  isSweptTable,
  hasMigration,
  isWorkspaceEmpty,
  sweptTables,
  transferTables,
  type TransferRow,
  type TransferTable,
  type TransferTableName,
  type Workspace,
  type WrittenRows,
  writeTableRows,
} from '@memory/db';
import type { Language } from '@memory/text';
import { contentOf, deriveColumns } from '../memories/memory-content.ts';
import { redactTexts } from '../secrets/redact-texts.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { createWorkspace } from '../workspaces/workspaces.ts';
import { requireTransferTable } from './export-workspace.ts';

export interface BeginImportInput {
  header: ExportHeader;
  into: string | null;
  name: string | null;
  resume: boolean;
}

/**
 * Makes the workspace that an export is of, under the same id, or finds it empty.
 * @throws conflict when the schema of the export is not known here, or the workspace holds something
 */
export async function beginImport(
  services: Pick<Services, 'db' | 'clock' | 'ids' | 'settings'>,
  { header, into, name, resume }: BeginImportInput,
): Promise<BegunImport> {
  const { db } = services;
  const { workspace } = header;
  if (!(await hasMigration(db, header.schema)))
    throw new ServiceError(
      'conflict',
      `This deployment does not know the schema of the export (${header.schema}): it is of a newer release, to which this deployment is upgraded first, or of a build before 0.2.0 (docs/operating.md, "Data of an earlier build").`,
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

const BOUND_TO_ID = Object.entries(transferTables)
  .filter(([, table]: [string, TransferTable]) => table.boundToId === true)
  .map(([name]) => name);

/**
 * Writes rows of an export, without their secrets; those that are there already stay as they are.
 * @throws validation_failed when the workspace refuses secrets, and rows hold some
 * @throws conflict when another workspace of this deployment holds the same memories or sessions
 */
export async function importRows(
  { db }: Pick<Services, 'db'>,
  workspace: Pick<Workspace, 'id' | 'language' | 'secrets'>,
  { table: name, rows }: { table: string; rows: readonly TransferRow[] },
): Promise<WrittenRows & { redacted: number }> {
  const table = requireTransferTable(name);
  const clean = rows.map((row) => withoutSecrets(table, row, workspace.language));
  const redacted = clean.reduce((sum, { kinds }) => sum + kinds.length, 0);
  if (workspace.secrets === 'refuse' && redacted > 0)
    throw new ServiceError(
      'validation_failed',
      `Rows of ${table} hold ${redacted} secrets (${[...new Set(clean.flatMap(({ kinds }) => kinds))].join(', ')}), which this workspace refuses. Run admin redact --apply where the export is from, or have this workspace replace them.`,
    );
  const whole = clean.map(({ row }) =>
    table === 'memories' ? withSearchText(row, workspace.language) : row,
  );
  try {
    return { ...(await writeTableRows(db, workspace.id, { table, rows: whole })), redacted };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError(
      'conflict',
      `Another workspace of this deployment holds rows of ${table} with the same identifiers: a workspace exists once.`,
    );
  }
}

function withoutSecrets(
  table: TransferTableName,
  row: TransferRow,
  language: Language,
): { row: TransferRow; kinds: string[] } {
  if (!isSweptTable(table)) return { row, kinds: [] };
  const columns: readonly string[] = sweptTables[table].columns;
  const stored = Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)));
  const { columns: clean, kinds } = redactTexts(table, stored, language);
  if (kinds.length === 0) return { row, kinds };
  return { row: { ...row, ...clean }, kinds };
}

function withSearchText(row: TransferRow, language: Language): TransferRow {
  const { search_text, term_count } = deriveColumns(contentOf(row), language);
  return { ...row, search_text, term_count };
}

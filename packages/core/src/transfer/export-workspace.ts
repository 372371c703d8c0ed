import type { ExportHeader } from '@memory/contracts';
import {
  findWorkspaceProfile,
  isTransferTable,
  noteExport,
  readSchemaVersion,
  readTablePage,
  transferTables,
  type TransferRow,
  type TransferTableName,
  type Workspace,
} from '@memory/db';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/** The first line of an export, and the tables in the order in which they are to be read and written. */
export async function describeExport(
  { db, clock, ids }: Pick<Services, 'db' | 'clock' | 'ids'>,
  { id }: Pick<Workspace, 'id'>,
  { file }: { file: string | null },
): Promise<{ header: ExportHeader; tables: string[] }> {
  const [profile, schema] = [await findWorkspaceProfile(db, id), await readSchemaVersion(db)];
  if (!profile) throw new ServiceError('not_found', `Workspace ${id} was not found.`);
  if (file !== null) await noteExport(db, id, { id: ids.uuid(), file, at: clock() });
  return {
    header: {
      format: 'workspace-memory-export',
      version: 1,
      schema,
      exported_at: clock().toISOString(),
      workspace: { id, ...profile },
    },
    tables: Object.keys(transferTables),
  };
}

/** A page of the rows of a table. @throws not_found for a table that does not move */
export async function exportRows(
  { db }: Pick<Services, 'db'>,
  workspace: Pick<Workspace, 'id'>,
  { table, after }: { table: string; after: readonly string[] | null },
): Promise<{ rows: TransferRow[]; next: string[] | null }> {
  return readTablePage(db, workspace.id, { table: requireTransferTable(table), after });
}

export function requireTransferTable(table: string): TransferTableName {
  if (isTransferTable(table)) return table;
  throw new ServiceError('not_found', `An export has no table ${table}.`);
}

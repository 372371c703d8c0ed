import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { textArray, uuid } from '../sql-values.ts';

/** Whether a symbol's name holds one of the lexemes. One index look-up by file, not by symbol. */
export async function hasCodeWords(
  db: Database,
  workspaceId: WorkspaceId,
  lexemes: readonly string[],
): Promise<boolean> {
  const [row] = await queryRows<{ found: boolean }>(
    db,
    sql`select exists (
        select from code_files where workspace_id = ${uuid(workspaceId)} and words && ${textArray(lexemes)}) found`,
  );
  return row?.found ?? false;
}

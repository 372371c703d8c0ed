import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { isThere } from '../is-there.ts';
import { textArray, uuid } from '../sql-values.ts';

/** A name as the index has it, its accents composed with their letters; a path stays as the file system has it. */
export const composedName = (name: string): string => (name.includes('/') ? name : name.normalize('NFC'));

export const likeLiteral = (text: string): string => text.replaceAll(/[\\%_]/gu, String.raw`\$&`);

/** Whether a symbol's name holds one of the lexemes. One index look-up by file, not by symbol. */
export async function hasCodeWords(
  db: Database,
  workspaceId: WorkspaceId,
  lexemes: readonly string[],
): Promise<boolean> {
  return isThere(
    db,
    sql`select from code_files where workspace_id = ${uuid(workspaceId)} and words && ${textArray(lexemes)}`,
  );
}

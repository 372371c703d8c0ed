import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { nullable, textArray } from '../sql-values.ts';
import { composedName } from './composed-name.ts';
import { readSymbols, symbolTables, type CodeSymbolRow } from './code-symbol-row.ts';

/** The share of letter triples that two names must have in common. */
const LEAST = 0.35;

/**
 * Symbols whose names look most like a name that none has, by the triples of letters they share, the most alike first.
 * @returns at most 5, none for a name of fewer than three letters
 */
export async function findNearestSymbols(
  db: Database,
  workspaceId: WorkspaceId,
  { name, repository }: { name: string; repository: string | null },
): Promise<CodeSymbolRow[]> {
  const letters = Array.from(
    composedName(name)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  );
  const triples = [...new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))];
  if (triples.length === 0) return [];
  const found = await readSymbols(db, workspaceId, {
    picked: sql`select id, (row_number() over (order by alike desc, name, id))::int place, null::json extra
      from (
        select distinct on (s.name) s.id, s.name, 2.0 * t.shared / (${triples.length}::int
          + greatest(1, char_length(s.name) - 2)) alike
        from ${symbolTables(workspaceId)} cross join lateral (
          select count(*) shared from unnest(${textArray(triples)}) triple
          where position(triple in replace(lower(s.name), '_', '')) > 0) t
        where t.shared > 0 and coalesce(${nullable(repository, 'text')} in (r.name, r.origin), true)
        order by s.name, s.kind = 'module', f.path, s.start_line) n
      where alike >= ${LEAST}::float8 order by alike desc, name, id limit 5`,
  });
  return found.map(({ body }) => body);
}

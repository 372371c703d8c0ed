import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { composedName } from './composed-name.ts';
import { likeLiteral } from './like-literal.ts';
import { readSymbols, symbolTables, type CodeSymbolRow } from './code-symbol-row.ts';

export interface SearchSymbolsOptions {
  /**
   * A part of the name, or with a dot in it of the qualified name; upper and lower case count as the same. Of several words
   * the qualified name holds all.
   */
  name: string | null;
  /** A PostgreSQL regular expression over the path. */
  pathPattern: string | null;
  kind: string | null;
  /** Its label or its origin. */
  repository: string | null;
  /** At most 500. */
  limit: number;
  /** Symbols to skip. */
  offset: number;
}

/** Symbols by name, path and kind: of a name the whole ones first, then those that begin with it, then the shortest. */
export async function searchSymbols(
  db: Database,
  workspaceId: WorkspaceId,
  { name: asked, pathPattern, kind, repository, limit, offset }: SearchSymbolsOptions,
): Promise<CodeSymbolRow[]> {
  const name = asked === null ? null : composedName(asked);
  const conditions: SQL[] = [sql`true`];
  const order: SQL[] = [];
  if (name !== null) {
    const words = name.split(/\s/u).filter((word) => word !== '');
    const isQualified = words.length > 1 || name.includes('.');
    const searched = sql.raw(isQualified ? 'lower(s.qualified_name)' : 'lower(s.name)');
    const literal = likeLiteral(name);
    for (const word of words) conditions.push(sql`${searched} like lower(${`%${likeLiteral(word)}%`}::text)`);
    order.push(
      sql`${searched} <> lower(${name}::text)`,
      sql`${searched} not like lower(${`${literal}%`}::text)`,
      sql`char_length(s.qualified_name)`,
    );
  }
  if (pathPattern !== null) conditions.push(sql`f.path ~ ${pathPattern}::text`);
  if (repository !== null) conditions.push(sql`${repository}::text in (r.name, r.origin)`);
  if (kind !== null) conditions.push(sql`s.kind = ${kind}::text`);
  order.push(sql`r.name`, sql`f.path`, sql`s.start_line`, sql`s.id`);
  const by = sql.join(order, sql`, `);
  const found = await readSymbols(db, workspaceId, {
    picked: sql`select s.id, (row_number() over (order by ${by}))::int place, null::json extra
      from ${symbolTables(workspaceId)} where ${sql.join(conditions, sql` and `)} order by ${by}
        limit ${limit}::int offset ${offset}::int`,
  });
  return found.map(({ body }) => body);
}

import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { nullable, textArray } from '../sql-values.ts';
import { composedName, likeLiteral } from './code-words.ts';
import { readSymbols, symbolTables, type CodeSymbolRow } from './code-symbol-row.ts';

interface SearchSymbolsOptions {
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
  /** A regular expression over the paths of those that come last, of tests. */
  last: string;
  /** At most 500. */
  limit: number;
  offset: number;
}

/** Functions and classes come before constants and keys, and production before tests, where names tie. */
const isOfValue = sql`s.kind not in ('function', 'class', 'module')`;
const isLast = (last: string) => sql`f.path ~ ${last}::text`;

/** Symbols whose names and comments hold most of some words, those that hold more of them first; of as many, names count more. */
export async function findSymbolsByWords(
  db: Database,
  workspaceId: WorkspaceId,
  {
    words,
    repository,
    last,
    limit,
  }: { words: readonly string[]; repository: string | null; last: string; limit: number },
): Promise<CodeSymbolRow[]> {
  const found = await readSymbols(db, workspaceId, {
    picked: sql`select id, (row_number() over (order by said desc, named desc, is_value, is_test, size, id))::int place,
        null::json extra
      from (
        select s.id, w.said, w.named, ${isOfValue} is_value, ${isLast(last)} is_test, char_length(s.qualified_name) size
        from ${symbolTables(workspaceId)} cross join lateral (
          select count(*) filter (where position(word in lower(s.qualified_name)) > 0
              or position(word in lower(s.doc)) > 0) said,
            count(*) filter (where position(word in lower(s.name)) > 0) named
          from unnest(${textArray(words)}) word) w
        where w.said * 3 >= ${2 * words.length}::int and w.named > 0
          and coalesce(${nullable(repository, 'text')} in (r.name, r.origin), true)) n
      order by said desc, named desc, is_value, is_test, size, id limit ${limit}::int`,
  });
  return found.map(({ body }) => body);
}

/** Symbols by name, path and kind: of a name the whole ones first, then those that begin with it, then the shortest. */
export async function searchSymbols(
  db: Database,
  workspaceId: WorkspaceId,
  { name: asked, pathPattern, kind, repository, last, limit, offset }: SearchSymbolsOptions,
): Promise<CodeSymbolRow[]> {
  const name = asked === null ? null : composedName(asked);
  const conditions: SQL[] = [sql`true`];
  const order: SQL[] = [];
  if (name !== null) {
    const words = name.split(/\s/u).filter((word) => word !== '');
    const isQualified = words.length > 1 || name.includes('.');
    const written = sql.raw(isQualified ? 'lower(s.qualified_name)' : 'lower(s.name)');
    // `put_message` is asked for where `putMessage` is written, and the other way round.
    const searched = sql`translate(${written}, '_-', '')`;
    const joined = name.replaceAll(/(?<=.)[_-](?=.)/gu, '');
    const literal = likeLiteral(joined);
    for (const word of words)
      conditions.push(
        sql`${searched} like lower(${`%${likeLiteral(word.replaceAll(/(?<=.)[_-](?=.)/gu, ''))}%`}::text)`,
      );
    order.push(
      sql`${written} <> lower(${name}::text)`,
      sql`${searched} <> lower(${joined}::text)`,
      sql`${searched} not like lower(${`${literal}%`}::text)`,
      isOfValue,
      isLast(last),
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

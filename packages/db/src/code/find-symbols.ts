import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { isThere } from '../is-there.ts';
import { nullable, uuid, textArray } from '../sql-values.ts';
import { readSymbols, symbolTables, type CodeSymbolRow } from './code-symbol-row.ts';
import { composedName, likeLiteral } from './code-words.ts';

export async function hasSymbols(db: Database, workspaceId: WorkspaceId): Promise<boolean> {
  return isThere(db, sql`select from code_symbols where workspace_id = ${uuid(workspaceId)}`);
}

const NAMED_MAX = 20;

/**
 * The symbol of an id, or those of a name: written exactly so first, those in larger scopes before those deep inside.
 * @param named `name` may be qualified (`Store.save`); `path` is a whole path or the end of one
 * @returns at most 20
 */
export async function findSymbols(
  db: Database,
  workspaceId: WorkspaceId,
  named: { id: string } | { name: string; path: string | null },
): Promise<CodeSymbolRow[]> {
  const found = await readSymbols(db, workspaceId, {
    picked:
      'id' in named
        ? sql`select ${uuid(named.id)} id, 1 place, null::json extra`
        : byName(workspaceId, { ...named, name: composedName(named.name) }),
  });
  return found.map(({ body }) => body);
}

function byName(workspaceId: WorkspaceId, { name, path }: { name: string; path: string | null }): SQL {
  const last = name.split('.').at(-1) ?? name;
  // A file is found by its path, through the name of its module: that without folders and ending.
  const stem = (name.split('/').at(-1) ?? name).replace(/\.\w+$/u, '');
  const order = sql`s.name <> ${last}::text, s.qualified_name <> ${name}::text, char_length(s.qualified_name),
    s.kind <> 'class', r.name, f.path, s.start_line, s.id`;
  return sql`select s.id, (row_number() over (order by ${order}))::int place, null::json extra
    from ${symbolTables(workspaceId)}
    where lower(s.name) in (lower(${last}::text), lower(${stem}::text))
      and (lower(s.name) = lower(${name}::text) or lower(s.qualified_name) = lower(${name}::text)
        or lower(s.qualified_name) like lower(${`%.${likeLiteral(name)}`}::text))
      and coalesce('/' || f.path like ${nullable(path === null ? null : `%/${likeLiteral(path)}`, 'text')}, true)
    order by ${order} limit ${NAMED_MAX}::int`;
}

/** The share of letter triples that two names must have in common. */
const LEAST = 0.35;

/** Symbols whose names look most like a name that none has, by the triples of letters they share, the most alike first. */
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

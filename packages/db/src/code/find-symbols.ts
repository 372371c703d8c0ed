import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { isThere } from '../is-there.ts';
import { nullable, uuid } from '../sql-values.ts';
import { composedName } from './composed-name.ts';
import { likeLiteral } from './like-literal.ts';
import { readSymbols, symbolTables, type CodeSymbolRow } from './code-symbol-row.ts';

/** Whether the workspace has any symbol. */
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

import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readWhole } from '../read-whole.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** What edges are resolved from; `source` is as it was stored. */
export interface CodeSource {
  path: string;
  language: string;
  package_name: string | null;
  source: string;
}

const PAGE = 500;

/** The outlines of all files of a repository, in pages. */
export async function* listOutlines(
  db: Database,
  workspaceId: WorkspaceId,
  { repositoryId }: { repositoryId: string },
): AsyncGenerator<CodeSource[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: CodeSource[] = await readSources(
      db,
      workspaceId,
      sql`select id, (row_number() over (order by path collate "C"))::int place from (
        select id, path from code_files where workspace_id = ${uuid(workspaceId)}
          and repository_id = ${uuid(repositoryId)} and path collate "C" > ${after}::text
        order by path collate "C" limit ${PAGE}::int) page`,
      sql`outline`,
    );
    yield page;
    after = page.length < PAGE ? undefined : page.at(-1)?.path;
  }
}

/** The calls of some files, at most 500. */
export async function readCalls(
  db: Database,
  workspaceId: WorkspaceId,
  { ids }: { ids: readonly string[] },
): Promise<CodeSource[]> {
  return readSources(db, workspaceId, places(ids), sql`calls`);
}

const places = (ids: readonly string[]): SQL =>
  sql`select u.id, u.place::int place from unnest(${uuidArray(ids)}) with ordinality u(id, place)`;

async function readSources(
  db: Database,
  workspaceId: WorkspaceId,
  picked: SQL,
  column: SQL,
): Promise<CodeSource[]> {
  const bodies = (
    of: SQL,
  ) => sql`select f.id, (row_number() over (order by p.place))::int place, null::json extra,
      json_build_object('path', f.path, 'language', f.language, 'package_name', f.package_name, 'source', f.${column}) body
    from (${of}) p join code_files f on f.workspace_id = ${uuid(workspaceId)} and f.id = p.id`;
  const read = await readWhole<CodeSource>(db, {
    selection: bodies(picked),
    again: (ids) => bodies(places(ids)),
  });
  return read.map(({ body }) => body);
}

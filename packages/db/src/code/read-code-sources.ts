import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { lookUp } from '../look-up.ts';
import { readWhole, sizedBody } from '../read-whole.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** Sources of edges, of file `f`; `source` is as it was stored. */
const codeSource = (column: 'outline' | 'calls') =>
  row({
    path: col.text`f.path`,
    language: col.text`f.language`,
    package_name: col.text.orNull`f.package_name`,
    source: col.text`${sql.raw(`f.${column}`)}`,
  });
export type CodeSource = RowOf<ReturnType<typeof codeSource>>;

const PAGE = 500;

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
      'outline',
    );
    yield page;
    after = page.length < PAGE ? undefined : page.at(-1)?.path;
  }
}

/** The calls, or the outlines, of some files, at most 500. */
export async function readCodeSources(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, column }: { ids: readonly string[]; column: 'outline' | 'calls' },
): Promise<CodeSource[]> {
  return readSources(db, workspaceId, places(ids), column);
}

const places = (ids: readonly string[]): SQL =>
  sql`select u.id, u.place::int place from unnest(${uuidArray(ids)}) with ordinality u(id, place)`;

async function readSources(
  db: Database,
  workspaceId: WorkspaceId,
  picked: SQL,
  column: 'outline' | 'calls',
): Promise<CodeSource[]> {
  const source = codeSource(column);
  const size = sql`coalesce(pg_column_size(f.${sql.raw(column)}), 0)`;
  const bodies = (of: SQL) => sql`select f.id, null::json extra, ${sizedBody(size, source.json)}
    from (${of}) p ${lookUp('code_files', 'f', sql`f.workspace_id = ${uuid(workspaceId)} and f.id = p.id`)}
    window places as (order by p.place)`;
  const read = await readWhole(db, {
    body: source,
    sized: true,
    selection: bodies(picked),
    again: (ids) => bodies(places(ids)),
  });
  return read.map(({ body }) => body);
}

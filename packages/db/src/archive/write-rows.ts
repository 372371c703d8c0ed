import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { isEmbedded } from '../drivers/embedded.ts';
import { unnoted } from '../history/change-source.ts';
import { col, row } from '../row.ts';
import { json, uuid } from '../sql-values.ts';
import { describeTable, keyTexts } from '../table-rows.ts';
import { archivedTables, type ArchivedTable, type ArchivedTableName } from './archived-tables.ts';

/** A row as JSON, by its columns; the workspace is left out. */
export type TableRow = Record<string, unknown>;

/** The outcome of a row: `present` when another stands for it, `incomplete` when it refers to one that is not there. */
export type WrittenRow = 'written' | 'present' | 'incomplete';

/**
 * Writes rows of an archive into a workspace, in one statement; a row whose key is there already stays as it is, so that
 * an import may be repeated.
 * @param options.note whether the history notes what is created; default: a move is no change
 * @returns what became of each, in their order
 */
export async function writeRows(
  db: Database,
  workspaceId: WorkspaceId,
  { table, rows, note = unnoted() }: { table: ArchivedTableName; rows: readonly TableRow[]; note?: SQL },
): Promise<WrittenRow[]> {
  const { columns, key, references } = await describeTable(db, table);
  const given = new Set(rows.flatMap((row) => Object.keys(row)));
  // A column that the archive does not know takes its default.
  const names = columns.map(({ name }) => name).filter((name) => name === 'workspace_id' || given.has(name));
  const list = (prefix: SQL, columnNames: readonly string[]) =>
    sql.join(
      columnNames.map((name) => sql`${prefix}${sql.identifier(name)}`),
      sql`, `,
    );
  const { replaces = false, yields = false }: ArchivedTable = archivedTables[table];
  const target = list(
    sql``,
    key.map(({ name }) => name),
  );
  const whole = references.map(({ table: referred, columns: pairs }) => {
    const absent = pairs.map(([here]) => sql`p.${sql.identifier(here)} is null`);
    const same = pairs.map(([here, there]) => sql`e.${sql.identifier(there)} = p.${sql.identifier(here)}`);
    return sql`(${sql.join(absent, sql` or `)}
      or exists (select from ${sql.identifier(referred)} e where ${sql.join(same, sql` and `)}))`;
  });
  const named = (alias: string) => keyTexts(key.slice(1), alias);
  const writtenRows = row({
    outcomes: col.json<WrittenRow[]>()`coalesce(json_agg(case when not r.is_whole then 'incomplete'
      when exists (select from written w where w.name = ${named('r')}) then 'written' else 'present' end
      order by r.given_place), '[]')`,
  });
  const statement = sql`with given as materialized (
        select p.*, g.place given_place, ${whole.length > 0 ? sql.join(whole, sql` and `) : sql`true`} is_whole
        from jsonb_array_elements(${json(rows)}) with ordinality g(row, place)
        cross join lateral jsonb_populate_record(null::${sql.identifier(table)},
          g.row || jsonb_build_object('workspace_id', ${uuid(workspaceId)})) p),
      written as (
        insert into ${sql.identifier(table)} as t (${list(sql``, names)}) select ${list(sql`r.`, names)} from given r
        where r.is_whole and ${note}
        on conflict ${
          replaces
            ? sql`(${target}) do update set (${list(sql``, names)}) = row(${list(sql`excluded.`, names)})`
            : sql`${yields ? sql`` : sql`(${target})`} do nothing`
        }
        returning ${named('t')} name)
      select ${writtenRows.columns} from given r`;
  const write = (within: Database) => query(within, writtenRows)`${statement}`;
  const [answer] = await (table === 'memories' ? mergeWordsOnce(db, rows.length, write) : write(db));
  return answer?.outcomes ?? [];
}

/** Below that, waiting for the merge costs what it saves. */
const ROWS_MIN = 50;

const forEachIndex = (work: string) =>
  sql.raw(`do $$ declare i regclass; begin
    for i in select c.oid from pg_index x join pg_class c on c.oid = x.indexrelid join pg_am a on a.oid = c.relam
      where x.indrelid = 'memories'::regclass and a.amname = 'gin'
    loop ${work} end loop; end $$`);
const GATHER = forEachIndex(`execute format('alter index %s set (fastupdate = on)', i);`);
const MERGE = forEachIndex(
  `execute format('alter index %s set (fastupdate = off)', i); perform gin_clean_pending_list(i);`,
);

/**
 * Writes many memories. The embedded engine has its indexes of words take each word of each row at once, since nobody would
 * merge a list of them later; of 500 rows gathered first that takes a third of the time and a quarter of the log.
 */
const mergeWordsOnce = async <Result>(
  db: Database,
  rows: number,
  write: (db: Database) => Promise<Result>,
): Promise<Result> =>
  rows < ROWS_MIN || !isEmbedded(db)
    ? write(db)
    : db.transaction(async (tx) => {
        await tx.execute(GATHER);
        const result = await write(tx);
        await tx.execute(MERGE);
        return result;
      });

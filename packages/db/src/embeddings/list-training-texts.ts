import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readWhole } from '../read-whole.ts';
import { nullable, uuid, uuidArray } from '../sql-values.ts';

/** What the lexical embedder learns from. */
export interface TrainingText {
  title: string;
  /** Its first 20,000 characters. */
  narrative: string;
  tags: string[];
  concepts: string[];
  source_files: string[];
}

export interface ListTrainingTextsOptions {
  /** Id of the last text of the page before. */
  after: string | null;
  /** At most 500. */
  limit: number;
}

/** The random end of a UUIDv7: pages by it are even samples, the same at every call. */
const SAMPLE_ORDER = sql.raw(`right(m.id::text, 12)`);

const textJson =
  sql.raw(`json_build_object('title', m.title, 'narrative', left(m.narrative, 20000), 'tags', m.tags,
  'concepts', m.concepts, 'source_files', m.source_files)`);

/** Texts of a workspace's memories in an order that has nothing to do with their age. */
export async function listTrainingTexts(
  db: Database,
  workspaceId: WorkspaceId,
  { after, limit }: ListTrainingTextsOptions,
): Promise<{ id: string; text: TrainingText }[]> {
  const select = (place: SQL, from: SQL) =>
    sql`select m.id, ${place} place, null::json extra, ${textJson} body from ${from}`;
  const documents = await readWhole<TrainingText>(db, {
    selection: select(
      sql`(row_number() over (order by ${SAMPLE_ORDER}, m.id))::int`,
      sql`memories m where m.workspace_id = ${uuid(workspaceId)}
        and (${nullable(after, 'text')} is null or
          (${SAMPLE_ORDER}, m.id) > (right(${nullable(after, 'text')}, 12), ${nullable(after, 'uuid')}))
        order by ${SAMPLE_ORDER}, m.id limit ${limit}::int`,
    ),
    again: (ids) =>
      select(
        sql`(row_number() over (order by u.place))::int`,
        sql`unnest(${uuidArray(ids)}) with ordinality u(id, place)
          join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = u.id`,
      ),
  });
  return documents.map(({ id, body }) => ({ id, text: body }));
}

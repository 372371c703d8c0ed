import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import type { CosineScale } from '../search/semantic-query.ts';
import { json, uuid } from '../sql-values.ts';
import { unitVector, wholeNumbers } from './vector-value.ts';

const titled = row({ id: col.uuid`m.id`, title: col.text`m.title` });

/**
 * Some memories that have a vector of a model, the same of the same texts: in an order that has nothing to do with their age, nor with
 * identifiers that were drawn for them.
 */
export function listEmbeddedTitles(
  db: Database,
  workspaceId: WorkspaceId,
  { model, limit }: { model: string; limit: number },
): Promise<RowOf<typeof titled>[]> {
  return query(db, titled)`select ${titled.columns} from memory_embeddings e
      join memories m on m.workspace_id = e.workspace_id and m.id = e.memory_id
      where e.workspace_id = ${uuid(workspaceId)} and e.model = ${model}::text
      order by m.content_digest, m.id limit ${limit}::int`;
}

const scale = row({ floor: col.float.orNull`floor`, top: col.float.orNull`top` });

/**
 * Measures how near questions and memories are: three quarters of the pairs of a question with a memory that it was not made of lie
 * below the floor, half of those with the memory that it was made of below the top.
 * @param questions vectors, each with the memory that it was made of
 */
export async function measureCosines(
  db: Database,
  workspaceId: WorkspaceId,
  { model, questions }: { model: string; questions: readonly { id: string; vector: ArrayLike<number> }[] },
): Promise<CosineScale | undefined> {
  const given = questions.map(({ id, vector }) => ({ id, vector: wholeNumbers(vector) }));
  const [found] = await query(db, scale)`with question as materialized (
        select id, ${unitVector('vector')} v from jsonb_to_recordset(${json(given)}) g(id uuid, vector text)),
      pair as materialized (
        select e.memory_id = q.id own, -(e.embedding <#> q.v) cosine
        from question q cross join lateral (
          select * from memory_embeddings e where e.workspace_id = ${uuid(workspaceId)} and e.model = ${model}::text
            and e.memory_id = any(array(select id from question)) offset 0) e),
      measured as (
        select percentile_cont(0.75) within group (order by cosine) filter (where not own) floor,
          percentile_cont(0.5) within group (order by cosine) filter (where own) top
        from pair)
      select ${scale.columns} from measured`;
  const { floor = null, top = null } = found ?? {};
  return floor === null || top === null ? undefined : { floor, top };
}

export async function setCosineScale(
  db: Database,
  workspaceId: WorkspaceId,
  measured: CosineScale & { model: string },
): Promise<void> {
  await execute(db)`
    update workspace_statistics set cosine_scale = ${json(measured)} where workspace_id = ${uuid(workspaceId)}`;
}

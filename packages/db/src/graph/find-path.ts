import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { isShared } from '../drivers/embedded.ts';
import { PLANNED_ONCE } from '../drivers/planned-once.ts';
import { isMemory, type MemoryRef, memoryIdentity } from '../memories/memory-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { nullable, textArray, uuid, uuidArray } from '../sql-values.ts';

/** The walk gives up after this time with the code of a cancelled statement. */
const LIMIT_MS = 10_000;

/** Memories whose edges one statement reads where others wait for its end: some ten thousand edges. */
const AT_ONCE = 500;

interface FindPathOptions {
  source: MemoryRef;
  target: MemoryRef;
  /** In edges. */
  maxDepth: number;
  /** Null or empty: all. */
  types: readonly string[] | null;
  /** Memories whose edges one statement reads; null: as many as there are. */
  atOnce?: number | null;
}

/** Edge `e` of a path between the memories `s` and `t`. */
const pathEdge = row({
  source: col.object(row({ id: col.uuid`s.id`, memory_id: col.text`s.memory_id` })),
  target: col.object(row({ id: col.uuid`t.id`, memory_id: col.text`t.memory_id` })),
  relationship_type: col.text`e.relationship_type`,
  confidence: col.float`e.confidence`,
});

const foundPath = (workspaceId: WorkspaceId) =>
  row({
    sourceExists: col.bool`source is not null`,
    targetExists: col.bool`target is not null`,
    /** The ends of a path that is too long to be found in one statement. */
    unfinished: col.json<[string, string]>()
      .orNull`(select json_build_array(source, target) from found where path is null)`,
    /** From source to target, both included; empty when there is no path of at most `maxDepth` edges. */
    path: col.listOf(memoryIdentity)`(
      select coalesce(json_agg(${memoryIdentity.json} order by u.place), '[]')
      from found, keys(path) with ordinality u(id, place)
      join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = u.id)`,
    /** One a step, in the order of the path: that of the greatest confidence, whichever way it points. */
    edges: col.listOf(pathEdge)`(
      select coalesce(json_agg(${pathEdge.json} order by e.place), '[]')
      from edge e
      join memories s on s.workspace_id = ${uuid(workspaceId)} and s.id = e.source_id
      join memories t on t.workspace_id = ${uuid(workspaceId)} and t.id = e.target_id)`,
  });
type FoundPath = RowOf<ReturnType<typeof foundPath>>;

/**
 * A shortest path between two memories, whichever way the edges point: in one statement, except where others wait for its end
 * and it would read the edges of many memories. Such a walk begins anew, level by level, and others have their turns in between.
 */
export async function findPath(
  db: Database,
  workspaceId: WorkspaceId,
  { atOnce = isShared(db) ? AT_ONCE : null, ...options }: FindPathOptions,
): Promise<FoundPath> {
  const { maxDepth } = options;
  const found = await readPath(
    db,
    workspaceId,
    options,
    sql`relationship_path(${uuid(workspaceId)}, source, target, ${maxDepth}::int, types, ${LIMIT_MS}::int,
      ${nullable(atOnce, 'int')})`,
  );
  if (!found.unfinished || atOnce === null) return found;
  const path = await walk(db, workspaceId, { ...options, ends: found.unfinished, atOnce });
  return readPath(db, workspaceId, options, uuidArray(path));
}

const typesOf = ({ types }: Pick<FindPathOptions, 'types'>): SQL =>
  types?.length ? textArray(types) : nullable(null, 'text[]');

/** @param path of `source` and `target`, which are two memories, by edges of `types` */
async function readPath(
  db: Database,
  workspaceId: WorkspaceId,
  { source, target, types }: FindPathOptions,
  path: SQL,
): Promise<FoundPath> {
  const answer = foundPath(workspaceId);
  const [found] = await query(db, answer)`with ends as materialized (
        select (select m.id from memories m where ${isMemory(workspaceId, source)}) source,
          (select m.id from memories m where ${isMemory(workspaceId, target)}) target),
      allowed as materialized (select ${typesOf({ types })} types),
      found as materialized (
        select case
          when source is null or target is null then '{}'
          when source = target then array[source]
          else ${path}
        end path from ends, allowed),
      step as (
        select u.place, u.id source, path[u.place + 1] target
        from found, keys(path) with ordinality u(id, place) where u.place < cardinality(path)),
      edge as materialized (
        select step.place, best.* from step cross join lateral (
          select r.source_id, r.target_id, r.relationship_type, r.confidence from relationships r, allowed
          where r.workspace_id = ${uuid(workspaceId)} and (types is null or r.relationship_type = any(types))
            and ((r.source_id = step.source and r.target_id = step.target)
              or (r.source_id = step.target and r.target_id = step.source))
          order by r.confidence desc, r.id limit 1) best)
      select ${answer.columns}
      from ends ${sql.raw(PLANNED_ONCE)}`;
  if (!found) throw new Error('A statement that always has one row had none.');
  return found;
}

const neighbour = row({ id: col.uuid`id`, parent: col.uuid`parent`, confidence: col.float`confidence` });
type Neighbour = RowOf<typeof neighbour>;

/** One end's part of a walk: where it stands, and the memory before each that it has seen. */
interface Side {
  frontier: readonly string[];
  parents: Map<string, string>;
}

/** The path that `relationship_path` finds, in statements that read the edges of `atOnce` memories. */
async function walk(
  db: Database,
  workspaceId: WorkspaceId,
  options: Pick<FindPathOptions, 'maxDepth' | 'types'> & { ends: [string, string]; atOnce: number },
): Promise<string[]> {
  const [from, to] = options.ends.map((end): Side => ({ frontier: [end], parents: new Map([[end, end]]) }));
  let [x, y] = [from!, to!];
  for (let level = 1; level <= options.maxDepth; level += 1) {
    if (x.frontier.length > y.frontier.length) [x, y] = [y, x];
    const fresh = await listFresh(db, workspaceId, x, options);
    if (fresh.length === 0) return [];
    for (const { id, parent } of fresh) x.parents.set(id, parent);
    x.frontier = fresh.map(({ id }) => id);
    const goal = new Set(y.frontier);
    const [meeting] = fresh
      .filter(({ id }) => goal.has(id))
      .toSorted((one, other) => other.confidence - one.confidence || (one.id < other.id ? -1 : 1));
    if (!meeting) continue;
    const path = [...stepsBack(x, meeting.id).toReversed(), ...stepsBack(y, meeting.id).slice(1)];
    return x === from ? path : path.toReversed();
  }
  return [];
}

/** Neighbours of the frontier that were not seen yet, each once by its best edge, in the order of ids. */
async function listFresh(
  db: Database,
  workspaceId: WorkspaceId,
  { frontier, parents }: Side,
  { types, atOnce }: Pick<FindPathOptions, 'types'> & { atOnce: number },
): Promise<Neighbour[]> {
  const best = new Map<string, Neighbour>();
  for (let start = 0; start < frontier.length; start += atOnce) {
    const some = uuidArray(frontier.slice(start, start + atOnce));
    const found = await query(db, neighbour)`select ${neighbour.columns} from relationship_neighbours(
        ${uuid(workspaceId)}, ${some}, '{}', ${typesOf({ types })})`;
    for (const each of found.filter(({ id }) => !parents.has(id))) {
      const known = best.get(each.id);
      const isBetter =
        !known ||
        each.confidence > known.confidence ||
        (each.confidence === known.confidence && each.parent < known.parent);
      if (isBetter) best.set(each.id, each);
    }
  }
  return [...best.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function stepsBack({ parents }: Side, from: string): string[] {
  const steps = [from];
  for (let at = from, before = parents.get(at); before !== undefined && before !== at;) {
    steps.push(before);
    at = before;
    before = parents.get(at);
  }
  return steps;
}

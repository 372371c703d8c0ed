import { sql } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { json, uuid } from '../sql-values.ts';

/** Parts a statement: 20 of 32 kB are 0.9 MB as base64, and the Data API's answers end at 1 MiB. */
const PARTS_PER_STATEMENT = 20;

export interface LexicalSnapshot {
  version: number;
  /** At most 32,000 bytes each. */
  parts: readonly Uint8Array[];
}

/** Stores a snapshot, whole or not at all; a version that exists is refused by its key. */
export async function insertLexicalSnapshot(
  db: Database,
  workspaceId: WorkspaceId,
  { version, parts }: LexicalSnapshot,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (let start = 0; start < parts.length; start += PARTS_PER_STATEMENT) {
      const rows = parts
        .slice(start, start + PARTS_PER_STATEMENT)
        .map((data, index) => ({ part: start + index, data: Buffer.from(data).toString('base64') }));
      await execute(
        tx,
        sql`insert into lexical_snapshots (workspace_id, version, part, data)
          select ${uuid(workspaceId)}, ${version}::int, part, decode(data, 'base64')
          from jsonb_to_recordset(${json(rows)}) p(part int, data text)`,
      );
    }
  });
}

const snapshotPart = row({ data: col.text`encode(data, 'base64')` });

/** The parts of a snapshot in order; none when there is no such version. */
export async function readLexicalSnapshotParts(
  db: Database,
  workspaceId: WorkspaceId,
  version: number,
): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for (;;) {
    const rows = await query(
      db,
      snapshotPart,
      sql`select ${snapshotPart.columns} from lexical_snapshots
        where workspace_id = ${uuid(workspaceId)} and version = ${version}::int
          and part between ${parts.length}::int and ${parts.length + PARTS_PER_STATEMENT - 1}::int
        order by part`,
    );
    parts.push(...rows.map(({ data }) => Buffer.from(data, 'base64')));
    if (rows.length < PARTS_PER_STATEMENT) return parts;
  }
}

const latestVersion = row({ version: col.int`coalesce(max(version), 0)` });

/** The highest version stored; 0 before the first training. */
export async function findLexicalVersion(db: Database, workspaceId: WorkspaceId): Promise<number> {
  const [latest] = await query(
    db,
    latestVersion,
    sql`select ${latestVersion.columns} from lexical_snapshots where workspace_id = ${uuid(workspaceId)}`,
  );
  return latest?.version ?? 0;
}

/** Deletes the snapshots of the versions before one. */
export async function deleteLexicalSnapshots(
  db: Database,
  workspaceId: WorkspaceId,
  { before }: { before: number },
): Promise<void> {
  await execute(
    db,
    sql`delete from lexical_snapshots where workspace_id = ${uuid(workspaceId)} and version < ${before}::int`,
  );
}

/** Takes what they learnt out of snapshots that nothing uses; their versions stay taken. */
export async function emptyLexicalSnapshots(db: Database, workspaceId: WorkspaceId): Promise<void> {
  await execute(
    db,
    sql`update lexical_snapshots set data = '' where workspace_id = ${uuid(workspaceId)} and octet_length(data) > 0`,
  );
}

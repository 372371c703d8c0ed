import { sql } from 'drizzle-orm';
import type { Database } from '@memory/db';
import { insertInBulk } from './insert-in-bulk.ts';

/** Memories a statement: the embedded database blocks the process while it works. */
const CHUNK = 1_000;

/** A UUID of this number: memories of a seeded workspace are found by it. */
export const numberedId = (prefix: string, number: number): string =>
  `${prefix}-${number.toString(16).padStart(12, '0')}`;

/**
 * Puts many memories into a workspace at once. They count as embedded and discovered, so that no job adds to them.
 * @param prefix the first 23 characters of their UUIDs, their own in the database; they are numbered from 0,
 *   and twenty after each other share a concept
 * @returns their UUIDs
 */
export async function seedManyMemories(
  { services: { db }, id: workspaceId }: { services: { db: Database }; id: string },
  { prefix, count }: { prefix: string; count: number },
): Promise<string[]> {
  for (let first = 0; first < count; first += CHUNK) {
    await insertInBulk(
      db,
      sql`with inserted as (
          insert into memories (workspace_id, id, memory_id, title, narrative, concepts, content_digest,
            search_text, term_count, created_at)
          select ${workspaceId}::uuid, (${prefix}::text || '-' || lpad(to_hex(n), 12, '0'))::uuid,
            'mem-' || substr(md5(${prefix}::text || n), 1, 16), 'Memory ' || n, 'Narrative ' || n,
            array['concept ' || n / 20], 'seeded', ''::tsvector, 1, now()
          from generate_series(${first}::int, ${Math.min(first + CHUNK, count) - 1}::int) n returning workspace_id, id)
        insert into memory_counters (workspace_id, memory_id, content_hash, discovered_digest)
        select workspace_id, id, 'seeded', 'seeded' from inserted`,
    );
  }
  return Array.from({ length: count }, (_, number) => numberedId(prefix, number));
}

import { sql } from 'drizzle-orm';
import type { MemoryIdForm } from '@memory/contracts';
import { col, row, type RowOf } from '../row.ts';

/** Memory `m`, as much of it as a list shows, named as the deployment names memories. */
export const listedMemory = (form: MemoryIdForm) =>
  row({
    memory: col.text`${sql.raw(form === 'A' ? 'm.id::text' : 'm.memory_id')}`,
    title: col.text`left(m.title, 300)`,
    memory_type: col.memoryType`m.memory_type`,
    created_at: col.timestamp`m.created_at`,
  });
export type ListedMemory = RowOf<ReturnType<typeof listedMemory>>;

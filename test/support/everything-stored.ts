import { sql } from 'drizzle-orm';
import { queryRows } from '@memory/db';
import type { TestWorkspace } from '../host/test-workspace.ts';

/** Every text that the database holds of a workspace, whatever the table. */
export async function everythingStored(service: Pick<TestWorkspace, 'host' | 'id'>): Promise<string> {
  if (service.host.everythingStored) return service.host.everythingStored(service.id);
  const { db } = service.host.services;
  const tables = await queryRows<{ name: string }>(db)`
    select c.table_name::text as name from information_schema.columns c
      where c.table_schema = 'public' and c.column_name = 'workspace_id'`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await queryRows<{ body: string }>(db)`
      select row_to_json(t)::text body from ${sql.raw(`"${name}"`)} t where t.workspace_id = ${service.id}::uuid`;
    texts.push(...rows.map(({ body }) => `${name}: ${body}`));
  }
  return texts.join('\n');
}

import { randomUUID } from 'node:crypto';
import { createWorkspace } from '@memory/core';
import type { Runtime } from '@memory/service';

/** A workspace for a test, with a name that nobody else has. */
export async function createTestWorkspace(services: Runtime): Promise<{ id: string; key: string }> {
  const { workspace_id: id, key } = await createWorkspace(services, {
    name: randomUUID(),
    language: 'english',
  });
  return { id, key };
}

import { randomUUID } from 'node:crypto';
import { insertWorkspace, type Database, type WorkspaceId } from '@memory/db';

/** A workspace of its own for a test of the repository. */
export async function seedWorkspace(db: Database): Promise<WorkspaceId> {
  const id = await insertWorkspace(db, {
    id: randomUUID(),
    name: randomUUID(),
    language: 'english',
    createdAt: new Date(),
  });
  if (!id) throw new Error('The workspace was not made.');
  return id;
}

import { insertWorkspace } from '@memory/db';
import { createKey } from '../keys/keys.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

export interface CreateWorkspaceInput {
  name: string;
  language: string;
  /** Identifier of a workspace that comes from another deployment; a new one by default. */
  id?: string;
  createdAt?: Date;
}

/** Makes a workspace and its first admin key, both or neither. @throws conflict when the name is taken */
export async function createWorkspace(
  services: Pick<Services, 'db' | 'clock' | 'ids' | 'settings'>,
  { name, language, id: given, createdAt }: CreateWorkspaceInput,
): Promise<{ workspace_id: string; key: string }> {
  return services.db.transaction(async (tx) => {
    const id = await insertWorkspace(tx, {
      id: given ?? services.ids.uuid(),
      name,
      language,
      createdAt: createdAt ?? services.clock(),
    });
    if (!id) throw new ServiceError('conflict', `A workspace named ${name} exists already.`);
    const { key } = await createKey(
      { ...services, db: tx },
      { id },
      { name: 'first key', scope: 'admin', expires_at: null },
    );
    return { workspace_id: id, key };
  });
}

import { FIRST_KEY, type OperationInput, type OperationOutput } from '@memory/contracts';
import {
  insertWorkspace,
  listWorkspaces as listWorkspaceRows,
  setRetention as setRetentionRow,
  setSecretsPolicy as setSecretsPolicyRow,
  type Workspace,
  deleteAccess,
  deleteSomeRows,
  deleteWorkspaceRow,
  findWorkspaceProfile,
  listExports,
  listUploadKeys,
} from '@memory/db';
import { languages } from '@memory/text';
import { nameOf } from '@memory/text/error-facts';
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

/** Makes a workspace and its first admin key, both or neither. @throws not_found; conflict when the name is taken */
export async function createWorkspace(
  services: Pick<Services, 'db' | 'clock' | 'ids' | 'settings'>,
  { name, language, id: given, createdAt }: CreateWorkspaceInput,
): Promise<{ workspace_id: string; key: string }> {
  if (!languages.some((each) => each === language))
    throw new ServiceError('not_found', `Language ${language} is not known.`);
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
      { name: FIRST_KEY, scope: 'admin', expires_at: null },
    );
    return { workspace_id: id, key };
  });
}

export async function listWorkspaces(
  { db }: Pick<Services, 'db'>,
  page: OperationInput<'listWorkspaces'>,
): Promise<OperationOutput<'listWorkspaces'>> {
  return { workspaces: await listWorkspaceRows(db, page) };
}

export async function setSecretsPolicy(
  { db }: Pick<Services, 'db'>,
  { id }: Workspace,
  { secrets }: OperationInput<'setSecretsPolicy'>,
): Promise<OperationOutput<'setSecretsPolicy'>> {
  await setSecretsPolicyRow(db, id, secrets);
  return { workspace_id: id, secrets };
}

/** @returns days by type, those that were set before among them */
export async function setRetention(
  { db }: Pick<Services, 'db'>,
  { id }: Workspace,
  { days }: OperationInput<'setRetention'>,
): Promise<OperationOutput<'setRetention'>> {
  return { workspace_id: id, retention: (await setRetentionRow(db, id, days)) ?? {} };
}

/** Copies the files of a local database as they are at one moment. @throws conflict where they are on a server */
export async function copyDatabase(
  { copyDatabase: copy }: Pick<Services, 'copyDatabase'>,
  { folder }: { folder: string },
): Promise<{ folder: string }> {
  if (!copy)
    throw new ServiceError(
      'conflict',
      'The database is on a server, which makes its own backups: docs/operating.md says how.',
    );
  await copy(folder);
  return { folder };
}

/** How long one step goes on: an operator function in AWS has half a minute. */
const STEP_MS = 10_000;

export interface DeletionStep {
  /** Whether it is gone; otherwise the step is to be repeated. */
  done: boolean;
  /** Files that were written of it, which stay where they lie. */
  exports: string[];
}

/** One step of deleting a workspace: first nobody can reach it any more, then what it holds goes, then itself. */
export async function deleteWorkspace(
  { db, jobs, objects, log }: Pick<Services, 'db' | 'jobs' | 'objects' | 'log'>,
  workspace: Pick<Workspace, 'id' | 'hasSemanticIndex'>,
  { name }: { name: string },
): Promise<DeletionStep> {
  const profile = await findWorkspaceProfile(db, workspace.id);
  if (profile?.name !== name)
    throw new ServiceError('conflict', `Workspace ${workspace.id} is named ${profile?.name}, not ${name}.`);
  await deleteAccess(db, workspace.id);
  const exports = (await listExports(db, workspace.id, { since: new Date(0) })).map(({ file }) => file);
  for (const key of await listUploadKeys(db, workspace.id))
    await objects.delete(key).catch((error: unknown) =>
      // In AWS the bucket forgets it by itself.
      log.warn('A file of an upload could not be deleted', { key, reason: nameOf(error) }),
    );
  const end = performance.now() + STEP_MS;
  while (await deleteSomeRows(db, workspace.id)) if (performance.now() > end) return { done: false, exports };
  if (workspace.hasSemanticIndex) {
    // Upkeep alone may change the schema: it takes the index of an empty workspace away.
    await jobs.enqueue('maintainWorkspace', { workspaceId: workspace.id });
    return { done: false, exports };
  }
  await deleteWorkspaceRow(db, workspace.id);
  return { done: true, exports };
}

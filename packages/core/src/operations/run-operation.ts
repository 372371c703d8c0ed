import type { OperationInput, OperationName } from '@memory/contracts';
import {
  countPendingObservations,
  findWorkspace,
  listTypeChanges,
  listWorkspaces,
  setRetention,
  setSecretsPolicy,
  type Workspace,
} from '@memory/db';
import { listChanges } from '../history/list-changes.ts';
import { undoChanges } from '../history/undo-changes.ts';
import { retryRefused } from '../embedding/retry-refused.ts';
import { redriveJobs } from '../jobs/redrive-jobs.ts';
import { runJob } from '../jobs/run-job.ts';
import { showJobs } from '../jobs/show-jobs.ts';
import { createKey } from '../keys/keys.ts';
import { isLanguage } from '../language.ts';
import { addMembership, listMemberships, removeMembership } from '../memberships/memberships.ts';
import { listPruningCandidates, prune } from '../pruning/prune.ts';
import { undoChange } from '../reclassification/undo-change.ts';
import { eraseReplaced } from '../secrets/erase-replaced.ts';
import { redactStored } from '../secrets/redact-stored.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { beginImport, importRows } from '../transfer/import-workspace.ts';
import { describeExport, exportRows } from '../transfer/export-workspace.ts';
import { createWorkspace } from '../workspaces/create-workspace.ts';
import { deleteWorkspace } from '../workspaces/delete-workspace.ts';

type OperationWork = {
  [Name in OperationName]: (services: Services, input: OperationInput<Name>) => Promise<unknown>;
};

const work: OperationWork = {
  createWorkspace(services, { name, language }) {
    if (!isLanguage(language)) throw new ServiceError('not_found', `Language ${language} is not known.`);
    return createWorkspace(services, { name, language });
  },
  async setSecretsPolicy({ db }, { workspaceId, secrets }) {
    if (!(await setSecretsPolicy(db, workspaceId, secrets)))
      throw new ServiceError('not_found', `Workspace ${workspaceId} was not found.`);
    return { workspace_id: workspaceId, secrets };
  },
  async setRetention({ db }, { workspaceId, days }) {
    const retention = await setRetention(db, workspaceId, days);
    if (!retention) throw new ServiceError('not_found', `Workspace ${workspaceId} was not found.`);
    return { workspace_id: workspaceId, retention };
  },
  async redactStored(services, { workspaceId, ...page }) {
    return redactStored(services, await requireWorkspace(services, workspaceId), page);
  },
  eraseReplaced: (services) => eraseReplaced(services),
  async copyDatabase({ copyDatabase }, { folder }) {
    if (!copyDatabase)
      throw new ServiceError(
        'conflict',
        'The database is on a server, which makes its own backups: docs/operating.md says how.',
      );
    await copyDatabase(folder);
    return { folder };
  },
  async listWorkspaces({ db }, input) {
    return { workspaces: await listWorkspaces(db, input) };
  },
  async deleteWorkspace(services, { workspaceId, name }) {
    return deleteWorkspace(services, await requireWorkspace(services, workspaceId), { name });
  },
  async describeExport(services, { workspaceId, file }) {
    return describeExport(services, await requireWorkspace(services, workspaceId), { file });
  },
  async exportRows(services, { workspaceId, ...page }) {
    return exportRows(services, await requireWorkspace(services, workspaceId), page);
  },
  beginImport: (services, input) => beginImport(services, input),
  async importRows(services, { workspaceId, ...rows }) {
    return importRows(services, await requireWorkspace(services, workspaceId), rows);
  },
  async createKey(services, { workspaceId, name, scope, expiresAt }) {
    const workspace = await requireWorkspace(services, workspaceId);
    return createKey(services, workspace, { name, scope, expires_at: expiresAt });
  },
  async addMembership(services, { workspaceId, ...membership }) {
    return addMembership(services, await requireWorkspace(services, workspaceId), membership);
  },
  async listMemberships(services, { workspaceId }) {
    return listMemberships(services, await requireWorkspace(services, workspaceId));
  },
  async removeMembership(services, { workspaceId, ...login }) {
    return removeMembership(services, await requireWorkspace(services, workspaceId), login);
  },
  async sessionStatus(services, { workspaceId }) {
    return countPendingObservations(services.db, (await requireWorkspace(services, workspaceId)).id);
  },
  async listChanges(services, { workspaceId, ...query }) {
    return listChanges(services, await requireWorkspace(services, workspaceId), query);
  },
  async undoChanges(services, { workspaceId, ...body }) {
    return undoChanges(services, await requireWorkspace(services, workspaceId), body);
  },
  async listTypeChanges(services, { workspaceId, limit, offset }) {
    const { id } = await requireWorkspace(services, workspaceId);
    return { changes: await listTypeChanges(services.db, id, { limit, offset }) };
  },
  async undoTypeChange(services, { workspaceId, changeId }) {
    return undoChange(services, await requireWorkspace(services, workspaceId), changeId);
  },
  async listPruningCandidates(services, { workspaceId, after }) {
    return listPruningCandidates(services, await requireWorkspace(services, workspaceId), { after });
  },
  async prune(services, { workspaceId, ids }) {
    return prune(services, await requireWorkspace(services, workspaceId), { ids });
  },
  showJobs: (services) => showJobs(services),
  async runJob(services, { job, workspaceId }) {
    if (workspaceId !== null) await requireWorkspace(services, workspaceId);
    return runJob(services, { job, workspaceId });
  },
  async redriveJobs(services, { queue }) {
    const { redriven } = await redriveJobs(services, queue);
    const retried = queue === null || queue === 'generateEmbedding' ? await retryRefused(services) : 0;
    const sent = (redriven['generateEmbedding'] ?? 0) + retried;
    return { redriven: { ...redriven, ...(sent > 0 ? { generateEmbedding: sent } : {}) } };
  },
};

/** Does what the operator asks; the input has been parsed by the operator's table. */
export function runOperation<Name extends OperationName>(
  services: Services,
  name: Name,
  input: OperationInput<Name>,
): Promise<unknown> {
  return work[name](services, input);
}

async function requireWorkspace({ db }: Pick<Services, 'db'>, id: string): Promise<Workspace> {
  const workspace = await findWorkspace(db, id);
  if (!workspace) throw new ServiceError('not_found', `Workspace ${id} was not found.`);
  return workspace;
}

import type { OperationInput, OperationName, OperationResult } from '@memory/contracts';
import {
  countPendingObservations,
  findWorkspace,
  listRememberedSymbols,
  listTypeChanges,
  listWorkspaces,
  setRetention,
  setSecretsPolicy,
  type Workspace,
} from '@memory/db';
import { getCodeContext } from './code/get-code-context.ts';
import { searchCode } from './code/search-code.ts';
import { listChanges } from './history/list-changes.ts';
import { undoChanges } from './history/undo-changes.ts';
import { retryRefused } from './embedding/retry-refused.ts';
import { redriveJobs } from './jobs/redrive-jobs.ts';
import { runJob } from './jobs/run-job.ts';
import { showJobs } from './jobs/show-jobs.ts';
import { createKey } from './keys/keys.ts';
import { isLanguage } from './language.ts';
import { listAttention, settleFailure } from './overview/attention.ts';
import { outlineGraph } from './overview/outline-graph.ts';
import { showWorkspace } from './overview/show-workspace.ts';
import { traceSession } from './overview/trace-session.ts';
import { addMembership, listMemberships, removeMembership } from './keys/memberships.ts';
import { listPruningCandidates, prune } from './pruning/prune.ts';
import { undoChange } from './reclassification/undo-change.ts';
import { calibrate } from './embedding/cosine-scale.ts';
import { redactStored } from './secrets/redact-stored.ts';
import { ServiceError } from './service-error.ts';
import type { Services } from './services.ts';
import { beginImport, importRows } from './transfer/import-workspace.ts';
import { describeExport, exportRows } from './transfer/export-workspace.ts';
import { createWorkspace } from './workspaces/create-workspace.ts';
import { deleteWorkspace } from './workspaces/delete-workspace.ts';

type OperationWork = {
  [Name in OperationName]: (
    services: Services,
    input: OperationInput<Name>,
  ) => Promise<OperationResult<Name>>;
};

const work: OperationWork = {
  createWorkspace(services, { name, language }) {
    if (!isLanguage(language)) throw new ServiceError('not_found', `Language ${language} is not known.`);
    return createWorkspace(services, { name, language });
  },
  async setSecretsPolicy({ db }, { workspaceId, secrets }) {
    if (!(await setSecretsPolicy(db, workspaceId, secrets))) throw notFound(workspaceId);
    return { workspace_id: workspaceId, secrets };
  },
  async setRetention({ db }, { workspaceId, days }) {
    const retention = await setRetention(db, workspaceId, days);
    if (!retention) throw notFound(workspaceId);
    return { workspace_id: workspaceId, retention };
  },
  redactStored: inWorkspace(redactStored),
  calibrate: inWorkspace(calibrate),
  async eraseReplaced({ erase }) {
    await erase?.();
    return { state: erase ? 'erased' : 'elsewhere' };
  },
  async copyDatabase({ copyDatabase }, { folder }) {
    if (!copyDatabase)
      throw new ServiceError(
        'conflict',
        'The database is on a server, which makes its own backups: docs/operating.md says how.',
      );
    await copyDatabase(folder);
    return { folder };
  },
  listWorkspaces: async ({ db }, input) => ({ workspaces: await listWorkspaces(db, input) }),
  deleteWorkspace: inWorkspace(deleteWorkspace),
  describeExport: inWorkspace(describeExport),
  exportRows: inWorkspace(exportRows),
  beginImport,
  importRows: inWorkspace(importRows),
  createKey: inWorkspace((services, workspace, { name, scope, expiresAt }) =>
    createKey(services, workspace, { name, scope, expires_at: expiresAt }),
  ),
  addMembership: inWorkspace(addMembership),
  listMemberships: inWorkspace(listMemberships),
  removeMembership: inWorkspace(removeMembership),
  sessionStatus: inWorkspace(({ db }, { id }) => countPendingObservations(db, id)),
  listChanges: inWorkspace(listChanges),
  undoChanges: inWorkspace(undoChanges),
  listTypeChanges: inWorkspace(async ({ db }, { id }, page) => ({
    changes: await listTypeChanges(db, id, page),
  })),
  undoTypeChange: inWorkspace((services, workspace, { changeId }) =>
    undoChange(services, workspace, changeId),
  ),
  listPruningCandidates: inWorkspace(listPruningCandidates),
  prune: inWorkspace(prune),
  showWorkspace: inWorkspace(showWorkspace),
  traceSession: inWorkspace(traceSession),
  listAttention: inWorkspace(listAttention),
  settleFailure: inWorkspace(settleFailure),
  outlineGraph: inWorkspace(outlineGraph),
  listRememberedSymbols: inWorkspace(async ({ db }, { id }, { limit }) => ({
    symbols: await listRememberedSymbols(db, id, { limit }),
  })),
  searchSymbols: inWorkspace(searchCode),
  showSymbol: inWorkspace((services, workspace, { symbolId }) =>
    getCodeContext(services, workspace, { symbol_id: symbolId }),
  ),
  showJobs,
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
): Promise<OperationResult<Name>> {
  return work[name](services, input);
}

/**
 * A domain function of a workspace as an operation, which names the workspace in its input.
 * Bundles of functions that run no operation leave the table out only where its making has no effect.
 * @__NO_SIDE_EFFECTS__
 */
function inWorkspace<Input, Result>(
  domainFunction: (services: Services, workspace: Workspace, input: Input) => Promise<Result>,
): (services: Services, input: Input & { workspaceId: string }) => Promise<Result> {
  return async (services, input) =>
    domainFunction(services, await requireWorkspace(services, input.workspaceId), input);
}

async function requireWorkspace({ db }: Pick<Services, 'db'>, id: string): Promise<Workspace> {
  const workspace = await findWorkspace(db, id);
  if (!workspace) throw notFound(id);
  return workspace;
}

const notFound = (id: string) => new ServiceError('not_found', `Workspace ${id} was not found.`);

import type {
  OperationInput,
  OperationName,
  OperationResult,
  WorkspaceOperationName,
} from '@memory/contracts';
import * as core from '@memory/core';
import type { Services } from '@memory/core';
import { countPendingObservations, listRememberedSymbols, listTypeChanges, type Workspace } from '@memory/db';

type OperationWork = {
  [Name in OperationName]: Name extends WorkspaceOperationName
    ? (
        services: Services,
        workspace: Workspace,
        input: OperationInput<Name>,
      ) => Promise<OperationResult<Name>>
    : (services: Services, input: OperationInput<Name>) => Promise<OperationResult<Name>>;
};

/** The work of each verb that an operator may do: most often the function of core that has its name. */
export const operationWork: OperationWork = {
  createWorkspace: core.createWorkspace,
  listWorkspaces: core.listWorkspaces,
  showWorkspace: core.showWorkspace,
  setSecretsPolicy: core.setSecretsPolicy,
  setRetention: core.setRetention,
  calibrate: core.calibrate,
  deleteWorkspace: core.deleteWorkspace,
  addMembership: core.addMembership,
  listMemberships: core.listMemberships,
  removeMembership: core.removeMembership,
  redactStored: core.redactStored,
  eraseReplaced: core.eraseReplaced,
  copyDatabase: core.copyDatabase,
  describeExport: core.describeExport,
  exportAnyRecords: core.exportAnyRecords,
  beginImport: core.beginImport,
  importAnyRecords: core.importAnyRecords,
  createKey: core.createKey,
  sessionStatus: ({ db }, { id }) => countPendingObservations(db, id),
  traceSession: core.traceSession,
  listChanges: core.listChanges,
  undoChanges: core.undoChanges,
  listTypeChanges: async ({ db }, { id }, page) => ({ changes: await listTypeChanges(db, id, page) }),
  undoTypeChange: core.undoTypeChange,
  listPruningCandidates: core.listPruningCandidates,
  prune: core.prune,
  listAttention: core.listAttention,
  settleFailure: core.settleFailure,
  outlineGraph: core.outlineGraph,
  listRememberedSymbols: async ({ db }, { id }, { limit }) => ({
    symbols: await listRememberedSymbols(db, id, { limit }),
  }),
  searchSymbols: core.searchCode,
  showSymbol: (services, workspace, { symbolId }) =>
    core.getCodeContext(services, workspace, { symbol_id: symbolId }),
  showJobs: core.showJobs,
  redriveJobs: core.redriveJobs,
  runJob: core.runJob,
};

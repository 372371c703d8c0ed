import { randomUUID } from 'node:crypto';
import {
  type OperationInput,
  type OperationName,
  type OperationResult,
  type WorkspaceOperationName,
  OperationEvent,
  operations,
  type OperationRequest,
} from '@memory/contracts';
import * as core from '@memory/core';
import { type Services, ServiceError } from '@memory/core';
import {
  countPendingObservations,
  listRememberedSymbols,
  listTypeChanges,
  type Workspace,
  findWorkspace,
  STATEMENT_LIMIT_MS,
  withChangeSource,
  withStatementLimit,
  type ChangeSource,
} from '@memory/db';
import { lambdaServices } from '../../hosts/lambda/lambda-services.ts';
import { describeDefect } from '../../logging/logger.ts';
import type { HostContext } from '../http/endpoint-context.ts';

type OperationWork = {
  [Name in OperationName]: Name extends WorkspaceOperationName
    ? (
        services: Services,
        workspace: Workspace,
        input: OperationInput<Name>,
      ) => Promise<OperationResult<Name>>
    : (services: Services, input: OperationInput<Name>) => Promise<OperationResult<Name>>;
};

const operationWork: OperationWork = {
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
  listAnswers: core.listAnswers,
  listAttention: core.listAttention,
  settleFailure: core.settleFailure,
  outlineGraph: core.outlineGraph,
  describeMemories: core.describeMemories,
  listLatestActs: core.listLatestActs,
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

export type OperationReply = { ok: true; result: unknown } | { ok: false; code: string; message: string };

/** The operator function: it never throws, since a Lambda's error would show the operator a stack and no reason. */
export async function handleOperation(
  event: unknown,
  context: HostContext,
  source: Pick<ChangeSource, 'author' | 'via'> = { author: null, via: 'operator' },
): Promise<OperationReply> {
  const services = context.services ?? (await lambdaServices());
  try {
    const { operation, input } = OperationEvent.parse(event);
    const parsed = operations[operation].input.parse(input);
    const batch = randomUUID();
    const result = await withChangeSource(
      () => ({ ...source, batch }),
      () =>
        withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () =>
          runOperation(services, operation, parsed as OperationRequest<typeof operation>),
        ),
    );
    services.log.info('operation', { operation });
    return { ok: true, result };
  } catch (error) {
    if (error instanceof ServiceError) return { ok: false, code: error.code, message: error.message };
    if (error instanceof Error && error.name === 'ZodError')
      return { ok: false, code: 'validation_failed', message: error.message };
    services.log.error('The operation failed', { error: describeDefect(error) });
    return { ok: false, code: 'defect', message: 'Something went wrong; the log of the service says where.' };
  }
}

/** Does what the operator asks. @param input as the operator's table has read it, with `workspaceId` where it is of a workspace */
export async function runOperation<Name extends OperationName>(
  services: Services,
  name: Name,
  input: OperationRequest<Name>,
): Promise<OperationResult<Name>> {
  const work = operationWork[name] as (...given: unknown[]) => Promise<OperationResult<Name>>;
  if (operations[name].of === 'service') return work(services, input);
  const { workspaceId, ...given } = input as { workspaceId: string };
  const workspace = await findWorkspace(services.db, workspaceId);
  if (!workspace) throw new ServiceError('not_found', `Workspace ${workspaceId} was not found.`);
  return work(services, workspace, given);
}

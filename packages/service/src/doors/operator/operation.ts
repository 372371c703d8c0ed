import { randomUUID } from 'node:crypto';
import {
  OperationEvent,
  operations,
  type OperationName,
  type OperationRequest,
  type OperationResult,
} from '@memory/contracts';
import { ServiceError, type Services } from '@memory/core';
import {
  findWorkspace,
  STATEMENT_LIMIT_MS,
  withChangeSource,
  withStatementLimit,
  type ChangeSource,
} from '@memory/db';
import { describeDefect } from '../../logging/describe-defect.ts';
import type { HostContext } from '../http/endpoint-context.ts';
import { lambdaServices } from '../../hosts/lambda/lambda-services.ts';
import { operationWork } from './operations.ts';

/** What the operator reads: a result, or what to mend. */
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

/**
 * Does what the operator asks.
 * @param input as the operator's table has read it, with `workspaceId` where it is of a workspace
 */
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

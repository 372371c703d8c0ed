import { randomUUID } from 'node:crypto';
import { OperationEvent, operations, type OperationInput, type OperationName } from '@memory/contracts';
import { runOperation, ServiceError } from '@memory/core';
import { STATEMENT_LIMIT_MS, withChangeSource, withStatementLimit, type ChangeSource } from '@memory/db';
import { describeDefect } from '../../logging/describe-defect.ts';
import type { HostContext } from '../http/endpoint-context.ts';
import { lambdaServices } from '../../hosts/lambda/lambda-services.ts';

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
    const parsed = operations[operation].input.parse(input) as OperationInput<OperationName>;
    const batch = randomUUID();
    const result = await withChangeSource(
      () => ({ ...source, batch }),
      () =>
        withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () => runOperation(services, operation, parsed)),
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

import * as z from 'zod';
import {
  operations,
  type OperationName,
  type OperationOutput,
  type OperationRequest,
} from '@memory/contracts';
import { findLockHolder } from '@memory/service/lock';
import { OPERATIONS_PATH } from '@memory/service/operations-path';
import { ownCommand } from '../command/print.ts';

const Reply = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
]);

/** One method an operation: `operator.createKey({ workspaceId, scope })`. They throw what the service refused. */
export type Operator = {
  [Name in OperationName]: (request: OperationRequest<Name>) => Promise<OperationOutput<Name>>;
};

/** @param send carries an event to the operator function of a service, and its reply back */
export function createOperator(
  send: (event: { operation: string; input: object }) => Promise<unknown>,
): Operator {
  const methods = Object.entries(operations).map(([operation, { output }]) => [
    operation,
    async (input: object) => {
      const reply = Reply.parse(await send({ operation, input }));
      if (!reply.ok) throw new Error(reply.message);
      return output.parse(reply.result);
    },
  ]);
  return Object.fromEntries(methods) as Operator;
}

export async function localOperator(dataDir: string): Promise<Operator> {
  const holder = await findLockHolder(dataDir);
  if (!holder?.url)
    throw new Error(
      `No server is running on the data directory ${dataDir}. Start one with \`${ownCommand()} up\`, in a clone \`npm start\`, or set DATA_DIR.`,
    );
  const { url, operatorToken } = holder;
  return createOperator(async (event) => {
    const response = await fetch(url + OPERATIONS_PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(event),
    });
    return response.json();
  });
}

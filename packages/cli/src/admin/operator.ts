import * as z from 'zod';
import type { OperationEvent } from '@memory/contracts';
import { findLockHolder } from '@memory/local/lock';
import { OPERATIONS_PATH } from '@memory/local/operations-path';
import { ownCommand } from '../own-command.ts';

const Reply = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
]);

/** Reaches the operator function of a service. @throws with a message for the operator */
export interface Operator {
  run(event: OperationEvent): Promise<unknown>;
}

/** The result in a reply of the operator function. @throws with what it refused */
export function resultOf(reply: unknown): unknown {
  const parsed = Reply.parse(reply);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.result;
}

/** The server on this machine that serves a data directory. */
export async function localOperator(dataDir: string): Promise<Operator> {
  const holder = await findLockHolder(dataDir);
  if (!holder?.url)
    throw new Error(
      `No server is running on the data directory ${dataDir}. Start one with \`${ownCommand()} up\`, in a clone \`npm start\`, or set DATA_DIR.`,
    );
  const { url, operatorToken } = holder;
  return {
    async run(event) {
      const response = await fetch(url + OPERATIONS_PATH, {
        method: 'POST',
        headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(event),
      });
      return resultOf(await response.json());
    },
  };
}

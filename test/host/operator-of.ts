import { expect } from 'vitest';
import type { Runtime } from '@memory/service';
import { admin } from '../../functions/operations.ts';
import { createOperator, type Operator } from '../../packages/agents/src/operator/operator.ts';

/**
 * An operator of a host in this process; what goes there and comes back is JSON, and no more than a Lambda takes.
 * @param options.fails operations that are not carried out
 */
export const operatorOf = (
  { services }: { services: Runtime },
  { fails = () => false }: { fails?: ((operation: string) => boolean) | undefined } = {},
): Operator =>
  createOperator(async (event) => {
    if (fails(event.operation)) throw new Error(`${event.operation} was made to fail`);
    return overTheWire(await admin(overTheWire(event), { services }));
  });

function overTheWire(value: object): unknown {
  const text = JSON.stringify(value);
  expect(Buffer.byteLength(text)).toBeLessThan(6_000_000);
  return JSON.parse(text);
}

import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import type { Client } from '@memory/client';
import type { Operator } from '../../packages/agents/src/operator/operator.ts';

export interface SmokeTarget {
  /** Base address of the service, without a slash at its end. */
  url: string;
  /** Makes and deletes the workspace of the checks; null where only a key is at hand. */
  operator: Operator | null;
  /** An admin key of a workspace to work in, where there is no operator. */
  key: string | null;
  /** Of a deployment in AWS; null elsewhere. */
  aws: { deployment: string; cloudWatch: CloudWatchClient } | null;
}

export interface SmokeContext extends SmokeTarget {
  client: Client;
  key: string;
  /** Sets this run apart from others, in titles and names. */
  run: string;
  /** Identifiers of the memories that were stored, as this service addresses them. */
  memories: { first: string; second: string };
  cleanups: (() => Promise<void>)[];
  /** Asks again until an answer is there. @throws when none has come in time, with `what` was awaited */
  until<Answer>(what: string, ask: () => Promise<Answer | undefined>): Promise<Answer>;
}

export interface SmokeCheck {
  name: string;
  /** Earlier checks that it stands on: without them it is skipped. */
  needs: readonly ('workspace' | 'memories' | 'aws')[];
  /** @returns what was seen @throws with what was not */
  run(context: SmokeContext): Promise<string>;
}

export class NothingToCheck extends Error {}

export function expectThat(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}

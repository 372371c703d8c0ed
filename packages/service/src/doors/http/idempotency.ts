import { createHash } from 'node:crypto';
import { ServiceError, type JobSender } from '@memory/core';
import { claimIdempotencyKey, keepIdempotentReply } from '@memory/db';
import { authenticated, type EndpointEvent, type EndpointResult } from './endpoint-context.ts';
import type { Runtime } from '../../create-services.ts';

const KEY_LENGTH_MAX = 255;
const KEPT_MS = 24 * 3_600_000;

/**
 * Does the work once for an `Idempotency-Key`: claim, work and kept answer are one transaction, and messages leave only
 * after it has committed, so that no worker looks for a row that is not there yet.
 * @throws idempotency_key_reused for the same key with another body; validation_failed for a key that is too long
 */
export async function runIdempotently(
  event: EndpointEvent,
  { route, answer }: { route: string; answer: (services: Runtime) => Promise<EndpointResult> },
): Promise<EndpointResult> {
  const { services } = event.state;
  const given = event.headers['idempotency-key'];
  if (given === undefined) return answer(services);
  if (given === '' || given.length > KEY_LENGTH_MAX)
    throw new ServiceError('validation_failed', 'Idempotency-Key is not valid.', {
      issues: [
        {
          loc: ['header', 'Idempotency-Key'],
          msg: `Idempotency-Key should have 1 to ${KEY_LENGTH_MAX} characters`,
          type: given === '' ? 'string_too_short' : 'string_too_long',
        },
      ],
    });
  const workspace = authenticated(event.state);
  const at = services.clock();
  // The caller's text is not kept as it is.
  const idempotencyKey = digest(given);
  const request = JSON.stringify([event.pathParameters ?? {}, event.body ?? '']);
  const { jobs, sendHeld } = holdJobs(services.jobs);
  const result = await services.db.transaction(async (tx) => {
    const claim = await claimIdempotencyKey(tx, workspace.id, {
      route,
      idempotencyKey,
      requestHash: digest(request),
      at,
      expiredBefore: new Date(at.getTime() - KEPT_MS),
    });
    if (claim.outcome === 'reused')
      throw new ServiceError('idempotency_key_reused', 'This Idempotency-Key was used with another body.');
    if (claim.outcome === 'answered')
      return { statusCode: claim.status, headers: { 'content-type': 'application/json' }, body: claim.body };
    const answered = await answer({ ...services, db: tx, jobs });
    const { statusCode: status = 200, body = '' } = answered;
    await keepIdempotentReply(tx, workspace.id, { route, idempotencyKey, status, body });
    return answered;
  });
  await sendHeld();
  return result;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

function holdJobs(jobs: JobSender): { jobs: JobSender; sendHeld: () => Promise<void> } {
  const held: (() => Promise<void>)[] = [];
  return {
    jobs: {
      enqueue(name, ...payloads) {
        held.push(() => jobs.enqueue(name, ...payloads));
        return Promise.resolve();
      },
      enqueueLater(delaySeconds, name, ...payloads) {
        held.push(() => jobs.enqueueLater(delaySeconds, name, ...payloads));
        return Promise.resolve();
      },
    },
    async sendHeld() {
      for (const send of held) await send();
    },
  };
}

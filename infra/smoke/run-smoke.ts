import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@memory/client';
import type { Finding } from '../report/findings.ts';
import { SMOKE_CHECKS } from './checks.ts';
import { NothingToCheck, type SmokeCheck, type SmokeContext, type SmokeTarget } from './smoke-context.ts';

export interface SmokeOptions {
  /** How long to wait for what jobs do. A cluster that was asleep takes half a minute before it begins. */
  waitMs?: number;
  pollMs?: number;
  onFinding?: (finding: Finding) => void;
}

/** Goes through a service as its callers do, and takes everything away again, also after a failure. */
export async function runSmoke(
  target: SmokeTarget,
  { waitMs = 120_000, pollMs = 500, onFinding = () => {} }: SmokeOptions = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const note = (finding: Finding) => {
    findings.push(finding);
    onFinding(finding);
  };
  const key = target.key ?? '';
  const context: SmokeContext = {
    ...target,
    key,
    client: createClient({ url: target.url, key }),
    run: `smoke-${randomUUID()}`,
    memories: { first: '', second: '' },
    cleanups: [],
    until: async (what, ask) => {
      const end = Date.now() + waitMs;
      for (;;) {
        const answer = await ask();
        if (answer !== undefined) return answer;
        if (Date.now() > end) throw new Error(`${what}, after ${waitMs / 1_000} seconds.`);
        await sleep(pollMs);
      }
    },
  };
  for (const check of SMOKE_CHECKS) note(await perform(check, context, findings));
  note(await removeAll(context, findings));
  return findings;
}

const STANDS_ON = { workspace: 'workspace', memories: 'store' } as const;

async function perform(
  check: SmokeCheck,
  context: SmokeContext,
  before: readonly Finding[],
): Promise<Finding> {
  const { name, needs } = check;
  for (const need of needs) {
    if (need === 'aws') {
      if (!context.aws) return { check: name, state: 'skipped', detail: 'of a deployment in AWS only' };
    } else if (!before.some(({ check: done, state }) => done === STANDS_ON[need] && state === 'ok')) {
      return { check: name, state: 'skipped', detail: `stands on "${STANDS_ON[need]}"` };
    }
  }
  const start = performance.now();
  const ms = () => Math.round(performance.now() - start);
  try {
    return { check: name, state: 'ok', detail: await check.run(context), ms: ms() };
  } catch (error) {
    const detail = describe(error);
    return { check: name, state: error instanceof NothingToCheck ? 'skipped' : 'failed', detail, ms: ms() };
  }
}

/** After any failure the rest is taken away too. */
async function removeAll(
  { cleanups, operator, run }: SmokeContext,
  before: readonly Finding[],
): Promise<Finding> {
  const check = 'everything removed';
  const failures: string[] = [];
  for (const cleanup of cleanups.toReversed())
    await cleanup().catch((error: unknown) => failures.push(describe(error)));
  if (failures.length > 0)
    return {
      check,
      state: 'failed',
      detail: failures.join('; '),
      remedy: `What is named ${run} is left over.`,
    };
  const leavesSession =
    !operator && before.some(({ check: done, ms }) => done === 'session and summary' && ms !== undefined);
  const removed = operator ? `workspace ${run}` : 'all that was stored';
  const detail = leavesSession ? `all but session ${run}, since keys cannot delete sessions` : removed;
  return { check, state: 'ok', detail: cleanups.length > 0 ? detail : 'nothing was made' };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The message of fetch is "fetch failed"; the reason stands in its cause.
  const { cause } = error;
  return cause instanceof Error && error.message === 'fetch failed'
    ? `${error.message}: ${cause.message}`
    : error.message;
}

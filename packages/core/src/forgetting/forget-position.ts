import { createHash } from 'node:crypto';
import type { ForgetBody } from '@memory/contracts';
import { quotingPlaces, type QuotingPlaceName } from '@memory/db';
import { isUuid } from '../memories/memory-ref.ts';
import { ServiceError } from '../service-error.ts';

/** What goes is chosen, then each place is cleaned, and the memories are deleted last: broken off, it can be said again. */
export type ForgetStep = 'choose' | QuotingPlaceName | 'delete';

export const FORGET_STEPS: readonly ForgetStep[] = [
  'choose',
  ...(Object.keys(quotingPlaces) as QuotingPlaceName[]),
  'delete',
];

/** Where a request to forget goes on. */
export interface ForgetPosition {
  run: string;
  step: ForgetStep;
  /** Key of the last row that was looked at; null at the beginning of a step. */
  after: readonly string[] | null;
}

/** A position as callers hand it back; it holds for the same choice only. */
export const presentPosition = ({ run, step, after }: ForgetPosition, choice: string): string =>
  [run, choice, step, ...(after ?? [])].map(encodeURIComponent).join('/');

/** @throws validation_failed for what no reply to this choice has given */
export function parsePosition(given: string, choice: string): ForgetPosition {
  const [run = '', chosen, name, ...after] = given.split('/').map(decoded);
  const step = FORGET_STEPS.find((each) => each === name);
  if (!isUuid(run) || chosen !== choice || step === undefined) throw unknownPosition();
  return { run, step, after: after.length === 0 ? null : after };
}

export const unknownPosition = () =>
  new ServiceError('validation_failed', 'The body is not valid.', {
    issues: [
      {
        loc: ['body', 'after'],
        msg: 'Input should be `next` of a reply to the same choice, less than a day old',
        type: 'value_error',
      },
    ],
  });

/** Names what is to be forgotten, and whether it is. */
export const choiceOf = (body: ForgetBody): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...body, after: undefined }))
    .digest('hex')
    .slice(0, 16);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

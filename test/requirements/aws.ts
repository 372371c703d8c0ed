import type { Requirement } from './requirement.ts';

/** The stack in AWS. */
export const aws = {
  'aws.interface': {
    section: 'Part 3',
    part: 3,
    text: 'The interface tests pass unchanged through the synthesized stack, in both identifier forms.',
  },
  'aws.route-a-function': {
    section: 'Part 3',
    part: 3,
    text: 'Every row of the route table has its own function, and `/mcp` one.',
  },
  'aws.default-route': {
    section: 'Part 3',
    part: 3,
    text: 'Trailing slashes, the `/mcp/` redirect, 404 and 405 behave behind the API as on the local server.',
  },
  'aws.paused-database': {
    section: 'Part 3',
    part: 3,
    text: 'A paused database is waited for, else 503 with `Retry-After`; nothing is written twice.',
  },
  'aws.migrations-first': {
    section: 'Part 3',
    part: 3,
    text: 'Migrations run at deploy before new code takes traffic and fail the deploy when they fail.',
  },
  'aws.least-privilege': {
    section: 'Part 3',
    part: 3,
    text: 'Every call a function makes in the test run is allowed by its role, and its role allows no more than its list.',
  },
  'aws.queues': {
    section: 'Part 3',
    part: 3,
    text: 'Every queue has a dead-letter queue with an alarm, and every alarm a line in the runbook.',
  },
  'aws.schedules': {
    section: 'Part 3',
    part: 3,
    text: 'Graph analysis, recalculation, reclassifier and sweeps are scheduled.',
  },
  'aws.nag': {
    section: 'Part 3',
    part: 3,
    text: 'cdk-nag finds nothing that is not acknowledged with a reason.',
  },
  'aws.environments': {
    section: 'Part 3',
    part: 3,
    text: 'dev, staging and prod synthesize offline; production is deletion-protected and does not pause.',
  },
  'aws.operator': {
    section: 'Part 3',
    part: 3,
    text: 'The operator command works against a deployed environment through IAM and on no public route.',
  },
} as const satisfies Record<string, Requirement>;

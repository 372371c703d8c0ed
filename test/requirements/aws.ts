import type { Requirement } from './requirement.ts';

/** The stack in AWS. */
export const aws = {
  'aws.interface': {
    section: 'docs/specification.md#in-aws',
    text: 'The interface tests pass unchanged through the synthesized stack, in both identifier forms.',
  },
  'aws.route-a-function': {
    section: 'docs/specification.md#in-aws',
    text: 'Every row of the route table has its own function, and `/mcp` one.',
  },
  'aws.default-route': {
    section: 'docs/specification.md#in-aws',
    text: 'Trailing slashes, the `/mcp/` redirect, 404 and 405 behave behind the API as on the local server.',
  },
  'aws.paused-database': {
    section: 'docs/specification.md#in-aws',
    text: 'A paused database is waited for, else 503 with `Retry-After`; nothing is written twice.',
  },
  'aws.migrations-first': {
    section: 'docs/specification.md#in-aws',
    text: 'Migrations run at deploy before new code takes traffic and fail the deploy when they fail.',
  },
  'aws.least-privilege': {
    section: 'docs/specification.md#in-aws',
    text: 'Every call a function makes in the test run is allowed by its role, and its role allows no more than its list.',
  },
  'aws.queues': {
    section: 'docs/specification.md#in-aws',
    text: 'Every queue has a dead-letter queue with an alarm, and every alarm a line in the runbook.',
  },
  'aws.schedules': {
    section: 'docs/specification.md#in-aws',
    text: 'Graph analysis, recalculation, reclassifier and sweeps are scheduled.',
  },
  'aws.nag': {
    section: 'docs/specification.md#in-aws',
    text: 'cdk-nag finds nothing that is not acknowledged with a reason.',
  },
  'aws.environments': {
    section: 'docs/specification.md#in-aws',
    text: 'dev, staging and prod synthesize offline; production is deletion-protected and does not pause.',
  },
  'aws.operator': {
    section: 'docs/specification.md#in-aws',
    text: 'The operator command works against a deployed environment through IAM and on no public route.',
  },
} as const satisfies Record<string, Requirement>;

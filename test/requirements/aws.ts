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
  'aws.limits': {
    section: 'docs/specification.md#in-aws',
    text: 'Every documented hard limit of a kind of resource that the stack has is kept, with names of real length.',
  },
  'aws.alarms-arrive': {
    section: 'docs/specification.md#in-aws',
    text: 'The topic of every alarm lets CloudWatch publish, and a protected environment has somebody who hears of it.',
  },
  'aws.first-deployment': {
    section: 'docs/specification.md#in-aws',
    text: 'A first deployment that fails can be cleared up and repeated in every environment; data outlives the stack.',
  },
  'aws.idle-cost': {
    section: 'docs/specification.md#in-aws',
    text: 'An idle dev environment listens to two queues, wakes its database once a night and costs less than 3 US dollars a month.',
  },
  'aws.canary': {
    section: 'docs/specification.md#in-aws',
    text: 'In production a new version of search and of the tool server answers a tenth of the calls for ten minutes, and is taken back when an alarm says that requests fail.',
  },
  'aws.migrations': {
    section: 'docs/specification.md#in-aws',
    text: 'Every migration runs through the Data API: one statement a call, short enough, with nothing that its parser takes for a parameter.',
  },
  'aws.settings': {
    section: 'docs/specification.md#in-aws',
    text: 'Every setting that makes sense in AWS can be set for an environment in one table.',
  },
} as const satisfies Record<string, Requirement>;

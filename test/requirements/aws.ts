import { under } from './requirement.ts';

/** The stack in AWS. */
export const aws = under({
  'docs/specification.md#in-aws': {
    'aws.interface':
      'The interface tests pass unchanged through the synthesized stack, in both identifier forms.',
    'aws.route-a-function': 'Every row of the route table has its own function, and `/mcp` one.',
    'aws.default-route':
      'Trailing slashes, the `/mcp/` redirect, 404 and 405 behave behind the API as on the local server.',
    'aws.paused-database':
      'A paused database is waited for, else 503 with `Retry-After`; nothing is written twice.',
    'aws.migrations-first':
      'Migrations run at deploy before new code takes traffic and fail the deploy when they fail.',
    'aws.least-privilege':
      'Every call a function makes in the test run is allowed by its role, and its role allows no more than its list.',
    'aws.queues': 'Every queue has a dead-letter queue with an alarm, and every alarm a line in the runbook.',
    'aws.schedules': 'Graph analysis, recalculation, reclassifier and sweeps are scheduled.',
    'aws.nag': 'cdk-nag finds nothing that is not acknowledged with a reason.',
    'aws.environments':
      'dev, staging and prod synthesize offline; production is deletion-protected and does not pause.',
    'aws.operator':
      'The operator command works against a deployed environment through IAM and on no public route.',
    'aws.limits':
      'Every documented hard limit of a kind of resource that the stack has is kept, with names of real length.',
    'aws.alarms-arrive':
      'The topic of every alarm lets CloudWatch publish, and a protected environment has somebody who hears of it.',
    'aws.first-deployment':
      'A first deployment that fails can be cleared up and repeated in every environment; data outlives the stack.',
    'aws.idle-cost':
      'An idle dev environment listens to two queues, wakes its database once a night and costs less than 3 US dollars a month.',
    'aws.canary':
      'In production a new version of search and of the tool server answers a tenth of the calls for ten minutes, and is taken back when an alarm says that requests fail.',
    'aws.migrations':
      'Every migration runs through the Data API: one statement a call, short enough, with nothing that its parser takes for a parameter.',
    'aws.settings': 'Every setting that makes sense in AWS can be set for an environment in one table.',
  },
});

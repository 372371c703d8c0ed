import { lengthOf, nameOf, type Limit } from './limit.ts';

const SCHEDULER = 'scheduler/latest/APIReference/API_CreateSchedule.html';

/** Of schedules. */
export const SCHEDULES_LIMITS: readonly Limit[] = [
  {
    of: 'AWS::Scheduler::Schedule',
    what: 'length of the name',
    least: 1,
    most: 64,
    source: SCHEDULER,
    measure: nameOf,
  },
  {
    of: 'AWS::Scheduler::Schedule',
    what: 'length of the description',
    most: 512,
    source: SCHEDULER,
    measure: ({ properties }) => [lengthOf(properties['Description'])],
  },
  {
    of: 'AWS::Scheduler::Schedule',
    what: 'seconds that an event may wait',
    least: 60,
    most: 86_400,
    source: SCHEDULER,
    measure: ({ properties }) => [properties['Target'].RetryPolicy?.MaximumEventAgeInSeconds],
  },
  {
    of: 'AWS::Scheduler::Schedule',
    what: 'repeats of an event',
    least: 0,
    most: 185,
    source: SCHEDULER,
    measure: ({ properties }) => [properties['Target'].RetryPolicy?.MaximumRetryAttempts],
  },
];

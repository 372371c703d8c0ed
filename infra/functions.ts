import * as z from 'zod';
import {
  jobEntries,
  jobQueueName,
  routeEntries,
  SHARED_QUEUE,
  type Capability,
  type Job,
  type JobName,
  type Route,
  type RouteName,
} from '@memory/contracts';
import type { FunctionSource, Loader } from './bundle-functions.ts';

export interface FunctionPlan extends FunctionSource {
  description: string;
  sends: readonly JobName[];
  uses: readonly Capability[];
}

const ALL_JOBS = jobEntries.map(([name]) => name);

export const routeFunctions: readonly { name: RouteName; route: Route; plan: FunctionPlan }[] =
  routeEntries.map(([name, route]) => ({
    name,
    route,
    plan: plan(
      name,
      { file: `functions/api/${route.noun}.ts`, handler: name },
      `${route.method} ${route.path}: ${route.summary}`,
      route,
    ),
  }));

/** Functions that nearly every caller calls: where an environment has canaries, these have one. */
export const CANARIES: readonly string[] = ['searchMemories', 'mcp'];

const jobFunctions: readonly { name: JobName; job: Job; plan: FunctionPlan }[] = jobEntries.map(
  ([name, job]) => ({
    name,
    job,
    plan: plan(name, { file: 'functions/jobs.ts', handler: name }, job.summary, job),
  }),
);

const everyRoute = {
  sends: [...new Set(routeFunctions.flatMap(({ plan: { sends } }) => sends))],
  uses: [...new Set(routeFunctions.flatMap(({ plan: { uses } }) => uses))],
};

/** Takes what no route matches, which may be any of them with a slash at its end. */
export const fallbackFunction = plan(
  'fallback',
  { file: 'functions/fallback.ts' },
  '$default: trailing slashes, 404, 405.',
  everyRoute,
);

export const mcpFunctions: readonly FunctionPlan[] = [
  plan('mcp', { file: 'functions/mcp.ts' }, '/mcp: the tools, over HTTP.', everyRoute),
];

/** The jobs that share a queue where queues are shared; the others keep to themselves. */
const sharingJobs = jobFunctions.filter(({ name }) => jobQueueName(name, { shared: true }) === SHARED_QUEUE);

export const anyJobFunction = plan(
  'anyJob',
  { file: 'functions/any-job.ts' },
  'Does the jobs of the shared queue.',
  {
    sends: [...new Set(sharingJobs.flatMap(({ plan: { sends } }) => sends))],
    uses: [...new Set(sharingJobs.flatMap(({ plan: { uses } }) => uses))],
  },
);

/** As one row: what suits the most demanding of them. */
const anyJob: Job = {
  payload: z.unknown(),
  summary: anyJobFunction.description,
  timeoutSeconds: Math.max(...sharingJobs.map(({ job }) => job.timeoutSeconds)),
  batchSize: 1,
  concurrency: 5,
  memoryMb: Math.max(...sharingJobs.map(({ job }) => job.memoryMb)),
  receivesUploads: true,
};

export interface Worker {
  name: string;
  job: Job;
  plan: FunctionPlan;
}

export const workersOf = (queues: 'each' | 'shared'): readonly Worker[] =>
  queues === 'each'
    ? jobFunctions
    : [
        { name: SHARED_QUEUE, job: anyJob, plan: anyJobFunction },
        ...jobFunctions.filter((each) => !sharingJobs.includes(each)),
      ];

export const migrateFunction: FunctionPlan = {
  ...plan(
    'migrate',
    { file: 'functions/operations.ts', handler: 'migrate' },
    'Brings the schema up to date.',
    {},
  ),
  folder: 'packages/db/migrations',
};

export const adminFunction = plan(
  'admin',
  { file: 'functions/operations.ts', handler: 'admin' },
  'Does what an operator asks.',
  {
    sends: ALL_JOBS,
  },
);

/** Answers what the console's pages ask, where an environment has a console. */
export const consoleFunction = plan(
  'console',
  { file: 'functions/console.ts' },
  'The console: sessions of logins, and the API with them.',
  everyRoute,
);

/** Those that every environment has. */
export const allFunctions: readonly FunctionPlan[] = [
  ...routeFunctions.map(({ plan: each }) => each),
  ...jobFunctions.map(({ plan: each }) => each),
  anyJobFunction,
  ...mcpFunctions,
  fallbackFunction,
  migrateFunction,
  adminFunction,
];

function plan(
  name: string,
  { file, handler = 'handler' }: { file: string; handler?: string },
  description: string,
  { sends = [], uses = [] }: { sends?: readonly string[]; uses?: readonly Capability[] },
): FunctionPlan {
  const loads: Loader[] = [];
  if (sends.length > 0) loads.push('sqs');
  if (uses.includes('uploads')) loads.push('s3');
  if (uses.includes('documents')) loads.push('documents');
  if (uses.some((use) => use !== 'uploads' && use !== 'documents')) loads.push('bedrock');
  return { name, file, handler, description, sends: sends as JobName[], uses, loads };
}

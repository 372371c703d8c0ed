import type { MemoryIdForm } from '@memory/contracts';
import type { Config } from '@memory/service';

/** Settings that the stack makes itself from the rest of the row, and those of other places than AWS. */
type Derived =
  | 'MEMORY_ID_FORM'
  | 'KEY_ENVIRONMENT'
  | 'CORS_ORIGINS'
  | 'UPLOAD_BUCKET'
  | 'HOST'
  | 'PORT'
  | 'DATA_DIR'
  | Extract<keyof Config, `DATABASE_${string}` | `JOB_${string}` | `${string}_API_KEY`>;

export interface Environment {
  region: string;
  /** How memories are addressed; not to be changed once there are callers. */
  memoryIdForm: MemoryIdForm;
  /** Kind of the API keys made here: `wm_live_…` or `wm_test_…`. */
  keyEnvironment: 'live' | 'test';
  database: {
    /** Aurora PostgreSQL: a major version, whose minor RDS chooses from what the Region offers and keeps current; `major.minor` pins one. */
    version: string;
    /** Aurora capacity units, 0 to 256 in halves; 0 lets the cluster pause. */
    minCapacity: number;
    maxCapacity: number;
    /** Idle minutes until it pauses, 5 to 1,440; null keeps it awake. */
    autoPauseMinutes: number | null;
    /** A second instance in another zone, which takes over within about half a minute. */
    standby: boolean;
    /** Only after a restore: ARN of the secret that RDS made for the restored cluster's owner. */
    ownerSecretArn?: string;
  };
  /** Models of Bedrock by their ids, inference profiles, or ARNs of profiles of one's own; without one the built-in embedder and rules do the work. */
  models: {
    embedder?: { provider: 'bedrock-titan' | 'bedrock-cohere'; model: string };
    reranker?: string;
    textGenerator?: string;
  };
  /** Survives mistakes: what holds data is kept when the stack goes, and somebody is told when something is wrong. */
  protected: boolean;
  /**
   * Set it to true when the first deployment of a protected environment has succeeded, and deploy again: it switches on the
   * protection against deletion, which would also stop CloudFormation from clearing up after a first deployment that failed.
   */
  established: boolean;
  /** Requests a second that the gateway lets through, all callers together; each key has its own limits besides. */
  throttle: { rate: number; burst: number };
  logRetentionDays: 14 | 30 | 90;
  /** `each` job has its queue and function; where they are `shared` fewer queues are polled, which is what an idle one costs. */
  queues: 'each' | 'shared';
  /** When lost work is looked for, and graphs are analysed: what wakes a sleeping database. */
  sweeps: 'hourly' | 'nightly';
  /** New versions of search and of the tool server answer a tenth of the calls for ten minutes, and go when an alarm rises. */
  canary: boolean;
  /** `full` watches each queue by itself; `few` stays within the ten alarms that an account has free of charge. */
  alarms: 'full' | 'few';
  /** Where alarms are sent; without it they only show in CloudWatch, which a protected environment may not have. */
  alarmEmail?: string;
  /** Concurrent executions that Lambda allows the account in this Region; an alarm rises at four fifths of it. */
  lambdaConcurrency: number;
  /** US dollars a month that the whole account may cost before a mail says so; AWS cannot tell whose they are: the lowest of one account speaks first. */
  monthlyBudgetUsd?: number;
  /** Whether the gateway's log has address and user agent of each caller, which traces abuse and is personal data. */
  logCallers: boolean;
  /** X-Ray, at 5 US dollars a million traces: it shows the way from gateway to function; the log line tells more. */
  tracing: boolean;
  /** A name of one's own, whose certificate is in the same Region. */
  domain?: { name: string; certificateArn: string };
  /**
   * Serves the console from a distribution of its own, where the workspaces' members log in at OAUTH_ISSUER; without it there is
   * none in AWS. `clientId`: a public client of the provider with the redirect `https://NAME/`. The certificate of a name of its
   * own is in us-east-1, where CloudFront looks for it.
   */
  console?: { clientId: string; domain?: { name: string; certificateArn: string } };
  /**
   * For a steady load of some 30 requests a second and more, also serves from containers behind a load balancer. `image`: built from
   * the Dockerfile and pushed to where ECS may pull it; `tasks` of these sizes (in 1,024ths of a processor); the name that callers use.
   */
  container?: {
    image: string;
    tasks: { least: number; most: number };
    cpu: 512 | 1_024 | 2_048;
    memoryMb: 2_048 | 4_096;
    domain: { name: string; certificateArn: string };
  };
  /** Origins that browsers may call and upload from. */
  corsOrigins: readonly string[];
  /** Any other setting of docs/settings.md, such as `OAUTH_ISSUER`, `RATE_READ_PER_MINUTE` or `LOG_LEVEL`. */
  settings: Partial<Omit<Config, Derived>>;
}

/** One text a call, 512 numbers each. */
const TITAN = {
  embedder: { provider: 'bedrock-titan', model: 'amazon.titan-embed-text-v2:0' },
} as const;

const trial: Environment = {
  region: 'eu-central-1',
  memoryIdForm: 'A',
  keyEnvironment: 'test',
  database: { version: '17', minCapacity: 0, maxCapacity: 4, autoPauseMinutes: 15, standby: false },
  models: {},
  protected: false,
  established: false,
  throttle: { rate: 50, burst: 100 },
  logRetentionDays: 14,
  queues: 'shared',
  sweeps: 'nightly',
  canary: false,
  alarms: 'few',
  alarmEmail: process.env['ALARM_EMAIL'],
  lambdaConcurrency: 1_000,
  monthlyBudgetUsd: 50,
  logCallers: false,
  tracing: false,
  corsOrigins: [],
  settings: {},
};

/** The deployments there are; `npx cdk deploy -c env=NAME` takes its row. */
export const environments = {
  dev: trial,
  staging: {
    ...trial,
    models: TITAN,
    database: { ...trial.database, maxCapacity: 8, autoPauseMinutes: 60 },
    queues: 'each',
    sweeps: 'hourly',
    alarms: 'full',
  },
  prod: {
    ...trial,
    keyEnvironment: 'live',
    database: { version: '17', minCapacity: 0.5, maxCapacity: 32, autoPauseMinutes: null, standby: true },
    models: TITAN,
    protected: true,
    throttle: { rate: 500, burst: 1_000 },
    logRetentionDays: 90,
    queues: 'each',
    sweeps: 'hourly',
    canary: true,
    alarms: 'full',
    monthlyBudgetUsd: 300,
  },
} as const satisfies Record<string, Environment>;
export const isEnvironmentName = (name: string): name is EnvironmentName => Object.hasOwn(environments, name);

export type EnvironmentName = keyof typeof environments;

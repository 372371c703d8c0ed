import type { MemoryIdForm } from '@memory/contracts';

/** What one deployment of the service is set to. */
export interface Environment {
  region: string;
  /** How memories are addressed; not to be changed once there are callers. */
  memoryIdForm: MemoryIdForm;
  /** Kind of the API keys made here: `wm_live_…` or `wm_test_…`. */
  keyEnvironment: 'live' | 'test';
  database: {
    /** Aurora PostgreSQL, `major.minor`; AWS retires minor versions, so it is said here and nowhere else. */
    version: string;
    /** Aurora capacity units, 0 to 256 in halves; 0 lets the cluster pause. */
    minCapacity: number;
    maxCapacity: number;
    /** Idle minutes until it pauses, 5 to 1,440; null keeps it awake. */
    autoPauseMinutes: number | null;
    /** A second instance in another zone, which takes over within about half a minute. */
    standby: boolean;
  };
  /** Models of Bedrock by their ids or inference profiles; without one the built-in embedder and rules do the work. */
  models: {
    embedder?: { provider: 'bedrock-titan' | 'bedrock-cohere'; model: string };
    reranker?: string;
    textGenerator?: string;
  };
  /** Survives mistakes: deletion protection, and what holds data is kept when the stack goes. */
  protected: boolean;
  /** Requests a second that the gateway lets through, all callers together; each key has its own limits besides. */
  throttle: { rate: number; burst: number };
  logRetentionDays: 14 | 30 | 90;
  /** Where alarms are sent; without it they only show in CloudWatch. */
  alarmEmail?: string;
  /** A name of one's own, whose certificate is in the same Region. */
  domain?: { name: string; certificateArn: string };
  /** Issuer of the tokens that the tool server takes beside API keys. */
  oauthIssuer?: string;
  /** Origins that browsers may call from. */
  corsOrigins: readonly string[];
}

/** One text a call, 1,024 numbers each. */
const TITAN = {
  embedder: { provider: 'bedrock-titan', model: 'amazon.titan-embed-text-v2:0' },
} as const;

const trial: Environment = {
  region: 'eu-central-1',
  memoryIdForm: 'A',
  keyEnvironment: 'test',
  database: { version: '17.9', minCapacity: 0, maxCapacity: 4, autoPauseMinutes: 15, standby: false },
  models: {},
  protected: false,
  throttle: { rate: 50, burst: 100 },
  logRetentionDays: 14,
  corsOrigins: [],
};

/** The deployments there are; `npx cdk deploy -c env=NAME` takes its row. */
export const environments = {
  dev: trial,
  staging: { ...trial, models: TITAN, database: { ...trial.database, maxCapacity: 8, autoPauseMinutes: 60 } },
  prod: {
    ...trial,
    keyEnvironment: 'live',
    database: { version: '17.9', minCapacity: 0.5, maxCapacity: 32, autoPauseMinutes: null, standby: true },
    models: TITAN,
    protected: true,
    throttle: { rate: 500, burst: 1_000 },
    logRetentionDays: 90,
  },
} as const satisfies Record<string, Environment>;
export type EnvironmentName = keyof typeof environments;

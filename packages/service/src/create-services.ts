import { join } from 'node:path';
import { jobEntries, jobQueueName } from '@memory/contracts';
import type { Profile } from '@memory/contracts/profiles';
import { randomIds, type Embedding, type Services } from '@memory/core';
import {
  CallLeases,
  openDatabase,
  slowStatements,
  type DatabaseConfig,
  type OpenDatabase,
  type Rates,
} from '@memory/db';
import { createJobQueue, type JobQueue } from '@memory/providers/job-queue';
import { createObjectStore, type ObjectStore } from '@memory/providers/object-store';
import { once } from '@memory/providers/once';
import { createReranker, type Reranker } from '@memory/providers/reranker';
import { createTextGenerator, type TextGenerator } from '@memory/providers/text-generator';
import type { DocumentReader, ReaderLimits } from '@memory/sections/reader';
import type { Config } from './config/config.ts';
import { configuredEmbedding } from './config/embedding-provider.ts';
import { SERVICE_VERSION } from './config/service-version.ts';
import { createCallsAtOnce, WORKSPACE_CALLS_MAX, type CallsAtOnce } from './doors/http/calls-at-once.ts';
import { WrongKeys } from './doors/http/wrong-keys.ts';
import { createForgivingJobSender } from './jobs/job-sender.ts';
import { createLogger, type Log } from './logging/logger.ts';

export interface Runtime extends Services {
  rates: Rates;
  leases: CallLeases;
  workspaceCalls: CallsAtOnce;
  wrongKeys: WrongKeys;
  corsOrigins: readonly string[];
  /** Largest response that a function returns, in bytes. */
  replyBytesMax: number;
  mcp: McpSettings;
  log: Log;
  queue: JobQueue;
  close(): Promise<void>;
}

export interface OAuthSettings {
  issuer: string;
  /** Audiences of tokens, any of these; undefined: the address of MCP. */
  audience: string | undefined;
  /** Public client that our own command logs in as; undefined: it registers one. */
  clientId?: string | undefined;
  /** Scopes that our own command asks for; undefined: the usual ones, and the resource. */
  scope?: string | undefined;
}

interface McpSettings {
  /** Profiles for a client that names none. */
  profiles: readonly Profile[];
  /** Undefined: what the gateway calls itself. */
  publicUrl: string | undefined;
  /** Undefined: there is no OAuth. */
  oauth: OAuthSettings | undefined;
}

export interface RuntimeParts {
  objects?: ObjectStore;
  database?: OpenDatabase;
  queue?: JobQueue | undefined;
  /** Default: as configured. */
  embeddingProvider?: Embedding['provider'];
  /** Default: as configured. */
  reranker?: Reranker | null;
  /** Default: as configured. */
  textGenerator?: TextGenerator | null;
  clock?: () => Date;
  log?: Log;
}

/** The one place where implementations are chosen: by configuration, and by the parts that a host brings along. */
export async function createServices(config: Config, parts: RuntimeParts = {}): Promise<Runtime> {
  const database = parts.database ?? (await openDatabase(databaseConfig(config)));
  const log = parts.log ?? createLogger(config.LOG_LEVEL);
  slowStatements.tellTo((slow) => log.warn('A statement was slow', { ...slow }));
  const queue = parts.queue ?? (await configuredQueue(config));
  const documents = documentReader(readerLimits(process.env));
  return {
    db: database.db,
    erase: database.erase ?? null,
    copyDatabase: database.copyTo ?? null,
    clock: parts.clock ?? (() => new Date()),
    ids: randomIds,
    log,
    queue,
    queues: queue,
    rates: rates(config),
    leases: new CallLeases(),
    workspaceCalls: createCallsAtOnce(WORKSPACE_CALLS_MAX),
    wrongKeys: new WrongKeys(config.RATE_WRONG_KEYS_PER_MINUTE),
    corsOrigins: config.CORS_ORIGINS,
    mcp: {
      profiles: config.MCP_PROFILE,
      publicUrl: config.PUBLIC_URL,
      oauth: config.OAUTH_ISSUER
        ? {
            issuer: config.OAUTH_ISSUER,
            audience: config.OAUTH_AUDIENCE,
            clientId: config.OAUTH_CLIENT_ID,
            scope: config.OAUTH_SCOPE,
          }
        : undefined,
    },
    replyBytesMax: config.REPLY_BYTES_MAX,
    settings: {
      memoryIdForm: config.MEMORY_ID_FORM,
      keyEnvironment: config.KEY_ENVIRONMENT,
      retentionDays: config.RETENTION_DAYS,
      sessionIdleMinutes: config.SESSION_IDLE_MINUTES,
      llmTokensPerDay: config.TEXT_GENERATOR_TOKENS_PER_DAY,
      keepsNames: config.SESSION_NAMES === 'keep',
      version: SERVICE_VERSION,
    },
    objects: parts.objects ?? createObjectStore({ bucket: config.UPLOAD_BUCKET }),
    embedding: {
      ...configuredEmbedding(config),
      ...(parts.embeddingProvider ? { provider: parts.embeddingProvider } : {}),
    },
    reranker: parts.reranker ?? configuredReranker(config),
    textGenerator: parts.textGenerator ?? configuredTextGenerator(config),
    jobs: createForgivingJobSender(queue, log),
    documents,
    async close() {
      documents.close();
      await database.close();
    },
  };
}

/** Loaded with the first document: most functions never read one. */
function documentReader(limits: ReaderLimits): DocumentReader {
  let reader: DocumentReader | undefined;
  const load = once(async () => {
    reader = (await import('@memory/sections/reader')).createDocumentReader(limits);
    return reader;
  });
  return { read: async (...call) => (await load()).read(...call), close: () => reader?.close() };
}

export function databaseConfig(config: Config): DatabaseConfig {
  if (config.DATABASE_RESOURCE_ARN)
    return {
      driver: 'data-api',
      resourceArn: config.DATABASE_RESOURCE_ARN,
      secretArn: config.DATABASE_SECRET_ARN ?? '',
      database: config.DATABASE_NAME,
      resumeTimeoutMs: config.DATABASE_RESUME_TIMEOUT_MS,
    };
  if (config.DATABASE_URL)
    return { driver: 'node-postgres', url: config.DATABASE_URL, readerUrl: config.DATABASE_READER_URL };
  return { driver: 'pglite', dataDir: join(config.DATA_DIR, 'database') };
}

function configuredReranker(config: Config): Reranker | null {
  const { RERANKER: provider, RERANKER_MODEL: model, RERANKER_URL: baseUrl } = config;
  if (provider === 'none') return null;
  if (provider === 'bedrock') return createReranker({ provider, model });
  if (!baseUrl) throw new Error('RERANKER_URL must say where the reranker is.');
  const { RERANKER_API_KEY: apiKey, RERANKER_SCORES: scores } = config;
  return createReranker({ provider, model, baseUrl, apiKey, scores });
}

function configuredTextGenerator(config: Config): TextGenerator | null {
  const { TEXT_GENERATOR: provider, TEXT_GENERATOR_MODEL: model, TEXT_GENERATOR_URL: baseUrl } = config;
  if (provider === 'none') return null;
  if (model === '') throw new Error('TEXT_GENERATOR_MODEL must name a model.');
  if (provider === 'bedrock') return createTextGenerator({ provider, model });
  if (!baseUrl) throw new Error('TEXT_GENERATOR_URL must say where the text generator is.');
  const { TEXT_GENERATOR_API_KEY: apiKey, TEXT_GENERATOR_TIMEOUT_MS: timeoutMs } = config;
  return createTextGenerator({ provider, model, baseUrl, apiKey, timeoutMs });
}

/** Without the address of real queues the messages stay in this process. */
async function configuredQueue({
  JOB_QUEUE_PREFIX: urlPrefix,
  JOB_QUEUES: queues,
}: Config): Promise<JobQueue> {
  if (!urlPrefix) return (await import('@memory/providers/job-queue/local')).createLocalJobQueue();
  const shared = queues === 'shared';
  return createJobQueue({
    urlPrefix,
    queues: Object.fromEntries(jobEntries.map(([name]) => [name, jobQueueName(name, { shared })])),
  });
}

function rates(config: Config): Rates {
  const twice = (perMinute: number) => ({ perMinute, burst: 2 * perMinute });
  const once = (perMinute: number) => ({ perMinute, burst: perMinute });
  return {
    read: twice(config.RATE_READ_PER_MINUTE),
    write: twice(config.RATE_WRITE_PER_MINUTE),
    relationship: once(config.RATE_RELATIONSHIP_PER_MINUTE),
    observation: once(config.RATE_OBSERVATION_PER_MINUTE),
  };
}

/**
 * A reader holds 100 MB before it reads, and 200 to 550 after 250 kB of one block a line (lists, tables, HTML). Beside the
 * local server, which takes 300 to 450, all of them stay below 1 GB together.
 */
const MEMORY_MB = 512;
/** Memory of the function itself beside the reader's process. */
const FUNCTION_MB = 192;

/**
 * Limits of reading a document. A function has its memory to itself and one call at a time; elsewhere a second
 * document need not wait for the first.
 */
function readerLimits({ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: functionMb }: NodeJS.ProcessEnv): ReaderLimits {
  return functionMb === undefined
    ? { memoryMb: MEMORY_MB, deadlineMs: 10_000, processes: 2 }
    : { memoryMb: Math.min(MEMORY_MB, Number(functionMb) - FUNCTION_MB), deadlineMs: 15_000, processes: 1 };
}

import * as z from 'zod';
import { parseProfiles, PROFILES } from '@memory/contracts/profiles';
import { MEMORY_ID_FORMS } from '@memory/contracts';
import { withoutEnd } from '@memory/text/without-end';

const integer = (bounds: { min: number; max: number }) =>
  z.coerce.number().int().min(bounds.min).max(bounds.max);

const perMinute = integer({ min: 1, max: 1_000_000 });

/** Every setting, as environment variables; docs/settings.md is made from these descriptions. */
export const Config = z.object({
  MEMORY_ID_FORM: z
    .enum(MEMORY_ID_FORMS)
    .default('A')
    .describe('How memories are addressed: `A` by UUID, `B` by `mem-` identifier.'),
  KEY_ENVIRONMENT: z
    .enum(['live', 'test'])
    .default('live')
    .describe('Kind of the keys made here: `wm_live_…` or `wm_test_…`.'),
  DATABASE_URL: z
    .string()
    .optional()
    .describe('A PostgreSQL server with pgvector, instead of the embedded one.'),
  DATABASE_READER_URL: z
    .string()
    .optional()
    .describe(
      'Copies of the server of `DATABASE_URL` that only read: searches go there, and may miss what was stored in the last moment.',
    ),
  DATABASE_RESOURCE_ARN: z
    .string()
    .optional()
    .describe('An Aurora cluster, reached through the RDS Data API.'),
  DATABASE_SECRET_ARN: z.string().optional().describe('The secret that the Data API logs in with.'),
  DATABASE_NAME: z.string().default('memory').describe('The database of the Aurora cluster.'),
  DATABASE_RESUME_TIMEOUT_MS: integer({ min: 0, max: 600_000 })
    .default(22_000)
    .describe('How long a call waits for a paused cluster.'),
  DATA_DIR: z.string().default('.data').describe('Folder of the embedded database.'),
  HOST: z.string().default('127.0.0.1').describe('Address that the local server listens on.'),
  PORT: integer({ min: 0, max: 65_535 }).default(8_787).describe('Port of the local server.'),
  UPLOAD_BUCKET: z
    .string()
    .default('')
    .describe('Bucket of uploads in AWS; without SQS queues they are kept beside the data.'),
  RETENTION_DAYS: integer({ min: 1, max: 36_500 })
    .default(180)
    .describe('A memory younger than this is no candidate for pruning.'),
  SESSION_IDLE_MINUTES: integer({ min: 1, max: 10_080 })
    .default(30)
    .describe('A session without a sign of life for so long is ended and summarized.'),
  RATE_READ_PER_MINUTE: perMinute.default(600).describe('Reads a minute and key; bursts are twice that.'),
  RATE_WRITE_PER_MINUTE: perMinute.default(300).describe('Writes a minute and key; bursts are twice that.'),
  RATE_RELATIONSHIP_PER_MINUTE: perMinute
    .default(120)
    .describe('Relationship writes a minute and workspace.'),
  RATE_OBSERVATION_PER_MINUTE: perMinute
    .default(120)
    .describe('Calls that record observations, a minute and key.'),
  RATE_WRONG_KEYS_PER_MINUTE: perMinute
    .default(60)
    .describe('Wrong keys that an address may send in a minute, and at once.'),
  REPLY_BYTES_MAX: integer({ min: 2_000_000, max: 1_000_000_000 })
    .default(6_000_000)
    .describe('Largest answer, in bytes; a Lambda carries 6 MB.'),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((given) => given.split(',').filter(Boolean))
    .describe('Origins that browsers may call from, separated by commas; none by default.'),
  PUBLIC_URL: z
    .url()
    .transform((given) => withoutEnd(given, '/'))
    .optional()
    .describe('Address that clients reach the service at; the local server needs it with `OAUTH_ISSUER`.'),
  MCP_PROFILE: z
    .string()
    .default('full')
    .transform((given, context) => {
      const profiles = parseProfiles(given);
      if (profiles) return profiles;
      context.addIssue(`Name some of ${PROFILES.join(', ')}`);
      return z.NEVER;
    })
    .describe(
      'Tools of MCP for clients that ask for none: `full`, `core`, `hooked`, `additional`, or several.',
    ),
  OAUTH_ISSUER: z
    .url()
    .optional()
    .describe('OpenID provider whose tokens are taken beside API keys; without it there is no login.'),
  OAUTH_AUDIENCE: z
    .string()
    .optional()
    .describe('What a token must be meant for; by default the address of MCP.'),
  OAUTH_CLIENT_ID: z
    .string()
    .optional()
    .describe('Public client that `setup --team` logs in as; without it one is registered at the provider.'),
  OAUTH_SCOPE: z
    .string()
    .optional()
    .describe(
      'Scopes that `setup --team` asks for, where they and not the resource say what a token is for.',
    ),
  EMBEDDER: z
    .enum(['table', 'none', 'bedrock-titan', 'bedrock-cohere', 'openai', 'ollama', 'transformers'])
    .default('table')
    .describe('What makes vectors: the table of words that comes along, a model, or nothing.'),
  EMBEDDER_MODEL: z
    .string()
    .optional()
    .describe('The model or inference profile of the embedder; with `transformers` the folder it lies in.'),
  EMBEDDER_URL: z.url().optional().describe('Base address of an OpenAI-compatible or Ollama embedder.'),
  EMBEDDER_API_KEY: z.string().optional().describe('Key of an OpenAI-compatible or Ollama embedder.'),
  EMBEDDER_DIMENSIONS: integer({ min: 1, max: 2_000 })
    .optional()
    .describe(
      "Length of the model's vectors; on Bedrock Titan's have 512 and Cohere's 1,024 unless it says otherwise.",
    ),
  EMBEDDER_TOKENS_PER_DAY: integer({ min: 0, max: 1_000_000_000 })
    .default(50_000_000)
    .describe(
      'Tokens that an embedder of Bedrock or OpenAI is given of a workspace in a UTC day; memories then wait for the next. 50 million cost a dollar with Titan.',
    ),
  EMBEDDER_QUERY_TIMEOUT_MS: integer({ min: 10, max: 30_000 })
    .default(2_000)
    .describe('How long a search waits for the vector of its query, before it goes by words alone.'),
  RERANKER: z
    .enum(['none', 'bedrock', 'cohere-compatible'])
    .default('none')
    .describe('What judges the relevance of search results over MCP; `none` goes by words and vectors.'),
  RERANKER_MODEL: z.string().default('cohere.rerank-v3-5:0').describe('The model of the reranker.'),
  RERANKER_URL: z.url().optional().describe('Base address of a compatible reranker: `{base}/rerank`.'),
  RERANKER_API_KEY: z.string().optional().describe('Key of a compatible reranker.'),
  RERANKER_SCORES: z
    .enum(['unit', 'logit'])
    .default('unit')
    .describe('Whether a compatible reranker answers 0..1 or raw scores.'),
  TEXT_GENERATOR: z
    .enum(['none', 'bedrock', 'openai-compatible'])
    .default('none')
    .describe('What writes summaries and memories of sessions; with `none` rules do.'),
  TEXT_GENERATOR_MODEL: z
    .string()
    .default('')
    .describe('The model or inference profile of the text generator.'),
  TEXT_GENERATOR_URL: z
    .url()
    .optional()
    .describe('Base address of a compatible text generator: `{base}/chat/completions`.'),
  TEXT_GENERATOR_API_KEY: z.string().optional().describe('Key of a compatible text generator.'),
  TEXT_GENERATOR_TIMEOUT_MS: integer({ min: 100, max: 600_000 })
    .default(120_000)
    .describe('How long an answer of a compatible text generator may take.'),
  TEXT_GENERATOR_TOKENS_PER_DAY: integer({ min: 0, max: 1_000_000_000 })
    .default(1_000_000)
    .describe(
      'Tokens that the text generator may use for a workspace in a UTC day; then rules do, or its work waits.',
    ),
  SESSION_NAMES: z
    .enum(['mask', 'keep'])
    .default('mask')
    .describe(
      'Whether what is drawn from sessions keeps the names of people who are spoken of with a form of address.',
    ),
  JOB_QUEUE_PREFIX: z
    .url()
    .optional()
    .describe(
      'What the addresses of the SQS queues begin with: a stack works through them, migrates and keeps the times. Without it all of that is done in this process.',
    ),
  JOB_QUEUES: z
    .enum(['each', 'shared'])
    .default('each')
    .describe('Whether each job has an SQS queue of its own, or all share one.'),
  LOG_LEVEL: z
    .enum(['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT'])
    .default('INFO')
    .describe('Least level that is logged.'),
});
export type Config = z.output<typeof Config>;

/** The local server's limits, unless they are set: one developer's agents share one key. */
export const LOCAL_DEFAULTS = {
  RATE_READ_PER_MINUTE: '6000',
  RATE_WRITE_PER_MINUTE: '3000',
  RATE_RELATIONSHIP_PER_MINUTE: '1200',
  RATE_OBSERVATION_PER_MINUTE: '1200',
  // No function's limit holds here; this is what a client can be asked to read.
  REPLY_BYTES_MAX: '64000000',
};

/** Reads the settings. @throws with one line a fault, values left out, since they may be secrets */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Config.safeParse(present);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new Error(`Settings are not valid:\n${faults.join('\n')}`);
}

/** Tokens are meant for one address, and this server knows none but the one that a request names, true or not. */
export function requirePublicUrl({ OAUTH_ISSUER, PUBLIC_URL }: Config): void {
  if (OAUTH_ISSUER && !PUBLIC_URL)
    throw new Error(
      'OAUTH_ISSUER needs PUBLIC_URL: the address that clients reach this server at, such as http://localhost:8787.',
    );
}

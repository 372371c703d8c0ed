import { globSync, readFileSync } from 'node:fs';
import { createServices, databaseConfig, readConfig } from '@memory/service';
import { Config } from '@memory/service/config';
import { expect } from 'vitest';
import { z } from 'zod';
import type { OpenDatabase } from '@memory/db';
import { loopbackServer } from '../providers/loopback-server.ts';
import { verifies } from '../../support/verifies.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
/** No setting reaches it here. */
const database = { db: {}, close: () => Promise.resolve() } as unknown as OpenDatabase;
const configured = (settings: Record<string, string>) =>
  createServices(readConfig({ LOG_LEVEL: 'SILENT', ...settings }), { database });

verifies('settings.tested', () => {
  const tests = globSync('test/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.includes('/requirements/'))
    .map((file) => readFileSync(ROOT + file, 'utf8'))
    .join('\n');
  const names = Object.keys(Config.shape);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`, 'u').test(tests))).toEqual([]);
});

verifies(
  'settings.tested',
  async () => {
    const { url, requests } = await loopbackServer(({ path }) => ({
      body: path.endsWith('/rerank')
        ? { results: [{ index: 0, relevance_score: 0 }] }
        : path.endsWith('/embeddings')
          ? { data: [{ index: 0, embedding: [1, 0, 0] }] }
          : { choices: [{ message: { content: '{"fit":true}' }, finish_reason: 'stop' }], usage: {} },
    }));
    const services = await configured({
      EMBEDDER: 'openai',
      EMBEDDER_URL: `${url}/v1`,
      EMBEDDER_MODEL: 'small',
      EMBEDDER_API_KEY: 'key-e',
      EMBEDDER_DIMENSIONS: '3',
      EMBEDDER_TOKENS_PER_DAY: '1000',
      RERANKER: 'cohere-compatible',
      RERANKER_URL: url,
      RERANKER_MODEL: 'judge',
      RERANKER_API_KEY: 'key-r',
      RERANKER_SCORES: 'logit',
      TEXT_GENERATOR: 'openai-compatible',
      TEXT_GENERATOR_URL: url,
      TEXT_GENERATOR_MODEL: 'writer',
      TEXT_GENERATOR_API_KEY: 'key-t',
      TEXT_GENERATOR_TIMEOUT_MS: '5000',
      SESSION_NAMES: 'keep',
      REPLY_BYTES_MAX: '3000000',
      MCP_PROFILE: 'core',
      OAUTH_ISSUER: 'https://login.example',
      OAUTH_CLIENT_ID: 'ours',
      OAUTH_SCOPE: 'memory',
    });
    const { provider } = services.embedding;
    if (provider === 'none') throw new Error('There is an embedder.');
    expect(provider.tokensPerDay).toBe(1_000);
    await provider.embedder.embed(['a text'], { kind: 'document' } as never);
    // A raw score of 0 is an even chance.
    expect(await services.reranker?.rerank('q', ['a'])).toEqual([0.5]);
    await services.textGenerator?.generate({
      system: 's',
      user: 'u',
      schema: z.object({ fit: z.boolean() }),
      schemaName: 'fit',
      maxTokens: 10,
    });
    expect(
      requests.map(({ headers, body }) => [headers['authorization'], (body as { model: string }).model]),
    ).toEqual([
      ['Bearer key-e', 'small'],
      ['Bearer key-r', 'judge'],
      ['Bearer key-t', 'writer'],
    ]);
    expect(services).toMatchObject({
      replyBytesMax: 3_000_000,
      settings: { keepsNames: true },
      mcp: {
        profiles: ['core'],
        oauth: { issuer: 'https://login.example', clientId: 'ours', scope: 'memory' },
      },
    });
  },
  { title: 'settings of models, tools and logins reach what they configure' },
);

verifies(
  'settings.tested',
  () => {
    const aurora = { DATABASE_RESOURCE_ARN: 'arn:c', DATABASE_SECRET_ARN: 'arn:s', DATABASE_NAME: 'team' };
    expect(databaseConfig(readConfig(aurora))).toMatchObject({
      driver: 'data-api',
      resourceArn: 'arn:c',
      secretArn: 'arn:s',
      database: 'team',
    });
    const server = { DATABASE_URL: 'postgres://a/m', DATABASE_READER_URL: 'postgres://b/m' };
    expect(databaseConfig(readConfig(server))).toEqual({
      driver: 'node-postgres',
      url: 'postgres://a/m',
      readerUrl: 'postgres://b/m',
    });
  },
  { title: 'settings of the cluster reach the driver' },
);

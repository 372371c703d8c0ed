import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { parse } from 'yaml';
import { jobEntries } from '@memory/contracts';
import { searchOn } from '@memory/db';
import { Config } from '@memory/service';
import { startAwsStandIn } from '../../aws-stand-in/start-aws-stand-in.ts';
import { startLocalHost } from '../../host/local-host.ts';
import { TestWorkspace } from '../../host/test-workspace.ts';
import { verifies } from '../../support/verifies.ts';
import { stubAwsEnvironment } from '../providers/aws-environment.ts';

const file = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const exitCodeOf = (words: readonly string[]) =>
  new Promise((resolve) => spawn(process.execPath, words).once('close', resolve));

verifies.whole('container.beside-a-stack', async () => {
  const aws = await startAwsStandIn({
    queues: jobEntries.map(([name]) => ({ name: `team-${name}` })),
    buckets: ['team-uploads'],
  });
  stubAwsEnvironment('SQS', aws.url);
  stubAwsEnvironment('S3', aws.url);
  const host = await startLocalHost({
    JOB_QUEUE_PREFIX: aws.sqs.queueUrl('team-'),
    UPLOAD_BUCKET: 'team-uploads',
  });
  try {
    const { db } = host.services;
    let read = 0;
    // The same database in the place of its copy, with its statements counted.
    searchOn(
      db,
      Object.assign(Object.create(db) as typeof db, {
        execute: (...call: [never]) => ((read += 1), db.execute(...call)),
      }),
    );
    const workspace = await TestWorkspace.create(host);
    const stored = await workspace.store({ title: 'The ferry leaves at nine' });
    await host.runJobs();
    const sent = aws.sqs.messages('team-generateEmbedding').map(({ body }) => JSON.parse(body) as object);
    expect(sent).toMatchObject([{ workspaceId: workspace.id }]);
    const found = await workspace.post('/api/v1/memories/search', { query: 'ferry', use_semantic: false });
    expect(found.body).toMatchObject({ results: [{ memory: { id: stored.id } }] });
    expect(read).toBe(1);
    const upload = await workspace.post('/api/v1/documents/upload-url', {});
    expect(upload.body.url).toContain('team-uploads');
    // The image's own check of its health, at this address.
    const [, command = '[]'] = /^HEALTHCHECK CMD (.+)$/mu.exec(file('Dockerfile')) ?? [];
    const [, ...words] = (JSON.parse(command) as string[]).map((word) =>
      word.replace('http://127.0.0.1:8787', host.url),
    );
    expect(await exitCodeOf(words)).toBe(0);
    expect(await exitCodeOf(words.map((word) => word.replace(host.url, 'http://127.0.0.1:1')))).toBe(1);
  } finally {
    await host.close();
    await aws.close();
    vi.unstubAllEnvs();
  }
});

verifies(
  'container.image',
  () => {
    const { services } = parse(file('compose.yaml')) as {
      services: { memory: { environment: Record<string, string> } };
    };
    const set = [...file('Dockerfile').matchAll(/\b([A-Z][A-Z_]+)=/gu)].map(([, name = '']) => name);
    const known = ['NODE_ENV', ...Object.keys(Config.shape)];
    expect(known).toEqual(expect.arrayContaining([...set, ...Object.keys(services.memory.environment)]));
  },
  { title: 'what image and compose file set is a setting' },
);

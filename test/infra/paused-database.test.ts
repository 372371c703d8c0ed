import { afterAll, beforeAll, expect } from 'vitest';
import { TestWorkspace } from '../host/service.ts';
import { startSynthesizedStack } from '../host/stack/shared-stack.ts';
import type { StackHost } from '../host/stack-host.ts';
import { verifies } from '../support/verifies.ts';

let host: StackHost;
let service: TestWorkspace;

beforeAll(async () => {
  host = await startSynthesizedStack({ DATABASE_RESUME_TIMEOUT_MS: '2000' });
  service = await TestWorkspace.create(host);
  await service.store(); // The function has started
});
afterAll(() => host.close());

const stored = async () => (await service.get('/api/v1/memories/?limit=500')).body as { title: string }[];
const titled = async (title: string) => (await stored()).filter((memory) => memory.title === title).length;

verifies('aws.paused-database', async () => {
  host.aws.faults.resumeDatabase(3);
  const reply = await service.post('/api/v1/memories/store', { title: 'Woken', narrative: 'It waited.' });
  expect(reply.status).toBe(201);
  expect(await titled('Woken')).toBe(1);
});

verifies(
  'aws.paused-database',
  async () => {
    host.aws.faults.resumeDatabase(1_000);
    const reply = await service.post('/api/v1/memories/store', {
      title: 'Too early',
      narrative: 'It gave up.',
    });
    expect(reply).toMatchObject({ status: 503, body: { detail: expect.any(String) } });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    host.aws.faults.clear();
    expect(await titled('Too early')).toBe(0);
  },
  { title: 'a database that does not wake up in time is 503 with Retry-After, and nothing is written' },
);

verifies(
  'aws.paused-database',
  async () => {
    const body = { title: 'Lost answer', narrative: 'It was written.' };
    // Authentication is the first statement, the memory the second.
    const pass = Promise.resolve();
    host.aws.faults.wait('rds-data', pass, { operation: 'ExecuteStatement' });
    host.aws.faults.loseResponse('rds-data', { operation: 'ExecuteStatement' });
    expect((await service.post('/api/v1/memories/store', body)).status).toBe(503);
    expect(await titled('Lost answer')).toBe(1);
  },
  { title: 'a write whose answer was lost is not sent again by the service' },
);

verifies(
  'aws.paused-database',
  async () => {
    const body = { title: 'After a rest', narrative: 'The connection was gone.' };
    // As the first statement finds it when the function was frozen for a while.
    host.aws.faults.loseResponse('rds-data', { operation: 'ExecuteStatement' });
    expect((await service.post('/api/v1/memories/store', body)).status).toBe(201);
    expect(await titled('After a rest')).toBe(1);
  },
  { title: 'a connection that broke between two requests is not noticed' },
);

verifies(
  'aws.paused-database',
  async () => {
    const body = { title: 'Once', narrative: 'However often it is sent.' };
    const headers = { 'idempotency-key': 'once' };
    host.aws.faults.loseResponse('rds-data', { operation: 'CommitTransaction' });
    expect((await service.post('/api/v1/memories/store', body, { headers })).status).toBe(503);
    expect((await service.post('/api/v1/memories/store', body, { headers })).status).toBe(201);
    expect(await titled('Once')).toBe(1);
  },
  { title: 'a caller who repeats with the same Idempotency-Key after a lost commit finds one memory' },
);

import { expect } from 'vitest';
import { beginSummary, type WorkspaceId } from '@memory/db';
import { endIdleSessions } from '../../functions/jobs.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { endedSession, freshSessionId } from '../support/sessions.ts';
import { verifiesWith } from '../support/verifies.ts';
import { deliver } from './pipeline/deliver.ts';

const verifies = verifiesWith(testWithService);

const decision = (content: string) => ({ kind: 'decision', content });
const RETRY =
  'Decision: failed calls are retried twice with backoff, because the provider throttles in bursts.';

const inHours = (service: TestWorkspace, hours: number) => ({
  services: { ...service.services, clock: () => new Date(Date.now() + hours * 3_600_000) },
});

verifies('sessions.idle-sweep', async ({ service }) => {
  const started = await service.post('/api/v1/sessions/start', { session_id: freshSessionId() });
  const path = `/api/v1/sessions/${started.body.session_id}`;
  await service.post(`${path}/observations`, decision(RETRY));
  await endIdleSessions(deliver({}), inHours(service, 0.4));
  expect((await service.get(path)).body.is_active).toBe(true);
  await endIdleSessions(deliver({}), inHours(service, 0.6));
  await service.runJobs();
  const ended = (await service.get(path)).body;
  expect(ended).toMatchObject({ is_active: false, ended_at: expect.any(String) });
  expect(ended.summary).toContain('retried twice');
  await endIdleSessions(deliver({}), inHours(service, 4));
  await service.runJobs();
  expect((await service.get(path)).body).toEqual(ended);
});

verifies(
  ['sessions.idle-sweep', 'jobs.halfway'],
  async ({ service }) => {
    const started = await service.post('/api/v1/sessions/start', { session_id: freshSessionId() });
    const path = `/api/v1/sessions/${started.body.session_id}`;
    const broken = inHours(service, 3);
    // It dies between ending the session and sending the message.
    const queue = { ...service.services.queue, send: () => Promise.reject(new Error('killed')) };
    broken.services = { ...broken.services, queue };
    expect((await endIdleSessions(deliver({}), broken)).batchItemFailures).toHaveLength(1);
    expect((await service.get(path)).body).toMatchObject({ is_active: false, summary: null });
    await endIdleSessions(deliver({}), inHours(service, 4));
    await service.runJobs();
    expect((await service.get(path)).body.summary).toContain('nothing observed');
  },
  { title: 'a lost message is sent again' },
);

verifies(
  ['sessions.idle-sweep', 'sessions.summary-restart'],
  async ({ service }) => {
    const started = await service.post('/api/v1/sessions/start', { session_id: freshSessionId() });
    const path = `/api/v1/sessions/${started.body.session_id}`;
    await service.post(`${path}/observations`, decision(RETRY));
    const killed = inHours(service, 1);
    killed.services = {
      ...killed.services,
      queue: { ...service.services.queue, send: () => Promise.reject(new Error('killed')) },
    };
    await endIdleSessions(deliver({}), killed);
    const { db, clock } = service.services;
    await beginSummary(db, service.id as WorkspaceId, { id: started.body.id, at: clock() });
    await endIdleSessions(deliver({}), { services: service.services });
    await service.runJobs();
    expect((await service.get(path)).body.summary).toBeNull();
    for (const _ of [1, 2]) {
      await endIdleSessions(deliver({ restart: true }), { services: service.services });
      await service.runJobs();
      expect((await service.get(path)).body.summary).toContain('retried twice');
    }
    const found = await service.post('/api/v1/memories/search', { query: 'failed calls retried twice' });
    expect(found.body.count).toBe(1);
  },
  { title: 'what was under way when the service was killed is done after its next start, once' },
);

verifies(
  'observations.after-end',
  async ({ service }) => {
    const { path } = await endedSession(service);
    await service.runJobs();
    await service.post(`${path}/observations`, decision(RETRY));
    await endIdleSessions(deliver({}), inHours(service, 1));
    await service.runJobs();
    expect((await service.get(path)).body.summary).toContain('retried twice');
  },
  { title: 'what arrives after the end is summarized too' },
);

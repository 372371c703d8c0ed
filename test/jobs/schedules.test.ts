import { expect } from 'vitest';
import { scheduleEntries } from '@memory/contracts';
import { sweepWorkspaces } from '../../functions/jobs.ts';
import { nextDue } from '../../packages/service/src/hosts/node/job-loop.ts';
import { testWithService } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';
import { deliver } from './pipeline/deliver.ts';
import { openPipeline } from './pipeline/pipeline.ts';

const verifies = verifiesWith(testWithService);

verifies('jobs.sweep.quiet', async ({ service }) => {
  for (const [name, { every }] of scheduleEntries)
    expect('day' in every || every.minutes >= 60, name).toBe(true);
  await service.store();
  await service.runJobs();
  const pipeline = await openPipeline({ db: service.services.db, workspaceId: service.id });
  await pipeline.resume();
  const { services, queue } = pipeline;
  // All is done: the sweep asks once and has nothing to send to this workspace.
  const sent: unknown[] = [];
  const send = async (_queue: string, messages: readonly { body: unknown }[]) =>
    void sent.push(...messages.map(({ body }) => body));
  await sweepWorkspaces(deliver({}), { services: { ...services, queue: { ...queue, send } } });
  expect(sent).not.toContainEqual(expect.objectContaining({ workspaceId: service.id }));
});

verifies(
  'jobs.sweep.quiet',
  () => {
    const noon = Date.UTC(2026, 0, 1, 12);
    expect(nextDue({ every: { minutes: 60 } }, noon)).toBe(noon + 3_600_000);
    expect(nextDue({ every: { minutes: 60 } }, noon - 1)).toBe(noon);
    expect(nextDue({ every: { day: { hour: 2, minute: 30 } } }, noon)).toBe(Date.UTC(2026, 0, 2, 2, 30));
    expect(nextDue({ every: { day: { hour: 12, minute: 1 } } }, noon)).toBe(noon + 60_000);
  },
  { title: 'a schedule is due at set times, never sooner' },
);

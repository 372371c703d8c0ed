import { AwsError } from '../aws-stand-in/aws-error.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestWorkspace } from '../host/service.ts';
import { startSynthesizedStack } from '../host/stack/shared-stack.ts';
import type { StackHost } from '../host/stack-host.ts';
import { ENVIRONMENTS, synthesized } from './assembly.ts';

let host: StackHost;
let service: TestWorkspace;

beforeAll(async () => {
  host = await startSynthesizedStack({}, 'workspace-memory-staging');
  service = await TestWorkspace.create(host);
});
afterAll(() => host.close());

/** The terms of a metric filter, which all must hold: a field of the line and its value. */
function termsOf(metric: string): [string, string][] {
  const filter = host.assembly
    .ofType('AWS::Logs::MetricFilter')
    .map(([, { Properties }]) => Properties as { FilterPattern: string; MetricTransformations: object[] })
    .find(({ MetricTransformations: [made] }) => (made as { MetricName: string }).MetricName === metric);
  const terms = [...(filter?.FilterPattern ?? '').matchAll(/\$\.(\w+) = "([^"]+)"/gu)];
  expect(terms.length).toBeGreaterThan(0);
  return terms.map(([, field = '', value = '']) => [field, value]);
}

/** Lines of the functions that the metric counts. */
const counted = (metric: string) =>
  host.logs.filter((line) =>
    termsOf(metric).every(([field, value]) => (JSON.parse(line) as Record<string, unknown>)[field] === value),
  );

test('a failed embedding is counted by the metric of the dashboard, with the reason of the model', async () => {
  const memory = await service.store({ title: 'Retries back off' });
  expect(counted('EmbeddingFailures')).toEqual([]);
  // Throttling would pass by itself: the client waits, and the queue gives the rest back later.
  host.aws.faults.refuse('bedrock', new AwsError('AccessDeniedException', 403, 'No access to the model.'), {
    times: 2,
  });
  await service.runJobs();
  const [line = '{}', ...others] = counted('EmbeddingFailures');
  expect(others).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ level: 'ERROR', attempt: 1, error: { name: expect.any(String) } });

  // The next attempt has embedded it with the model, which the function of searches may call too.
  const path = `/api/v1/memories/${service.ref(memory)}`;
  expect((await service.get(path)).body.content_hash).toEqual(expect.any(String));
  const found = await service.post('/api/v1/memories/search', { query: 'retries' });
  expect(found.body).toMatchObject({ degraded: false, results: [{ match_type: 'combined' }] });
});

test('a request that nobody foresaw is counted as a defect', async () => {
  expect(counted('Defects')).toEqual([]);
  const { services } = host;
  await services.db.execute('alter table memories rename to memories_elsewhere');
  expect((await service.get('/api/v1/memories')).status).toBe(500);
  await services.db.execute('alter table memories_elsewhere rename to memories');
  expect(counted('Defects').length).toBe(1);
});

test('every metric of ours that is shown or alarmed is made by a filter, every log is kept for a time', () => {
  for (const environment of ENVIRONMENTS) {
    const { assembly } = synthesized(environment);
    const made = assembly
      .ofType('AWS::Logs::MetricFilter')
      .map(([, { Properties }]) => (Properties['MetricTransformations'] as { MetricName: string }[])[0]);
    const [[, dashboard] = []] = assembly.ofType('AWS::CloudWatch::Dashboard');
    const body = JSON.stringify(dashboard?.Properties['DashboardBody']).replaceAll('\\', '');
    const shown = [...body.matchAll(/"(WorkspaceMemory\/[^"]+)","(\w+)"/gu)].map(([, , name]) => name);
    expect(shown.toSorted()).toEqual(made.map((each) => each?.MetricName).toSorted());
    for (const title of ['Requests', 'Latency', 'Errors', 'Dead letters', 'Age of the oldest message'])
      expect(body).toContain(`"title":"${title}"`);
    for (const [id, { Properties }] of assembly.ofType('AWS::Logs::LogGroup'))
      expect(Properties['RetentionInDays'], id).toBeGreaterThan(0);
  }
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CANARIES } from '../../infra/functions.ts';
import { AwsError } from '../aws-stand-in/aws-error.ts';
import { TestWorkspace } from '../host/service.ts';
import { functionIdOf } from '../host/stack/function-id-of.ts';
import { allows, statementsOfRole } from '../host/stack/role-policy.ts';
import { startSynthesizedStack } from '../host/stack/shared-stack.ts';
import type { StackHost } from '../host/stack-host.ts';
import { verifies } from '../support/verifies.ts';
import { ENVIRONMENTS, synthesized } from './assembly.ts';

describe('the stack of production', () => {
  interface Reference {
    Ref: string;
  }

  verifies('aws.canary', () => {
    const { assembly, resolver } = synthesized('prod');
    const alarms = new Set(assembly.ofType('AWS::CloudWatch::Alarm').map(([id]) => resolver.nameOf(id)));
    const aliases = assembly.ofType('AWS::Lambda::Alias');
    expect(aliases.length).toBe(CANARIES.length);
    for (const [aliasId, { Properties, UpdatePolicy }] of aliases) {
      const { DeploymentGroupName } = UpdatePolicy?.CodeDeployLambdaAliasUpdate ?? {};
      const group = assembly.resource((DeploymentGroupName as Reference).Ref).Properties;
      const version = (Properties['FunctionVersion'] as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0];
      expect(assembly.resource(version).Properties['FunctionName']).toEqual(Properties['FunctionName']);
      expect(group).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent10Minutes',
        AutoRollbackConfiguration: { Enabled: true },
        AlarmConfiguration: { Enabled: true },
      });
      const { Events } = group['AutoRollbackConfiguration'] as { Events: string[] };
      expect(Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
      const watched = (group['AlarmConfiguration'] as { Alarms: { Name: unknown }[] }).Alarms.map(
        ({ Name }) => resolver.text(Name),
      );
      expect(watched).toEqual(['workspace-memory-prod-api-errors', 'workspace-memory-prod-defects']);
      for (const name of watched) expect(alarms).toContain(name);

      // Nothing goes past the alias: a version that is taken back gets no calls at all.
      const functionId = functionIdOf(assembly, { Ref: aliasId });
      const routes = assembly.routes().filter(({ called }) => functionIdOf(assembly, called) === functionId);
      expect(routes.length).toBeGreaterThan(0);
      for (const { called, caller } of routes) {
        expect(called).toEqual({ Ref: aliasId });
        const allowed = statementsOfRole(assembly, resolver, caller);
        const mayCall = (resource: unknown) =>
          allows(allowed, { action: 'lambda:InvokeFunction', resource: String(resolver.resolve(resource)) });
        expect(mayCall({ Ref: aliasId })).toBe(true);
        expect(mayCall({ 'Fn::GetAtt': [functionId, 'Arn'] })).toBe(false);
      }
    }
    for (const environment of ['dev', 'staging'] as const)
      expect(synthesized(environment).assembly.ofType('AWS::Lambda::Alias')).toEqual([]);
  });

  let host: StackHost;
  let service: TestWorkspace;

  beforeAll(async () => {
    host = await startSynthesizedStack({ KEY_ENVIRONMENT: 'test' }, 'workspace-memory-prod');
    service = await TestWorkspace.create(host);
  });
  afterAll(() => host.close());

  verifies(
    'aws.canary',
    async () => {
      const memory = await service.store({ title: 'Queue backoff', narrative: 'Retries back off.' });
      await service.runJobs();
      const found = await service.post('/api/v1/memories/search', { query: 'backoff' });
      expect(service.ref(found.body.results[0].memory)).toBe(service.ref(memory));
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const authorization = `Bearer ${service.key}`;
      const listed = await service.post('/mcp', list, { key: null, headers: { authorization } });
      expect(listed).toMatchObject({ status: 200, body: { result: { tools: expect.any(Array) } } });
      expect(host.denied).toEqual([]);
    },
    { title: 'the stack of production answers through its aliases, with a queue for each job' },
  );

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
      termsOf(metric).every(
        ([field, value]) => (JSON.parse(line) as Record<string, unknown>)[field] === value,
      ),
    );

  test('a failed embedding is counted by the metric of the dashboard, with the reason of the model', async () => {
    const service = await TestWorkspace.create(host);
    const memory = await service.store({ title: 'Retries back off' });
    expect(counted('EmbeddingFailures')).toEqual([]);
    // Throttling would pass by itself: the client waits, and the queue gives the rest back later.
    host.aws.faults.refuse('bedrock', new AwsError('AccessDeniedException', 403, 'No access to the model.'), {
      times: 2,
    });
    await service.runJobs();
    const [line = '{}', ...others] = counted('EmbeddingFailures');
    expect(others).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({
      level: 'ERROR',
      attempt: 1,
      error: { name: expect.any(String) },
    });

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
});

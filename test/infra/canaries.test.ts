import { expect } from 'vitest';
import { CANARIES } from '../../infra/functions.ts';
import { functionIdOf } from '../host/stack/function-id-of.ts';
import { allows, statementsOfRole } from '../host/stack/role-policy.ts';
import { startSynthesizedStack } from '../host/stack/shared-stack.ts';
import { TestWorkspace } from '../host/service.ts';
import { verifies } from '../support/verifies.ts';
import { synthesized } from './assembly.ts';

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
    const watched = (group['AlarmConfiguration'] as { Alarms: { Name: unknown }[] }).Alarms.map(({ Name }) =>
      resolver.text(Name),
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

verifies(
  'aws.canary',
  async () => {
    const host = await startSynthesizedStack(
      { EMBEDDER: 'table', KEY_ENVIRONMENT: 'test' },
      'workspace-memory-prod',
    );
    try {
      const service = await TestWorkspace.create(host);
      const memory = await service.store({ title: 'Queue backoff', narrative: 'Retries back off.' });
      await service.runJobs();
      const found = await service.post('/api/v1/memories/search', { query: 'backoff' });
      expect(service.ref(found.body.results[0].memory)).toBe(service.ref(memory));
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const authorization = `Bearer ${service.key}`;
      const listed = await service.post('/mcp', list, { key: null, headers: { authorization } });
      expect(listed).toMatchObject({ status: 200, body: { result: { tools: expect.any(Array) } } });
      expect(host.denied).toEqual([]);
    } finally {
      await host.close();
    }
  },
  { title: 'the stack of production answers through its aliases, with a queue for each job' },
);

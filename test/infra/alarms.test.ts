import { expect, test } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { ENVIRONMENTS, synthesized } from './assembly.ts';

verifies('aws.alarms-arrive', () => {
  for (const environment of ENVIRONMENTS) {
    const { assembly, resolver } = synthesized(environment);
    const policies = assembly
      .ofType('AWS::SNS::TopicPolicy')
      .flatMap(([, { Properties }]) =>
        (Properties['Topics'] as unknown[]).map(
          (topic) => [resolver.text(topic), Properties['PolicyDocument'] as { Statement: object[] }] as const,
        ),
      );
    for (const [id, { Properties }] of assembly.ofType('AWS::CloudWatch::Alarm'))
      for (const action of [Properties['AlarmActions'], Properties['OKActions']].flat()) {
        const topic = resolver.text(action);
        const statements = policies.flatMap(([name, { Statement }]) => (name === topic ? Statement : []));
        // CloudWatch publishes by the policy of the topic alone, which replaces the one that a topic has by default.
        expect(resolver.resolve(statements), id).toContainEqual(
          expect.objectContaining({
            Effect: 'Allow',
            Action: 'sns:Publish',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Resource: topic,
            Condition: { StringEquals: { 'aws:SourceAccount': '123456789012' } },
          }),
        );
      }
  }
  const { assembly } = synthesized('prod');
  const [[, subscription] = []] = assembly.ofType('AWS::SNS::Subscription');
  expect(subscription?.Properties).toMatchObject({ Protocol: 'email', Endpoint: 'alarms@example.com' });
  expect(JSON.stringify(assembly.ofType('AWS::Budgets::Budget'))).toContain('alarms@example.com');
});

test('a trial has no more alarms than are free', () => {
  const alarms = synthesized('dev').assembly.ofType('AWS::CloudWatch::Alarm');
  const metrics = alarms.map(([, { Properties }]) => {
    const queries = Properties['Metrics'] as { MetricStat?: object }[] | undefined;
    return queries?.filter(({ MetricStat }) => MetricStat).length ?? 1;
  });
  expect(metrics.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(10);
});

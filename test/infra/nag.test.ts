import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, inject } from 'vitest';
import { makeFolder } from '../support/seeds/make-folder.ts';
import { verifies } from '../support/verifies.ts';
import { ENVIRONMENTS } from './assembly.ts';

interface Finding {
  ruleName: string;
  reason?: string;
  violatingConstructs: { constructPath: string }[];
}

interface Report {
  pluginReports: { pluginName: string; violations: Finding[]; suppressedViolations: Finding[] }[];
}

/** CloudFormation's own rules, which a whole run asks, add a report where they find something. */
function readReports(directory: string) {
  const file = join(directory, 'validation-report.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as Report).pluginReports;
}

verifies('aws.nag', () => {
  const [report, ...others] = readReports(inject('assembly'));
  expect(others).toEqual([]);
  expect(report?.pluginName).toBe('AwsSolutions');
  expect(report?.violations).toEqual([]);
  const acknowledged = report?.suppressedViolations ?? [];
  for (const { ruleName, reason = '' } of acknowledged) expect(reason, ruleName).toMatch(/^\S.{30,}\.$/su);
  // That there is something to acknowledge in each shows that each was looked at.
  const stacks = acknowledged.flatMap(({ violatingConstructs }) =>
    violatingConstructs.map(({ constructPath }) => constructPath.split('/')[0]),
  );
  expect(new Set(stacks)).toEqual(new Set(ENVIRONMENTS.map((name) => `workspace-memory-${name}`)));
  const rules = acknowledged.map(({ ruleName }) => ruleName);
  console.log(`cdk-nag: nothing found, ${rules.length} acknowledged: ${[...new Set(rules)].join(', ')}`);
});

verifies(
  'aws.nag',
  async () => {
    const app = new App({ outdir: await makeFolder() });
    const { node } = new Queue(new Stack(app, 'Careless'), 'Queue');
    expect(node.path).toBe('Careless/Queue');
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    expect(() => app.synth()).toThrow(/AwsSolutions-SQS3[^]*AwsSolutions-SQS4/u);
  },
  { title: 'a queue without dead letters that takes plain http fails the synthesis' },
);

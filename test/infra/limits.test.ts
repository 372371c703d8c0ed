import { readFileSync } from 'node:fs';
import { expect, inject } from 'vitest';
import { statementsOf } from '../host/stack/role-policy.ts';
import { verifies } from '../support/verifies.ts';
import { ENVIRONMENTS, RESOURCES_MAX, synthesized } from './assembly.ts';
import { LIMITS, WITHOUT_LIMITS } from './limits/index.ts';
import { breaches, bytesOf, measured } from './limits/limit.ts';

verifies('aws.limits', () => {
  const found = ENVIRONMENTS.flatMap((environment) =>
    LIMITS.flatMap((limit) => breaches(synthesized(environment), limit)),
  );
  expect(found).toEqual([]);
  console.log(
    `limits of AWS: ${LIMITS.length} of resources (${LIMITS.filter(({ unread }) => unread).length} on pages that could not be read), ${Object.keys(OF_A_TEMPLATE).length} of a template, all kept`,
  );
});

verifies(
  'aws.limits',
  () => {
    const stacks = ENVIRONMENTS.map(synthesized);
    const idle = LIMITS.filter((limit) => stacks.every((stack) => measured(stack, limit).length === 0));
    // Only where an environment names origins of browsers, or a job waits for more messages.
    expect(idle.map(({ of, what }) => `${of}: ${what}`)).toEqual([
      'AWS::S3::Bucket: rules for origins',
      'AWS::Lambda::EventSourceMapping: seconds of a window',
    ]);
  },
  { title: 'every limit is held against something' },
);

verifies(
  'aws.limits',
  () => {
    const [two = 0, all = 0] = (['dev', 'staging'] as const).map((environment) => {
      const { assembly, resolver } = synthesized(environment);
      const statements = assembly
        .ofType('AWS::Lambda::Function')
        .filter(([id]) => id.startsWith('Admin'))
        .map(([id]) => statementsOf(assembly, resolver, id));
      return bytesOf(statements);
    });
    // Names of environments differ in length, and nothing else does.
    expect(Math.abs(all - two)).toBeLessThan(100);
  },
  { title: 'what the operator may do takes no more room with a queue for each job than with two' },
);

verifies(
  'aws.limits',
  () => {
    const kinds = ENVIRONMENTS.flatMap((environment) => synthesized(environment).assembly.types);
    const known = new Set([...LIMITS.map(({ of }) => of), ...WITHOUT_LIMITS]);
    expect(kinds.filter((kind) => !known.has(kind))).toEqual([]);
    for (const { of, source } of LIMITS) expect(source, of).toMatch(/^[\w.-]+(?:\/[\w.-]+)+\.html$/u);
  },
  { title: 'every kind of resource has its limits in the table' },
);

/** Of a template: what is measured, and the most that CloudFormation takes (cloudformation-limits.html). */
const OF_A_TEMPLATE: Record<string, [most: number, measure: (template: Template, text: string) => number]> = {
  'bytes of a template': [1_000_000, (_, text) => Buffer.byteLength(text)],
  'resources (CloudFormation: 500)': [RESOURCES_MAX, ({ Resources }) => Object.keys(Resources).length],
  parameters: [200, ({ Parameters = {} }) => Object.keys(Parameters).length],
  outputs: [200, ({ Outputs }) => Object.keys(Outputs).length],
  mappings: [200, ({ Mappings = {} }) => Object.keys(Mappings).length],
  'length of the description': [1_024, ({ Description }) => Description.length],
  'length of a logical id': [
    255,
    ({ Resources }) => Math.max(...Object.keys(Resources).map((id) => id.length)),
  ],
};

interface Template {
  Description: string;
  Resources: object;
  Outputs: object;
  Parameters?: object;
  Mappings?: object;
}

verifies(
  'aws.limits',
  () => {
    for (const environment of ENVIRONMENTS) {
      const file = `${inject('assembly')}/workspace-memory-${environment}.template.json`;
      const text = readFileSync(file, 'utf8');
      for (const [what, [most, measure]] of Object.entries(OF_A_TEMPLATE))
        expect(measure(JSON.parse(text) as Template, text), `${environment}: ${what}`).toBeLessThanOrEqual(
          most,
        );
      expect(`workspace-memory-${environment}`.length).toBeLessThanOrEqual(128);
    }
  },
  { title: 'a template is as small as CloudFormation wants it' },
);

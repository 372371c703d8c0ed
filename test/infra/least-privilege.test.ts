import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { jobEntries, routeEntries } from '@memory/contracts';
import { statementsOf } from '../host/stack/role-policy.ts';
import { verifies } from '../support/verifies.ts';
import { allFunctions, anyJobFunction } from '../../infra/functions.ts';
import { idOf, synthesized } from './assembly.ts';

const DATABASE = [
  'rds-data:BeginTransaction',
  'rds-data:CommitTransaction',
  'rds-data:ExecuteStatement',
  'rds-data:RollbackTransaction',
];
const EVERY_FUNCTION = [
  'logs:CreateLogStream',
  'logs:PutLogEvents',
  'secretsmanager:GetSecretValue',
  ...DATABASE,
];
const POLLING = [
  'sqs:ChangeMessageVisibility',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'sqs:GetQueueUrl',
  'sqs:ReceiveMessage',
];
const OPERATING = [
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'sqs:ReceiveMessage',
  'sqs:StartMessageMoveTask',
];

verifies('aws.least-privilege', () => {
  const { assembly, resolver, functions } = synthesized('prod');
  const isJob = new Set<string>(jobEntries.map(([name]) => name));
  for (const { name, sends, uses } of allFunctions) {
    if (name === anyJobFunction.name) continue; // Where queues are shared, as they are not in production.
    const id = idOf(functions, name);
    const statements = statementsOf(assembly, resolver, id);
    const expected = [
      ...EVERY_FUNCTION,
      ...(sends.length > 0 ? ['sqs:SendMessage'] : []),
      ...(isJob.has(name) ? POLLING : []),
      ...(name === 'admin' ? OPERATING : []),
      ...(uses.includes('embedding') ? ['bedrock:InvokeModel'] : []),
      ...(uses.includes('uploads')
        ? isJob.has(name)
          ? ['s3:DeleteObject', 's3:GetObject', 's3:ListBucket']
          : ['s3:PutObject']
        : []),
    ];
    const granted = statements.flatMap(({ actions }) => actions);
    expect([...new Set(granted)].toSorted(), name).toEqual([...new Set(expected)].toSorted());
    expect(
      granted.filter((action) => action.includes('*')),
      name,
    ).toEqual([]);

    for (const { actions, resources } of statements) {
      expect(resources, name).not.toContain('*');
      if (actions.includes('sqs:SendMessage') && name !== 'admin')
        expect(
          resources.map((arn) => /:workspace-memory-prod-(\w+)$/u.exec(arn)?.[1]).toSorted(),
          name,
        ).toEqual([...sends].toSorted());
      const secrets = actions.includes('secretsmanager:GetSecretValue')
        ? resources.map((arn) => /rds!cluster|database-application|database-jobs/u.exec(arn)?.[0])
        : [];
      if (secrets.length > 0)
        expect(secrets, name).toEqual(
          name === 'migrate'
            ? expect.arrayContaining(['rds!cluster', 'database-application', 'database-jobs'])
            : [
                uses.includes('schema')
                  ? 'rds!cluster'
                  : `database-${isJob.has(name) || name === 'admin' ? 'jobs' : 'application'}`,
              ],
        );
    }
  }
});

verifies(
  'aws.least-privilege',
  () => {
    const { assembly, functions } = synthesized('prod');
    const rows = [...routeEntries, ...jobEntries];
    for (const [name, { sends = [] }] of rows) {
      const directory = assembly.codeOf(idOf(functions, name));
      const code = readdirSync(directory)
        .filter((file) => file.endsWith('.mjs'))
        .map((file) => readFileSync(join(directory, file), 'utf8'));
      expect([...new Set(code.flatMap(sentBy))].toSorted(), name).toEqual([...sends].toSorted());
    }
  },
  { title: 'a row names the jobs that the code of its function sends, and no others' },
);

/** The jobs that minified code enqueues by name. */
function sentBy(code: string): string[] {
  return [...code.matchAll(/\.enqueue(?:Later\((?:[^,()]|\([^()]*\))+,|\()"(\w+)"/gu)].map(
    ([, job = '']) => job,
  );
}

import { expect, test } from 'vitest';
import { describeDatabaseFailure, withStatementLimit } from '@memory/db';
import { openDataApi } from '../host/databases.ts';
import { openMigratedPglite } from '../host/migrated-pglite.ts';
import { inVain } from '../support/plans/explained-databases.ts';
import { fillWorkspaces } from '../support/plans/fill-workspaces.ts';
import { repositoryCalls } from '../support/queries/statements.ts';

/** Of numbers three digits: what is measured, and what has 16 bits on a server, differs in the others. */
const plain = (_: string, value: unknown): unknown =>
  value instanceof Map ? [...value] : typeof value === 'number' ? Number(value.toPrecision(3)) : value;

/** The answer of a call as text, without identifiers and times that are drawn anew in each. */
const told = (answer: unknown): string =>
  (JSON.stringify(answer, plain) ?? '').replaceAll(
    /[\da-f]{8}-(?!0000-700)[\da-f-]{27}|20(?!26-0)\d\d-\d\d-\d\d[T ][\d:.]+/gu,
    'new',
  );

test('every repository function answers through the Data API as it does through the embedded driver', async () => {
  const filled = await openMigratedPglite();
  await withStatementLimit(60_000, () => fillWorkspaces(filled.db, { share: 0.02 }));
  const dataApi = await openDataApi(filled.engine);
  const other: string[] = [];
  let count = 0;
  for await (const { name, run } of repositoryCalls()) {
    const answers: string[] = [];
    for (const db of [filled.db, dataApi.db])
      answers.push(
        told(await withStatementLimit(60_000, () => inVain(db, run)).catch(describeDatabaseFailure)),
      );
    const [embedded, remote] = answers;
    count += 1;
    if (remote !== embedded)
      other.push(`${name}: ${remote?.slice(0, 200)} instead of ${embedded?.slice(0, 200)}`);
  }
  expect(other).toEqual([]);
  expect(count).toBeGreaterThan(200);
  await dataApi.close();
  await filled.close();
});

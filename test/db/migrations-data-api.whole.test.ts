import { cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import {
  areSearchChangesNoted,
  grantApplicationRole,
  migrate,
  noteSearchChanges,
  queryRows,
} from '@memory/db';
import { openDataApi } from '../../packages/db/src/drivers/data-api.ts';
import { openPglite } from '../../packages/db/src/drivers/pglite.ts';
import { pgliteEngine } from '../aws-stand-in/rds-data/pglite-engine.ts';
import { startAwsStandIn } from '../aws-stand-in/start-aws-stand-in.ts';
import { emptyDump } from '../host/migrated-pglite.ts';
import { makeFolder } from '../support/seeds/make-folder.ts';
import { verifies } from '../support/verifies.ts';
import { memory, seedWorkspace } from './search-workspace.ts';

const MIGRATIONS = new URL('../../packages/db/migrations/', import.meta.url);

/** An empty database behind the Data API, which binds, splits and measures statements as the service does. */
async function openEmpty() {
  const embedded = await openPglite({ dump: await emptyDump() });
  const aws = await startAwsStandIn({ rdsData: { engine: pgliteEngine(embedded.engine) } });
  const { db, close } = openDataApi({
    resourceArn: 'arn:cluster',
    secretArn: 'arn:secret',
    database: 'memory',
    resumeTimeoutMs: 0,
    client: aws.clientConfig,
  });
  onTestFinished(async () => {
    await close();
    await aws.close();
    await embedded.close();
  });
  return db;
}

verifies.whole(
  ['aws.migrations', 'container.search-changes'],
  async () => {
    const db = await openEmpty();
    const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).toSorted();
    expect(files.length).toBeGreaterThan(0);
    expect(await migrate(db)).toEqual(files);
    expect(await migrate(db)).toEqual([]);
    await grantApplicationRole(db, {
      name: 'memory_application',
      password: 'a password',
      statementLimitMs: 1_000,
    });
    expect(await queryRows(db)`select count(*)::int as workspaces from workspaces`).toEqual([
      { workspaces: 0 },
    ]);
    const noted = async () => {
      await seedWorkspace(db, [memory('Heat')]);
      const [row] = await queryRows<{ n: number }>(db)`select count(*)::int n from search_changes`;
      return row?.n;
    };
    await noteSearchChanges(db, false);
    expect(await areSearchChangesNoted(db)).toBe(false);
    expect(await noted()).toBe(0);
    await noteSearchChanges(db, true);
    expect(await areSearchChangesNoted(db)).toBe(true);
    expect(await noted()).toBeGreaterThan(0);

    // Statements that PGlite would take and the service does not.
    const folder = await makeFolder();
    const directory = pathToFileURL(`${folder}/`);
    await cp(MIGRATIONS, folder, { recursive: true });
    const refused = {
      'select 1 as one; select 2 as two;': /Multistatements/u,
      [`select '${'x'.repeat(65_536)}' as long;`]: /65536/u,
      'select :nothing as unbound;': /Cannot find parameter/u,
      "select '[1]'::halfvec as unlisted;": /unsupported/u,
    };
    for (const [text, reason] of Object.entries(refused)) {
      await writeFile(join(folder, '9999-refused.sql'), text);
      const failure = await migrate(db, directory).then(
        () => expect.unreachable(),
        (error: Error) => error,
      );
      expect((failure.cause as Error | undefined)?.message ?? failure.message).toMatch(reason);
    }
  },
  { timeoutMs: 240_000 },
);

import { randomBytes } from 'node:crypto';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { beginRestore, comingFolder, RESTORED_PARTS, undoHalfRestore } from '@memory/service/half-restore';
import { lockDataDir } from '@memory/service/lock';
import { backUp } from '../../../packages/agents/src/archive/backup/back-up.ts';
import { verifyBackup, type Manifest } from '../../../packages/agents/src/archive/backup/backup-files.ts';
import { checkRestorable, restore } from '../../../packages/agents/src/archive/backup/backup-commands.ts';
import { openPglite } from '../../../packages/db/src/drivers/pglite.ts';
import { startLocalHost } from '../../host/local-host.ts';
import { prepareDataDir } from '../../host/migrated-pglite.ts';
import { testWithService, TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
});
afterAll(() => rm(folder, { recursive: true }));

const TIME = { timeoutMs: 240_000 } as const;

const titlesIn = async (dataDir: string): Promise<string[]> => {
  const { engine, close } = await openPglite({ dataDir: join(dataDir, 'database') });
  const { rows } = await engine.query<{ title: string }>(
    'select title from memories order by created_at, id',
  );
  await close();
  return rows.map(({ title }) => title);
};

/** Modes of all that lies in a folder, itself too. */
const modesOf = async (path: string): Promise<Set<string>> => {
  const found = new Set<string>();
  for (const name of ['', ...(await readdir(path, { recursive: true }))]) {
    const each = await stat(join(path, name));
    found.add(`${each.isDirectory() ? 'folder' : 'file'} ${(each.mode & 0o777).toString(8)}`);
  }
  return found;
};

verifies.whole(
  ['backup.while-writing', 'backup.damaged', 'backup.restore'],
  async () => {
    const dataDir = join(folder, 'data');
    await prepareDataDir(dataDir);
    const operatorToken = randomBytes(24).toString('base64url');
    const lock = await lockDataDir(dataDir, operatorToken);
    const database = await openPglite({ dataDir: join(dataDir, 'database') });
    const host = await startLocalHost({}, { database, operatorToken });
    await lock.announce(host.url);
    const service = await TestWorkspace.create(host);
    await service.store({ title: 'Before' });
    const writer = { isAtWork: true };
    const writing = (async () => {
      const titles: string[] = [];
      for (let number = 0; writer.isAtWork; number += 1)
        titles.push(
          (await Promise.all([service.store({ title: `While ${number}` }), setTimeout(50)]))[0].title,
        );
      return titles;
    })();
    const backup = join(folder, 'backup');
    const manifest = await backUp(dataDir, backup).finally(() => (writer.isAtWork = false));
    const titles = ['Before', ...(await writing)];
    await service.store({ title: 'After' });
    // A moment between two writes: all before it, and none behind it.
    const copied = join(folder, 'copied');
    await restore(copied, backup, await verifyBackup(backup));
    const kept = await titlesIn(copied);
    expect(kept[0]).toBe('Before');
    expect(kept).toEqual(titles.slice(0, kept.length));
    expect(manifest.workspaces.find(({ id }) => id === service.id)?.memories).toBe(kept.length);
    for (const place of [backup, copied])
      expect(await modesOf(place)).toEqual(new Set(['folder 700', 'file 600']));

    await expect(backUp(dataDir, backup)).rejects.toThrow(/exists already/u);
    await expect(checkRestorable(dataDir, manifest)).rejects.toThrow(/is running.*workspace-memory down/u);
    await host.close();
    await lock.release();
    await expect(checkRestorable(dataDir, { ...manifest, release: '999.0.0' })).rejects.toThrow(/999\.0\.0/u);
    await expect(checkRestorable(dataDir, { ...manifest, release: '0.1.0' })).rejects.toThrow(
      /operating\.md/u,
    );

    // In the place of another, which is kept.
    await checkRestorable(dataDir, manifest);
    const { put_aside: aside } = await restore(dataDir, backup, manifest);
    const log = (place: string) => readdir(join(place, 'database/pg_wal'));
    expect(await log(dataDir)).toEqual(await log(backup));
    expect(await log(aside ?? '')).not.toEqual([]);

    await appendFile(join(backup, 'database/PG_VERSION'), '\n');
    await expect(verifyBackup(backup)).rejects.toThrow(/damaged: database\/PG_VERSION/u);
    await rm(join(backup, 'backup.json'));
    await expect(verifyBackup(backup)).rejects.toThrow(/no backup, or one that was broken off/u);
  },
  TIME,
);

verifies(
  'backup.damaged',
  async () => {
    const dataDir = join(folder, 'broken');
    await mkdir(join(dataDir, 'database/global'), { recursive: true });
    // A folder that looks like a database and does not open.
    await writeFile(join(dataDir, 'database/PG_VERSION'), '17\n');
    await writeFile(join(dataDir, 'database/global/pg_control'), 'nonsense');
    const target = join(folder, 'of-broken');
    await expect(backUp(dataDir, target)).rejects.toThrow();
    expect((await readdir(folder)).filter((name) => name.startsWith('of-broken'))).toEqual([]);
    expect(await readFile(join(dataDir, 'database/PG_VERSION'), 'utf8')).toBe('17\n');
    await expect(backUp(join(folder, 'nothing'), target)).rejects.toThrow(/no database/u);
  },
  { ...TIME, title: 'a copy that does not open is no backup' },
);

verifies(
  'backup.broken-off',
  async () => {
    const dataDir = join(folder, 'half');
    const part = (place: string, name: string) => writeFile(join(place, name, 'PG_VERSION'), place);
    const [backup, was] = [
      join(folder, 'half-backup'),
      () => readFile(join(dataDir, 'database/PG_VERSION'), 'utf8'),
    ];
    for (const place of [dataDir, backup]) {
      await mkdir(join(place, 'database'), { recursive: true });
      await part(place, 'database');
    }
    await mkdir(join(backup, 'uploads'));
    await writeFile(join(dataDir, 'version'), '0.1.0\n');

    // Killed when the old database was out, when the new one was in, and when all was in but not said to be.
    for (const moved of [0, 1, 2]) {
      const [aside, coming] = [join(dataDir, 'before-restore/mark'), comingFolder(dataDir, 'mark')];
      await mkdir(aside, { recursive: true });
      await cp(backup, coming, { recursive: true });
      await beginRestore(dataDir, aside);
      await rename(join(dataDir, 'database'), join(aside, 'database'));
      for (const name of RESTORED_PARTS.slice(0, moved))
        await rename(join(coming, name), join(dataDir, name));
      if (moved === 2) await writeFile(join(dataDir, 'version'), '9.9.9\n');
      expect(await undoHalfRestore(dataDir)).toBe(true);
      expect(await was()).toBe(dataDir);
      expect(await readFile(join(dataDir, 'version'), 'utf8')).toBe('0.1.0\n');
      expect(new Set(await readdir(dataDir))).toEqual(new Set(['before-restore', 'database', 'version']));
    }
    // Killed while it copied.
    await mkdir(comingFolder(dataDir, 'other'));
    expect(await undoHalfRestore(dataDir)).toBe(false);
    const { put_aside: aside } = await restore(dataDir, backup, { release: '0.1.0' } as Manifest);
    expect(await was()).toBe(backup);
    expect(await readFile(join(aside ?? '', 'database/PG_VERSION'), 'utf8')).toBe(dataDir);

    // A backup that was killed: no process has this number.
    const target = join(folder, 'killed');
    for (const name of ['part-2147483647', 'part-2147483647-trial', 'part-mine'])
      await mkdir(`${target}.${name}`);
    await expect(backUp(join(folder, 'nothing'), target)).rejects.toThrow(/no database/u);
    expect((await readdir(folder)).filter((name) => name.startsWith('killed'))).toEqual(['killed.part-mine']);
  },
  TIME,
);

import { constants } from 'node:fs';
import { access, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SERVICE_VERSION } from '../../config/service-version.ts';
import { printable } from '@memory/text/printable';

const BACKUPS_KEPT = 2;

const versionFile = (dataDir: string) => join(dataDir, 'version');

/**
 * Copies the embedded database aside before another version migrates it: migrations go forward only. Called under the lock,
 * before the database is opened, so that the copy is whole. Going back is putting the copy in the place of `database`.
 * @throws when this release cannot read the database
 */
export async function backUpBeforeUpgrade(dataDir: string): Promise<void> {
  const database = join(dataDir, 'database');
  const before = await readFile(versionFile(dataDir), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
  requireKnownRelease(`The data directory ${resolve(dataDir)}`, before);
  if (before === SERVICE_VERSION || !(await exists(join(database, 'PG_VERSION')))) return;
  const backups = join(dataDir, 'backups');
  await mkdir(backups, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/gu, '');
  const target = join(backups, `${time}-before-${SERVICE_VERSION}`);
  // Where the file system can, the copy shares its blocks with the database.
  await cp(database, `${target}.part`, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    preserveTimestamps: true,
  });
  await rename(`${target}.part`, target);
  console.log(
    printable(`Backed the database up to ${resolve(target)} before the upgrade to ${SERVICE_VERSION}.`),
  );
  const all = (await readdir(backups)).toSorted();
  for (const name of all.slice(0, -BACKUPS_KEPT))
    await rm(join(backups, name), { recursive: true, force: true });
}

/** Once a version has migrated and opened the database. */
export async function noteVersion(dataDir: string): Promise<void> {
  await writeFile(versionFile(dataDir), `${SERVICE_VERSION}\n`, { mode: 0o600 });
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The schema began anew with it. */
const FIRST_RELEASE = '1.0.0';

/**
 * Asked before a data directory is opened and before a backup is put in its place.
 * @param what has the database, as a message names it
 * @param release that wrote the database; undefined where nothing tells
 * @throws when this release cannot read it: it is newer, or of a build before the first release
 */
export function requireKnownRelease(what: string, release: string | undefined): void {
  if (release === undefined) return;
  if (!/^\d/u.test(release))
    throw new Error(
      `${what} is damaged: its file "version" names no release. Put a backup in its place (admin restore), or write the release there that wrote it.`,
    );
  if (isNewer(release, SERVICE_VERSION))
    throw new Error(
      `${what} is of release ${release}, and this is ${SERVICE_VERSION}: an older one cannot read its database. Install ${release} or later.`,
    );
  if (isNewer(FIRST_RELEASE, release))
    throw new Error(
      `${what} is of a build before ${FIRST_RELEASE} (${release}), whose database this release cannot read. The section "Data of an earlier build" of docs/operating.md says how to bring it over.`,
    );
}

function isNewer(release: string, than: string): boolean {
  const numbers = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [a, b] = [numbers(release), numbers(than)];
  const place = [0, 1, 2].find((each) => (a[each] ?? 0) !== (b[each] ?? 0));
  return place !== undefined && (a[place] ?? 0) > (b[place] ?? 0);
}

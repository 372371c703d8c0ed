import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { Home } from '../../home/find-home.ts';
import { OWN_SERVICE } from '../service/service-address.ts';

/**
 * Where events may lie: the user's spool, and a folder beside the system's temporary files for when that takes nothing,
 * since the disk is full or cannot be written.
 */
export const spoolFolders = (home: Home): [string, string] => [home.spool, spareSpool(home)];

/** Each home has its own, so that nothing of one comes into another's memory. */
function spareSpool({ folder }: Home): string {
  const user = typeof process.getuid === 'function' ? process.getuid() : userInfo().username;
  return join(tmpdir(), `workspace-memory-${user}`, Buffer.from(folder).toString('base64url').slice(-80));
}

/** Makes the spare spool, for its owner alone. @throws where somebody else made it */
export function openSpareSpool(home: Home): void {
  const spare = spareSpool(home);
  mkdirSync(spare, { recursive: true, mode: 0o700 });
  for (const folder of [join(spare, '..'), spare]) {
    const { uid, mode } = lstatSync(folder);
    const isOurs = typeof process.getuid !== 'function' || (uid === process.getuid() && (mode & 0o077) === 0);
    if (!isOurs) throw new Error('The spare spool belongs to somebody else.');
  }
}

/** Between a project's key, which has none, and what its events are bound to. */
const SIGN = '@';

/** A service as the name of a folder has it; nothing for the user's own. */
export const bindingOf = (service: string): string =>
  service === OWN_SERVICE ? '' : SIGN + createHash('sha256').update(service).digest('hex').slice(0, 12);

/** The folder of what was captured in a project for one service: it is sent to no other. */
export const projectFolder = (key: string, service: string): string => key + bindingOf(service);

export function bindingIn(folder: string): string {
  const at = folder.lastIndexOf(SIGN);
  return at < 0 || /[/\\]/u.test(folder.slice(at)) ? '' : folder.slice(at);
}

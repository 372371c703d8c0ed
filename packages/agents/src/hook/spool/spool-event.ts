import { randomUUID, createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
  lstatSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { codeOf } from '@memory/text/error-facts';
import type { Home } from '../../home/find-home.ts';
import type { MomentIds, CapturedEvent } from '../capture/captured-event.ts';
import { OWN_SERVICE } from '../service/send.ts';

/** Names of files that are still being written begin so. */
export const UNFINISHED = '.tmp-';

export interface SpoolPlace {
  folder: string;
  /** Of the project in the other spool, where an earlier delivery may lie. */
  otherFolder: string;
  event: CapturedEvent;
  /** Ids that another delivery of the same event may have, where the host gives none. */
  twins?: Partial<Pick<MomentIds, 'twin' | 'laterTwin'>> | undefined;
}

/** Where an event lies: a file of its own, so that parallel writers, kills and a full disk never touch another's. */
const eventFile = (folder: string, { session, id }: Pick<CapturedEvent, 'session' | 'id'>): string =>
  join(folder, folderName(session), `${id}.json`);

/** A session's id as the name of a folder on any file system. */
const folderName = (session: string): string => session.replaceAll(/[^\w-]/gu, '_').slice(0, 120) || '_';

/**
 * Puts an event into the spool, and on the disk, before it returns: whole under its name or not at all.
 * @returns false where it lies there already
 * @throws where the file system does not take it
 */
export function spoolEvent({ folder, otherFolder, event, twins = {} }: SpoolPlace): boolean {
  const path = eventFile(folder, event);
  const placesOf = (id: string | undefined): string[] =>
    id === undefined ? [] : [folder, otherFolder].map((each) => eventFile(each, { ...event, id }));
  const earlier = placesOf(twins.twin);
  if ([...placesOf(event.id), ...earlier].some((place) => existsSync(place))) return false;
  const text = `${JSON.stringify(event)}\n`;
  for (let attempt = 0; ; attempt += 1) {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      if (!put(path, text)) return false;
      break;
    } catch (error) {
      // The flusher removes a session's folder once it is empty: perhaps just now.
      if (codeOf(error) !== 'ENOENT' || attempt === 3) throw error;
    }
  }
  // Of two deliveries at the border of two moments neither may have seen the other: both know that the earlier stays.
  for (const place of placesOf(twins.laterTwin)) remove(place);
  if (!earlier.some((place) => existsSync(place))) return true;
  remove(path);
  return false;
}

export function unspoolEvent({ folder, otherFolder, event }: Omit<SpoolPlace, 'twins'>): void {
  for (const each of [folder, otherFolder]) remove(eventFile(each, event));
}

/** The event is kept by now: twice is better than to say that it is not. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A spool that takes nothing gives nothing back.
  }
}

function put(path: string, text: string): boolean {
  const aside = join(dirname(path), `${UNFINISHED}${process.pid}-${randomUUID().slice(0, 8)}`);
  try {
    writeWhole(aside, text);
    return publish(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

function writeWhole(path: string, text: string): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Gives the file its name, unless another has it. */
function publish(aside: string, path: string): boolean {
  try {
    linkSync(aside, path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    if (code === 'ENOENT') throw error;
    // Some file systems have no links; there two deliveries in one instant overwrite each other with the same.
    renameSync(aside, path);
  }
  syncFolder(dirname(path));
  return true;
}

/** The name is on the disk only once the folder is. Windows does not open folders, and keeps names with their files. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

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

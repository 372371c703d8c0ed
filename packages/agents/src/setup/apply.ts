import { existsSync, lstatSync, readlinkSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Home } from '../home/find-home.ts';
import { writeOwnFile } from '../home/write-own-file.ts';
import { fileProblem, isChange, type Plan, type PlannedFile } from './plan.ts';
import { keepBackup, writeRecord, type SetupRecord } from './record.ts';

/**
 * Writes a plan. The record is on the disk before each file changes, so that an end at any line can be undone. What cannot be
 * written keeps no other file from it.
 * @returns the files that could not be written, each with the reason
 */
export function applyPlan(
  home: Home,
  { plan, record, connected }: { plan: Plan; record: SetupRecord; connected: readonly string[] },
): string[] {
  const failed: string[] = [];
  const now: SetupRecord = { agents: [...connected], files: { ...record.files } };
  const emptied = new Set<string>();
  for (const file of plan.files) {
    const { path, original, after } = file;
    const isOurs = after !== undefined && !(original?.equals(after) ?? false);
    try {
      if (isOurs) {
        now.files[path] = {
          backup: original === undefined ? null : keepBackup(home, original),
          written: keepBackup(home, after),
          folders: record.files[path]?.folders ?? missingFolders(targetOf(path)),
        };
        writeRecord(home, now);
      }
      if (isChange(file)) write(file);
    } catch (error) {
      failed.push(fileProblem(path, error));
      const before = record.files[path];
      if (before) now.files[path] = before;
      else delete now.files[path];
      continue;
    }
    if (!isOurs) {
      for (const folder of now.files[path]?.folders ?? []) emptied.add(folder);
      delete now.files[path];
    }
  }
  // A folder comes after those in it.
  for (const folder of [...emptied].toSorted((a, b) => b.length - a.length)) removeIfEmpty(folder);
  writeRecord(home, now);
  return failed;
}

function write({ path, before, after, mode }: PlannedFile): void {
  // Settings are often links into a folder of dotfiles: the link stays, also where it leads to nothing yet.
  const target = targetOf(path);
  if (after === undefined) {
    rmSync(target, { force: true });
    return;
  }
  const kept = before === undefined ? undefined : statSync(target).mode & 0o777;
  writeOwnFile(target, after, { mode: kept ?? mode ?? 0o600, folderMode: 0o777 });
}

/** As many as Linux follows. */
const LINKS_MAX = 40;

/** Where a path leads to, through links. @throws where they lead in a circle */
function targetOf(path: string, links = 0): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  if (links === LINKS_MAX) throw new Error('its links lead in a circle');
  return targetOf(resolve(dirname(path), readlinkSync(path)), links + 1);
}

/** The outermost first. */
function missingFolders(path: string): string[] {
  const folders: string[] = [];
  for (
    let folder = dirname(path);
    !existsSync(folder) && dirname(folder) !== folder;
    folder = dirname(folder)
  )
    folders.unshift(folder);
  return folders;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody else's files lie there now.
  }
}

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './find-home.ts';
import { writeOwnFile } from './write-own-file.ts';

const file = ({ state }: Home) => join(state, 'stopped');

/** The user stopped the service: hooks leave it so, and keep what they capture until a command starts it. */
export const isStopped = (home: Home): boolean => existsSync(file(home));

export function noteStopped(home: Home, stopped: boolean): void {
  if (stopped) writeOwnFile(file(home), '');
  else rmSync(file(home), { force: true });
}

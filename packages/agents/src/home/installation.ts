import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './find-home.ts';
import { writeOwnFile } from './write-own-file.ts';
import { attempt } from './attempt.ts';

/** The installed package of a user: the programs in `Home.programs` start it, whatever its version. */
export interface Installation {
  version: string;
  bin: string;
  hook: string;
  /** The Node that runs it: programs with windows have no path to find one. */
  node: string;
}

const file = (home: Home) => join(home.programs, 'current.json');

export function readInstallation(home: Home): Installation | undefined {
  return attempt(() => JSON.parse(readFileSync(file(home), 'utf8')) as Installation);
}

export function writeInstallation(home: Home, installation: Installation): void {
  writeOwnFile(file(home), `${JSON.stringify(installation, undefined, 2)}\n`);
}

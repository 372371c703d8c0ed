/**
 * The program that agents start in the package: it runs the one beside this file, with its code as V8 compiled it before. Node 20 keeps nothing
 * of that by itself; and as CommonJS, since to load modules takes Node longer than to run this (of 220 ms for a capture
 * 90 are Node's own, 50 were that).
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { findHome } from '../home/find-home.ts';

/** Of the program, put in by the build: V8 tells two programs apart by their length alone. */
declare const PROGRAM_HASH: string;

const [, , agent = '', event = ''] = process.argv;
const folder = join(findHome().state, 'compiled');
const path = join(folder, `${PROGRAM_HASH}-${process.version}-${process.arch}`);
/** Each event runs other parts; that its parts are among what is kept says a file with its name. */
const covered = `${path}.${`${agent}-${event}`.replaceAll(/[^\w-]/gu, '_').slice(0, 60)}`;

const cachedData = read(path);
const program = join(__dirname, 'program.cjs');
const script = new Script(`(function(require){${readFileSync(program, 'utf8')}\n})`, {
  filename: program,
  ...(cachedData ? { cachedData } : {}),
});
const isFresh = cachedData !== undefined && script.cachedDataRejected === false;
(script.runInThisContext() as (ask: NodeJS.Require) => void)(require);
// After the answer.
process.once('exit', () => {
  if (!isFresh || !existsSync(covered)) keep();
});

function keep(): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const aside = `${path}.${process.pid}.tmp`;
    writeFileSync(aside, script.createCachedData(), { mode: 0o600 });
    renameSync(aside, path);
    writeFileSync(covered, '', { mode: 0o600 });
  } catch {
    // The next one compiles it again.
  }
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { readInstallation, writeInstallation, type Installation, type Home } from '../home/find-home.ts';
import { renameOver, writeOwnFile } from '../home/write-own-file.ts';
import packageJson from '../../package.json' with { type: 'json' };

/** Versions that are kept: the one in use, and the one that running programs may still be of. */
const VERSIONS_KEPT = 2;

/**
 * Where this program runs from: the sources of the repository, or the package. The folder of a package that npx fetched may
 * vanish at any time.
 */
const here = import.meta.url;
const isSource = here.endsWith('.ts');
const packageRoot = fileURLToPath(new URL('../../', here));

/** The program that agents start. It never changes, so that agents which trust a command by its hash go on trusting it. */
export const launcherPath = (home: Home): string => join(home.programs, 'workspace-memory.mjs');

/** The program that agents' hooks start, named so that our entries are known again in their files. */
export const hookPath = (home: Home): string => join(home.programs, 'workspace-memory-hook.cjs');

const LAUNCHER = `// Starts the version of workspace-memory that current.json names.
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
process.env.WORKSPACE_MEMORY_HOME ??= fileURLToPath(new URL('..', import.meta.url));
const { bin } = JSON.parse(readFileSync(new URL('./current.json', import.meta.url), 'utf8'));
await import(pathToFileURL(bin).href);
`;

/** CommonJS, which starts sooner; sources of the repository are modules. */
const HOOK_LAUNCHER = `// Starts the version of workspace-memory that current.json names.
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
process.env.WORKSPACE_MEMORY_HOME ??= dirname(__dirname);
// A hook that fails disturbs the agent; the doctor tells what is gone.
try {
  const { hook } = JSON.parse(readFileSync(join(__dirname, 'current.json'), 'utf8'));
  if (hook.endsWith('.cjs')) require(hook);
  else import(require('node:url').pathToFileURL(hook).href).catch(() => {});
} catch {}
`;

/**
 * Puts a stable copy of this version where agents and the service start it from. In a clone of the repository the clone
 * itself is what is started.
 */
export async function installPrograms(home: Home): Promise<Installation> {
  noteMadeFolders(home, await mkdir(home.programs, { recursive: true, mode: 0o700 }));
  const bin = isSource ? join(packageRoot, 'bin/workspace-memory.js') : await copyPackage(home);
  const installation: Installation = {
    version: packageJson.version,
    bin,
    hook: isSource
      ? join(packageRoot, 'src/hook/hook-program.ts')
      : join(dirname(bin), '../dist/hook/hook.cjs'),
    node: process.execPath,
  };
  if (!isDeepStrictEqual(readInstallation(home), installation)) writeInstallation(home, installation);
  if (!existsSync(launcherPath(home))) writeOwnFile(launcherPath(home), LAUNCHER);
  if (!existsSync(hookPath(home))) writeOwnFile(hookPath(home), HOOK_LAUNCHER);
  return installation;
}

/** Says which folder the user's own brought along, such as `~/.local`, so that it can go with it. */
function noteMadeFolders({ folder }: Home, outermost: string | undefined): void {
  if (outermost !== undefined && !`${outermost}${sep}`.startsWith(folder + sep))
    writeOwnFile(join(folder, MADE), outermost);
}

/** Within the user's folder, where that brought others along. */
export const MADE = 'made-folder';

async function copyPackage(home: Home): Promise<string> {
  const versions = join(home.programs, 'versions');
  // Two builds of one version are two: what runs of the first finds its files where they were.
  const build = await readFile(join(packageRoot, 'dist/build'), 'utf8');
  const name = `${packageJson.version}-${build}`;
  const folder = join(versions, name);
  const bin = join(folder, 'node_modules/workspace-memory/bin/workspace-memory.js');
  if (existsSync(bin)) return bin;
  const aside = `${folder}.${process.pid}`;
  const modules = join(aside, 'node_modules');
  await cp(packageRoot, join(modules, 'workspace-memory'), { recursive: true });
  for (const name of Object.keys(packageJson.dependencies))
    await cp(dependencyFolder(name), join(modules, name), { recursive: true, dereference: true });
  await rm(folder, { recursive: true, force: true });
  renameOver(aside, folder);
  const others = (await readdir(versions))
    .filter((each) => each !== name)
    .map((each) => ({ path: join(versions, each), madeAt: statSync(join(versions, each)).mtimeMs }))
    .toSorted((a, b) => b.madeAt - a.madeAt);
  for (const { path } of others.slice(VERSIONS_KEPT - 1)) await rm(path, { recursive: true, force: true });
  return bin;
}

/** The folder of an installed package, wherever the package manager put it. */
function dependencyFolder(name: string): string {
  for (let folder = packageRoot; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (dirname(folder) === folder)
      throw new Error(`The package ${name} is not installed beside workspace-memory.`);
  }
}

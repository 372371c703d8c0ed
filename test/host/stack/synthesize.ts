import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { isWhole } from '../../support/portion.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder that `cdk synth` writes every environment to; it is there when `awaitAssembly` says so. */
    assembly: string;
  }
}

const ROOT = new URL('../../..', import.meta.url).pathname;
const CACHE = join(ROOT, 'node_modules/.cache/workspace-memory');

/** All that an assembly is made from. */
const SOURCES = [
  '{infra,functions}/**/*.ts',
  'packages/*/{package.json,src/**/*,migrations/*}',
  '{cdk,package-lock}.json',
  'test/host/stack/synthesize.ts',
];

let started: Promise<string> | undefined;

/**
 * Begins to synthesize all environments without an account, in a whole run as a deployment does, while the tests that need no
 * stack run. An assembly is kept by the content of its sources: 15 s of processor time when they change, and none when they do not.
 */
export default function setup(project: TestProject): () => Promise<void> {
  project.provide('assembly', folderBySources());
  started ??= synthesize();
  return async () => {
    await started?.catch(() => undefined);
  };
}

/** Waits until the assembly is there. @throws what synthesizing it said when it failed */
export async function awaitAssembly(directory: string): Promise<string> {
  while (!existsSync(directory)) {
    if (existsSync(failureOf(directory))) throw new Error(readFileSync(failureOf(directory), 'utf8'));
    await setTimeout(200);
  }
  return directory;
}

/** @returns the folder of all environments' assemblies, to be read only */
export async function synthesize(): Promise<string> {
  const kept = folderBySources();
  if (existsSync(kept)) return kept;
  await mkdir(CACHE, { recursive: true });
  await rm(failureOf(kept), { force: true });
  // Written aside and renamed: whoever finds the folder finds it whole.
  const directory = `${kept}.${process.pid}`;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_')));
  const { app, context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as {
    app: string;
    context: object;
  };
  // The command line of the CDK adds names of constructs, and takes 8 s of the processor.
  const [program = '', ...args] = isWhole
    ? ['npx', 'cdk', 'synth', '--quiet', '--no-notices', '--output', directory]
    : app.split(' ');
  try {
    await promisify(execFile)(program, args, {
      cwd: ROOT,
      env: {
        ...env,
        CDK_OUTDIR: directory,
        CDK_CONTEXT_JSON: JSON.stringify(context),
        ALARM_EMAIL: 'alarms@example.com',
        CDK_DISABLE_CLI_TELEMETRY: 'true',
        SOURCE_MAPS: 'false',
        AWS_EC2_METADATA_DISABLED: 'true',
        // Of esbuild, whose threads take a sixth more of the processor while tests run on the other cores.
        GOMAXPROCS: '1',
        // CloudFormation's own rules have found nothing yet, and take 7 s of the processor.
        CDK_VALIDATION: String(isWhole),
      },
    });
    await rename(directory, kept);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const message = `cdk synth failed:\n${stdout}\n${stderr}`.slice(0, 5_000);
    await writeFile(failureOf(kept), message);
    throw new Error(message, { cause: error });
  }
  await removeOld(dirname(kept));
  return kept;
}

const failureOf = (directory: string) => `${directory}.failed`;

function folderBySources(): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).toSorted()) {
    if (file.includes('node_modules/')) continue;
    const content = readIfFile(join(ROOT, file));
    if (content) hash.update(file).update('\0').update(content);
  }
  return join(CACHE, `assembly-${hash.digest('hex').slice(0, 16)}${isWhole ? '-whole' : ''}`);
}

function readIfFile(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') return undefined;
    throw error;
  }
}

/** An assembly takes 150 MB. Another process may be reading one that is younger than this. */
const KEPT_MS = 3_600_000;

async function removeOld(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => each.startsWith('assembly-'))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder that `cdk synth` wrote every environment to. */
    assembly: string;
  }
}

const ROOT = new URL('../../..', import.meta.url).pathname;

let synthesized: Promise<string> | undefined;

/** Synthesizes all environments once a run, as a deployment does and without an account, for the tests that look at them or run them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  synthesized ??= synthesize();
  const directory = await synthesized;
  project.provide('assembly', directory);
  return () => rm(directory, { recursive: true, force: true });
}

/** @returns the folder of all environments' assemblies, for the caller to delete */
export async function synthesize(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'workspace-memory-assembly-'));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_')));
  try {
    await promisify(execFile)('npx', ['cdk', 'synth', '--quiet', '--no-notices', '--output', directory], {
      cwd: ROOT,
      env: { ...env, CDK_DISABLE_CLI_TELEMETRY: 'true', AWS_EC2_METADATA_DISABLED: 'true' },
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`cdk synth failed:\n${stdout}\n${stderr}`.slice(0, 5_000), { cause: error });
  }
  return directory;
}

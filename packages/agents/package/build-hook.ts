import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';

const ROOT = join(import.meta.dirname, '../../..');

const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  // To load modules of the newer kind takes Node 50 ms, which an event does not have.
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  mainFields: ['module', 'main'],
  // V8 keeps what it compiles of a script that loads nothing by itself.
  supported: { 'dynamic-import': false },
  legalComments: 'none',
  logLevel: 'error',
  minify: true,
  // Stack traces of users name functions.
  keepNames: true,
  outExtension: { '.js': '.cjs' },
} as const satisfies BuildOptions;

export async function buildHook(folder: string): Promise<void> {
  await build({
    ...OPTIONS,
    entryPoints: { program: 'packages/agents/src/hook/hook-program.ts' },
    outdir: folder,
  });
  const hash = createHash('sha256').update(await readFile(join(folder, 'program.cjs')));
  await build({
    ...OPTIONS,
    entryPoints: { hook: 'packages/agents/src/hook/start-hook.ts' },
    outdir: folder,
    define: { PROGRAM_HASH: JSON.stringify(hash.digest('hex').slice(0, 16)) },
  });
}

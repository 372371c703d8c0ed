import { build } from 'esbuild';
import { expect, test } from 'vitest';

const PACKAGES = new URL('../../../packages/', import.meta.url).pathname;

/** Files that are loaded with an entry itself, as opposed to the chunks it may import later. */
async function loadedWith(file: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [`${PACKAGES}${file}`],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    outdir: 'dist',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const entry = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint?.endsWith(file));
  const loaded = new Set<string>();
  const visit = (path: string): void => {
    const output = metafile.outputs[path];
    if (!output || loaded.has(path)) return;
    loaded.add(path);
    for (const { path: next, kind } of output.imports) if (kind === 'import-statement') visit(next);
  };
  if (entry) visit(entry[0]);
  return [...loaded].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
}

test.each(['embedder', 'reranker', 'text-generator', 'job-queue', 'object-store'])(
  '%s loads no client of AWS and no form parser before it is used',
  async (folder) => {
    const inputs = await loadedWith(`providers/src/${folder}/index.ts`);
    expect(inputs.some((input) => input.endsWith(`${folder}/index.ts`))).toBe(true);
    expect(inputs.filter((input) => /@aws-sdk|@smithy|busboy/.test(input))).toEqual([]);
  },
);

test('a command finds the service of its user without loading the shapes of verbs', async () => {
  const inputs = await loadedWith('agents/src/service/start-service.ts');
  expect(inputs.some((input) => input.endsWith('running-service.ts'))).toBe(true);
  expect(inputs.filter((input) => /node_modules\/zod|packages\/contracts/.test(input))).toEqual([]);
});

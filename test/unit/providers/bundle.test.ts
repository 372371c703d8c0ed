import { build } from 'esbuild';
import { expect, test } from 'vitest';

const PACKAGE = new URL('../../../packages/providers/src/', import.meta.url).pathname;

/** Files that are loaded with an entry itself, as opposed to the chunks it may import later. */
async function loadedWith(folder: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [`${PACKAGE}${folder}/index.ts`],
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
  const entry = Object.entries(metafile.outputs).find(([, output]) =>
    output.entryPoint?.endsWith('index.ts'),
  );
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
    const inputs = await loadedWith(folder);
    expect(inputs.some((input) => input.endsWith(`${folder}/index.ts`))).toBe(true);
    expect(inputs.filter((input) => /@aws-sdk|@smithy|busboy/.test(input))).toEqual([]);
  },
);

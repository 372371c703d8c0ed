import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { migrate } from '@memory/db';
import { calls } from '../../client/src/calls.ts';
import { buildConsole } from '../../console/build.ts';
import { openPglite } from '../../db/src/drivers/pglite.ts';
import { helpTexts, EXIT_CODES } from '../src/command/program.ts';
import { buildHook } from './build-hook.ts';
import { pluginFiles } from './plugins.ts';
import manifest from '../package.json' with { type: 'json' };

/** The manual page: what `--help` says of each command, in the form that `man` reads. */
function manPage(texts: Readonly<Record<string, string>>): string {
  const { '': whole = '', ...commands } = texts;
  return [
    `.TH WORKSPACE-MEMORY 1 "" "workspace-memory ${manifest.version}"`,
    '.SH NAME',
    `workspace-memory \\- ${escaped(manifest.description)}`,
    '.SH SYNOPSIS',
    preformatted(whole),
    '.SH COMMANDS',
    ...Object.entries(commands).flatMap(([name, text]) => [`.SS ${name}`, preformatted(text)]),
    '.SH EXIT STATUS',
    escaped(EXIT_CODES),
    '',
  ].join('\n');
}

const preformatted = (text: string): string => `.nf\n${escaped(text.trimEnd())}\n.fi`;

/** A line that begins with a dot or a quote would be a request. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/gmu, '\\&');

/** `npm pack`: compiles the command with all it needs into `dist`, which is what people install. */

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../../..');
const DIST = join(HERE, '../dist');

/** Programs, and files that run in a thread or process of their own: found beside whoever starts them. */
const ENTRIES = {
  main: 'packages/agents/src/main.ts',
  serve: 'packages/service/src/hosts/node/main.ts',
  'engine-thread': 'packages/db/src/drivers/embedded-engine/engine-thread.ts',
  'parser-process': 'packages/code-graph/src/parsing/parser-process.ts',
  'reader-process': 'packages/sections/src/reader/reader-process.ts',
};

/** `import.meta.resolve` of a package's WebAssembly. */
const GRAMMAR = /import\.meta\.resolve\('([^']+\.wasm)'\)/gu;

/** The least Node that the package runs on, as `engines` has it. */
const TARGET = 'node20.19';

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: TARGET,
  mainFields: ['module', 'main'],
  legalComments: 'none',
  logLevel: 'error',
  minify: true,
  // Stack traces of users name functions.
  keepNames: true,
} as const satisfies BuildOptions;

/** Some libraries are CommonJS inside and ask for Node's own modules with `require`. */
const COMMON_JS = {
  js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);",
};

/** Packages installed beside it, and those that a user may add. */
const EXTERNAL = [...Object.keys(manifest.dependencies), '@huggingface/transformers', 'pg-native'];

await rm(DIST, { recursive: true, force: true });
const grammars = new Set<string>();
await build({
  ...COMMON,
  splitting: true,
  entryPoints: ENTRIES,
  outdir: join(DIST, 'lib'),
  external: EXTERNAL.flatMap((name) => [name, `${name}/*`]),
  inject: [join(HERE, 'newer-than-node-20.ts')],
  plugins: [grammarsBeside(grammars), callsByValue()],
  banner: COMMON_JS,
});
await buildHook(join(DIST, 'hook'));
for (const [path, text] of Object.entries(pluginFiles(await filesIn(join(DIST, 'hook'))))) {
  await mkdir(join(DIST, 'plugins', dirname(path)), { recursive: true });
  await writeFile(join(DIST, 'plugins', path), text);
}
const texts = await helpTexts();
await writeFile(join(DIST, 'help.json'), JSON.stringify(texts));
await writeFile(join(DIST, 'workspace-memory.1'), manPage(texts));
// The license for the registry, and the pages that messages of the command name.
await cp(join(ROOT, 'LICENSE'), join(HERE, '../LICENSE'));
const pages = join(HERE, '../docs');
await rm(pages, { recursive: true, force: true });
for (const page of Object.keys(await filesIn(join(ROOT, 'docs'))))
  await cp(join(ROOT, 'docs', page), join(pages, page));
await mkdir(join(DIST, 'lib/grammars'));
for (const path of grammars) await cp(path, join(DIST, 'lib/grammars', basename(path)));
await writeFile(join(DIST, 'pristine.tar.gz'), await pristineDatabase());
await cp(join(ROOT, 'packages/db/migrations'), join(DIST, 'migrations'), { recursive: true });
await cp(join(ROOT, 'packages/text/table'), join(DIST, 'table'), { recursive: true });
await buildConsole();
for (const name of ['index.html', 'icon.svg', 'assets'])
  await cp(join(ROOT, 'packages/console/dist', name), join(DIST, 'console', name), { recursive: true });
await writeFile(join(DIST, 'build'), await fingerprint());

/** A fingerprint that tells two builds of one version apart. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['lib', 'hook', 'console']) {
    const files = Object.entries(await filesIn(join(DIST, folder)));
    for (const [name, text] of files.toSorted(([a], [b]) => (a < b ? -1 : 1)))
      hash.update(`${name}\0${text}\0`);
  }
  return hash.digest('hex').slice(0, 12);
}

async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

/** See packages/db/src/drivers/pristine-database.ts. Tests hand over the dump that they have: making one takes five seconds. */
async function pristineDatabase(): Promise<Buffer> {
  const { MIGRATED_DUMP } = process.env;
  if (MIGRATED_DUMP) return promisify(gzip)(await readFile(MIGRATED_DUMP));
  const { db, engine, close } = await openPglite();
  await migrate(db);
  const dump = await engine.dumpDataDir();
  await close();
  return promisify(gzip)(await dump.arrayBuffer());
}

/** Grammars lie in the package, not in thirteen packages that would bring 300 MB of sources along. */
function grammarsBeside(found: Set<string>): Plugin {
  return {
    name: 'grammars-beside',
    setup(context) {
      context.onLoad({ filter: /[\\/]languages[\\/][\w-]+\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const contents = source.replaceAll(GRAMMAR, (_, specifier: string) => {
          const file = fileURLToPath(import.meta.resolve(specifier));
          found.add(file);
          return `import.meta.resolve('./grammars/${basename(file)}')`;
        });
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** The client of a command knows its calls without the schemas of the interface. */
function callsByValue(): Plugin {
  return {
    name: 'calls-by-value',
    setup(context) {
      context.onLoad({ filter: /packages[\\/]client[\\/]src[\\/]calls\.ts$/ }, () => ({
        contents: `export const calls = ${JSON.stringify(calls)};`,
        loader: 'js',
      }));
    },
  };
}

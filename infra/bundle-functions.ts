import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build, context as openContext, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { parseSync, type Expression } from 'oxc-parser';
import { keysOf } from '@memory/contracts';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = join(ROOT, 'packages/');

// A setting of esbuild's garbage collector, before esbuild starts: a third of the processor time of 73 functions, in 1 GB instead of .5.
process.env['GOGC'] ??= '400';

/** Files that each load one thing, and are loaded themselves only when it is needed. */
const LOADERS = {
  sqs: /\/job-queue\/sqs\.ts$/u,
  s3: /\/object-store\/s3\.ts$/u,
  bedrock: /\/aws\/bedrock\.ts$/u,
  documents: /\/sections\/src\/reader\/index\.ts$/u,
} as const;
export type Loader = keyof typeof LOADERS;

/** Runs in a process of its own, beside the bundle of whoever loads what starts it. */
const READER = { name: 'reader-process', file: 'packages/sections/src/reader/reader-process.ts' };

/** Modules of the local server alone, and ways to find credentials that a Lambda, which has them in its environment, never tries. */
const LOCAL_ONLY = [
  '@electric-sql/*',
  '@huggingface/*',
  'pg',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-login',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
  'bowser',
];
/**
 * Packages that do something when they are read, and so keep their place in a part that functions share: joined later, they
 * are only where they are used. 105 kB at the start of two functions in three.
 */
const JOINED_LATER = ['picomatch', '@orama/stemmers/*'];
const IS_JOINED_LATER = /^(?:picomatch|@orama\/stemmers\/.*)$/;
const LOCAL_FILES =
  /\/(?:drivers\/(?:pglite|embedded|node-postgres)|embedder\/transformers|job-queue\/local|object-store\/receive-form)\.ts$/u;

export interface FunctionSource {
  name: string;
  /** From the root of the repository. */
  file: string;
  handler: string;
  /** Its loaders for later; the rest is left out. */
  loads: readonly Loader[];
  /** Folder, from the root of the repository, that lies beside the bundle under its own name. */
  folder?: string;
}

export interface Bundle {
  directory: string;
  /** Bytes of JavaScript that are read at the start, and with all that may be loaded later. */
  bytes: { start: number; total: number };
  /** Source files that it holds code of, from the root of the repository. */
  modules: ReadonlySet<string>;
}

const COMMON = {
  // Stop words and stemmers of many languages: an escape takes three times the bytes of its letter.
  charset: 'utf8',
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  sourcesContent: false,
  legalComments: 'none',
  metafile: true,
  logLevel: 'error',
  external: LOCAL_ONLY,
} as const satisfies BuildOptions;

/**
 * Bundles every function into a folder of its own: `index.mjs`, and a chunk for each thing that is loaded only when it is
 * needed. The sources are read once for all functions, which leaves parts that some of them share; each function is then
 * joined from its parts, which are read once too. Reading the sources once for each function took twenty times as long.
 */
export async function bundleFunctions(
  sources: readonly FunctionSource[],
  outdir: string,
): Promise<Map<string, Bundle>> {
  const directory = await mkdtemp(join(tmpdir(), 'memory-functions-'));
  try {
    const parts = await makeParts(sources, directory);
    const bundles = new Map<string, Bundle>();
    for (const hasReader of [false, true]) {
      const joiner = await openJoiner(parts, hasReader);
      for (const source of sources.filter(({ loads }) => loads.includes('documents') === hasReader))
        bundles.set(source.name, await joinParts(source, parts, joiner, join(outdir, source.name)));
      await joiner.context.dispose();
    }
    return bundles;
  } finally {
    await rm(directory, { recursive: true });
  }
}

// Read on AWS alone, and a fifth of the work.
const SOURCE_MAP = process.env['SOURCE_MAPS'] === 'false' ? false : 'linked';

interface Parts {
  directory: string;
  outputs: ReadonlyMap<string, Metafile['outputs'][string]>;
  /** The parts that each may load later with what is left of it when unused code is gone, by absolute path. */
  later: ReadonlyMap<string, readonly string[]>;
}

async function makeParts(sources: readonly FunctionSource[], directory: string): Promise<Parts> {
  const { metafile } = await build({
    ...COMMON,
    splitting: true,
    entryPoints: {
      ...Object.fromEntries(sources.map(({ name, file, handler }) => [name, `handler:${file}#${handler}`])),
      [READER.name]: READER.file,
    },
    plugins: [oneHandler, pureConstants],
    outdir: directory,
    sourcemap: SOURCE_MAP,
    external: [...LOCAL_ONLY, ...JOINED_LATER],
  });
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [resolve(ROOT, path), output]),
  );
  const roots = [...outputs].flatMap(([path, { entryPoint }]) => (entryPoint ? [path] : []));
  // Packages are imported by their index, so that a shared part may load what this function never asks of it.
  const { metafile: alone } = await build({
    ...COMMON,
    entryPoints: Object.fromEntries(roots.map((path) => [basename(path, '.mjs'), path])),
    outdir: directory,
    write: false,
    external: [...LOCAL_ONLY, ...JOINED_LATER, ...roots],
  });
  const later = new Map(
    Object.values(alone.outputs).map(({ entryPoint = '', imports }) => [
      resolve(ROOT, entryPoint),
      imports.flatMap(({ path, kind }) =>
        kind === 'dynamic-import' && path.startsWith('.') ? [resolve(directory, path)] : [],
      ),
    ]),
  );
  return { directory, outputs, later };
}

// The same wherever the files are written to, so that the paths in source maps, and with them the hash, stay.
const VIRTUAL = join(ROOT, 'dist/function');

/** Parts that esbuild keeps from one function to the next, two fifths of its work, and the function that is joined. */
async function openJoiner(parts: Parts, hasReader: boolean) {
  const joined = { entry: '', wanted: new Set<string>() };
  const { directory, outputs, later } = parts;
  const context = await openContext({
    ...COMMON,
    // Names of parts are mixed into hashes: without the folder, which is another every time, what stays keeps its hash.
    absWorkingDir: directory,
    splitting: true,
    entryPoints: {
      index: 'joined',
      ...(hasReader && { [READER.name]: join(directory, `${READER.name}.mjs`) }),
    },
    outdir: VIRTUAL,
    write: false,
    minify: true,
    sourcemap: SOURCE_MAP,
    plugins: [
      {
        name: 'joined',
        setup: ({ onResolve }) => onResolve({ filter: /^joined$/ }, () => ({ path: joined.entry })),
      },
      joinLater,
      leaveOut(directory, ({ path }) => later.has(path) && !joined.wanted.has(path), outputs),
    ],
    // Some libraries are CommonJS inside and ask for Node's own modules with `require`.
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  });
  return { context, joined };
}

async function joinParts(
  { name, loads, folder }: FunctionSource,
  { directory: partsDirectory, outputs, later }: Parts,
  { context, joined }: Awaited<ReturnType<typeof openJoiner>>,
  directory: string,
): Promise<Bundle> {
  const unwanted = [
    LOCAL_FILES,
    ...keysOf(LOADERS)
      .filter((each) => !loads.includes(each))
      .map((each) => LOADERS[each]),
  ];
  const wanted = new Set<string>();
  const visit = (path: string): void => {
    const { entryPoint = '' } = outputs.get(path) ?? {};
    if (wanted.has(path) || unwanted.some((pattern) => pattern.test(entryPoint))) return;
    wanted.add(path);
    for (const next of later.get(path) ?? []) visit(next);
  };
  const entry = join(partsDirectory, `${name}.mjs`);
  visit(entry);
  if (loads.includes('documents')) visit(join(partsDirectory, `${READER.name}.mjs`));
  Object.assign(joined, { entry, wanted });
  const { metafile, outputFiles } = await context.rebuild();
  for (const { path, contents } of outputFiles) {
    const target = join(directory, relative(VIRTUAL, path));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, contents);
  }
  if (folder) await cp(join(ROOT, folder), join(directory, basename(folder)), { recursive: true });
  return { directory, bytes: measure(metafile), modules: modulesOf(metafile, partsDirectory, outputs) };
}

/**
 * `handler:FILE#NAME` is a file of handlers without the others: a file makes handlers by calls that do nothing else, and without
 * this step each function would bring along what any handler of its file needs.
 */
const oneHandler: Plugin = {
  name: 'one-handler',
  setup(context) {
    context.onResolve({ filter: /^handler:/ }, ({ path }) => ({ path, namespace: 'handler' }));
    context.onLoad({ filter: /^handler:/, namespace: 'handler' }, async ({ path }) => {
      const [, file = '', name = ''] = /^handler:(.*)#(.*)$/su.exec(path) ?? [];
      const resolveDir = join(ROOT, dirname(file));
      const { outputFiles } = await build({
        ...COMMON,
        metafile: false,
        stdin: { contents: `export { ${name} as handler } from './${basename(file)}';`, resolveDir },
        packages: 'external',
        plugins: [pureHandlers(join(ROOT, file))],
        write: false,
      });
      return { contents: outputFiles[0]?.text ?? '', loader: 'js', resolveDir };
    });
  },
};

const pureHandlers = (file: string): Plugin => ({
  name: 'pure-handlers',
  setup(context) {
    // The file's imports are left to the build that asks for the handler.
    context.onResolve({ filter: /^\./ }, ({ path, importer }) =>
      importer === file ? { path, external: true } : null,
    );
    context.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path !== file) return null;
      const source = await readFile(path, 'utf8');
      const contents = source.replaceAll(/^(export const \w+ = )(?=\w+\()/gmu, '$1/* @__PURE__ */ ');
      return { contents, loader: 'ts' };
    });
  },
});

/**
 * A constant of a package is made by calls that do nothing else, as `sideEffects` in its manifest says: schemas, rows of verbs, statements.
 * esbuild takes a module's word for it but not a statement's, and would keep each schema of a noun wherever one of them is used.
 */
const pureConstants: Plugin = {
  name: 'pure-constants',
  setup(context) {
    context.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!path.startsWith(PACKAGES)) return undefined;
      const source = await readFile(path, 'utf8');
      const made = parseSync(path, source).program.body.flatMap((statement) => {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        return declared?.type === 'VariableDeclaration' && declared.kind === 'const'
          ? declared.declarations.flatMap(({ init }) => (init && isMade(init) ? [init] : []))
          : [];
      });
      let contents = '';
      let at = 0;
      for (const { start, end } of made) {
        contents += `${source.slice(at, start)}/* @__PURE__ */ (() => (${source.slice(start, end)}))()`;
        at = end;
      }
      return { contents: contents + source.slice(at), loader: 'ts' };
    });
  },
};

/** Expressions that may hold a call; esbuild knows itself that others do nothing, but writes most patterns as a call of RegExp. */
const isMade = (init: Expression): boolean => MADE.has(init.type) || ('regex' in init && init.regex !== null);

const MADE = new Set([
  'CallExpression',
  'NewExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'ObjectExpression',
  'ArrayExpression',
]);

const joinLater: Plugin = {
  name: 'join-later',
  setup(context) {
    context.onResolve({ filter: IS_JOINED_LATER }, async ({ path, kind, pluginData }) => {
      if (pluginData === joinLater.name) return null;
      const found = await context.resolve(path, { kind, resolveDir: ROOT, pluginData: joinLater.name });
      return { ...found, sideEffects: false };
    });
  },
};

/** A module that is left out is named by its source, since the folder of the parts is another every time. */
const leaveOut = (
  partsDirectory: string,
  isLeftOut: (part: { path: string }) => boolean,
  outputs: Parts['outputs'],
): Plugin => ({
  name: 'leave-out',
  setup(context) {
    context.onResolve({ filter: /\.mjs$/ }, ({ path: relativePath }) => {
      const path = resolve(partsDirectory, relativePath);
      return isLeftOut({ path })
        ? { path: `left-out:${outputs.get(path)?.entryPoint}`, external: true }
        : null;
    });
  },
});

function measure({ outputs }: Metafile): Bundle['bytes'] {
  const code = Object.entries(outputs).filter(([path]) => path.endsWith('.mjs'));
  const started = new Set<string>();
  const visit = (path: string): void => {
    if (started.has(path) || !outputs[path]) return;
    started.add(path);
    for (const { kind, path: next } of outputs[path].imports) if (kind === 'import-statement') visit(next);
  };
  for (const [path] of code) if (path.endsWith('/index.mjs')) visit(path);
  const bytes = (paths: Iterable<string>) =>
    [...paths].reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0);
  return { start: bytes(started), total: bytes(code.map(([path]) => path)) };
}

function modulesOf({ inputs }: Metafile, directory: string, parts: Parts['outputs']): Set<string> {
  return new Set(
    Object.keys(inputs).flatMap((input) => {
      const path = resolve(directory, input);
      const modules = parts.get(path)?.inputs ?? { [relative(ROOT, path)]: { bytesInOutput: 1 } };
      return Object.entries(modules).flatMap(([module, { bytesInOutput }]) =>
        bytesInOutput > 0 ? [module] : [],
      );
    }),
  );
}

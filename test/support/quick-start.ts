/** Loaded before all else by the processes that run tests. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { resolveDrizzleOnce } from '@memory/service/resolve-drizzle-once';

resolveDrizzleOnce();

// Vitest tells its main process of every import, for runs that watch files: a second of the processor for each worker.
const { registerHooks } = module;
module.registerHooks = (hooks) => {
  const { resolve } = hooks;
  return registerHooks({
    ...hooks,
    ...(resolve && {
      resolve: (specifier, context, next) =>
        /vitest=|mock=/u.test(specifier) ? resolve(specifier, context, next) : next(specifier, context),
    }),
  });
};

/** Smaller modules are compiled sooner than read. */
const LARGE_BYTES = 1_000_000;
/** By then the functions that are used most have been compiled. */
const KEPT_AFTER_MS = [15_000, 30_000, 60_000, 120_000];
/** So much more of it has to be compiled for what is kept to be replaced. */
const WORTH_WRITING = 1.1;

interface Assembly {
  instantiate(source: Source | object, imports?: object): Promise<object>;
  compile(source: Source): Promise<object>;
}
type Source = ArrayBuffer | Uint8Array<ArrayBuffer>;

const assembly = (globalThis as unknown as { WebAssembly: Assembly }).WebAssembly;
const folder = process.env['NODE_COMPILE_CACHE'];

// A process that holds an embedded database would else spend four seconds of the processor on compiling it. V8 has this for
// its own tests, and takes nothing back that another version or other flags wrote.
if (folder !== undefined) keepCompiled(folder);

function keepCompiled(folder: string): void {
  // The second one is set by a service at rest: with other flags than before V8 takes nothing back.
  for (const flag of ['--allow-natives-syntax', '--expose-gc']) setFlagsFromString(flag);
  const serialize = native<(module: object) => ArrayBuffer | undefined>('SerializeWasmModule', 1);
  const deserialize = native<(kept: ArrayBuffer, bytes: Uint8Array) => object | undefined>(
    'DeserializeWasmModule',
    2,
  );
  const { compile, instantiate } = assembly;
  assembly.instantiate = async (source, imports) => {
    const bytes = bytesOf(source);
    if (!bytes || bytes.length < LARGE_BYTES) return instantiate(source, imports);
    const path = `${folder}/${createHash('sha256').update(process.version).update(bytes).digest('hex').slice(0, 16)}.wasm`;
    const kept = existsSync(path) ? new Uint8Array(readFileSync(path)).buffer : undefined;
    const module = (kept && deserialize(kept, bytes)) ?? (await compile(bytes));
    for (const ms of KEPT_AFTER_MS) setTimeout(() => write(path, serialize(module)), ms).unref();
    return { module, instance: await instantiate(module, imports) };
  };

  function write(path: string, made: ArrayBuffer | undefined): void {
    const before = existsSync(path) ? statSync(path).size : 0;
    if (!made || made.byteLength < WORTH_WRITING * before) return;
    mkdirSync(folder, { recursive: true });
    const partial = `${path}.${process.pid}-${threadId}`;
    writeFileSync(partial, new Uint8Array(made));
    renameSync(partial, path);
  }
}

function native<Call>(name: string, arity: number): Call {
  const names = ['first', 'second'].slice(0, arity).join();
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- its syntax is none of JavaScript
  return new Function(names, `return %${name}(${names})`) as Call;
}

function bytesOf(source: Source | object): Uint8Array<ArrayBuffer> | undefined {
  if (source instanceof Uint8Array) return source;
  return source instanceof ArrayBuffer ? new Uint8Array(source) : undefined;
}

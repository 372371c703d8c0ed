/** 64 KiB each: 2 GiB, what the engine's own memory may grow to. */
const PAGES_MAX = 32_768;

const IMPORTS = 2;
const [FUNCTION, TABLE, MEMORY, GLOBAL, TAG] = [0, 1, 2, 3, 4] as const;
/** Limits with a maximum, of a memory that threads share. */
const SHARED_WITH_MAXIMUM = 3;

/**
 * Makes every WebAssembly module that this thread compiles from now on share its memory with other threads. PostgreSQL
 * looks at two flags in its memory (`InterruptPending`, `QueryCancelPending`) to learn that a statement is to end; a signal
 * sets them elsewhere, and here, where there are none, the thread that waits for the answer does. A memory that is not
 * shared could be reached by nobody while the engine computes. Call it in a thread that does nothing else.
 */
export function shareMemory(): void {
  const { Memory, Module, compile, instantiate } = assembly;
  assembly.Memory = new Proxy(Memory, {
    construct: (target, [limits]: [object]) => new target({ ...limits, shared: true }),
  });
  assembly.Module = new Proxy(Module, {
    construct: (target, [source]: [Source]) => new target(importSharedMemory(bytesOf(source))),
  });
  assembly.compile = (source) => compile(importSharedMemory(bytesOf(source)));
  assembly.instantiate = (source, imports) =>
    instantiate(source instanceof Module ? source : importSharedMemory(bytesOf(source)), imports);
}

type Source = ArrayBuffer | Uint8Array<ArrayBuffer>;

/** The part of the global that the engine uses; TypeScript's library for Node does not declare it. */
const assembly = (globalThis as unknown as { WebAssembly: Assembly }).WebAssembly;

interface Assembly {
  Memory: new (limits: object) => object;
  Module: new (source: Source) => object;
  compile(source: Source): Promise<object>;
  instantiate(source: Source | object, imports?: object): Promise<object>;
}

const bytesOf = (source: Source | object): Uint8Array<ArrayBuffer> =>
  source instanceof Uint8Array ? source : new Uint8Array(source as ArrayBuffer);

/**
 * Declares the memory that a module imports as shared: a module links with a shared memory only when it says so. What it
 * computes stays the same. @returns the module as it is when it imports no memory
 */
function importSharedMemory(module: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let at = 8;
  const read = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value >>> 0;
    }
  };
  const passLimits = () => {
    const flags = module[at++] ?? 0;
    const least = read();
    if ((flags & 1) === 1) read();
    return least;
  };
  while (at < module.length) {
    const section = module[at++];
    const sizeAt = at;
    const size = read();
    const begin = at;
    if (section !== IMPORTS) {
      at += size;
      continue;
    }
    for (let left = read(); left > 0; left -= 1) {
      for (let name = 0; name < 2; name += 1) {
        const length = read();
        at += length;
      }
      const kind = module[at++];
      if (kind === MEMORY) {
        const limitsAt = at;
        const limits = [SHARED_WITH_MAXIMUM, ...encode(passLimits()), ...encode(PAGES_MAX)];
        const grown = size + limits.length - (at - limitsAt);
        return concatenate([
          module.subarray(0, sizeAt),
          encode(grown),
          module.subarray(begin, limitsAt),
          limits,
          module.subarray(at),
        ]);
      }
      if (kind === FUNCTION) read();
      else if (kind === GLOBAL) at += 2;
      else {
        at += 1;
        if (kind === TABLE) passLimits();
        else if (kind === TAG) read();
      }
    }
    return module;
  }
  return module;
}

/** A number as WebAssembly writes it (unsigned LEB128). */
function encode(value: number): number[] {
  const low = value & 0x7f;
  return value > 0x7f ? [low | 0x80, ...encode(value >>> 7)] : [low];
}

function concatenate(parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

export interface Invocation {
  id: number;
  /** Time of the function, in milliseconds from now. */
  timeoutMs: number;
  /** JSON text, as Lambda hands it over. */
  payload: string;
  context: object;
}

export type InvocationResult =
  | { id: number; payload: string }
  | { id: number; errorType: string; errorMessage: string };

delete process.env['NODE_COMPILE_CACHE'];
const { file, layer } = workerData as { file: string; layer?: string };
if (layer) mountLayer(layer);

const { handler } = (await import(file)) as {
  handler: (event: unknown, context: object) => Promise<unknown>;
};

parentPort?.on('message', ({ id, payload, context, timeoutMs }: Invocation) => {
  const endsAt = performance.now() + timeoutMs;
  const getRemainingTimeInMillis = () => endsAt - performance.now();
  void answer(id, payload, { ...context, getRemainingTimeInMillis }).then((result) =>
    parentPort?.postMessage(result),
  );
});
parentPort?.postMessage('ready');

async function answer(id: number, payload: string, context: object): Promise<InvocationResult> {
  try {
    return { id, payload: JSON.stringify(await handler(JSON.parse(payload), context)) ?? 'null' };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { id, errorType: name, errorMessage: message };
  }
}

/** Lets the function read the files of its layer below `/opt`, as Lambda does. */
function mountLayer(folder: string): void {
  const { existsSync, readFileSync } = fs;
  const mounted = (path: fs.PathLike) => {
    const text = path instanceof URL ? fileURLToPath(path) : String(path);
    return text.startsWith('/opt/') ? join(folder, text.slice('/opt/'.length)) : path;
  };
  fs.existsSync = (path) => existsSync(mounted(path));
  fs.readFileSync = ((path: fs.PathLike, ...rest: []) =>
    readFileSync(mounted(path), ...rest)) as typeof readFileSync;
  syncBuiltinESMExports();
}

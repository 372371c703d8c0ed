import { parentPort, workerData } from 'node:worker_threads';

export interface Invocation {
  id: number;
  /** What the function may take, in milliseconds from now. */
  timeoutMs: number;
  /** JSON text, as Lambda hands it over. */
  payload: string;
  context: object;
}

export type InvocationResult =
  | { id: number; payload: string }
  | { id: number; errorType: string; errorMessage: string };

const { handler } = (await import((workerData as { file: string }).file)) as {
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

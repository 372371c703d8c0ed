/** The thread of the embedded engine: opens the database, then answers one request after the other. */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, types, type Results } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { Rest } from '@memory/text/rest';
import { copyFolder } from './folder-files.ts';
import { DurableFiles } from './durable-files.ts';
import type { EngineMessage, EngineOptions, EngineRequest, QueryOptions, SharedMemory } from './messages.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { TAKE_OVER_SETTINGS } from './session-settings.ts';
import { shareMemory } from './share-memory.ts';

/** Addresses of what the engine exports beside functions. */
interface EngineModule {
  wasmMemory: SharedMemory;
  _QueryCancelPending: number;
  _InterruptPending: number;
  _pgWalUsage: number;
}

/** Offset of `wal_bytes` in PostgreSQL's WalUsage: two counters of 64 bits stand before it. */
const WAL_BYTES_OFFSET = 16;

/** Samples of 6,000 rows instead of 30,000: each table is sampled in one piece, and others wait for it. */
const SESSION = `set timezone = 'UTC'; set plan_cache_mode = force_custom_plan; set jit = off; set default_statistics_target = 20; ${TAKE_OVER_SETTINGS}`;

const asItIs = (value: string): string => value;

/** Types of arrays: timestamp, date, timestamptz, interval, numeric. */
const ARRAYS: number[] = [1115, 1182, 1185, 1187, 1231];

/** Left as text: JSON, which would be parsed here to be copied value by value, and what drizzle reads as text. */
const AS_IT_IS = Object.fromEntries(
  ARRAYS.concat([
    types.JSON,
    types.JSONB,
    types.TIMESTAMP,
    types.TIMESTAMPTZ,
    types.DATE,
    types.INTERVAL,
  ]).map((oid) => [oid, asItIs]),
);

/**
 * Buffers are written over with zeros at the start, so that all of them are taken: 32 MB instead of 128, since files are kept in
 * memory besides, by the system or by the engine itself.
 */
const IN_MEMORY = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** With `fsync`, and by the call that arrives here: `fdatasync` does nothing in this build. */
const DURABLE = [...IN_MEMORY.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync'];

/** Upkeep of tables begins some seconds after the last work. */
const AT_REST_MS = 15_000;

const port = parentPort;
if (!port) throw new Error('The engine runs in a thread of its own.');
const send = (message: EngineMessage): void => port.postMessage(message);

const TIERING = '--wasm-tiering-budget';
// V8's optimizing compiler takes 500 MB for one function of the engine, the interpreter of expressions. By V8's own measure
// that is hot as soon as a database is opened; by this one, thirty times as much, once something heavy is computed, which then
// takes a seventh of the time (2 s instead of 16 for a graph around a hub of 3,000). A process may be started with a measure
// of its own, where its memory matters less than its time.
if (!process.execArgv.some((argument) => argument.startsWith(TIERING)))
  setFlagsFromString(`${TIERING}=400000000`);
shareMemory();
const { dataDir, dump } = workerData as EngineOptions;
const files = dataDir === undefined ? undefined : new DurableFiles(dataDir);
const pglite = await open();
const statements = new PreparedStatements(pglite);
const engine = pglite.Module as unknown as EngineModule;
let syncing = false;
const rest = new Rest(AT_REST_MS);

send({
  kind: 'ready',
  memory: engine.wasmMemory,
  queryCancelPending: engine._QueryCancelPending,
  interruptPending: engine._InterruptPending,
});
port.on('message', (request: EngineRequest) => void answer(request));

async function open(): Promise<PGlite> {
  const opened = await PGlite.create({
    startParams: files ? DURABLE : IN_MEMORY,
    ...(files ? { fs: files } : {}),
    ...(dump === undefined ? {} : { loadDataDir: blobOf(dump) }),
    extensions: { vector, btree_gin },
  });
  await opened.exec(SESSION);
  files?.keepNew();
  return opened;
}

/** A file of 40 MB, without the copies that a Blob and its reader make: they took a second of the processor. */
function blobOf(file: string): Blob {
  return Object.assign(new Blob([]), { arrayBuffer: () => Promise.resolve(readFileSync(file).buffer) });
}

async function answer(request: EngineRequest): Promise<void> {
  rest.begin();
  const before = files?.asked ?? 0;
  // A cancellation that came too late for the last statement is not meant for this one.
  new Int32Array(engine.wasmMemory.buffer)[engine._QueryCancelPending >> 2] = 0;
  let result: Results | ArrayBuffer | undefined;
  let error: Record<string, string> | undefined;
  try {
    result = await work(request);
  } catch (thrown) {
    error = textFields(thrown as Error);
  }
  const after = files?.asked ?? 0;
  send({ kind: 'answer', result, error, durableAt: after > before ? after : 0, logBytes: logBytes() });
  if (after > before) void sync();
}

async function work(request: EngineRequest): Promise<Results | ArrayBuffer | undefined> {
  switch (request.kind) {
    case 'query': {
      const { rows, fields, affectedRows } = await statements.query(
        request.text,
        request.values,
        queryOptions(request),
      );
      return { rows, fields, ...(affectedRows === undefined ? {} : { affectedRows }) };
    }
    case 'exec':
      await pglite.exec(request.text);
      return undefined;
    case 'dump':
      return (await pglite.dumpDataDir('none')).arrayBuffer();
    case 'copy':
      if (dataDir === undefined) throw new Error('A database in memory has no files.');
      await pglite.exec('checkpoint');
      await files?.sync();
      // Nothing is written meanwhile: statements wait for their turn, and this is one.
      copyFolder(dataDir, request.folder);
      return undefined;
    case 'close':
      await pglite.close();
      await files?.sync();
      setImmediate(() => process.exit(0));
      return undefined;
  }
}

function queryOptions({ rowMode, asText }: QueryOptions) {
  const mode = rowMode === undefined ? {} : { rowMode };
  return asText
    ? { ...mode, parsers: everyType(pglite.parsers), serializers: everyType(pglite.serializers) }
    : { ...mode, parsers: AS_IT_IS };
}

/** PGlite lays the query and its values into the error too, functions among them, which no other thread can be given. */
const textFields = (error: Error): Record<string, string> => ({
  message: error.message,
  ...Object.fromEntries(
    Object.entries(error).filter((field): field is [string, string] => typeof field[1] === 'string'),
  ),
});

const everyType = (handlers: object) =>
  Object.fromEntries(Object.keys(handlers).map((oid) => [oid, (value: unknown) => String(value)]));

const logBytes = (): number =>
  Number(new BigUint64Array(engine.wasmMemory.buffer)[(engine._pgWalUsage + WAL_BYTES_OFFSET) >> 3]);

/** One sync at a time: it serves every answer that waits when it begins, and the next one those that came meanwhile. */
async function sync(): Promise<void> {
  if (syncing || !files) return;
  syncing = true;
  for (let upTo = 0; upTo < files.asked;) {
    upTo = await files.sync();
    send({ kind: 'synced', upTo });
  }
  syncing = false;
}

import type { Results } from '@electric-sql/pglite';
import {
  IDLE_TRANSACTION_LIMIT_MS,
  STATEMENT_LIMIT_MS,
  statementLimitMs,
  withStatementLimit,
} from '../../statement-limit.ts';
import { FairTurns, inBackground } from '../../fair-turns.ts';
import { slowStatements } from '../../slow-statements.ts';
import { EngineError, engineEnded, type EngineRequest, type QueryOptions } from './messages.ts';
import { EngineProcess, type Reply } from './engine-process.ts';
import { writesCallers } from '../embedded.ts';
import { TableUpkeep } from './table-upkeep.ts';

/** No checkpointer runs beside a single session: without one the log grows for ever, and a restart reads all of it. */
const CHECKPOINT_AFTER_BYTES = 16 * 1_024 * 1_024;

/** For which a checkpoint waits for a moment without requests: it writes and syncs all that was changed, .1 to 1 s by the disk. */
const CHECKPOINT_PATIENCE_MS = 30_000;

/** Longest that a request waits for upkeep of tables, which is broken off then. */
const WAITS_FOR_UPKEEP_MS = 50;

export interface EngineConfig {
  dataDir?: string | undefined;
  /** File of a dump to begin with. */
  dump?: string | undefined;
  /** How long a statement may go on after it was told to end; tests have less patience. */
  obeysWithinMs?: number | undefined;
}

export interface EngineTransaction {
  query<Row>(text: string, values?: unknown[], options?: QueryOptions): Promise<Results<Row>>;
  exec(text: string): Promise<void>;
  rollback(): Promise<void>;
}

/**
 * PostgreSQL in a thread of this process, with the interface of PGlite that drizzle uses. It has one session: statements
 * and transactions take turns. A thread that broke or would not end a statement is replaced by a new one, which recovers
 * the database from its log; what was under way then fails as it does when a server's connection breaks.
 */
export class Engine {
  readonly #config: EngineConfig;
  #process: Promise<EngineProcess>;
  /** It has one session. */
  readonly #turns = new FairTurns(1, { isShared: true });
  readonly #upkeep = new TableUpkeep(this);
  #closed = false;
  /** Counted before they are sent: each answer that was read before them was asked for at a lower number. */
  callerWrites = 0;
  #checkpointAt = CHECKPOINT_AFTER_BYTES;

  private constructor(config: EngineConfig) {
    this.#config = config;
    this.#process = this.#start(config.dump);
  }

  static async open(config: EngineConfig): Promise<Engine> {
    const engine = new Engine(config);
    await engine.#process;
    return engine;
  }

  async query<Row>(text: string, values: unknown[] = [], options: QueryOptions = {}): Promise<Results<Row>> {
    return (await this.#alone(queryOf(text, values, options))) as Results<Row>;
  }

  /** A statement of upkeep: it stands back for requests for a moment, and is broken off when one waits for it too long. */
  maintain(text: string): Promise<void> {
    return inBackground(async () => {
      const limitMs = statementLimitMs();
      await this.#inTurn(async (process) => {
        let wasAwaited = false;
        const looks = setInterval(() => {
          if (wasAwaited) {
            clearInterval(looks);
            process.interrupt();
          } else wasAwaited = this.#turns.isAwaited;
        }, WAITS_FOR_UPKEEP_MS / 2);
        try {
          return await process.ask({ kind: 'exec', text }, limitMs);
        } finally {
          clearInterval(looks);
        }
      });
    });
  }

  async exec(text: string): Promise<void> {
    await this.#alone({ kind: 'exec', text });
  }

  async dumpDataDir(): Promise<Blob> {
    return new Blob([(await this.#alone({ kind: 'dump' })) as ArrayBuffer]);
  }

  /** Copies the files of the database as they are at one moment; statements wait meanwhile. */
  async copyTo(folder: string): Promise<void> {
    await this.#alone({ kind: 'copy', folder });
  }

  /** @throws what `work` throws, when everything has been rolled back */
  async transaction<Result>(work: (transaction: EngineTransaction) => Promise<Result>): Promise<Result> {
    const { result, durable } = await this.#inTurn((process) =>
      runTransaction(process, work, (request) => this.#ask(process, request, limitOf())),
    );
    await durable;
    return result;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    await this.#upkeep.stop();
    await this.#inTurn(async (process) => {
      this.#closed = true;
      await process.close(STATEMENT_LIMIT_MS.maintenance);
    });
  }

  async #alone(request: EngineRequest): Promise<Reply['result']> {
    const limitMs = limitOf();
    const { result, durable } = await this.#inTurn((process) => this.#ask(process, request, limitMs));
    await durable;
    return result;
  }

  /** Notes what is slow, whether or not it ends well. */
  async #ask(process: EngineProcess, request: EngineRequest, limitMs: number): Promise<Reply> {
    const startedAt = performance.now();
    let rows: number | null = null;
    if ('text' in request && writesCallers(request.text)) this.callerWrites += 1;
    try {
      const reply = await process.ask(request, limitMs);
      rows = (reply.result as Results | undefined)?.rows?.length ?? null;
      return reply;
    } finally {
      if (request.kind === 'query') {
        const { text, values } = request;
        const explain = () => inBackground(() => this.query(`explain (format json) ${text}`, values));
        slowStatements.note({ text, ms: performance.now() - startedAt, rows, explain });
      }
    }
  }

  /** In turn by caller. An answer that is not durable yet holds up nobody but its caller. */
  async #inTurn<Answer extends { logBytes: number } | void>(
    work: (process: EngineProcess) => Promise<Answer>,
  ): Promise<Answer> {
    return this.#turns.take(async () => {
      if (this.#closed) throw new EngineError({ message: 'The database is closed.', code: '08003' });
      const process = await this.#living();
      const answer = await work(process);
      if (answer) {
        if (answer.logBytes > this.#checkpointAt) this.#checkpoint(answer.logBytes);
        this.#upkeep.note(answer.logBytes);
      }
      return answer;
    });
  }

  #checkpoint(logBytes: number): void {
    this.#checkpointAt = logBytes + CHECKPOINT_AFTER_BYTES;
    const limited = () => withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () => this.exec('checkpoint'));
    // One that failed is made up for by the next, or by the start after a kill, which reads the log.
    void inBackground(limited, { patienceMs: CHECKPOINT_PATIENCE_MS }).catch(() => undefined);
  }

  async #living(): Promise<EngineProcess> {
    const process = await this.#process.catch(() => undefined);
    if (process && !process.hasEnded) return process;
    // In memory there is nothing left to go on with.
    if (this.#config.dataDir === undefined) throw engineEnded();
    // Two threads on one folder would destroy it.
    await process?.ended;
    this.#process = this.#start();
    return this.#process;
  }

  async #start(dump?: string): Promise<EngineProcess> {
    this.#checkpointAt = CHECKPOINT_AFTER_BYTES;
    this.#upkeep.beginAnew();
    const { dataDir, obeysWithinMs } = this.#config;
    return EngineProcess.open({ dataDir, dump }, obeysWithinMs);
  }
}

const limitOf = (): number => statementLimitMs(STATEMENT_LIMIT_MS.embeddedRequest);

const queryOf = (text: string, values: unknown[], { rowMode, asText }: QueryOptions): EngineRequest => ({
  kind: 'query',
  text,
  values,
  rowMode,
  asText,
});

async function runTransaction<Result>(
  process: EngineProcess,
  work: (transaction: EngineTransaction) => Promise<Result>,
  send: (request: EngineRequest) => Promise<Reply>,
): Promise<{ result: Result; durable: Promise<void>; logBytes: number }> {
  let isOpen = true;
  let idle: NodeJS.Timeout | undefined;
  const { promise: idleTooLong, reject: tooLong } = Promise.withResolvers<never>();
  idleTooLong.catch(() => undefined);
  const ask = async (request: EngineRequest): Promise<Reply> => {
    if (!isOpen) throw new EngineError({ message: 'The transaction has ended.', code: '25P01' });
    clearTimeout(idle);
    try {
      return await send(request);
    } finally {
      idle = setTimeout(
        () =>
          tooLong(new EngineError({ message: 'The transaction was left open for too long.', code: '25P03' })),
        IDLE_TRANSACTION_LIMIT_MS,
      ).unref();
    }
  };
  const end = async (text: 'commit' | 'rollback'): Promise<Reply> => {
    const reply = await ask({ kind: 'exec', text });
    isOpen = false;
    clearTimeout(idle);
    return reply;
  };
  await ask({ kind: 'exec', text: 'begin' });
  try {
    const result = await Promise.race([
      work({
        query: async <Row>(text: string, values: unknown[] = [], options: QueryOptions = {}) =>
          (await ask(queryOf(text, values, options))).result as Results<Row>,
        exec: async (text) => void (await ask({ kind: 'exec', text })),
        rollback: async () => void (await end('rollback')),
      }),
      idleTooLong,
    ]);
    if (!isOpen) return { result, durable: Promise.resolve(), logBytes: 0 };
    const { durable, logBytes } = await end('commit');
    return { result, durable, logBytes };
  } catch (error) {
    if (isOpen && !process.hasEnded) await end('rollback');
    clearTimeout(idle);
    throw error;
  }
}

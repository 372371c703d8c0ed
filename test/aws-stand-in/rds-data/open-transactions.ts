import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { SqlEngine, SqlTransaction } from './sql-engine.ts';

const IDLE_LIMIT_MS = 3 * 60_000;
const AGE_LIMIT_MS = 24 * 60 * 60_000;

interface Open {
  transaction: SqlTransaction;
  startedAt: number;
  usedAt: number;
  isRunning: boolean;
}

/** The transactions begun through the service. One without a call for 3 minutes, or 24 hours old, is rolled back. */
export class OpenTransactions {
  readonly #open = new Map<string, Open>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async begin(engine: SqlEngine): Promise<string> {
    const transaction = await engine.begin();
    const id = randomUUID();
    this.#open.set(id, { transaction, startedAt: this.#now(), usedAt: this.#now(), isRunning: false });
    return id;
  }

  /** The open transaction, whose idle time starts anew. @throws TransactionNotFoundException */
  use(id: string): SqlTransaction {
    const found = this.#open.get(id);
    if (!found) throw new AwsError('TransactionNotFoundException', 404, `Transaction ${id} is not found`);
    if (found.isRunning)
      throw new AwsError('BadRequestException', 400, `Transaction ${id} is still running a query`);
    found.usedAt = this.#now();
    return {
      // One statement at a time: what comes meanwhile, also the end of the transaction, is refused at once.
      run: async (...statement) => {
        found.isRunning = true;
        try {
          return await found.transaction.run(...statement);
        } finally {
          found.isRunning = false;
        }
      },
      end: (outcome) => found.transaction.end(outcome),
    };
  }

  /** A commit of a transaction in which a statement failed is refused, as PostgreSQL rolls it back silently. */
  async end(id: string, outcome: 'commit' | 'rollback'): Promise<void> {
    const transaction = this.use(id);
    this.#open.delete(id);
    if (outcome === 'commit') {
      try {
        await transaction.run('select 1', []);
      } catch (error) {
        await transaction.end('rollback');
        throw error;
      }
    }
    await transaction.end(outcome);
  }

  /** Rolls back what has expired; called before each request, and by a timer for those that wait for PGlite's lock. */
  async expire(): Promise<void> {
    const now = this.#now();
    await this.#rollBackThose(
      ({ startedAt, usedAt }) => now - usedAt >= IDLE_LIMIT_MS || now - startedAt >= AGE_LIMIT_MS,
    );
  }

  async close(): Promise<void> {
    await this.#rollBackThose(() => true);
  }

  async #rollBackThose(isOver: (open: Open) => boolean): Promise<void> {
    const over = [...this.#open].filter(([, open]) => isOver(open));
    for (const [id] of over) this.#open.delete(id);
    await Promise.all(over.map(([, { transaction }]) => transaction.end('rollback')));
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type SQL } from 'drizzle-orm';

export interface ChangeSource {
  author: string | null;
  /** `rest`, `mcp`, `operator`, `undo`, or `job` with its name. */
  via: string;
  /** Changes of one request, run of a job, or import share it. */
  batch: string | null;
}

const sources = new AsyncLocalStorage<() => ChangeSource>();

/** Changes of `work` are noted as this; it is asked when a statement is made, since the caller is known only later. */
export const withChangeSource = <Result>(source: () => ChangeSource, work: () => Promise<Result>) =>
  // Awaited inside: drizzle begins a statement only when somebody waits for it.
  sources.run(source, async () => await work());

/** The same caller's changes as a batch of their own, which can be undone alone. */
export const withChangeBatch = <Result>(batch: string, work: () => Promise<Result>): Promise<Result> => {
  const source = sources.getStore();
  return withChangeSource(() => ({ author: null, via: 'rest', ...source?.(), batch }), work);
};

const setting = (value: object): SQL =>
  sql`(select set_config('memory.change', ${JSON.stringify(value)}::text, true)) is not null`;

/**
 * A condition that always holds, and tells the triggers on memories who makes the change. It stands in the changing
 * statement itself: the Data API keeps no session between statements, and one more would be a round trip.
 */
export const noted = (): SQL => setting(changeSource());

/** Source of the present change; empty where none was named. */
export const changeSource = (): Partial<ChangeSource> => sources.getStore()?.() ?? {};

/** The same for an insert of memories whose sources differ, by their ids. */
export const notedEach = (each: Readonly<Record<string, Partial<ChangeSource>>>): SQL => setting({ each });

/** The same for what is no change that anybody could undo: moves, redaction, the end of a workspace. */
export const unnoted = (): SQL => setting({ off: true });

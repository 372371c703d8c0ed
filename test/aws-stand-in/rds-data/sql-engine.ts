/** A result in the text form of PostgreSQL, which alone shows what the service has to turn into its own fields. */
export interface SqlResult {
  columns: { name: string; typeOid: number }[];
  rows: (string | null)[][];
  affectedRows: number;
}

/** Runs one statement with `$1` ... bound to text. @throws SqlError */
export type RunSql = (text: string, values: readonly (string | null)[]) => Promise<SqlResult>;

/** An open transaction; after `end` it is not used again. */
export interface SqlTransaction {
  run: RunSql;
  end(outcome: 'commit' | 'rollback'): Promise<void>;
}

/** The database behind the Data API: `run` commits on its own; its session time zone is UTC. */
export interface SqlEngine {
  run: RunSql;
  begin(): Promise<SqlTransaction>;
}

/** A refusal by PostgreSQL, the same from every engine. */
export class SqlError extends Error {
  readonly sqlState: string;
  readonly detail?: string;

  constructor(message: string, sqlState: string, detail?: string) {
    super(message);
    this.sqlState = sqlState;
    this.detail = detail;
  }
}

/** Runs `work` and turns a driver's error, which has `code` and `detail`, into a SqlError; others pass through. */
export async function translateSqlErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, detail } = error as { code?: unknown; detail?: unknown };
    if (!(error instanceof Error) || typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) throw error;
    throw new SqlError(error.message, code, typeof detail === 'string' ? detail : undefined);
  }
}

import { AwsError } from '../aws-error.ts';
import type { AwsCall, AwsReply, AwsRequest, AwsService } from '../aws-service.ts';
import { jsonError, jsonReply, readJson } from '../json-protocol.ts';
import { bindParameters, leadingWords } from './bind-parameters.ts';
import { OpenTransactions } from './open-transactions.ts';
import { presentResult } from './present-result.ts';
import type { ResultOptions } from './present-result.ts';
import { SqlError } from './sql-engine.ts';
import type { RunSql, SqlEngine, SqlResult } from './sql-engine.ts';
import type { SqlParameter } from './sql-parameter.ts';

export interface RdsDataOptions {
  engine: SqlEngine;
  /** Engines of callers who log in with another secret, and so with another role, by its ARN. */
  roles?: ReadonlyMap<string, SqlEngine>;
  /** Where given, a call that names another cluster, secret or database is refused. */
  resourceArn?: string;
  secretArn?: string;
  database?: string;
}

type RdsDataBody = ResultOptions & {
  resourceArn?: string;
  secretArn?: string;
  database?: string;
  transactionId?: string;
  sql?: string;
  parameters?: SqlParameter[];
};

const REQUEST_BYTES_MAX = 4 * 1024 * 1024;
const EXPIRY_CHECK_MS = 1000;
const TRANSACTION_WORDS = new Set(['begin', 'start', 'commit', 'end', 'rollback', 'abort', 'prepare']);

const OPERATIONS: Record<string, string> = {
  '/Execute': 'ExecuteStatement',
  '/BeginTransaction': 'BeginTransaction',
  '/CommitTransaction': 'CommitTransaction',
  '/RollbackTransaction': 'RollbackTransaction',
};

/** The RDS Data API over a SqlEngine, at least as strict as the service: what passes here binds the same way there. */
export class RdsDataStandIn implements AwsService {
  readonly #options: RdsDataOptions;
  readonly #transactions: OpenTransactions;
  readonly #expiry: NodeJS.Timeout;

  constructor(options: RdsDataOptions, now: () => number) {
    this.#options = options;
    this.#transactions = new OpenTransactions(now);
    this.#expiry = setInterval(() => void this.#transactions.expire(), EXPIRY_CHECK_MS).unref();
  }

  identify(request: AwsRequest): AwsCall {
    const operation = OPERATIONS[request.url.pathname];
    if (!operation) throw new AwsError('NotFoundException', 404, `No operation at ${request.url.pathname}`);
    const { resourceArn: resource = '', secretArn = '' } = readJson(request) as RdsDataBody;
    // The service reads the secret in the name of its caller.
    const also = [{ action: 'secretsmanager:GetSecretValue', resource: secretArn }];
    return { service: 'rds-data', operation, action: `rds-data:${operation}`, resource, also };
  }

  async handle(request: AwsRequest, { operation }: AwsCall): Promise<AwsReply> {
    refuseLargeRequest(request);
    await this.#transactions.expire();
    const body = readJson(request) as RdsDataBody;
    this.#checkTarget(body, operation);
    try {
      return jsonReply(await this.#carryOut(operation, body));
    } catch (error) {
      throw error instanceof SqlError ? presentSqlError(error) : error;
    }
  }

  presentError(error: AwsError): AwsReply {
    return jsonError(error);
  }

  async close(): Promise<void> {
    clearInterval(this.#expiry);
    await this.#transactions.close();
  }

  async #carryOut(operation: string, body: RdsDataBody): Promise<object> {
    switch (operation) {
      case 'BeginTransaction':
        return { transactionId: await this.#transactions.begin(this.#engineOf(body)) };
      case 'CommitTransaction':
        await this.#transactions.end(required(body.transactionId, 'transactionId'), 'commit');
        return { transactionStatus: 'Transaction Committed' };
      case 'RollbackTransaction':
        await this.#transactions.end(required(body.transactionId, 'transactionId'), 'rollback');
        return { transactionStatus: 'Rollback Complete' };
      default: {
        const run = this.#runner(body);
        return presentResult(await execute(run, body.sql, body.parameters), body, run);
      }
    }
  }

  #engineOf({ secretArn = '' }: RdsDataBody): SqlEngine {
    return this.#options.roles?.get(secretArn) ?? this.#options.engine;
  }

  #runner(body: RdsDataBody): RunSql {
    const { transactionId, sql = '' } = body;
    if (transactionId !== undefined) return this.#transactions.use(transactionId).run;
    const engine = this.#engineOf(body);
    return leadingWords(sql, 1)[0] === 'set'
      ? (text, values) => setAndForget(engine, text, values)
      : engine.run;
  }

  #checkTarget({ resourceArn, secretArn, database }: RdsDataBody, operation: string): void {
    const { resourceArn: cluster, secretArn: secret, database: name } = this.#options;
    required(resourceArn, 'resourceArn');
    required(secretArn, 'secretArn');
    if (cluster !== undefined && resourceArn !== cluster) {
      throw new AwsError(
        'HttpEndpointNotEnabledException',
        400,
        `HttpEndpoint is not enabled for ${resourceArn}`,
      );
    }
    if (secret !== undefined && secretArn !== secret && !this.#options.roles?.has(secretArn ?? '')) {
      throw new AwsError('InvalidSecretException', 400, `Secret ${secretArn} does not fit the cluster`);
    }
    const namesDatabase = operation !== 'CommitTransaction' && operation !== 'RollbackTransaction';
    if (namesDatabase && name !== undefined && database !== undefined && database !== name) {
      throw new AwsError('DatabaseNotFoundException', 404, `Database ${database} is not found`);
    }
  }
}

function execute(run: RunSql, sql: string | undefined, parameters: SqlParameter[] = []): Promise<SqlResult> {
  const text = required(sql, 'sql');
  const [first = '', second = ''] = leadingWords(text, 2);
  // A transaction belongs to its id: one opened by SQL would stay open on a connection that nobody holds.
  if (TRANSACTION_WORDS.has(first) && !(first === 'rollback' && second === 'to')) {
    throw new AwsError('BadRequestException', 400, `${first.toUpperCase()} has to be its own operation.`);
  }
  const bound = bindParameters(text, parameters);
  return run(bound.text, bound.values);
}

/** The next call may meet another connection, so a SET outside a transaction is carried out and has no effect. */
async function setAndForget(engine: SqlEngine, ...statement: Parameters<RunSql>): Promise<SqlResult> {
  const transaction = await engine.begin();
  try {
    return await transaction.run(...statement);
  } finally {
    await transaction.end('rollback');
  }
}

function presentSqlError({ message, sqlState, detail }: SqlError): AwsError {
  if (sqlState === '57014') return new AwsError('StatementTimeoutException', 400, 'Request timed out');
  const text = `ERROR: ${message}${detail === undefined ? '' : `\n  Detail: ${detail}`}; SQLState: ${sqlState}`;
  return new AwsError('DatabaseErrorException', 400, text);
}

function required(value: string | undefined, member: string): string {
  if (value !== undefined && value !== '') return value;
  throw new AwsError('BadRequestException', 400, `${member} is required`);
}

/** The limit counts the headers too. */
function refuseLargeRequest({ headers, body }: AwsRequest): void {
  const headerBytes = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + String(value).length + 4,
    0,
  );
  if (headerBytes + body.length > REQUEST_BYTES_MAX) {
    throw new AwsError('BadRequestException', 400, 'The request is larger than 4 MiB.');
  }
}

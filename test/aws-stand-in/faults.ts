import { AwsError } from './aws-error.ts';
import type { AwsCall, AwsRequest, ServiceName } from './aws-service.ts';

/**
 * A fault of one call. `refuse` answers with the error without doing the work, or after it where `worksFirst`
 * says so; `loseResponse` does the work and cuts the connection; `wait` holds the work back until the promise settles;
 * `alter` does other work than was asked for.
 */
type Fault =
  | { kind: 'refuse'; error: AwsError; worksFirst?: (request: AwsRequest) => boolean }
  | { kind: 'loseResponse' }
  | { kind: 'wait'; until: Promise<unknown> }
  | { kind: 'alter'; change: (body: string) => string };

interface Planned {
  service: ServiceName;
  operation?: string;
  body: RegExp;
  left: number;
  fault: Fault;
}

/** Which calls: the next `times` (default 1) of the service, or of one of its operations, or with such a body. */
interface FaultScope {
  times?: number;
  operation?: string;
  body?: RegExp;
}

const THROTTLING: Record<ServiceName, () => AwsError> = {
  'rds-data': () => new AwsError('ThrottlingException', 400, 'Rate exceeded'),
  sqs: () => new AwsError('RequestThrottled', 403, 'Request is throttled.'),
  s3: () => new AwsError('SlowDown', 503, 'Please reduce your request rate.'),
  bedrock: () =>
    new AwsError('ThrottlingException', 429, 'Too many requests, please wait before trying again.'),
  secretsmanager: () => new AwsError('ThrottlingException', 400, 'Rate exceeded'),
  events: () => new AwsError('ThrottlingException', 400, 'Rate exceeded'),
};

/** Faults to come; each call uses up the first that fits it. */
export class Faults {
  readonly #planned: Planned[] = [];

  /** The service answers with this error. */
  refuse(service: ServiceName, error: AwsError, scope: FaultScope = {}): void {
    this.#plan(service, { kind: 'refuse', error }, scope);
  }

  /** The service throttles, in its own words. */
  throttle(service: ServiceName, scope: FaultScope = {}): void {
    this.refuse(service, THROTTLING[service](), scope);
  }

  /** The work is done, also a commit, and the answer never arrives. The real client sends the request again. */
  loseResponse(service: ServiceName, scope: FaultScope = {}): void {
    this.#plan(service, { kind: 'loseResponse' }, scope);
  }

  /** The service is slow: it begins when `until` settles, which a test does without sleeping. */
  wait(service: ServiceName, until: Promise<unknown>, scope: FaultScope = {}): void {
    this.#plan(service, { kind: 'wait', until }, scope);
  }

  /** The work is done as if the request had said something else. */
  alter(service: ServiceName, change: (body: string) => string, scope: FaultScope = {}): void {
    this.#plan(service, { kind: 'alter', change }, scope);
  }

  /** The cluster is waking from its pause; the real client does not retry this one. */
  resumeDatabase(times: number): void {
    const message = 'The Aurora DB instance is resuming after being auto-paused. Please wait a few seconds.';
    this.refuse('rds-data', new AwsError('DatabaseResumingException', 400, message), { times });
  }

  /** Statements pass 45 s: they are cancelled, except those sent with `continueAfterTimeout`, which run to their end. */
  timeOutStatement({ times, body }: Omit<FaultScope, 'operation'> = {}): void {
    const details = { dbConnectionId: 4711 };
    const error = new AwsError('StatementTimeoutException', 400, 'Request timed out', details);
    const worksFirst = ({ body }: AwsRequest) =>
      /"continueAfterTimeout"\s*:\s*true/.test(body.toString('utf8'));
    this.#plan(
      'rds-data',
      { kind: 'refuse', error, worksFirst },
      { times, body, operation: 'ExecuteStatement' },
    );
  }

  /** Forgets what was still to come. */
  clear(): void {
    this.#planned.length = 0;
  }

  take(call: AwsCall, request: AwsRequest): Fault | undefined {
    const index = this.#planned.findIndex(
      ({ service, operation, body }) =>
        service === call.service &&
        (operation === undefined || operation === call.operation) &&
        body.test(request.body.toString('utf8')),
    );
    const planned = this.#planned[index];
    if (!planned) return undefined;
    planned.left -= 1;
    if (planned.left <= 0) this.#planned.splice(index, 1);
    return planned.fault;
  }

  #plan(service: ServiceName, fault: Fault, { times = 1, operation, body = /(?:)/u }: FaultScope): void {
    this.#planned.push({ service, operation, body, left: times, fault });
  }
}

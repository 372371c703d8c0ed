import { ERRORS, type ErrorCode, type ValidationIssue, toValidationIssues } from '@memory/contracts';

export interface ServiceErrorOptions {
  issues?: ValidationIssue[];
  retryAfterSeconds?: number;
  /** For `not_found`: the identifier of a memory, as given. */
  memory?: string;
  allow?: string[];
}

/** A refusal that the caller can act on. Its code decides the status; any other throw is a defect. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly options: ServiceErrorOptions;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.status = ERRORS[code];
    this.options = options;
  }
}

/** Places and reasons; never the value, which may hold what must not be repeated. */
export function describeIssues(issues: Parameters<typeof toValidationIssues>[1]): string {
  return toValidationIssues('body', issues)
    .slice(0, 5)
    .map(({ loc, msg }) => [loc.slice(1).join('.'), msg].filter(Boolean).join(': '))
    .join('; ');
}

import * as z from 'zod';
import { CodedErrorReply, ErrorReply, ValidationErrorReply, type ValidationIssue } from '@memory/contracts';

const Body = z.union([CodedErrorReply, ErrorReply, ValidationErrorReply]);

/** An answer of the service that is not a success. */
export class ClientError extends Error {
  readonly status: number;
  /** Present on coded errors. */
  readonly code: string | undefined;
  /** Present when the request was not valid. */
  readonly issues: ValidationIssue[] | undefined;
  /** Seconds after which the call may succeed; of 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Pick<Response, 'status' | 'headers'>, text: string) {
    const body = Body.safeParse(parseJson(text)).data;
    const detail = body?.detail;
    super(
      typeof detail === 'string'
        ? detail
        : (detail?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') ??
            `The service answered ${response.status}.`),
    );
    this.name = 'ClientError';
    this.status = response.status;
    this.code = body && 'code' in body ? body.code : undefined;
    this.issues = Array.isArray(detail) ? detail : undefined;
    const retryAfter = response.headers.get('retry-after');
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

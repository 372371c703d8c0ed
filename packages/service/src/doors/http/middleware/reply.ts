import type { MiddlewareObj } from '@middy/core';
import { CODED_ERRORS, EXPOSED_HEADERS } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import { describeDatabaseFailure } from '@memory/db';
import { describeDefect } from '../../../logging/logger.ts';
import type { EndpointEvent, EndpointResult, ReadyReply } from '../endpoint-context.ts';

const RESUME_SECONDS = 5;

/** Answers in the interface's shape, whatever happened; the last word, so it is the first middleware. */
export function reply(): MiddlewareObj<EndpointEvent, EndpointResult> {
  return {
    after(request) {
      if (request.response) request.response = withHeaders(request.event, request.response);
    },
    onError(request) {
      logDatabaseFailure(request.event, request.error);
      const refusal = refusalOf(request.event, request.error);
      request.response = withHeaders(request.event, presentRefusal(refusal));
    },
  };
}

/** The answer of the work; a reply that it made itself goes out as it is. */
export const toResult = (status: number, answer: unknown): EndpointResult =>
  isReady(answer) ? answer : jsonReply(status, answer);

const isReady = (answer: unknown): answer is ReadyReply =>
  typeof answer === 'object' && answer !== null && 'statusCode' in answer;

export function jsonReply(statusCode: number, body: unknown): EndpointResult {
  if (body === undefined) return { statusCode };
  return { statusCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** With the request's id, and what a browser of an allowed origin needs. */
export function withHeaders(event: EndpointEvent, result: EndpointResult): EndpointResult {
  const { services, requestId } = event.state;
  const origin = event.headers['origin'];
  const cors: Record<string, string> =
    origin && services.corsOrigins.includes(origin)
      ? {
          'access-control-allow-origin': origin,
          'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
          vary: [result.headers?.['vary'], 'Origin'].filter(Boolean).join(', '),
        }
      : {};
  // Specified answers have no field for it; how many, never what.
  const redacted: Record<string, string> = event.state.redacted
    ? { 'x-redacted-secrets': String(event.state.redacted) }
    : {};
  return { ...result, headers: { ...result.headers, ...cors, ...redacted, 'x-request-id': requestId } };
}

/** The refusal that an error means; undefined for a defect, which is logged. */
export function refusalOf({ state }: EndpointEvent, error: unknown): ServiceError | undefined {
  const refusal = toRefusal(error);
  if (!refusal)
    state.services.log.error('The request failed', {
      requestId: state.requestId,
      error: describeDefect(error),
    });
  return refusal;
}

function toRefusal(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  const { unavailable, isFull } = describeDatabaseFailure(error);
  if (!unavailable) return undefined;
  const message = isFull
    ? 'The disk of the service is full; nothing can be stored until somebody makes room.'
    : 'The service is waking up or busy; try again.';
  return new ServiceError('service_unavailable', message, { retryAfterSeconds: RESUME_SECONDS });
}

/** The caller sees 503 alone; the log and its metric say why. */
function logDatabaseFailure({ state }: EndpointEvent, error: unknown): void {
  const { name, sqlState, unavailable } = describeDatabaseFailure(error);
  if (unavailable)
    state.services.log.warn('The database did not answer', {
      requestId: state.requestId,
      failure: { name, sqlState },
    });
}

/** @param refusal undefined for a defect */
export function presentRefusal(refusal: ServiceError | undefined): EndpointResult {
  if (!refusal) return jsonReply(500, { detail: 'Something went wrong on our side.' });
  const { code, status, message, options } = refusal;
  const body = {
    detail: options.issues ?? message,
    ...(CODED_ERRORS.has(code) ? { code } : {}),
  };
  const result = jsonReply(status, body);
  const headers: Record<string, string> = {};
  if (options.retryAfterSeconds !== undefined) headers['retry-after'] = String(options.retryAfterSeconds);
  if (options.allow) headers['allow'] = options.allow.join(', ');
  if (status === 401) headers['www-authenticate'] = 'Token realm="workspace-memory"';
  return { ...result, headers: { ...result.headers, ...headers } };
}

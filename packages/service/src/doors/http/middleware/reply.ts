import { promisify } from 'node:util';
import { gzip, constants, createGzip } from 'node:zlib';
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
  const { unavailable, isFull, isSlow } = describeDatabaseFailure(error);
  if (!unavailable) return undefined;
  let message = 'The service is waking up or busy; try again.';
  if (isFull) message = 'The disk of the service is full; nothing can be stored until somebody makes room.';
  if (isSlow)
    message = 'A statement took too long and was ended; ask for less at once by a filter or a smaller limit.';
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

/** Speed matters more than size: 40 MB take 0.3 s instead of a second. */
const LEVEL = 4;

/** A quote within the body takes two characters in the function's answer, and no byte takes more. */
const ESCAPED_MAX = 2;
const QUOTES = 2;

/**
 * An answer that the platform can carry: one that is too long is compressed where the caller takes gzip.
 * @param bytesMax of the body as it stands in the function's answer: escaped as JSON, or base64 when compressed
 * @param lessBy what the caller can do to get less, told when it is too long even so
 * @returns 413 where it is too long even so
 */
export async function boundReply(
  result: EndpointResult,
  {
    acceptEncoding,
    bytesMax,
    lessBy = 'ask for less at once',
  }: { acceptEncoding: string | undefined; bytesMax: number; lessBy?: string | undefined },
): Promise<EndpointResult> {
  const { body = '', headers, isBase64Encoded = false } = result;
  if (isBase64Encoded || fits(body, bytesMax)) return result;
  if (acceptsGzip(acceptEncoding)) {
    const packed = (await promisify(gzip)(body, { level: LEVEL })).toString('base64');
    const vary = [headers?.['vary'], 'Accept-Encoding'].filter(Boolean).join(', ');
    if (packed.length <= bytesMax)
      return {
        ...result,
        headers: { ...headers, vary, 'content-encoding': 'gzip' },
        body: packed,
        isBase64Encoded: true,
      };
  }
  const detail = `The answer is larger than an answer may be (${bytesMax} bytes); ${lessBy}.`;
  return { ...result, statusCode: 413, body: JSON.stringify({ detail }) };
}

function fits(body: string, bytesMax: number): boolean {
  if (ESCAPED_MAX * Buffer.byteLength(body) + QUOTES <= bytesMax) return true;
  return Buffer.byteLength(JSON.stringify(body)) <= bytesMax;
}

/** Whether an `Accept-Encoding` header takes gzip: named, or by `*`, and not with a weight of zero (RFC 9110, 12.5.3). */
export function acceptsGzip(header: string | undefined): boolean {
  const weights = new Map(
    (header ?? '').split(',').map((entry) => {
      const [coding = '', ...parameters] = entry.toLowerCase().split(';');
      const weight = parameters
        .map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/u.exec(parameter)?.[1])
        .find(Boolean);
      return [coding.trim(), weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

/** A body that is written piece by piece and never grows beyond what the platform carries. */
export interface BoundedBody {
  /** Appends a piece; false, and nothing appended, where the body might then be too long. */
  add(piece: string): Promise<boolean>;
  /** Appends the end, for which there is always room. */
  finish(end: string): Promise<Pick<ReadyReply, 'body' | 'isBase64Encoded'>>;
}

/** Bytes kept free for what closes the body. */
const ROOM_FOR_END = 1_024;

/** @param bytesMax of the body as it stands in the function's answer: base64 when compressed, else escaped as JSON */
export function createBoundedBody({
  compressed,
  bytesMax,
}: {
  compressed: boolean;
  bytesMax: number;
}): BoundedBody {
  return compressed ? gzipBody(bytesMax) : plainBody(bytesMax);
}

function plainBody(bytesMax: number): BoundedBody {
  const pieces: string[] = [];
  let bytes = ROOM_FOR_END;
  return {
    async add(piece) {
      const more = Buffer.byteLength(JSON.stringify(piece));
      if (bytes + more > bytesMax) return false;
      bytes += more;
      pieces.push(piece);
      return true;
    },
    async finish(end) {
      return { body: pieces.join('') + end, isBase64Encoded: false };
    },
  };
}

function gzipBody(bytesMax: number): BoundedBody {
  const gzip = createGzip({ level: 4 });
  const chunks: Buffer[] = [];
  let bytes = ROOM_FOR_END;
  gzip.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
  });
  const ended = new Promise<void>((resolve, reject) => gzip.once('end', resolve).once('error', reject));
  const flush = promisify((done: () => void) => gzip.flush(constants.Z_SYNC_FLUSH, done));
  return {
    async add(piece) {
      // The size of the part written so far is known exactly; of the piece only that compression does not lengthen it.
      if (base64Bytes(bytes + Buffer.byteLength(piece)) > bytesMax) return false;
      gzip.write(piece);
      await flush();
      return true;
    },
    async finish(end) {
      gzip.end(end);
      await ended;
      return { body: Buffer.concat(chunks).toString('base64'), isBase64Encoded: true };
    },
  };
}

const base64Bytes = (bytes: number): number => 4 * Math.ceil(bytes / 3);

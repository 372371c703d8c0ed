import type * as z from 'zod';
import {
  CHANGE_BATCH_HEADER,
  REDACTED_SECRETS_HEADER,
  WORKSPACE_ID_HEADER,
  type PathParameter,
  type Route,
  type RouteName,
  type Routes,
  type ValidationIssue,
} from '@memory/contracts';
import { redactValue, type RedactedPlace } from '@memory/redact';
import { withoutEnd } from '@memory/text/without-end';
import { calls, type Call } from './calls.ts';

type PathPart<R extends Route> = [PathParameter<R['path']>] extends [never]
  ? { path?: undefined }
  : { path: Record<PathParameter<R['path']>, string> };

type BodyPart<R extends Route> = R extends { body: z.ZodType }
  ? undefined extends z.input<R['body']>
    ? { body?: z.input<R['body']> }
    : { body: z.input<R['body']> }
  : { body?: undefined };

/** Query values as programs have them; they become text on the way. */
type QueryPart<R extends Route> = R extends { query: z.ZodType }
  ? { query?: { [Name in keyof z.input<R['query']>]?: string | number | boolean | readonly string[] } }
  : { query?: undefined };

type ClientRequest<R extends Route> = PathPart<R> &
  BodyPart<R> &
  QueryPart<R> & {
    /** Makes a repetition within 24 hours safe, on routes that create something. */
    idempotencyKey?: string;
    /** Secrets that the caller replaced itself, in this request or in what follows it by another way: of each, what held it. */
    redacted?: readonly string[];
    signal?: AbortSignal;
  };

type ClientReply<R extends Route> = R extends { response: z.ZodType } ? z.output<R['response']> : void;

/** One method a route: `client.storeMemory({ body })`, `client.getMemory({ path: { ref } })`. */
export type Client = {
  [Name in RouteName]: (request: ClientRequest<Routes[Name]>) => Promise<ClientReply<Routes[Name]>>;
};

export interface ClientOptions {
  /** Base address of the service, such as `http://127.0.0.1:8787`. */
  url: string;
  /** An API key, or what gives the access token of a login. */
  key: string | (() => Promise<string>);
  workspaceId?: string | undefined;
  fetch?: typeof fetch;
  /** Joins all that is changed to one batch, which is undone as one. */
  batch?: string | undefined;
  /**
   * Told how many secrets were replaced in a request, by this client or the service, and the paths, sources or titles of
   * what held those that this client replaced.
   */
  onRedacted?: (count: number, where: readonly string[]) => void;
}

interface PlainRequest {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  redacted?: readonly string[];
  signal?: AbortSignal;
}

/** A client made from the route table. Its methods throw `ClientError` for every answer that is not a success. */
export function createClient({
  url,
  key,
  workspaceId,
  fetch: send = fetch,
  batch,
  onRedacted,
}: ClientOptions): Client {
  const base = withoutEnd(url, '/');
  const call = async (
    { method, path: form, isRead, takesFiles }: Call,
    { path = {}, query = {}, body: given, idempotencyKey, redacted: where = [], signal }: PlainRequest,
  ) => {
    // Secrets do not leave the machine; the service looks again.
    const { value: body, places } = redactValue(given, { files: takesFiles });
    const replaced = places.length + where.length;
    const target = base + fillPath(form, path) + queryString(query);
    const response = await send(target, {
      method,
      headers: {
        authorization: `Token ${typeof key === 'string' ? key : await key()}`,
        ...(workspaceId === undefined ? {} : { [WORKSPACE_ID_HEADER]: workspaceId }),
        ...(batch === undefined || method === 'GET' ? {} : { [CHANGE_BATCH_HEADER]: batch }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(replaced > 0 && !isRead ? { [REDACTED_SECRETS_HEADER]: String(replaced) } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new ClientError(response, text);
    const count = Number(response.headers.get(REDACTED_SECRETS_HEADER) ?? 0);
    if (count > 0) onRedacted?.(count, [...where, ...placesIn(body, places)]);
    return text === '' ? undefined : JSON.parse(text);
  };
  const methods = Object.entries(calls).map(([name, how]) => [
    name,
    (request: PlainRequest = {}) => call(how, request),
  ]);
  return Object.fromEntries(methods) as Client;
}

/** The nearest thing with a name around each place: a file by its path, a document by its source, a memory by its title. */
export function placesIn(body: unknown, places: readonly RedactedPlace[]): string[] {
  return places.flatMap(({ path }) => {
    let name: unknown;
    let at = body as Record<string | number, unknown> | undefined;
    for (const step of path) {
      name = at?.['path'] ?? at?.['source'] ?? at?.['title'] ?? name;
      at = at?.[step] as typeof at;
    }
    return typeof name === 'string' ? [name] : [];
  });
}

function fillPath(path: string, values: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function queryString(query: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) parameters.append(name, String(item));
  }
  return parameters.size > 0 ? `?${parameters.toString()}` : '';
}

/** An answer of the service that is not a success. */
export class ClientError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly issues: ValidationIssue[] | undefined;
  /** Seconds after which the call may succeed; of 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Pick<Response, 'status' | 'headers'>, text: string) {
    const { detail, code } = bodyOf(text);
    super(
      typeof detail === 'string'
        ? detail
        : (detail?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') ??
            `The service answered ${response.status}.`),
    );
    this.name = 'ClientError';
    this.status = response.status;
    this.code = code;
    this.issues = Array.isArray(detail) ? detail : undefined;
    const retryAfter = response.headers.get('retry-after');
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
  }
}

/** Without a library of schemas, which would be most of a client in a browser. */
function bodyOf(text: string): { detail?: string | ValidationIssue[]; code?: string } {
  const { detail, code } = parseObject(text);
  if (typeof detail === 'string') return typeof code === 'string' ? { detail, code } : { detail };
  return Array.isArray(detail) && detail.every(isIssue) ? { detail } : {};
}

const isIssue = (value: unknown): value is ValidationIssue => {
  const { loc, msg } = (value ?? {}) as Partial<ValidationIssue>;
  return Array.isArray(loc) && typeof msg === 'string';
};

function parseObject(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

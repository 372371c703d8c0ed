import * as z from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { JobName } from '../jobs/jobs.ts';
import type { Endpoint, HttpDoor, Method, Noun, Verb } from '../verb.ts';
import type { Capability, RateClass, Scope } from '../vocabulary.ts';

export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** Parameters of a path that name nothing unless they are well formed: a malformed one is 404 like an unknown one (decision 2). */
export const PATH_IDENTIFIERS: ReadonlySet<string> = new Set(['ref', 'id', 'session_id']);

/** A verb as it is offered over REST, with all that its row leaves to defaults. */
export interface Route {
  noun: string;
  method: Method;
  path: string;
  summary: string;
  tag: string;
  scope: Scope;
  rate: RateClass;
  query?: z.ZodType;
  body?: z.ZodType;
  status: number;
  /** Absent where the answer has no body. */
  response?: z.ZodType;
  errors: readonly ErrorCode[];
  idempotent: boolean;
  headers?: HttpDoor['headers'];
  sends?: readonly JobName[];
  uses?: readonly Capability[];
  /** Not part of the specification (decision 42). */
  extension: boolean;
}

type At<V> = V extends { doors: { http: infer Door } }
  ? Door extends { at: infer Line extends Endpoint }
    ? Line
    : Extract<Door, Endpoint>
  : never;
type MethodOf<Line> = Line extends `${infer M extends Method} ${string}` ? M : never;
type PathOf<Line> = Line extends `${Method} ${infer Path}` ? `/api/v1${Path}` : never;

type InputPart<V> = V extends { input: infer Input extends z.ZodType }
  ? MethodOf<At<V>> extends 'GET' | 'DELETE'
    ? { query: Input }
    : { body: Input }
  : unknown;
type BodyPart<V> = V extends { doors: { http: { body: infer Body extends z.ZodType } } }
  ? { body: Body }
  : unknown;
type ResponsePart<V> = V extends { output: infer Output extends z.ZodType } ? { response: Output } : unknown;

export type RouteOf<V> = Pick<Route, 'noun' | 'summary' | 'tag' | 'scope' | 'rate' | 'status' | 'errors'> &
  Pick<Route, 'idempotent' | 'sends' | 'uses' | 'extension'> & {
    method: MethodOf<At<V>>;
    path: PathOf<At<V>>;
  } & InputPart<V> &
  BodyPart<V> &
  ResponsePart<V>;

export type HttpNames<Rows> = {
  [Name in keyof Rows]: Rows[Name] extends { doors: { http: unknown } } ? Name : never;
}[keyof Rows] &
  string;

/** @returns undefined where a verb is not offered over REST */
function toRoute({ name, tag }: Noun, verb: Verb): Route | undefined {
  const { http } = verb.doors;
  if (http === undefined || verb.scope === 'operator') return undefined;
  const door: HttpDoor = typeof http === 'string' ? { at: http } : http;
  const [method, path] = door.at.split(' ') as [Method, string];
  const isAsked = method === 'GET';
  const body = isAsked || method === 'DELETE' ? door.body : verb.input;
  return {
    noun: name,
    method,
    path: `/api/v1${path}`,
    summary: verb.summary ?? '',
    tag: door.tag ?? tag,
    scope: verb.scope,
    rate: verb.rate ?? (isAsked ? 'read' : 'write'),
    ...(verb.input && body !== verb.input && { query: verb.input }),
    ...(body && { body }),
    status: door.status ?? (verb.output ? 200 : 204),
    ...(verb.output && { response: verb.output }),
    errors: verb.errors ?? [],
    idempotent: door.idempotent ?? false,
    ...(door.headers && { headers: door.headers }),
    ...(verb.sends && { sends: verb.sends }),
    ...(verb.uses && { uses: verb.uses }),
    extension: !door.specified,
  };
}

export const routesOf = <Rows extends Noun['verbs']>(noun: Noun<Rows>) =>
  Object.fromEntries(
    Object.entries(noun.verbs).flatMap(([name, verb]) => {
      const route = toRoute(noun, verb);
      return route ? [[name, route]] : [];
    }),
  ) as { [Name in HttpNames<Rows>]: RouteOf<Rows[Name]> };

/** Whether callers say how much a route answers: only such an answer can be longer than an answer may be. */
export const takesLimit = ({ query, body }: Pick<Route, 'query' | 'body'>): boolean =>
  [query, body].some((schema) => schema instanceof z.ZodObject && 'limit' in schema.shape);

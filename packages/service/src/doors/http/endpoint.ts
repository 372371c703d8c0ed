import middy, { type MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import type * as z from 'zod';
import {
  CHANGE_BATCH_HEADER,
  isChangeBatch,
  MCP_PATH,
  routesOf,
  takesLimit,
  type HttpNames,
  type Noun,
  type PathParameter,
  type Route,
  type RouteOf,
  type Scope,
  type Verbs,
  SCOPES,
} from '@memory/contracts';
import { orAmbiguous, ServiceError } from '@memory/core';
import { countRoundTrips, inTurnOf, withChangeSource, type ChangeSource, type Workspace } from '@memory/db';
import type { Runtime } from '../../create-services.ts';
import { withinHostDeadline } from '../../host-deadline.ts';
import { lambdaServices } from '../../hosts/lambda/lambda-services.ts';
import { boundReply, reply, toResult } from './middleware/reply.ts';
import {
  authenticated,
  type EndpointEvent,
  type EndpointHandler,
  type EndpointResult,
  type HostContext,
  type RequestState,
  type ReadyReply,
} from './endpoint-context.ts';
import type { Beginning } from './embed-early.ts';
import { runIdempotently } from './idempotency.ts';
import { routeMatcher } from './match-route.ts';
import { authenticate } from './admit-caller.ts';
import { parseRequest } from './middleware/parse-request.ts';

type PathNames<R> = R extends { path: infer Path extends string }
  ? Record<PathParameter<Path>, string>
  : never;
type Query<R> = R extends { query: infer Schema extends z.ZodType } ? z.output<Schema> : unknown;
type Body<R> = R extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : unknown;
type Answer<R> = R extends { response: infer Schema extends z.ZodType } ? z.output<Schema> : void;

/** A request beside what it asks for. */
interface RequestFacts {
  scope: Scope;
  redacted: number;
  /** Counts secrets that only the work found and replaced. */
  addRedacted: (count: number) => void;
  /** By name in lower case. */
  headers: Record<string, string | undefined>;
}

type EndpointWork<R> = (
  services: Runtime,
  workspace: Workspace,
  /** Names in the path, query and body together; no route has a name in two of them. */
  input: PathNames<R> & Query<R> & Body<R>,
  request: RequestFacts & { query: Query<R>; body: Body<R> },
) => Promise<Answer<R> | ReadyReply>;

/**
 * A Lambda handler for a verb of a noun: key, scope, parsing, errors and log line are done here for all.
 * @param work most often the function of core that has the verb's name
 * @param begin work that need not wait for the caller's rights
 */
export function endpoint<Rows extends Verbs, Name extends HttpNames<Rows>>(
  noun: Noun<Rows>,
  name: Name,
  work: EndpointWork<RouteOf<Rows[Name]>>,
  begin?: Beginning,
): EndpointHandler {
  const { route, matchRoute } = tableOf(noun, name);
  const title = `${route.method} ${route.path}`;
  const run = middy<EndpointEvent, EndpointResult>()
    .use(reply())
    .use(authenticate(route.rate))
    .use(authorize(route.scope))
    .use(checkMethod(matchRoute))
    .use(parseRequest(route))
    .handler(async (event) => {
      const { state, headers } = event;
      // Parsed by the schemas of the row.
      const { path, query, body } = state.input as Record<'path' | 'query' | 'body', object | undefined>;
      const input = { ...path, ...query, ...body } as Parameters<typeof work>[2];
      const request = {
        query,
        body,
        headers,
        scope: state.scope ?? 'read',
        redacted: state.redacted ?? 0,
        addRedacted: (count: number) => {
          state.redacted = (state.redacted ?? 0) + count;
        },
      } as Parameters<typeof work>[3];
      const workspace = authenticated(state);
      const answer = async (services: Runtime) =>
        toResult(
          route.status,
          await work(services, workspace, input, request).catch(async (error: unknown) => {
            throw await orAmbiguous(error, services, workspace);
          }),
        );
      return route.idempotent ? runIdempotently(event, { route: title, answer }) : answer(state.services);
    });
  const lessBy = takesLimit(route) ? 'ask for fewer at once with a smaller limit' : undefined;
  return (event, context) => serve(title, event, context, run, { lessBy, begin });
}

/** The routes of a noun, beside which alone a path may be mistaken for another; they begin with the same segment. */
const tables = new WeakMap<
  object,
  { routes: Record<string, Route>; matchRoute: ReturnType<typeof routeMatcher> }
>();

function tableOf(noun: Noun, name: string) {
  let table = tables.get(noun);
  if (!table) {
    const routes: Record<string, Route> = routesOf(noun);
    table = { routes, matchRoute: routeMatcher(Object.entries(routes)) };
    tables.set(noun, table);
  }
  const route = table.routes[name];
  if (!route) throw new Error(`${name} is not offered over REST.`);
  return { route, matchRoute: table.matchRoute };
}

/** Readies a request for the middlewares, and writes its one log line. */
export async function serve(
  route: string,
  event: Parameters<EndpointHandler>[0],
  context: HostContext,
  run: (event: EndpointEvent, context: Context) => Promise<EndpointResult>,
  { lessBy, begin }: { lessBy?: string | undefined; begin?: Beginning | undefined } = {},
): Promise<EndpointResult> {
  const host = context.services ?? (await lambdaServices());
  const begun = begin?.(host, { ...event, headers: event.headers ?? {} });
  const services = begun?.services ?? host;
  const requestId = event.requestContext.requestId;
  const state: RequestState = { services, requestId };
  const prepared: EndpointEvent = { ...event, headers: event.headers ?? {}, state };
  const startedAt = performance.now();
  return countRoundTrips(async (roundTripCount) => {
    const work = () =>
      withChangeSource(changeSource(prepared), () =>
        inTurnOf(callerOf(prepared), () => run(prepared, context as Context)),
      );
    const answered = withinHostDeadline(context, work).finally(() => state.endCall?.());
    const result = await boundReply(await answered, {
      acceptEncoding: prepared.headers['accept-encoding'],
      bytesMax: services.replyBytesMax,
      lessBy,
    });
    begun?.note(result.statusCode);
    services.log.info('request', {
      requestId,
      route,
      asked: state.asked,
      workspace: prepared.state.workspace?.id,
      status: result.statusCode,
      durationMs: Math.round(performance.now() - startedAt),
      roundTrips: roundTripCount(),
    });
    return result;
  });
}

/** Source of the request's changes, for the history; the caller is known once it has been authenticated. */
function changeSource({ headers, rawPath, state }: EndpointEvent): () => ChangeSource {
  const given = headers[CHANGE_BATCH_HEADER.toLowerCase()] ?? '';
  return () => ({
    author: state.workspace?.author ?? null,
    via: rawPath === MCP_PATH ? 'mcp' : 'rest',
    batch: isChangeBatch(given) ? given : state.requestId,
  });
}

/** Callers that wait for the database together: a key, or an address that has none. */
const callerOf = ({ headers, requestContext }: EndpointEvent): string =>
  headers['authorization'] ?? requestContext.http.sourceIp;

/** 403: each scope may do what the scopes before it may. */
function authorize(required: Scope): MiddlewareObj<EndpointEvent> {
  return {
    before({ event }) {
      const { scope } = event.state;
      if (scope === undefined || SCOPES.indexOf(scope) < SCOPES.indexOf(required))
        throw new ServiceError('insufficient_scope', `This call needs a key with the scope ${required}.`);
    },
  };
}

/** 405: the gateway takes `GET /api/v1/memories/store` for a memory named `store`; it is a wrong method (decision 10). */
function checkMethod(matchRoute: ReturnType<typeof routeMatcher>): MiddlewareObj<EndpointEvent> {
  return {
    before({ event: { rawPath, requestContext } }) {
      const { method } = requestContext.http;
      const { match, allow } = matchRoute(method, rawPath);
      if (!match && allow.length > 0)
        throw new ServiceError('method_not_allowed', `Method ${method} is not allowed here.`, { allow });
    },
  };
}

import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type * as z from 'zod';
import { countRoundTrips, inTurnOf, withChangeSource, type ChangeSource, type Workspace } from '@memory/db';
import {
  CHANGE_BATCH_HEADER,
  isChangeBatch,
  MCP_PATH,
  routes,
  takesLimit,
  type PathParameter,
  type Route,
  type RouteName,
  type Routes,
} from '@memory/contracts';
import { boundReply } from './bound-reply.ts';
import type { Runtime } from '../../create-services.ts';
import {
  authenticated,
  type EndpointEvent,
  type EndpointHandler,
  type EndpointResult,
  type HostContext,
  type RequestState,
  type ReadyReply,
} from './endpoint-context.ts';
import { withinHostDeadline } from '../../host-deadline.ts';
import { lambdaServices } from '../../hosts/lambda/lambda-services.ts';
import { authenticate } from './middleware/authenticate.ts';
import { authorize } from './middleware/authorize.ts';
import { checkMethod } from './middleware/check-method.ts';
import { runIdempotently } from './idempotency.ts';
import { parseRequest } from './middleware/parse-request.ts';
import { reply, toResult } from './middleware/reply.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type Answer<R extends Route> = R['response'] extends z.ZodType ? z.output<R['response']> : void;

/** What the row of the route reads. */
interface RequestInput<R extends Route> {
  body: Parsed<R['body']>;
  query: Parsed<R['query']>;
  /** Decoded path parameters. */
  path: Record<PathParameter<R['path']>, string>;
}

interface RequestFacts {
  /** Secrets replaced in what was sent. */
  redacted: number;
  /** Counts those that only the work came upon and replaced. */
  addRedacted: (count: number) => void;
  /** By name in lower case. */
  headers: Record<string, string | undefined>;
}

export type EndpointWork<Name extends RouteName> = (
  services: Runtime,
  workspace: Workspace,
  request: RequestInput<Routes[Name]> & RequestFacts,
) => Promise<Answer<Routes[Name]> | ReadyReply>;

/** A Lambda handler for one row of the route table: key, scope, parsing, errors and log line are done here for all. */
export function endpoint<Name extends RouteName>(name: Name, work: EndpointWork<Name>): EndpointHandler {
  const route: Route = routes[name];
  const title = `${route.method} ${route.path}`;
  const run = middy<EndpointEvent, EndpointResult>()
    .use(reply())
    .use(authenticate(route.rate))
    .use(authorize(route.scope ?? 'read'))
    .use(checkMethod())
    .use(parseRequest(route))
    .handler(async (event) => {
      const { state, headers } = event;
      const request = {
        // Parsed by the schemas of the row.
        ...(state.input as RequestInput<Routes[Name]>),
        headers,
        redacted: state.redacted ?? 0,
        addRedacted: (count: number) => {
          state.redacted = (state.redacted ?? 0) + count;
        },
      };
      const workspace = authenticated(state);
      const answer = async (services: Runtime) =>
        toResult(route.status, await work(services, workspace, request));
      return route.idempotent ? runIdempotently(event, { route: title, answer }) : answer(state.services);
    });
  const lessBy = takesLimit(route) ? 'ask for fewer at once with a smaller limit' : undefined;
  return (event, context) => serve(title, event, context, run, { lessBy });
}

/** Readies a request for the middlewares, and writes its one log line. */
export async function serve(
  route: string,
  event: Parameters<EndpointHandler>[0],
  context: HostContext,
  run: (event: EndpointEvent, context: Context) => Promise<EndpointResult>,
  { lessBy }: { lessBy?: string | undefined } = {},
): Promise<EndpointResult> {
  const services = context.services ?? (await lambdaServices());
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

/** What the history says of changes that the request makes; the caller is known once it has been authenticated. */
function changeSource({ headers, rawPath, state }: EndpointEvent): () => ChangeSource {
  const given = headers[CHANGE_BATCH_HEADER.toLowerCase()] ?? '';
  return () => ({
    author: state.workspace?.author ?? null,
    via: rawPath === MCP_PATH ? 'mcp' : 'rest',
    batch: isChangeBatch(given) ? given : state.requestId,
  });
}

/** Who waits for the database together: a key, or an address that has none. */
const callerOf = ({ headers, requestContext }: EndpointEvent): string =>
  headers['authorization'] ?? requestContext.http.sourceIp;

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Scope } from '@memory/contracts';
import type { Workspace } from '@memory/db';
import type { Runtime } from '../../create-services.ts';

/** A host that runs handlers in its own process hands its services over here; in Lambda they are made on first use. */
export interface HostContext extends Partial<Context> {
  services?: Runtime;
}

export interface RequestState {
  services: Runtime;
  requestId: string;
  workspace?: Workspace;
  scope?: Scope;
  /** The request, parsed by the row of the route and without its secrets. */
  input?: unknown;
  /** To be called when the call of a known caller has been answered. */
  endCall?: (() => void) | undefined;
  /** Secrets replaced in what was sent. */
  redacted?: number;
  /** The call of the tool server, for the log line. */
  asked?: string;
}

export type EndpointEvent = APIGatewayProxyEventV2 & { state: RequestState };

export type EndpointResult = APIGatewayProxyStructuredResultV2;

/** A reply that a handler makes itself, body and all; it goes out as it is. */
export type ReadyReply = EndpointResult & { statusCode: number };

export type EndpointHandler = (
  event: APIGatewayProxyEventV2,
  context: HostContext,
) => Promise<EndpointResult>;

/** Past authentication: whose request it is. */
export function authenticated({ workspace }: RequestState): Workspace {
  if (!workspace) throw new Error('The request was not authenticated.');
  return workspace;
}

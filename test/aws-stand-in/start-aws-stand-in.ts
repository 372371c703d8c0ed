import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AwsError } from './aws-error.ts';
import type { AwsCall, AwsReply, AwsRequest, AwsService, ServiceName } from './aws-service.ts';
import { BedrockStandIn } from './bedrock/bedrock-stand-in.ts';
import type { Converse } from './bedrock/bedrock-stand-in.ts';
import { callerOf } from './caller-of.ts';
import { EventsStandIn } from './events-stand-in.ts';
import { Faults } from './faults.ts';
import { jsonError } from './json-protocol.ts';
import { RdsDataStandIn } from './rds-data/rds-data-stand-in.ts';
import type { RdsDataOptions } from './rds-data/rds-data-stand-in.ts';
import { S3StandIn } from './s3/s3-stand-in.ts';
import type { S3Options } from './s3/s3-stand-in.ts';
import type { QueueOptions } from './sqs/message-queue.ts';
import { SecretsStandIn } from './secrets-stand-in.ts';
import { SqsStandIn } from './sqs/sqs-stand-in.ts';

export interface AwsStandInOptions {
  /** Without it, calls to the Data API are refused. */
  rdsData?: RdsDataOptions;
  queues?: readonly QueueOptions[];
  buckets?: readonly string[];
  onObjectCreated?: S3Options['onObjectCreated'];
  converse?: Converse;
  /** Values of secrets by ARN. */
  secrets?: ReadonlyMap<string, string>;
  /** Region of the queues' ARNs, `eu-west-1` by default. */
  region?: string;
  /** Asked before each call is carried out, with what it needs; a throw refuses it. */
  authorize?: (call: AwsCall) => void;
  /** Unix time in ms; decides visibility, delays and expiry. */
  now?: () => number;
}

export interface AwsStandIn {
  /** The value of `AWS_ENDPOINT_URL`. */
  url: string;
  /** Endpoint, Region and credentials for a real client. */
  clientConfig: { endpoint: string; region: string; credentials: typeof CREDENTIALS };
  /** Every call that named an operation, oldest first, also those that were refused. */
  calls: AwsCall[];
  faults: Faults;
  sqs: SqsStandIn;
  s3: S3StandIn;
  events: EventsStandIn;
  close(): Promise<void>;
}

const REGION = 'eu-west-1';
const CREDENTIALS = { accessKeyId: 'AKIDSTANDIN', secretAccessKey: 'stand-in-secret' };

/** Starts the stand-ins of the AWS services on one loopback port, chosen by the system. */
export async function startAwsStandIn(options: AwsStandInOptions = {}): Promise<AwsStandIn> {
  const { queues = [], buckets = [], onObjectCreated, region: home = REGION, now = Date.now } = options;
  let url = '';
  const sqs = new SqsStandIn(queues, home, () => url, now);
  const s3 = new S3StandIn({ buckets, onObjectCreated, credentials: CREDENTIALS }, now);
  const events = new EventsStandIn();
  const services = new Map<ServiceName, AwsService>([
    ['sqs', sqs],
    ['s3', s3],
    ['events', events],
    ['bedrock', new BedrockStandIn(options.converse)],
    ['secretsmanager', new SecretsStandIn(options.secrets)],
  ]);
  if (options.rdsData) services.set('rds-data', new RdsDataStandIn(options.rdsData, now));
  const calls: AwsCall[] = [];
  const faults = new Faults();

  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(message);
    const target = new URL(message.url ?? '/', url);
    const { service: name, region, accessKeyId } = callerOf(message, body);
    const service = services.get(name);
    if (!service)
      return send(response, jsonError(new AwsError('UnknownService', 404, `No stand-in for ${name}`)));
    const request = { method: message.method ?? '', url: target, headers: message.headers, body, region };
    try {
      const reply = await serve(service, request, {
        accessKeyId,
        calls,
        faults,
        authorize: options.authorize,
      });
      if (reply === 'lost') response.destroy();
      else send(response, reply);
    } catch (error) {
      send(response, service.presentError(asAwsError(error)));
    }
  };

  const server = createServer((message, response) => {
    answer(message, response).catch((error: unknown) => send(response, jsonError(asAwsError(error))));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    clientConfig: { endpoint: url, region: home, credentials: CREDENTIALS },
    calls,
    faults,
    sqs,
    s3,
    events,
    close: async () => {
      server.close();
      server.closeAllConnections();
      for (const service of services.values()) await service.close?.();
    },
  };
}

type Recorder = Pick<AwsStandIn, 'calls' | 'faults'> &
  Pick<AwsStandInOptions, 'authorize'> & { accessKeyId?: string };

async function serve(
  service: AwsService,
  request: AwsRequest,
  { accessKeyId, calls, faults, authorize }: Recorder,
): Promise<AwsReply | 'lost'> {
  const call = { ...service.identify(request), accessKeyId };
  calls.push(call);
  authorize?.(call);
  const fault = faults.take(call, request);
  if (fault?.kind === 'wait') await fault.until;
  if (fault?.kind === 'refuse') {
    if (fault.worksFirst?.(request)) await service.handle(request, call);
    throw fault.error;
  }
  const asked =
    fault?.kind === 'alter'
      ? { ...request, body: Buffer.from(fault.change(request.body.toString('utf8'))) }
      : request;
  const reply = await service.handle(asked, call);
  return fault?.kind === 'loseResponse' ? 'lost' : reply;
}

/** A defect of the stand-in, or of a callback it was given, is a 500 that says so. */
function asAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  return new AwsError(
    'InternalServerErrorException',
    500,
    error instanceof Error ? String(error.stack) : String(error),
  );
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: AwsReply): void {
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length });
  response.end(body);
}

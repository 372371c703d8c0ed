import { randomUUID } from 'node:crypto';
import { AwsError } from './aws-error.ts';
import type { AwsCall, AwsReply, AwsRequest, AwsService } from './aws-service.ts';
import { ACCOUNT_ID } from './aws-service.ts';
import { jsonError, jsonReply, readJson } from './json-protocol.ts';

/** An event as a rule would see it. */
export interface PutEvent {
  source: string;
  detailType: string;
  detail: unknown;
  eventBus: string;
}

interface PutEventsBody {
  Entries?: { Source?: string; DetailType?: string; Detail?: string; EventBusName?: string }[];
}

const CONTENT_TYPE = 'application/x-amz-json-1.1';

/** EventBridge: PutEvents alone. */
export class EventsStandIn implements AwsService {
  /** Every event taken in, oldest first. */
  readonly events: PutEvent[] = [];

  identify(request: AwsRequest): AwsCall {
    const operation = String(request.headers['x-amz-target']).replace('AWSEvents.', '');
    const bus = (readJson(request) as PutEventsBody).Entries?.[0]?.EventBusName ?? 'default';
    const resource = `arn:aws:events:${request.region}:${ACCOUNT_ID}:event-bus/${bus}`;
    return { service: 'events', operation, action: `events:${operation}`, resource };
  }

  async handle(request: AwsRequest, { operation }: AwsCall): Promise<AwsReply> {
    if (operation !== 'PutEvents') throw new AwsError('UnknownOperationException', 400, operation);
    const entries = ((readJson(request) as PutEventsBody).Entries ?? []).map((entry) => this.#take(entry));
    const FailedEntryCount = entries.filter((entry) => 'ErrorCode' in entry).length;
    return jsonReply({ FailedEntryCount, Entries: entries }, CONTENT_TYPE);
  }

  presentError(error: AwsError): AwsReply {
    return jsonError(error, CONTENT_TYPE);
  }

  #take({
    Source,
    DetailType,
    Detail = '',
    EventBusName = 'default',
  }: NonNullable<PutEventsBody['Entries']>[number]): object {
    if (!Source || !DetailType)
      return { ErrorCode: 'InvalidArgument', ErrorMessage: 'Source and DetailType are required.' };
    try {
      const detail: unknown = JSON.parse(Detail);
      this.events.push({ source: Source, detailType: DetailType, detail, eventBus: EventBusName });
      return { EventId: randomUUID() };
    } catch {
      return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
    }
  }
}

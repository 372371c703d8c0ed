import { AwsError } from '../aws-error.ts';
import type { AwsCall, AwsReply, AwsRequest, AwsService } from '../aws-service.ts';
import { ACCOUNT_ID } from '../aws-service.ts';
import { jsonError, jsonReply, readJson } from '../json-protocol.ts';
import { checkConversation, presentConversation } from './converse.ts';
import type { ConverseAnswer, ConverseRequest } from './converse.ts';
import { invokeModel } from './invoke-model.ts';

/** Answers a conversation; the default repeats the last user message. */
export type Converse = (request: ConverseRequest) => ConverseAnswer | Promise<ConverseAnswer>;

const ROUTE = /^\/model\/([^/]+)\/(invoke|converse)$/;

/** The Bedrock runtime over HTTP/1.1: real clients need `requestHandler: new NodeHttpHandler()`. */
export class BedrockStandIn implements AwsService {
  readonly #converse: Converse;

  constructor(converse: Converse = repeatLastMessage) {
    this.#converse = converse;
  }

  identify({ url, region }: AwsRequest): AwsCall {
    const [, encoded, verb] = ROUTE.exec(url.pathname) ?? [];
    if (encoded === undefined) {
      throw new AwsError('UnknownOperationException', 404, `No operation at ${url.pathname}`);
    }
    const operation = verb === 'invoke' ? 'InvokeModel' : 'Converse';
    const resource = modelArn(decodeURIComponent(encoded), region);
    return { service: 'bedrock', operation, action: 'bedrock:InvokeModel', resource };
  }

  async handle(request: AwsRequest, { operation, resource }: AwsCall): Promise<AwsReply> {
    const modelId = resource.slice(resource.indexOf('/') + 1);
    const body = readJson(request);
    if (operation === 'InvokeModel') return jsonReply(invokeModel(modelId, body));
    checkConversation(body);
    const conversation = { ...body, modelId } as ConverseRequest;
    return jsonReply(presentConversation(conversation, await this.#converse(conversation)));
  }

  presentError(error: AwsError): AwsReply {
    return jsonError(error);
  }
}

/** The ARN of a model or, where the id has a profile's prefix, of the inference profile. */
function modelArn(modelId: string, region: string): string {
  if (modelId.startsWith('arn:')) return modelId;
  return /^(us|eu|apac|global)\./.test(modelId)
    ? `arn:aws:bedrock:${region}:${ACCOUNT_ID}:inference-profile/${modelId}`
    : `arn:aws:bedrock:${region}::foundation-model/${modelId}`;
}

function repeatLastMessage({ messages }: ConverseRequest): string {
  return (
    messages
      .at(-1)
      ?.content.map(({ text = '' }) => text)
      .join('\n') ?? ''
  );
}

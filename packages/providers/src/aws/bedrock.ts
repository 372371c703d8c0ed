import {
  BedrockRuntimeClient,
  ConverseCommand,
  InvokeModelCommand,
  type ConverseCommandInput,
  type ConverseCommandOutput,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { ProviderError } from '../provider-error.ts';
import { awsFailure } from './aws-failure.ts';

export interface BedrockOptions {
  /** Region of the models; the SDK's own rules (AWS_REGION) when absent. */
  region?: string;
  /** Attempts of the SDK for one call; 1 leaves repeating to the queue and to the circuit breaker. */
  maxAttempts?: number;
  /** Milliseconds until a call without an answer is given up. */
  requestTimeoutMs?: number;
}

export interface Bedrock {
  /**
   * InvokeModel with a JSON body.
   * @returns the parsed JSON answer
   * @throws ProviderError
   */
  invoke(modelId: string, body: unknown, signal?: AbortSignal): Promise<unknown>;
  /** @throws ProviderError */
  converse(input: ConverseCommandInput, signal?: AbortSignal): Promise<ConverseCommandOutput>;
}

/** The two calls of Bedrock this service makes. The only file that loads the Bedrock client. */
export function createBedrock({
  region,
  maxAttempts = 1,
  requestTimeoutMs = 30_000,
}: BedrockOptions): Bedrock {
  const client = new BedrockRuntimeClient({
    ...(region ? { region } : {}),
    maxAttempts,
    // The client's default is HTTP/2, which plain http endpoints do not speak; without streaming HTTP/1.1 loses nothing.
    requestHandler: new NodeHttpHandler({
      connectionTimeout: 3_000,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
    }),
  });
  const guarded = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      throw awsFailure('Bedrock', error);
    }
  };
  return {
    invoke: async (modelId, body, signal) => {
      const command = new InvokeModelCommand({
        modelId,
        contentType: 'application/json',
        accept: 'application/json',
        body: JSON.stringify(body),
      });
      const answer = await guarded(() => client.send(command, { abortSignal: signal }));
      return parseJson(answer.body.transformToString());
    },
    converse: (input, signal) =>
      guarded(() => client.send(new ConverseCommand(input), { abortSignal: signal })),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProviderError('invalid_output', 'Bedrock answered something that is not JSON.', {
      cause: error,
    });
  }
}

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
  /** Milliseconds until a call without an answer is given up. */
  requestTimeoutMs?: number;
}

/**
 * Attempts of a call that can wait. The SDK's adaptive mode sends no faster than the quota of the account lets it, and
 * its pauses add up to 16 seconds at most.
 */
const PATIENT_ATTEMPTS = 6;

export interface InvokeOptions {
  signal?: AbortSignal | undefined;
  /** Whether a throttled call is repeated, as a job's is; a search is answered without its vector at once. */
  patient?: boolean;
}

export interface Bedrock {
  /** InvokeModel with a JSON body. */
  invoke(modelId: string, body: unknown, options?: InvokeOptions): Promise<unknown>;
  /** @throws ProviderError */
  converse(input: ConverseCommandInput, signal?: AbortSignal): Promise<ConverseCommandOutput>;
}

/** The two calls of Bedrock this service makes. The only file that loads the Bedrock client. */
export function createBedrock({ region, requestTimeoutMs = 30_000 }: BedrockOptions): Bedrock {
  const clientThat = (retries: { maxAttempts: number; retryMode?: 'adaptive' }) =>
    new BedrockRuntimeClient({
      ...(region ? { region } : {}),
      ...retries,
      // The client's default is HTTP/2, which plain http endpoints do not speak; without streaming HTTP/1.1 loses nothing.
      requestHandler: new NodeHttpHandler({
        connectionTimeout: 3_000,
        requestTimeout: requestTimeoutMs,
        throwOnRequestTimeout: true,
      }),
    });
  const client = clientThat({ maxAttempts: 1 });
  // Searches never wait: their functions make one client.
  let patientClient: BedrockRuntimeClient | undefined;
  const patiently = () =>
    (patientClient ??= clientThat({ maxAttempts: PATIENT_ATTEMPTS, retryMode: 'adaptive' }));
  const guarded = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      throw awsFailure('Bedrock', error);
    }
  };
  return {
    invoke: async (modelId, body, { signal, patient = false } = {}) => {
      const command = new InvokeModelCommand({
        modelId,
        contentType: 'application/json',
        accept: 'application/json',
        body: JSON.stringify(body),
      });
      const answer = await guarded(() =>
        (patient ? patiently() : client).send(command, { abortSignal: signal }),
      );
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

import type { ConverseCommandInput, ConverseCommandOutput } from '@aws-sdk/client-bedrock-runtime';
import type { BedrockOptions } from '../aws/bedrock.ts';
import { lazyBedrock } from '../aws/lazy-bedrock.ts';
import { throwingAs } from '../provider-error.ts';
import { outputSchema, checkOutput, parseOutputText } from './output.ts';
import {
  TextGeneratorError,
  type GenerateOptions,
  type Generated,
  type TextGenerator,
} from './text-generator.ts';

export interface BedrockTextGeneratorConfig extends BedrockOptions {
  provider: 'bedrock';
  /** Model or inference profile id. */
  model: string;
  /** How the shape is enforced; by default `json_schema` for the models known to have it, else `tool`. */
  structuredOutput?: 'json_schema' | 'tool';
}

/** Claude 4.5 and later; of the others only some have it, and a forced tool works with nearly all. */
const HAS_JSON_SCHEMA = /anthropic\.claude-[a-z]+-(4-([5-9]|\d\d)(?!\d)|([5-9]|\d\d)(?!\d))/;

type JsonDocument = Extract<
  NonNullable<
    NonNullable<NonNullable<ConverseCommandInput['toolConfig']>['tools']>[number]['toolSpec']
  >['inputSchema'],
  { json: unknown }
>['json'];

export function createBedrockTextGenerator(config: BedrockTextGeneratorConfig): TextGenerator {
  const { model } = config;
  const mode = config.structuredOutput ?? (HAS_JSON_SCHEMA.test(model) ? 'json_schema' : 'tool');
  const bedrock = lazyBedrock({ requestTimeoutMs: 120_000, ...config });
  return {
    model: `bedrock/${model}`,
    generate: (options) =>
      throwingAs(TextGeneratorError, async () => {
        const answer = await bedrock.converse(
          {
            modelId: model,
            system: [{ text: options.system }],
            messages: [{ role: 'user', content: [{ text: options.user }] }],
            inferenceConfig: { maxTokens: options.maxTokens },
            ...shapeOf(options, mode),
          },
          options.signal,
        );
        return readAnswer(answer, options);
      }),
  };
}

function shapeOf<T>(
  { schema, schemaName }: GenerateOptions<T>,
  mode: 'json_schema' | 'tool',
): Pick<ConverseCommandInput, 'outputConfig' | 'toolConfig'> {
  const { json } = outputSchema(schema);
  if (mode === 'json_schema') {
    const jsonSchema = { name: schemaName, schema: JSON.stringify(json) };
    return { outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema } } } };
  }
  const toolSpec = {
    name: schemaName,
    description: 'Gives the answer.',
    inputSchema: { json: json as JsonDocument },
  };
  return { toolConfig: { tools: [{ toolSpec }], toolChoice: { tool: { name: schemaName } } } };
}

function readAnswer<T>(
  answer: ConverseCommandOutput,
  { schema, schemaName }: GenerateOptions<T>,
): Generated<T> {
  if (
    answer.stopReason !== 'end_turn' &&
    answer.stopReason !== 'tool_use' &&
    answer.stopReason !== 'stop_sequence'
  ) {
    throw new TextGeneratorError('invalid_output', `The model stopped early: ${answer.stopReason}.`);
  }
  const content = answer.output?.message?.content ?? [];
  const call = content.find((block) => block.toolUse?.name === schemaName)?.toolUse;
  const text = content.map((block) => block.text ?? '').join('');
  return {
    value: call ? checkOutput(schema, call.input) : parseOutputText(schema, text),
    inputTokens: answer.usage?.inputTokens ?? 0,
    outputTokens: answer.usage?.outputTokens ?? 0,
  };
}

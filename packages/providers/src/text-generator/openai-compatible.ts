import * as z from 'zod';
import { bodyOf, postJson, type HttpEndpoint, type JsonReply, parseAnswer } from '../post-json.ts';
import { throwingAs } from '../provider-error.ts';
import { outputSchema, type OutputSchema, parseOutputText } from './output.ts';
import {
  TextGeneratorError,
  type GenerateOptions,
  type Generated,
  type TextGenerator,
} from './text-generator.ts';

export interface OpenAiCompatibleTextGeneratorConfig extends HttpEndpoint {
  provider: 'openai-compatible';
  model: string;
  /** The field that bounds the output: OpenAI's reasoning models want `max_completion_tokens`. Default `max_tokens`. */
  maxTokensField?: 'max_tokens' | 'max_completion_tokens';
}

const Answer = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().default(0), completion_tokens: z.number().default(0) })
    .nullish(),
});

/** `POST {base}/chat/completions`. A server that refuses `json_schema` is asked with `json_object` from then on. */
export function createOpenAiCompatibleTextGenerator(
  config: OpenAiCompatibleTextGeneratorConfig,
): TextGenerator {
  const { model, maxTokensField = 'max_tokens', timeoutMs = 120_000 } = config;
  let hasJsonSchema = true;

  async function ask<T>(
    options: GenerateOptions<T>,
    shape: OutputSchema,
    bySchema: boolean,
  ): Promise<JsonReply> {
    const { system, user, schemaName, maxTokens, signal } = options;
    const instructions = bySchema
      ? system
      : `${system}\n\nAnswer with one JSON object of this JSON Schema, and nothing else:\n${JSON.stringify(shape.json)}`;
    const body = {
      model,
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: user },
      ],
      [maxTokensField]: maxTokens,
      response_format: bySchema
        ? { type: 'json_schema', json_schema: { name: schemaName, strict: shape.strict, schema: shape.json } }
        : { type: 'json_object' },
    };
    return postJson({ ...config, timeoutMs }, '/chat/completions', body, signal);
  }

  return {
    model: `openai/${model}`,
    generate: (options) =>
      throwingAs(TextGeneratorError, async () => {
        const shape = outputSchema(options.schema);
        const reply = await ask(options, shape, hasJsonSchema);
        if (!hasJsonSchema || !refusesFormat(reply)) return readAnswer(bodyOf(reply), options);
        const answer = bodyOf(await ask(options, shape, false));
        hasJsonSchema = false;
        return readAnswer(answer, options);
      }),
  };
}

function refusesFormat({ status, body }: JsonReply): boolean {
  return (
    (status === 400 || status === 422) && /response_format|json_schema|schema/i.test(JSON.stringify(body))
  );
}

function readAnswer<T>(answer: unknown, { schema }: GenerateOptions<T>): Generated<T> {
  const { choices, usage } = parseAnswer(Answer, answer);
  const { finish_reason: reason, message } = choices[0]!;
  if (message.refusal) throw new TextGeneratorError('invalid_output', 'The model refused.');
  if (reason === 'length' || reason === 'content_filter') {
    throw new TextGeneratorError('invalid_output', `The model stopped early: ${reason}.`);
  }
  return {
    value: parseOutputText(schema, message.content ?? ''),
    inputTokens: usage?.prompt_tokens ?? 0,
    outputTokens: usage?.completion_tokens ?? 0,
  };
}

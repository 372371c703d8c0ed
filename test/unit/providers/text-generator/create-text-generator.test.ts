import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTextGenerator } from '@memory/providers';
import { stubAwsEnvironment } from '../aws-environment.ts';
import { loopbackServer } from '../loopback-server.ts';

afterEach(() => void vi.unstubAllEnvs());

const REQUEST = {
  system: 'Judge the pair.',
  user: 'A and B',
  schema: z.object({ confidence: z.number().min(0).max(1) }),
  schemaName: 'judgement',
  maxTokens: 100,
};

describe('bedrock', () => {
  const CLAUDE = 'eu.anthropic.claude-haiku-4-5-20251001-v1:0';
  const NOVA = 'eu.amazon.nova-lite-v1:0';

  async function bedrock(model: string, content: unknown[], stopReason: string) {
    const body = {
      output: { message: { role: 'assistant', content } },
      stopReason,
      usage: { inputTokens: 11, outputTokens: 7, totalTokens: 18 },
      metrics: { latencyMs: 1 },
    };
    const { url, requests } = await loopbackServer(() => ({ body }));
    stubAwsEnvironment('BEDROCK_RUNTIME', url);
    return { generator: createTextGenerator({ provider: 'bedrock', model }), requests };
  }

  test('a model that has structured output is asked with the schema', async () => {
    const { generator, requests } = await bedrock(CLAUDE, [{ text: '{"confidence":0.5}' }], 'end_turn');
    expect(await generator.generate(REQUEST)).toEqual({
      value: { confidence: 0.5 },
      inputTokens: 11,
      outputTokens: 7,
    });
    expect(generator.model).toBe(`bedrock/${CLAUDE}`);
    expect(requests[0]?.body).toMatchObject({
      system: [{ text: REQUEST.system }],
      messages: [{ role: 'user', content: [{ text: REQUEST.user }] }],
      inferenceConfig: { maxTokens: 100 },
      outputConfig: {
        textFormat: {
          type: 'json_schema',
          structure: { jsonSchema: { name: 'judgement', schema: expect.stringContaining('"confidence"') } },
        },
      },
    });
  });

  test('another model is made to call one tool', async () => {
    const call = { toolUse: { toolUseId: 't', name: 'judgement', input: { confidence: 1 } } };
    const { generator, requests } = await bedrock(NOVA, [{ text: 'Sure.' }, call], 'tool_use');
    expect((await generator.generate(REQUEST)).value).toEqual({ confidence: 1 });
    expect(requests[0]?.body).toMatchObject({
      inferenceConfig: { maxTokens: 100 },
      toolConfig: {
        tools: [{ toolSpec: { name: 'judgement', inputSchema: { json: { type: 'object' } } } }],
        toolChoice: { tool: { name: 'judgement' } },
      },
    });
  });

  test.each([
    ['anthropic.claude-sonnet-4-20250514-v1:0', false],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', true],
    ['global.anthropic.claude-opus-4-6-v1', true],
    ['anthropic.claude-sonnet-5-v1:0', true],
    ['anthropic.claude-3-7-sonnet-20250219-v1:0', false],
    ['amazon.nova-pro-v1:0', false],
  ])('%s: structured output %s', async (model, has) => {
    const { generator, requests } = await bedrock(model, [{ text: '{"confidence":0}' }], 'end_turn');
    await generator.generate(REQUEST);
    expect(Object.keys(requests[0]?.body ?? {}).includes('outputConfig')).toBe(has);
  });

  test.each([
    ['cut off', CLAUDE, [{ text: '{"confidence":0.5}' }], 'max_tokens'],
    ['filtered', CLAUDE, [{ text: 'I cannot.' }], 'content_filtered'],
    ['prose', CLAUDE, [{ text: 'I would rather not.' }], 'end_turn'],
    ['out of bounds', CLAUDE, [{ text: '{"confidence":2}' }], 'end_turn'],
    ['empty', CLAUDE, [], 'end_turn'],
    [
      'a tool of its own',
      NOVA,
      [{ toolUse: { toolUseId: 't', name: 'delete_all', input: { confidence: 1 } } }],
      'tool_use',
    ],
  ])('an answer that is %s is invalid output', async (_, model, content, stopReason) => {
    const { generator } = await bedrock(model, content, stopReason);
    await expect(generator.generate(REQUEST)).rejects.toMatchObject({
      name: 'TextGeneratorError',
      code: 'invalid_output',
      retryable: false,
    });
  });
});

describe('openai-compatible', () => {
  const reply = (content: string | null, more: object = {}) => ({
    body: {
      choices: [{ finish_reason: 'stop', message: { content }, ...more }],
      usage: { prompt_tokens: 11, completion_tokens: 7 },
    },
  });
  const generatorAt = (baseUrl: string) =>
    createTextGenerator({ provider: 'openai-compatible', baseUrl, model: 'm' });

  test('asks with the schema and a bound', async () => {
    const { url, requests } = await loopbackServer(() => reply('{"confidence":0.5}'));
    const generated = await generatorAt(url).generate(REQUEST);
    expect(generated).toEqual({ value: { confidence: 0.5 }, inputTokens: 11, outputTokens: 7 });
    expect(requests[0]).toMatchObject({
      path: '/chat/completions',
      body: {
        max_tokens: 100,
        response_format: { type: 'json_schema', json_schema: { name: 'judgement', strict: true } },
      },
    });
  });

  test('a server that refuses schemas is asked for an object, from then on at once', async () => {
    const { url, requests } = await loopbackServer(({ body }) => {
      const { response_format: format } = body as { response_format: { type: string } };
      if (format.type === 'json_schema')
        return { status: 400, body: { error: { message: 'response_format: unsupported' } } };
      return reply('```json\n{"confidence":0.25}\n```');
    });
    const generator = generatorAt(url);
    expect((await generator.generate(REQUEST)).value).toEqual({ confidence: 0.25 });
    await generator.generate(REQUEST);
    const formats = requests.map(
      ({ body }) => (body as { response_format: { type: string } }).response_format.type,
    );
    expect(formats).toEqual(['json_schema', 'json_object', 'json_object']);
    expect(JSON.stringify(requests[1]?.body)).toContain('JSON Schema');
  });

  test.each([
    ['a refusal', reply(null, { message: { refusal: 'No.' } })],
    ['nonsense', reply('maybe')],
    ['nothing', reply(null)],
    ['cut off', reply('{"confidence":0.5}', { finish_reason: 'length' })],
    ['filtered', reply('{"confidence":0.5}', { finish_reason: 'content_filter' })],
    ['another shape', reply('{"confidence":"high"}')],
    ['no choice', { body: { choices: [] } }],
  ])('%s is invalid output', async (_, answer) => {
    const { url } = await loopbackServer(() => answer);
    await expect(generatorAt(url).generate(REQUEST)).rejects.toMatchObject({
      name: 'TextGeneratorError',
      code: 'invalid_output',
    });
  });

  test.each([
    [429, 'throttled'],
    [503, 'unavailable'],
    [401, 'refused'],
  ])('HTTP %i is %s and not tried in another form', async (status, code) => {
    const { url, requests } = await loopbackServer(() => ({ status }));
    await expect(generatorAt(url).generate(REQUEST)).rejects.toMatchObject({
      name: 'TextGeneratorError',
      code,
    });
    expect(requests).toHaveLength(1);
  });
});

import { expect } from 'vitest';
import type { GenerateOptions } from '@memory/providers/text-generator';
import { TextGeneratorError, type TextGenerator } from '@memory/providers/text-generator';
import { storeMemory } from '@memory/core';
import { StoreMemoryBody } from '@memory/contracts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';
import { openPipeline } from './pipeline/pipeline.ts';
import { readState } from './pipeline/pipeline-state.ts';

const verifies = verifiesWith(testWithService);

interface Question {
  pair: number;
  a: { title: string };
  b: { title: string };
}

/** Says of every pair what `answer` says, and counts how often it is asked. */
function scripted(answer: (pair: Question) => object | undefined) {
  const asked: Question[][] = [];
  const generator: TextGenerator = {
    model: 'test/scripted',
    async generate<Value>({ user, schema }: GenerateOptions<Value>) {
      const pairs = JSON.parse(user) as Question[];
      asked.push(pairs);
      const relationships = pairs.flatMap((pair) => {
        const found = answer(pair);
        return found ? [{ pair: pair.pair, ...found }] : [];
      });
      const value = schema.safeParse({ relationships });
      if (!value.success) throw new TextGeneratorError('invalid_output', 'The answer has another shape.');
      return { value: value.data, inputTokens: 100, outputTokens: 20 };
    },
  };
  return { asked, generator };
}

const PAIR = [
  { title: 'Old rule', narrative: 'The queue retries a failed message five times.', concepts: ['retries'] },
  { title: 'New rule', narrative: 'The queue retries a failed message nine times.', concepts: ['retries'] },
];

const HEURISTIC = [
  'New rule related_to Old rule by concept_overlap',
  'New rule similar_to Old rule by embedding_similarity',
];

/** Stores the pair and does its jobs with a text generator. */
async function discover(
  service: TestWorkspace,
  generator: TextGenerator,
  settings: Record<string, string> = {},
): Promise<string[]> {
  const { db } = service.services;
  const pipeline = await openPipeline({
    db,
    settings,
    wrap: (services) => ({ ...services, textGenerator: generator }),
  });
  for (const input of PAIR)
    await storeMemory(pipeline.services, await service.workspace(), StoreMemoryBody.parse(input));
  await pipeline.drain({ skipDelays: true });
  const { memories, edges } = await readState(db, service.id);
  expect(memories.every(({ discovered }) => discovered)).toBe(true);
  return edges;
}

verifies(['discovery.model-method', 'discovery.model-types'], async ({ service }) => {
  const { asked, generator } = scripted(({ a }) => ({
    type: 'supersedes',
    from: a.title === 'New rule' ? 'a' : 'b',
    confidence: 0.9,
  }));
  expect(await discover(service, generator)).toEqual(
    [...HEURISTIC, 'New rule supersedes Old rule by embedding_similarity'].toSorted(),
  );
  // One call for the batch, the pair in it once.
  expect(asked).toHaveLength(1);
  expect(asked[0]).toHaveLength(1);
});

const NONSENSE: Record<string, (pair: Question) => object | undefined> = {
  'an unknown pair': () => ({ pair: 99, type: 'contradicts', from: 'a', confidence: 1 }),
  'an unknown type': () => ({ type: 'married_to', from: 'a', confidence: 1 }),
  'a confidence out of range': () => ({ type: 'contradicts', from: 'a', confidence: 7 }),
  'hardly any confidence': () => ({ type: 'contradicts', from: 'a', confidence: 0.2 }),
  'an older memory that supersedes the younger': ({ a }) => ({
    type: 'supersedes',
    from: a.title === 'Old rule' ? 'a' : 'b',
    confidence: 1,
  }),
};

for (const [title, answer] of Object.entries(NONSENSE))
  verifies(
    'discovery.model-nonsense',
    async ({ service }) => {
      const { asked, generator } = scripted(answer);
      expect(await discover(service, generator)).toEqual(HEURISTIC);
      expect(asked.length).toBeGreaterThan(0);
    },
    { title },
  );

verifies(
  'discovery.model-nonsense',
  async ({ service }) => {
    const refusing: TextGenerator = {
      model: 'test/refusing',
      generate: () => Promise.reject(new TextGeneratorError('invalid_output', 'The model refused.')),
    };
    expect(await discover(service, refusing)).toEqual(HEURISTIC);
  },
  { title: 'a refusal' },
);

verifies(
  'discovery.model-nonsense',
  async ({ service }) => {
    const { asked, generator } = scripted(() => ({ type: 'contradicts', from: 'a', confidence: 1 }));
    expect(await discover(service, generator, { TEXT_GENERATOR_TOKENS_PER_DAY: '10' })).toEqual(HEURISTIC);
    expect(asked).toEqual([]);
  },
  { title: 'a budget that is spent asks nothing and changes nothing' },
);

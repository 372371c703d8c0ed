import { expect, test } from 'vitest';
import { modelName, prefixesFor } from '../../../../packages/providers/src/embedder/prefixes.ts';

test.each([
  ['intfloat/multilingual-e5-small', 'query: ', 'passage: '],
  ['nomic-embed-text:v1.5', 'search_query: ', 'search_document: '],
  ['multilingual-e5-large-instruct', '', ''],
  ['text-embedding-3-small', '', ''],
])('%s has the prefixes of its model card', (model, query, document) => {
  expect(prefixesFor(model)).toEqual({ query, document });
});

test('prefixes other than the usual ones give the stored vectors another name', () => {
  const name = modelName('ollama', 'e5-base', 768);
  expect(name).toBe('ollama/e5-base/768');
  expect(modelName('ollama', 'e5-base', 768, { query: 'query: ', document: 'passage: ' })).toBe(name);
  expect(modelName('ollama', 'e5-base', 768, { query: '', document: '' })).toMatch(
    /^ollama\/e5-base\/768\+[0-9a-f]{8}$/,
  );
});

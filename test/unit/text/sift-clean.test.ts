import { expect, test } from 'vitest';
import { redactSecrets, redactValue } from '@memory/redact';
import { naturalSecrets } from './natural-secrets.ts';
import { secretSamples } from './redact-samples.ts';

test('what stands among very many texts is found as by itself', () => {
  const samples = [...secretSamples, ...naturalSecrets]
    .map(({ text }) => text)
    .filter((text) => text.length <= 300);
  const texts = Array.from({ length: 1_500 }, (_, number) => {
    const sample = number % 5 === 0 ? samples[number / 5] : undefined;
    return sample ?? `function made${number}(of: string): Call`;
  });
  const { value, places } = redactValue(texts);
  expect(value).toEqual(texts.map((text) => redactSecrets(text).text));
  expect(new Set(places.map(({ path: [place] }) => place)).size).toBeGreaterThan(200);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { redactSecrets } from '@memory/redact';
import { z } from 'zod';
import { describe, expect, test } from 'vitest';
import { extractSession } from '@memory/core/extraction';

/*
 * The session in which redaction and extraction themselves were written: commands with their output, edits, notes and
 * decisions as they were recorded, shortened, with machine paths cut and secrets (made-up ones) redacted.
 */
const Line = z.object({
  id: z.string(),
  kind: z.string(),
  tool_name: z.string().nullable(),
  content: z.string(),
  files: z.array(z.string()),
  occurred_at: z.iso.datetime().transform((instant) => new Date(instant)),
});
const file = join(import.meta.dirname, '../../fixtures/sessions/redaction-and-extraction.jsonl');
const text = readFileSync(file, 'utf8');
const observations = text
  .trimEnd()
  .split('\n')
  .map((line) => Line.parse(JSON.parse(line)));
const session = {
  project_name: 'workspace-memory',
  branch_name: 'main',
  started_at: observations[0]?.occurred_at ?? new Date(0),
  ended_at: observations.at(-1)?.occurred_at ?? null,
};
const { memories, open, summary } = await extractSession({ session, observations, memoriesStored: [] });

test('the recording is long enough, and holds no secrets and no paths of a machine', () => {
  expect(observations.length).toBeGreaterThanOrEqual(100);
  for (const { content } of observations)
    expect(redactSecrets(content)).toEqual({ text: content, kinds: [] });
  expect(text).not.toMatch(/\/(?:home|root|tmp|work|Users)\//);
});

test('the summary says first what came of it, then what changed, was decided and found', () => {
  const told = summary({ drawn: memories.length });
  const [outcome = '', ...sections] = told.split('\n\n');
  expect(outcome).toContain('Committed: “feat(text): redact secrets in linear time');
  expect(outcome).toMatch(/Last test run: Tests \d+ passed \(\d+\)\.$/);
  const headings = sections.filter((part) => part.startsWith('## '));
  expect(headings).toEqual(['## Changed', '## Decided', '## Found']);
  expect(told).toMatch(/\d+ in packages\/core\/src\/extraction, \d+ in packages\/text\/src\/redact/);
  expect(told).toContain('- We decided to write our own redaction rules instead of using secretlint');
  expect(told.split('\n').length).toBeLessThanOrEqual(40);
  expect(told.length).toBeLessThan(4_500);
  // Each check that failed passed later.
  expect(open).toEqual([]);
});

test('the order in which observations arrive does not matter', async () => {
  const again = await extractSession({
    session,
    observations: observations.toReversed(),
    memoriesStored: [],
  });
  expect(again.summary({ drawn: 0 })).toBe(summary({ drawn: 0 }));
  expect(again.memories).toEqual(memories);
});

describe('the memories', () => {
  const citing = (id: string) => memories.filter(({ cites }) => cites.includes(id));
  const idOf = (words: string) =>
    observations.find(({ content }) => content.includes(words))?.id ?? 'missing';

  test.each([
    ['decision', 'instead of using secretlint', 'packages/text/src/redact/redact-secrets.ts'],
    ['convention', 'a token rule always eats the whole run', 'packages/text/src/redact/token-rules.ts'],
    [
      'incident',
      'the AWS rule looked at the character behind the key',
      'packages/text/src/redact/token-rules.ts',
    ],
    ['decision', 'short aliases', 'packages/core/src/extraction/build-extraction-prompt.ts'],
    [
      'architecture',
      'one orchestrating function that knows the generator',
      'packages/core/src/extraction/extract-session.ts',
    ],
    [
      'incident',
      'Set.prototype.intersection and union belong to ES2025',
      'packages/core/src/extraction/failure-episodes.ts',
    ],
  ])('hold the %s “%s”', (memory_type, words, source) => {
    const [memory] = citing(idOf(words));
    expect(memory).toMatchObject({ memory_type });
    expect(memory?.narrative).toContain(words);
    expect(memory?.source_files).toContain(source);
  });

  test('tie the root cause to the failure it explains and to the change that mended it', () => {
    const [memory] = citing(idOf('the AWS rule looked at'));
    expect(memory?.narrative).toMatch(
      /^Error: Property failed after \d+ tests\n\nRoot cause: .*\n\nDrop the look ahead/s,
    );
    expect(memory?.cites.length).toBeGreaterThanOrEqual(3);
  });

  test('come from what was said, none from the output of a tool alone', () => {
    const said = new Set(['note', 'decision', 'user_prompt']);
    for (const { cites } of memories)
      expect(cites.some((id) => said.has(observations.find((other) => other.id === id)?.kind ?? ''))).toBe(
        true,
      );
  });
});

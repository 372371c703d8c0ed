import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { redactSecrets } from '@memory/redact';
import { z } from 'zod';
import { describe, expect, test } from 'vitest';
import { extractMemories } from '../../../packages/core/src/extraction/extract-memories.ts';
import { summarizeSession } from '../../../packages/core/src/extraction/summarize-session.ts';

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

test('the recording is long enough, and holds no secrets and no paths of a machine', () => {
  expect(observations.length).toBeGreaterThanOrEqual(100);
  for (const { content } of observations)
    expect(redactSecrets(content)).toEqual({ text: content, kinds: [] });
  expect(text).not.toMatch(/\/(?:home|root|tmp|work|Users)\//);
});

describe('the offline summary', () => {
  const summary = summarizeSession({ session, observations, memoriesStored: [], memoriesDrawn: 0 });
  const lines = summary.split('\n');
  const section = (name: string) => {
    const start = lines.findIndex((line) => line.startsWith(`${name}:`));
    const length = lines.slice(start + 1).findIndex((line) => !line.startsWith('- '));
    return lines.slice(start, length < 0 ? undefined : start + 1 + length).join('\n');
  };

  test('is short enough to be read at the start of work', () => {
    expect(lines.length).toBeLessThanOrEqual(25);
    expect(summary.length).toBeLessThan(4_500);
  });

  test('says what was asked', () => {
    expect(section('Asked')).toContain('Write the pure parts of capture and extraction');
    expect(section('Asked')).toContain('Look for a maintained library of rules first');
  });

  test('says where the work was done', () => {
    expect(section('Changed')).toMatch(
      /\d+ in packages\/core\/src\/extraction, \d+ in packages\/text\/src\/redact/,
    );
  });

  test('says what was decided, and why', () => {
    expect(section('Decided')).toContain(
      'our own redaction rules instead of using secretlint, because its core is asynchronous',
    );
    expect(section('Decided')).toContain('short aliases');
  });

  test('says what failed and what it was', () => {
    const troubles = section('Failed and fixed');
    expect(troubles).toContain('test/unit/text/redact: AssertionError');
    expect(troubles).toContain(
      'a dot, question or exclamation mark between names was read as a property access',
    );
    expect(troubles).toContain('The AWS rule looked at the character behind the key');
    expect(summary).not.toContain('Still failing');
  });

  test('says how it ended', () => {
    expect(section('Outcome')).toContain('committed “feat(text): redact secrets in linear time');
    expect(section('Outcome')).toContain('committed “feat(extraction): summaries and memories that cite');
    expect(section('Outcome')).toMatch(/last test run: Tests \d+ passed \(\d+\)$/m);
  });

  test('is the same every time', () => {
    const again = summarizeSession({
      session,
      observations: observations.toReversed(),
      memoriesStored: [],
      memoriesDrawn: 0,
    });
    expect(again).toBe(summary);
  });
});

describe('the offline memories', () => {
  const memories = extractMemories(observations);
  const citing = (id: string) => memories.filter(({ cites }) => cites.includes(id));
  const idOf = (words: string) =>
    observations.find(({ content }) => content.includes(words))?.id ?? 'missing';

  test('are few', () => {
    expect(memories.length).toBeGreaterThanOrEqual(6);
    expect(memories.length).toBeLessThanOrEqual(12);
  });

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
    expect(memory?.cites).toHaveLength(3);
  });

  test('come from what was said, none from the output of a tool alone', () => {
    const said = new Set(['note', 'decision', 'user_prompt']);
    for (const { cites } of memories) {
      expect(cites.some((id) => said.has(observations.find((other) => other.id === id)?.kind ?? ''))).toBe(
        true,
      );
    }
  });
});

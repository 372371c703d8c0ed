import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { diffSections, splitDocument } from '@memory/sections';
import type { SectionDiff } from '@memory/sections';

import { sampleMarkdown } from './sample-markdown.ts';

const prose = (name: string, count = 12): string =>
  `${name} `.repeat(3) + 'says what there is to say. '.repeat(count);
const chapter = (name: string, depth = 2): string => `${'#'.repeat(depth)} ${name}\n\n${prose(name)}`;
const document = (...parts: string[]): string => ['# Guide', prose('Intro'), ...parts].join('\n\n');
const names = ['Alpha', 'Beta', 'Gamma', 'Delta'];

function diff(before: string, after: string, format: 'markdown' | 'text' = 'markdown'): SectionDiff {
  return diffSections(splitDocument(before, { format }), splitDocument(after, { format }));
}
const counts = ({ created, updated, unchanged, removed }: SectionDiff): number[] =>
  [created, updated, unchanged, removed].map(({ length }) => length);

test('the same text again changes nothing', () => {
  fc.assert(
    fc.property(sampleMarkdown, (text) => {
      const sections = splitDocument(text, { format: 'markdown', maxChars: 600 });
      expect(counts(diffSections(sections, sections))).toEqual([0, 0, sections.length, 0]);
    }),
    { numRuns: 30 },
  );
});

test('every section before and after is in one place of the answer', () => {
  fc.assert(
    fc.property(sampleMarkdown, sampleMarkdown, (one, two) => {
      const before = splitDocument(one, { format: 'markdown', maxChars: 600 });
      const after = splitDocument(two, { format: 'markdown', maxChars: 600 });
      const { created, updated, unchanged, removed } = diffSections(before, after);
      const kept = [...updated, ...unchanged];
      expect([...removed, ...kept.map((pair) => pair.previousKey)].sort()).toEqual(
        before.map((s) => s.key).sort(),
      );
      expect(new Set([...created, ...kept.map((pair) => pair.section)])).toEqual(new Set(after));
    }),
    { numRuns: 50 },
  );
});

describe('a document under headings', () => {
  const before = document(...names.map((name) => chapter(name)));

  test('an edit is an update of its section only', () => {
    const found = diff(before, before.replace('Beta Beta', 'Beta, edited,'));
    expect(counts(found)).toEqual([0, 1, 4, 0]);
    expect(found.updated).toMatchObject([{ previousKey: 'guide/beta', section: { key: 'guide/beta' } }]);
  });

  test.for([1, 2, 3])('an insertion at place %i leaves all others their key', (place) => {
    const found = diff(
      before,
      document(...names.map((name) => chapter(name)).toSpliced(place, 0, chapter('New'))),
    );
    expect(counts(found)).toEqual([1, 0, 5, 0]);
    for (const { previousKey, section } of found.unchanged) expect(section.key).toBe(previousKey);
  });

  test('a new order is a change of nothing', () => {
    const found = diff(before, document(...names.toReversed().map((name) => chapter(name))));
    expect(counts(found)).toEqual([0, 0, 5, 0]);
  });

  test('a new heading over the same text is an update', () => {
    const found = diff(before, before.replace('## Beta', '## Better'));
    expect(counts(found)).toEqual([0, 1, 4, 0]);
    expect(found.updated).toMatchObject([{ previousKey: 'guide/beta', section: { key: 'guide/better' } }]);
  });

  test('a new heading above keeps those below', () => {
    const found = diff(before, before.replace('# Guide', '# Handbook'));
    expect(counts(found)).toEqual([0, 5, 0, 0]);
    expect(found.updated[1]).toMatchObject({
      previousKey: 'guide/alpha',
      section: { key: 'handbook/alpha' },
    });
  });

  test('a section taken out is removed', () => {
    const found = diff(before, document(...['Alpha', 'Gamma', 'Delta'].map((name) => chapter(name))));
    expect(counts(found)).toEqual([0, 0, 4, 1]);
    expect(found.removed).toEqual(['guide/beta']);
  });

  test('equal headings are followed by their text when one is put before them', () => {
    const log = (versions: string[]): string =>
      versions.map((v) => `# ${v}\n\n## Notes\n\n${prose(v)}`).join('\n\n');
    const found = diff(log(['1.1', '1.0']), log(['1.2', '1.1', '1.0']));
    expect(counts(found)).toEqual([1, 0, 2, 0]);
  });
});

describe('what the cuts depend on', () => {
  test('a paragraph put into a long text changes few of its parts', () => {
    const paragraphs = Array.from({ length: 200 }, (_, i) => prose(`Topic ${i * 7919}`, 5 + (i % 9)));
    const found = diff(
      paragraphs.join('\n\n'),
      paragraphs.toSpliced(20, 0, prose('New')).join('\n\n'),
      'text',
    );
    const [created = 0, updated = 0, unchanged = 0, removed = 0] = counts(found);
    expect(unchanged).toBeGreaterThan(5 * (created + updated + removed));
  });

  test('an entry on top of a long changelog of short ones changes few sections', () => {
    const entry = (n: number): string => `## 1.${n}.0\n\n- Fixed the case of ${n * 7919} things.`;
    const log = (last: number): string =>
      ['# Changelog', ...Array.from({ length: last }, (_, i) => entry(last - i))].join('\n\n');
    const found = diff(log(400), log(401));
    const [created = 0, updated = 0, unchanged = 0, removed = 0] = counts(found);
    expect(unchanged).toBeGreaterThan(2 * (created + updated + removed));
  });

  test('an edited part is an update even where the numbers of parts moved on', () => {
    const paragraphs = Array.from({ length: 60 }, (_, i) => prose(`Topic ${i * 7919}`, 20));
    const found = diff(
      paragraphs.join('\n\n'),
      paragraphs.with(55, prose('Edited', 20)).join('\n\n'),
      'text',
    );
    expect(found.created.length + found.removed.length).toBeLessThanOrEqual(1);
    expect(found.updated.length).toBeGreaterThanOrEqual(1);
  });
});

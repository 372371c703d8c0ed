import { describe, expect, it } from 'vitest';
import { describeSummary, withoutTold } from '../../../packages/agents/src/code-index/describe-summary.ts';

const nothing = {
  repository: 'r',
  sent: 0,
  unchanged: 0,
  deleted: 0,
  symbols: 0,
  kept: 0,
  trunk: null,
  behind: null,
  partial: [],
  skipped: [],
  unread: {},
  nested: [],
};

it('says so where nothing could be read, and what is too large', () => {
  expect(describeSummary(nothing)).toEqual([
    'r: 0 files sent with 0 symbols.',
    'No file here is of a language that is read, or all are ignored.',
  ]);
  const large = { ...nothing, unchanged: 1, skipped: [{ path: 'a.ts', reason: 'too_large' as const }] };
  expect(describeSummary(large)[1]).toBe('Skipped, larger than 4 MB: a.ts.');
});

describe('what a watched tree tells', () => {
  it('is told once', () => {
    const summary = {
      repository: 'r',
      sent: 1,
      unchanged: 0,
      deleted: 0,
      symbols: 1,
      kept: 0,
      trunk: null,
      behind: null,
      partial: ['a.ts'],
      skipped: [{ path: 'vendor', reason: 'ignored_by_default' as const }],
      unread: { '.lua': 2 },
      nested: ['inner'],
    };
    const told = new Set<string>();
    expect(describeSummary(withoutTold(summary, told))).toEqual(
      expect.arrayContaining(['Not read, of other languages: 2 .lua.']),
    );
    expect(describeSummary(withoutTold(summary, told))).toHaveLength(1);
    const more = { ...summary, skipped: [...summary.skipped, { path: 'b.ts', reason: 'binary' as const }] };
    expect(describeSummary(withoutTold(more, told))[1]).toBe('Skipped, binary: b.ts.');
  });
});

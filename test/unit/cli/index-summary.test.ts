import { describe, expect, it } from 'vitest';
import { describeSummary, withoutTold } from '../../../packages/cli/src/index-command/describe-summary.ts';

describe('what a watched tree tells', () => {
  it('is told once', () => {
    const summary = {
      repository: 'r',
      sent: 1,
      unchanged: 0,
      deleted: 0,
      symbols: 1,
      kept: 0,
      partial: ['a.ts'],
      skipped: [{ path: 'vendor', reason: 'ignored_by_default' as const }],
      nested: ['inner'],
    };
    const told = new Set<string>();
    expect(describeSummary(withoutTold(summary, told))).toHaveLength(4);
    expect(describeSummary(withoutTold(summary, told))).toHaveLength(1);
    const more = { ...summary, skipped: [...summary.skipped, { path: 'b.ts', reason: 'binary' as const }] };
    expect(describeSummary(withoutTold(more, told))[1]).toBe('Skipped, binary: b.ts.');
  });
});

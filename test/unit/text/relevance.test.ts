import { relevance } from '@memory/text';
import { describe, expect, it } from 'vitest';

const nothing = { coverage: 0, matched: 0, likeness: 0, known: 0, memories: 1000 };

describe('relevance', () => {
  it('is far below the default threshold without evidence and far above it with all of it', () => {
    expect(relevance(nothing)).toBeLessThan(0.01);
    expect(relevance({ ...nothing, coverage: 1, matched: 20, likeness: 0.5, known: 1 })).toBeGreaterThan(0.9);
  });

  it('follows the fitted formula', () => {
    const z = -5.4 - 0.55 * Math.log(3) + 1.6 * 0.4 + 8.2 * 0.4 + 2.5 * 0.3 + 1.9 * 0.9;
    expect(relevance({ coverage: 0.4, matched: 10, likeness: 0.3, known: 0.9, memories: 300 })).toBeCloseTo(
      1 / (1 + Math.exp(-(z < 0 ? 1.5 * z : z))),
      12,
    );
  });

  it('takes much in common for more than a large share of little', () => {
    const share = { ...nothing, coverage: 0.5, known: 1 };
    expect(relevance({ ...share, matched: 3 })).toBeLessThan(0.15);
    expect(relevance({ ...share, matched: 15 })).toBeGreaterThan(0.5);
    expect(relevance({ ...share, matched: 300 })).toBe(relevance({ ...share, matched: 25 }));
  });

  it('believes a vector by itself, where words say nothing', () => {
    expect(relevance({ ...nothing, likeness: 0.4 })).toBeLessThan(0.15);
    expect(relevance({ ...nothing, likeness: 0.49 })).toBeGreaterThan(0.15);
    expect(relevance({ ...nothing, likeness: 0.49, besideMemories: 1 })).toBeLessThan(0.15);
  });

  it('takes sizes beyond 5 and 2000 for these', () => {
    expect(relevance({ ...nothing, memories: 0 })).toBe(relevance({ ...nothing, memories: 5 }));
    expect(relevance({ ...nothing, memories: 1e6 })).toBe(relevance({ ...nothing, memories: 2000 }));
  });

  it('asks more of a page among memories, which holds words of any question about the domain', () => {
    const memory = {
      ...nothing,
      coverage: 0.4,
      matched: 6.5,
      likeness: 0.3,
      known: 0.6,
      memories: 100,
    };
    expect(relevance(memory)).toBeGreaterThan(0.2);
    expect(relevance({ ...memory, besideMemories: 1 })).toBeLessThan(0.15);
    expect(relevance({ ...memory, coverage: 0.9, matched: 14, besideMemories: 1 })).toBeGreaterThan(0.5);
  });

  it('knows rare words in a young workspace, where all idf is low', () => {
    // A question of four words, three of which one of two memories has; one that shares a word by chance.
    const young = { ...nothing, memories: 2 };
    expect(relevance({ ...young, coverage: 0.54, matched: 2.08, known: 0.54 })).toBeGreaterThan(0.7);
    expect(relevance({ ...young, coverage: 0.09, matched: 0.69, known: 0.09 })).toBeLessThan(0.15);
  });
});

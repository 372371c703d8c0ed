import { relevance } from '@memory/text';
import { describe, expect, it } from 'vitest';

const nothing = { coverage: 0, cosHash: 0, cosLsa: 0, mass: 0, known: 0, memories: 1000 };

describe('relevance', () => {
  it('is far below the default threshold without evidence and far above it with all of it', () => {
    expect(relevance(nothing)).toBeLessThan(0.01);
    expect(
      relevance({ ...nothing, coverage: 1, cosHash: 0.5, cosLsa: 0.6, mass: 1, known: 1 }),
    ).toBeGreaterThan(0.9);
  });

  it('follows the fitted formula', () => {
    const z = -4.4 - 0.6 * Math.log(3) + 5 * 0.4 + 4 * 0.3 + 7 * 0.5 * 0.8 + 2 * 0.9;
    expect(
      relevance({ coverage: 0.4, cosHash: 0.3, cosLsa: 0.5, mass: 0.8, known: 0.9, memories: 300 }),
    ).toBeCloseTo(1 / (1 + Math.exp(-z)), 12);
  });

  it('takes negative cosines for none, and sizes beyond 5 and 2000 for these', () => {
    expect(relevance({ ...nothing, cosHash: -0.5, cosLsa: -0.5, mass: 1 })).toBe(relevance(nothing));
    expect(relevance({ ...nothing, memories: 0 })).toBe(relevance({ ...nothing, memories: 5 }));
    expect(relevance({ ...nothing, memories: 1e6 })).toBe(relevance({ ...nothing, memories: 2000 }));
  });
});

import { isTranslated, questionIn, relevance } from '@memory/text';
import { describe, expect, it } from 'vitest';

const nothing = { coverage: 0, matched: 0, likeness: 0, memories: 1000 };

describe('relevance', () => {
  it('is far below the default threshold without evidence and far above it with all of it', () => {
    expect(relevance(nothing)).toBeLessThan(0.01);
    expect(relevance({ ...nothing, coverage: 1, matched: 20, likeness: 0.7 })).toBeGreaterThan(0.5);
  });

  it('follows the fitted formula', () => {
    const z = -5.05 - 0.9 * Math.log(3) + 2.1 * 0.4 + 3.35 * 0.4 + 3.6 * 0.3;
    expect(relevance({ coverage: 0.4, matched: 10, likeness: 0.3, memories: 300 })).toBeCloseTo(
      1 / (1 + Math.exp(-z)),
      12,
    );
  });

  it('takes much in common for more than a large share of little, up to a bound', () => {
    const share = { ...nothing, coverage: 0.6, likeness: 0.3 };
    expect(relevance({ ...share, matched: 3 })).toBeLessThan(0.15);
    expect(relevance({ ...share, matched: 25 })).toBeGreaterThan(0.15);
    expect(relevance({ ...share, matched: 300 })).toBe(relevance({ ...share, matched: 25 }));
  });

  it('believes a vector by itself, sooner where the question is in another language', () => {
    expect(relevance({ ...nothing, likeness: 0.5 })).toBeLessThan(0.15);
    expect(relevance({ ...nothing, likeness: 0.62 })).toBeGreaterThan(0.15);
    expect(relevance({ ...nothing, likeness: 0.62, besideMemories: 1 })).toBeLessThan(0.15);
    expect(relevance({ ...nothing, likeness: 0.3, isTranslated: true })).toBeGreaterThan(0.15);
  });

  it('takes sizes beyond 30 and 2000 for these', () => {
    expect(relevance({ ...nothing, memories: 0 })).toBe(relevance({ ...nothing, memories: 30 }));
    expect(relevance({ ...nothing, memories: 1e6 })).toBe(relevance({ ...nothing, memories: 2000 }));
  });

  it('asks more of a page among memories, which holds words of any question about the domain', () => {
    const memory = { ...nothing, coverage: 0.5, matched: 6.5, likeness: 0.4, memories: 100 };
    expect(relevance(memory)).toBeGreaterThan(0.15);
    expect(relevance({ ...memory, besideMemories: 1 })).toBeLessThan(0.15);
  });

  it('believes one of two words that names the memory in its title', () => {
    const half = { ...nothing, coverage: 0.45, matched: 4.5, likeness: 0.3, memories: 90 };
    expect(relevance(half)).toBeLessThan(0.15);
    expect(relevance({ ...half, isNamed: true })).toBeGreaterThan(0.15);
    expect(relevance({ ...nothing, isNamed: true })).toBeLessThan(0.15);
    const name = { ...nothing, coverage: 1, matched: 3.9, memories: 123 };
    expect(relevance(name)).toBeLessThan(0.15);
    expect(relevance({ ...name, isSingled: true })).toBeGreaterThan(0.15);
  });

  it('knows rare words in a young workspace, where all idf is low', () => {
    // A question of four words, three of which one of two memories has; one that shares a word by chance.
    const young = { ...nothing, memories: 2 };
    expect(relevance({ ...young, coverage: 0.54, matched: 2.08 })).toBeGreaterThan(0.15);
    expect(relevance({ ...young, coverage: 0.09, matched: 0.69 })).toBeLessThan(0.15);
  });
});

describe('questionIn', () => {
  it('reads a long text for its first sentence, its failures, its questions and its names', () => {
    const filler = 'There is a lot of talk around it that could stand in any other report as well.\n'.repeat(
      9,
    );
    const asked = questionIn(
      `# Import of members stops halfway\n\n${filler}TypeError: rows is not iterable in src/members/read.ts\n${filler}Did somebody see that before?\nUntil then we call readMembers again. ${filler}`,
    );
    for (const part of ['Import of members stops halfway', 'TypeError', 'Did somebody see', 'readMembers'])
      expect(asked).toContain(part);
    expect(asked).not.toContain('talk around');
    expect(questionIn('gnomad cutoff')).toBe('gnomad cutoff');
  });
});

describe('isTranslated', () => {
  it('knows short questions in another language than the workspace', () => {
    expect(isTranslated('wie lange lebt das access token', 'english')).toBe(true);
    expect(isTranslated('会话令牌多久过期', 'english')).toBe(true);
    expect(isTranslated('how long does the access token live', 'english')).toBe(false);
    expect(isTranslated('wie lange lebt das access token', 'german')).toBe(false);
  });
});

import { parseQuery } from '@memory/text';
import { describe, expect, it } from 'vitest';

const alternativesOf = (query: string) =>
  parseQuery(query, 'english').alternatives.map((lexemes) => lexemes.join(' '));

describe('alternatives of a query', () => {
  it('are the other members of a group, stemmed', () => {
    expect(alternativesOf('k8s setup')).toEqual(['kubernet']);
    expect(alternativesOf('Kubernetes')).toEqual(['k8s']);
  });

  it('are found by the longest phrase, whose parts then ask for nothing more', () => {
    const limits = alternativesOf('the rate limit');
    expect(limits).toContain('quota');
    expect(limits).toContain('throttl');
    expect(alternativesOf('limit the rate')).toEqual([]);
  });

  it('are not what the query says itself', () => {
    expect(alternativesOf('k8s, that is Kubernetes')).toEqual([]);
  });

  it('are none of plain words, and none in an exact query', () => {
    expect(alternativesOf('how does the heron find its fish')).toEqual([]);
    expect(parseQuery('k8s', 'english', { exact: true }).alternatives).toEqual([]);
  });

  it('are at most 32', () => {
    const query =
      'auth db deploy gc k8s oom quota perf sse tls ui undo incident cache retry backup alert cron api repo';
    expect(alternativesOf(query).length).toBeLessThanOrEqual(32);
  });
});

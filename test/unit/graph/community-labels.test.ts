import { communities, communityLabels } from '@memory/graph';
import type { CommunityLabelsInput } from '@memory/graph';
import { describe, expect, it } from 'vitest';
import { buildGraph } from './build-graph.ts';
import { plantedGroups, wordNet } from './sample-graphs.ts';

/** Labels for memories given as id, concepts and title. */
function labelsOf(
  groups: readonly (readonly { id: string; concepts?: readonly string[]; title?: string }[])[],
  previousLabels: CommunityLabelsInput['previousLabels'] = new Map(),
): Map<string, string | null> {
  const memories = new Map(groups.flat().map((memory) => [memory.id, memory]));
  return communityLabels({
    communities: groups.map((members) => members.map(({ id }) => id)),
    conceptsOf: (id) => memories.get(id)!.concepts ?? [],
    titlesOf: (id) => memories.get(id)!.title ?? '',
    previousLabels,
  });
}

const members = (prefix: string, count: number, concepts: readonly string[] = [], title = '') =>
  Array.from({ length: count }, (_, number) => ({ id: `${prefix}${number}`, concepts, title }));

describe('communityLabels', () => {
  it('names a community by what marks it off: its own concepts before those that everybody has', () => {
    const labels = labelsOf([
      members('a', 4, ['project', 'Postgres', 'migrations', 'drizzle']),
      members('b', 4, ['project', 'React', 'css', 'layout']),
    ]);
    expect(labels.get('a0')).toBe('drizzle, migrations, postgres');
    expect(labels.get('b3')).toBe('css, layout, react');
  });

  it('counts inflections of a concept as one, written as most write it', () => {
    const group = [...members('a', 2, ['Migrations']), ...members('b', 1, ['migration'])];
    expect(labelsOf([group]).get('b0')).toBe('migrations');
  });

  it('takes words of the titles where there are no concepts', () => {
    expect(labelsOf([members('a', 2, [], 'The retry of 3 webhooks')]).get('a1')).toBe('retry, webhooks');
  });

  it('leaves a memory alone without a label', () => {
    expect(
      labelsOf([members('a', 2, ['x']), members('b', 1, ['y'])], new Map([['b0', 'y']])).get('b0'),
    ).toBeNull();
  });

  it('gives every community another label, with more terms or a number', () => {
    const labels = labelsOf([
      members('a', 2, ['p', 'q', 'r']),
      members('b', 2, ['p', 'q', 'r', 's']),
      members('c', 2, ['p', 'q', 'r']),
      members('d', 2),
      members('e', 2),
    ]);
    expect(['a0', 'c0', 'd0', 'e0'].map((id) => labels.get(id))).toEqual([
      'p, q, r',
      'p, q, r (2)',
      'unnamed',
      'unnamed (2)',
    ]);
    expect(new Set(labels.values()).size).toBe(5);
  });

  it('keeps the label of the larger part when a community splits', () => {
    const [large, small] = [members('a', 6, ['queue', 'sqs']), members('b', 4, ['queue', 'cron'])];
    const previous = new Map([...large, ...small].map(({ id }) => [id, 'jobs, queue']));
    const labels = labelsOf([large, small], previous);
    expect(labels.get('a0')).toBe('jobs, queue');
    expect(labels.get('b0')).toBe('cron, queue');
  });

  it('keeps the label of the larger community when two merge', () => {
    const [large, small] = [members('a', 6, ['queue']), members('b', 4, ['cron'])];
    const previous = new Map([
      ...large.map(({ id }) => [id, 'queue'] as const),
      ...small.map(({ id }) => [id, 'cron'] as const),
    ]);
    expect(new Set(labelsOf([[...large, ...small]], previous).values())).toEqual(new Set(['queue']));
  });

  it('does not name a community after a few of its members', () => {
    const group = [...members('a', 2, ['queue']), ...members('b', 8, ['cron'])];
    expect(
      labelsOf(
        [group],
        new Map([
          ['a0', 'queue'],
          ['a1', 'queue'],
        ]),
      ).get('b0'),
    ).toBe('cron, queue');
  });

  it('drops a label none of whose terms the community has any more', () => {
    expect(
      labelsOf(
        [members('a', 3, ['react'])],
        new Map([
          ['a0', 'css'],
          ['a1', 'css'],
          ['a2', 'css'],
        ]),
      ).get('a0'),
    ).toBe('react');
  });

  it('changes nothing when run again, and little when a memory is added', () => {
    const sample = plantedGroups({ nodes: 2000, edges: 12_000 });
    const conceptsOf = (id: string) => [
      `c${Number.parseInt(id.slice(-4), 16) >> 6}`,
      `d${Number.parseInt(id.slice(-4), 16) >> 5}`,
    ];
    const run = (edges: typeof sample.edges, previousLabels: ReadonlyMap<string, string | null>) =>
      communityLabels({
        communities: communities(buildGraph({ ids: sample.ids, edges })),
        conceptsOf,
        titlesOf: () => '',
        previousLabels,
      });

    const first = run(sample.edges, new Map());
    expect(run(sample.edges, first)).toEqual(first);
    const added = {
      sourceId: '00000000-0000-4000-8000-00000000ffff',
      targetId: sample.ids[7]!,
      confidence: 0.8,
    };
    const second = run([...sample.edges, added], first);
    expect(second.get(added.sourceId)).toBe(second.get(added.targetId));
    const changed = sample.ids.filter((id) => second.get(id) !== first.get(id));
    expect(changed.length).toBeLessThan(sample.ids.length * 0.02);
  });

  it('names each community of the verbs of WordNet by words of its own, differently', () => {
    const sample = wordNet(['verb']);
    const groups = communities(buildGraph(sample));
    const conceptsOf = (id: string) => sample.concepts.get(id)!;
    const labels = communityLabels({
      communities: groups,
      conceptsOf,
      titlesOf: () => '',
      previousLabels: new Map(),
    });
    const named = groups.filter(({ length }) => length > 1);
    expect(new Set(named.map(([id]) => labels.get(id!))).size).toBe(named.length);
    for (const ids of named) {
      const concepts = new Set(ids.flatMap((id) => conceptsOf(id).map((concept) => concept.toLowerCase())));
      expect(
        labels
          .get(ids[0]!)!
          .split(', ')
          .some((term) => concepts.has(term)),
      ).toBe(true);
    }
  });
});

import type { Requirement } from './requirement.ts';

/** The job that computes PageRank and communities. */
export const graphAnalysis = {
  'graph.analysis.pagerank-set': {
    section: 'States / Memory',
    part: 4,
    text: 'The graph analysis sets `pagerank_score`.',
  },
  'graph.analysis.community-set': {
    section: 'States / Memory',
    part: 4,
    text: 'The graph analysis sets `community_label`.',
  },
  'graph.analysis.confidence-least': {
    section: 'Part 4',
    part: 4,
    text: 'PageRank counts edges with a confidence of at least 0.3.',
  },
  'graph.analysis.changed-only': {
    section: 'Part 4',
    part: 4,
    text: 'The schedule sends a message only for workspaces whose graph has changed.',
  },
  'graph.analysis.writes-changes': {
    section: 'Part 4',
    part: 4,
    text: 'Only values that changed are written.',
  },
  'graph.analysis.stable-labels': {
    section: 'Part 4',
    part: 4,
    text: 'Labels stay the same from run to run while the graph does.',
  },
  'graph.analysis.twice': {
    section: 'Part 4',
    part: 4,
    text: 'The job delivered twice ends in the same state.',
  },
  'graph.analysis.own-workspace': {
    section: 'Part 4',
    part: 4,
    text: 'The analysis of one workspace neither reads nor writes another.',
  },
  'graph.analysis.local-follows': {
    section: 'Part 4',
    part: 4,
    text: 'Locally the analysis follows changes by itself within seconds.',
  },
  'graph.analysis.by-hand': {
    section: 'Part 4',
    part: 4,
    text: '`admin run analyze-graph` runs it by hand.',
  },
  'graph.analysis.pagerank-reference': {
    section: 'Part 4',
    part: 4,
    text: "PageRank agrees with graphology's on a real graph within the stated tolerance.",
  },
  'graph.analysis.communities-quality': {
    section: 'Part 4',
    part: 4,
    text: "Communities are connected and their modularity is at most .01 below Louvain's.",
  },
  'graph.analysis.after-embedding': {
    section: 'States / Memory',
    part: 4,
    text: 'A memory with a `pagerank_score` has its embedding: both steps were processed.',
  },
} as const satisfies Record<string, Requirement>;

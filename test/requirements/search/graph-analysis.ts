import type { Requirement } from '../requirement.ts';

/** The job that computes PageRank and communities. */
export const graphAnalysis = {
  'graph.analysis.pagerank-set': {
    section: 'docs/specification.md#life-of-a-memory',
    text: 'The graph analysis sets `pagerank_score`.',
  },
  'graph.analysis.community-set': {
    section: 'docs/specification.md#life-of-a-memory',
    text: 'The graph analysis sets `community_label`.',
  },
  'graph.analysis.confidence-least': {
    section: 'docs/specification.md#graph-analysis',
    text: 'PageRank counts edges with a confidence of at least 0.3.',
  },
  'graph.analysis.changed-only': {
    section: 'docs/specification.md#graph-analysis',
    text: 'The schedule sends a message only for workspaces whose graph has changed.',
  },
  'graph.analysis.writes-changes': {
    section: 'docs/specification.md#graph-analysis',
    text: 'Only values that changed are written.',
  },
  'graph.analysis.stable-labels': {
    section: 'docs/specification.md#graph-analysis',
    text: 'Labels stay the same from run to run while the graph does.',
  },
  'graph.analysis.twice': {
    section: 'docs/specification.md#graph-analysis',
    text: 'The job delivered twice ends in the same state.',
  },
  'graph.analysis.own-workspace': {
    section: 'docs/specification.md#graph-analysis',
    text: 'The analysis of one workspace neither reads nor writes another.',
  },
  'graph.analysis.local-follows': {
    section: 'docs/specification.md#graph-analysis',
    text: 'Locally the analysis follows changes by itself within seconds.',
  },
  'graph.analysis.by-hand': {
    section: 'docs/specification.md#graph-analysis',
    text: '`admin run analyze-graph` runs it by hand.',
  },
  'graph.analysis.pagerank-reference': {
    section: 'docs/specification.md#graph-analysis',
    text: "PageRank agrees with graphology's on a real graph within the stated tolerance.",
  },
  'graph.analysis.communities-quality': {
    section: 'docs/specification.md#graph-analysis',
    text: "Communities are connected and their modularity is at most .01 below Louvain's.",
  },
  'graph.analysis.after-embedding': {
    section: 'docs/specification.md#life-of-a-memory',
    text: 'A memory with a `pagerank_score` has its embedding: both steps were processed.',
  },
} as const satisfies Record<string, Requirement>;

import { under } from '../requirement.ts';

/** The job that computes PageRank and communities. */
export const graphAnalysis = under({
  'docs/specification.md#life-of-a-memory': {
    'graph.analysis.pagerank-set': 'The graph analysis sets `pagerank_score`.',
    'graph.analysis.community-set': 'The graph analysis sets `community_label`.',
    'graph.analysis.after-embedding':
      'A memory with a `pagerank_score` has its embedding: both steps were processed.',
  },
  'docs/specification.md#graph-analysis': {
    'graph.analysis.confidence-least': 'PageRank counts edges with a confidence of at least 0.3.',
    'graph.analysis.changed-only':
      'The schedule sends a message only for workspaces whose graph has changed.',
    'graph.analysis.writes-changes': 'Only values that changed are written.',
    'graph.analysis.stable-labels': 'Labels stay the same from run to run while the graph does.',
    'graph.analysis.twice': 'The job delivered twice ends in the same state.',
    'graph.analysis.own-workspace': 'The analysis of one workspace neither reads nor writes another.',
    'graph.analysis.local-follows': 'Locally the analysis follows changes by itself within seconds.',
    'graph.analysis.by-hand': '`admin run analyze-graph` runs it by hand.',
    'graph.analysis.pagerank-reference':
      "PageRank agrees with graphology's on a real graph within the stated tolerance.",
    'graph.analysis.communities-quality':
      "Communities are connected and their modularity is at most .01 below Louvain's.",
  },
});

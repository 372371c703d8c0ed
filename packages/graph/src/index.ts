export { communities, connectedGroups } from './communities.ts';
export { communityLabels } from './community-labels.ts';
export type { CommunityLabelsInput } from './community-labels.ts';
export { createGraphBuilder, type GraphEdge, type MemoryGraph } from './memory-graph.ts';
export { pageRank } from './page-rank.ts';

import type { Requirement } from '../requirement.ts';

/** Whole graph, explore and path. */
export const graph = {
  'graph.node.fields': {
    section: 'docs/specification.md#graph-node-and-edge',
    text: 'A node has exactly `id` (form A) or `memory_id` (form B), `title`, `memory_type`, `importance_score`, `pagerank_score`, `community_label`.',
  },
  'graph.edge.fields': {
    section: 'docs/specification.md#graph-node-and-edge',
    text: 'An edge of explore and path has exactly `source_memory_id`, `target_memory_id`, `relationship_type`, `confidence`.',
  },
  'graph.full-edge.fields': {
    section: 'docs/specification.md#graph-node-and-edge',
    text: 'An edge of the whole graph also has `discovery_method`, `is_bidirectional`, `created_at`.',
  },
  'graph.whole.ok': {
    section: 'docs/specification.md#graph',
    text: 'GET graph answers 200 with `{nodes, edges}` of the whole workspace.',
  },
  'graph.whole.empty': {
    section: 'docs/specification.md#graph',
    text: 'A workspace without memories answers empty lists.',
  },
  'graph.whole.own-workspace': {
    section: 'docs/specification.md#graph',
    text: 'The graph holds nothing of another workspace.',
  },
  'graph.explore.ok': {
    section: 'docs/specification.md#graph',
    text: 'POST explore answers 200 with exactly `nodes`, `edges`, `seed_memories`.',
  },
  'graph.explore.query-required': {
    section: 'docs/specification.md#graph',
    text: 'A missing `query` is 422.',
  },
  'graph.explore.seeds-semantic': {
    section: 'docs/specification.md#graph',
    text: 'Seeds are the memories nearest to the query in meaning.',
  },
  'graph.explore.traversal': {
    section: 'docs/specification.md#graph',
    text: 'Nodes that are not seeds are reached from the seeds over edges.',
  },
  'graph.explore.edges-within': {
    section: 'docs/specification.md#graph',
    text: 'Every edge joins two of the nodes.',
  },
  'graph.explore.max-nodes-default': {
    section: 'docs/specification.md#graph',
    text: 'In explore, `max_nodes` is 50 by default.',
  },
  'graph.explore.max-nodes-max-200': {
    section: 'docs/specification.md#graph',
    text: 'In explore, `max_nodes` 200 works; 201 is 422.',
  },
  'graph.explore.max-nodes-exact': {
    section: 'docs/specification.md#graph',
    text: 'Never more than `max_nodes` nodes come back.',
  },
  'graph.explore.relationship-types': {
    section: 'docs/specification.md#graph',
    text: 'In explore, `relationship_types` restricts the traversal to these types.',
  },
  'graph.explore.relationship-types-default': {
    section: 'docs/specification.md#graph',
    text: 'Without `relationship_types` all types are followed.',
  },
  'graph.explore.min-edge-confidence': {
    section: 'docs/specification.md#graph',
    text: 'Edges below `min_edge_confidence` are not followed.',
  },
  'graph.explore.min-edge-confidence-default': {
    section: 'docs/specification.md#graph',
    text: 'In explore, `min_edge_confidence` is 0.0 by default.',
  },
  'graph.explore.seed-limit-default': {
    section: 'docs/specification.md#graph',
    text: 'In explore, `seed_limit` is 5 by default.',
  },
  'graph.path.ok': {
    section: 'docs/specification.md#graph',
    text: 'POST path answers 200 with exactly `path`, `edges`, `depth`.',
  },
  'graph.path.shortest': {
    section: 'docs/specification.md#graph',
    text: 'The path is a shortest one, from source to target.',
  },
  'graph.path.depth': {
    section: 'docs/specification.md#graph',
    text: 'In path, `depth` is the number of edges of the path.',
  },
  'graph.path.edges': {
    section: 'docs/specification.md#graph',
    text: 'In path, `edges` holds the edges of the path in its order.',
  },
  'graph.path.source-required': {
    section: 'docs/specification.md#graph',
    text: 'A missing `source_memory_id` is 422.',
  },
  'graph.path.target-required': {
    section: 'docs/specification.md#graph',
    text: 'A missing `target_memory_id` is 422.',
  },
  'graph.path.max-depth-default': {
    section: 'docs/specification.md#graph',
    text: 'In path, `max_depth` is 5 by default: a path of 5 edges is found, one of 6 is not.',
  },
  'graph.path.relationship-types': {
    section: 'docs/specification.md#graph',
    text: 'In path, `relationship_types` restricts the edges of the path.',
  },
  'graph.path.none': {
    section: 'docs/specification.md#graph',
    text: 'Without a path within `max_depth` the answer is 200 `{path: [], edges: [], depth: 0}`.',
  },
  'graph.explore.direction-ignored': {
    section: 'docs/decisions/graph.md#29-walks-ignore-direction',
    text: 'Explore follows edges in both directions.',
  },
  'graph.path.direction-ignored': {
    section: 'docs/decisions/graph.md#29-walks-ignore-direction',
    text: 'Path follows edges in both directions.',
  },
  'graph.edges.stored-direction': {
    section: 'docs/decisions/graph.md#29-walks-ignore-direction',
    text: '`edges` show the stored direction.',
  },
  'graph.path.unknown-source-404': {
    section: 'docs/decisions/graph.md#29-walks-ignore-direction',
    text: 'In path, an unknown or foreign source is 404.',
  },
  'graph.path.unknown-target-404': {
    section: 'docs/decisions/graph.md#29-walks-ignore-direction',
    text: 'In path, an unknown or foreign target is 404.',
  },
  'graph.path.same-ends': {
    section: 'docs/decisions/graph.md#29-walks-ignore-direction',
    text: 'Equal source and target answer `{path: [ref], edges: [], depth: 0}`.',
  },
  'graph.path.same-unknown-404': {
    section: 'docs/decisions/graph.md#29-walks-ignore-direction',
    text: 'Equal ends that do not exist are 404.',
  },
  'graph.explore.no-match': {
    section: 'docs/decisions/graph.md#29-walks-ignore-direction',
    text: 'Explore without a match answers 200 with empty lists.',
  },
  'graph.path.max-depth-range': {
    section: 'docs/decisions/graph.md#29-walks-ignore-direction',
    text: 'In path, `max_depth` 1 and 10 work; 0 and 11 are 422.',
  },
  'graph.explore.seed-limit-range': {
    section: 'docs/decisions/graph.md#29-walks-ignore-direction',
    text: 'In explore, `seed_limit` 1 and 50 work; 0 and 51 are 422.',
  },
  'graph.explore.max-nodes-min-1': {
    section: 'docs/decisions/graph.md#29-walks-ignore-direction',
    text: 'In explore, `max_nodes` 1 works; 0 is 422.',
  },
  'graph.explore.min-edge-confidence-range': {
    section: 'docs/decisions/graph.md#29-walks-ignore-direction',
    text: 'In explore, `min_edge_confidence` below 0.0 or above 1.0 is 422.',
  },
  'graph.types-empty-all': {
    section: 'docs/decisions/graph.md#29-walks-ignore-direction',
    text: 'An empty `relationship_types` means all types, in explore and in path.',
  },
  'graph.types-unknown-422': {
    section: 'docs/decisions/graph.md#29-walks-ignore-direction',
    text: 'An unknown relationship type is 422, in explore and in path.',
  },
  'graph.whole.lone-memories': {
    section: 'docs/decisions/graph.md#30-lonely-memories',
    text: 'The whole graph includes memories without edges.',
  },
  'graph.whole.large': {
    section: 'docs/specification.md#graph',
    text: "A graph beyond the platform's limit gets a clear answer that says how to get the rest.",
  },
  'graph.whole.compressed': {
    section: 'docs/specification.md#graph',
    text: 'The graph is compressed when the client accepts it.',
  },
  'graph.explore.hub': {
    section: 'docs/specification.md#graph',
    text: 'Exploring from a hub with very many edges ends within its statement timeout.',
  },
  'graph.explore.best-edges': {
    section: 'docs/specification.md#graph',
    text: 'When `max_nodes` cuts, the best edges are kept.',
  },
  'graph.explore.seeds-in-nodes': {
    section: 'docs/specification.md#graph',
    text: 'In explore, `seed_memories` holds at most `seed_limit` identifiers, each of them among the nodes.',
  },
} as const satisfies Record<string, Requirement>;

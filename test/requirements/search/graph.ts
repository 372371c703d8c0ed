import { under } from '../requirement.ts';

/** Whole graph, explore and path. */
export const graph = under({
  'docs/specification.md#graph-node-and-edge': {
    'graph.node.fields':
      'A node has exactly `id` (form A) or `memory_id` (form B), `title`, `memory_type`, `importance_score`, `pagerank_score`, `community_label`.',
    'graph.edge.fields':
      'An edge of explore and path has exactly `source_memory_id`, `target_memory_id`, `relationship_type`, `confidence`.',
    'graph.full-edge.fields':
      'An edge of the whole graph also has `discovery_method`, `is_bidirectional`, `created_at`.',
  },
  'docs/specification.md#graph': {
    'graph.whole.ok': 'GET graph answers 200 with `{nodes, edges}` of the whole workspace.',
    'graph.whole.empty': 'A workspace without memories answers empty lists.',
    'graph.whole.own-workspace': 'The graph holds nothing of another workspace.',
    'graph.explore.ok': 'POST explore answers 200 with exactly `nodes`, `edges`, `seed_memories`.',
    'graph.explore.query-required': 'A missing `query` is 422.',
    'graph.explore.seeds-semantic': 'Seeds are the memories nearest to the query in meaning.',
    'graph.explore.traversal': 'Nodes that are not seeds are reached from the seeds over edges.',
    'graph.explore.edges-within': 'Every edge joins two of the nodes.',
    'graph.explore.max-nodes-default': 'In explore, `max_nodes` is 50 by default.',
    'graph.explore.max-nodes-max-200': 'In explore, `max_nodes` 200 works; 201 is 422.',
    'graph.explore.max-nodes-exact': 'Never more than `max_nodes` nodes come back.',
    'graph.explore.relationship-types':
      'In explore, `relationship_types` restricts the traversal to these types.',
    'graph.explore.relationship-types-default': 'Without `relationship_types` all types are followed.',
    'graph.explore.min-edge-confidence': 'Edges below `min_edge_confidence` are not followed.',
    'graph.explore.min-edge-confidence-default': 'In explore, `min_edge_confidence` is 0.0 by default.',
    'graph.explore.seed-limit-default': 'In explore, `seed_limit` is 5 by default.',
    'graph.path.ok': 'POST path answers 200 with exactly `path`, `edges`, `depth`.',
    'graph.path.shortest': 'The path is a shortest one, from source to target.',
    'graph.path.depth': 'In path, `depth` is the number of edges of the path.',
    'graph.path.edges': 'In path, `edges` holds the edges of the path in its order.',
    'graph.path.source-required': 'A missing `source_memory_id` is 422.',
    'graph.path.target-required': 'A missing `target_memory_id` is 422.',
    'graph.path.max-depth-default':
      'In path, `max_depth` is 5 by default: a path of 5 edges is found, one of 6 is not.',
    'graph.path.relationship-types': 'In path, `relationship_types` restricts the edges of the path.',
    'graph.path.none':
      'Without a path within `max_depth` the answer is 200 `{path: [], edges: [], depth: 0}`.',
    'graph.whole.large':
      "A graph beyond the platform's limit gets a clear answer that says how to get the rest.",
    'graph.whole.compressed': 'The graph is compressed when the client accepts it.',
    'graph.explore.hub': 'Exploring from a hub with very many edges ends within its statement timeout.',
    'graph.explore.best-edges': 'When `max_nodes` cuts, the best edges are kept.',
    'graph.explore.seeds-in-nodes':
      'In explore, `seed_memories` holds at most `seed_limit` identifiers, each of them among the nodes.',
  },
  'docs/decisions/graph.md#29-walks-ignore-direction': {
    'graph.explore.direction-ignored': 'Explore follows edges in both directions.',
    'graph.path.direction-ignored': 'Path follows edges in both directions.',
    'graph.edges.stored-direction': '`edges` show the stored direction.',
    'graph.path.unknown-source-404': 'In path, an unknown or foreign source is 404.',
    'graph.path.unknown-target-404': 'In path, an unknown or foreign target is 404.',
    'graph.path.same-ends': 'Equal source and target answer `{path: [ref], edges: [], depth: 0}`.',
    'graph.path.same-unknown-404': 'Equal ends that do not exist are 404.',
    'graph.explore.no-match': 'Explore without a match answers 200 with empty lists.',
    'graph.path.max-depth-range': 'In path, `max_depth` 1 and 10 work; 0 and 11 are 422.',
    'graph.explore.seed-limit-range': 'In explore, `seed_limit` 1 and 50 work; 0 and 51 are 422.',
    'graph.explore.max-nodes-min-1': 'In explore, `max_nodes` 1 works; 0 is 422.',
    'graph.explore.min-edge-confidence-range':
      'In explore, `min_edge_confidence` below 0.0 or above 1.0 is 422.',
    'graph.types-empty-all': 'An empty `relationship_types` means all types, in explore and in path.',
    'graph.types-unknown-422': 'An unknown relationship type is 422, in explore and in path.',
  },
  'docs/decisions/graph.md#30-lonely-memories': {
    'graph.whole.lone-memories': 'The whole graph includes memories without edges.',
  },
});

import * as z from 'zod';
import {
  component,
  boundedText,
  MemoryRef,
  optionalQueryInteger,
  Timestamp,
  UnitInterval,
} from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { MemoryTypeSchema } from './memory.ts';
import { RelationshipTypeSchema } from '../relationships.ts';
import { DISCOVERY_METHODS } from '../vocabulary.ts';

export const GraphNode = component('GraphNode', {
  id: z.uuid().optional().meta({ form: 'A' }),
  memory_id: z.string().optional().meta({ form: 'B' }),
  title: z.string(),
  memory_type: MemoryTypeSchema,
  importance_score: UnitInterval,
  pagerank_score: z.number().nullable(),
  community_label: z.string().nullable(),
});
export type GraphNode = z.output<typeof GraphNode>;

const edgeFields = {
  source_memory_id: z.string(),
  target_memory_id: z.string(),
  relationship_type: RelationshipTypeSchema,
  confidence: UnitInterval,
};

export const GraphEdge = component('GraphEdge', edgeFields);
export type GraphEdge = z.output<typeof GraphEdge>;

export const FullGraphEdge = component('FullGraphEdge', {
  ...edgeFields,
  discovery_method: z.enum(DISCOVERY_METHODS),
  is_bidirectional: z.boolean(),
  created_at: Timestamp,
});
export type FullGraphEdge = z.output<typeof FullGraphEdge>;

/** Items of one page of the whole graph, memories and relationships together. */
const GRAPH_PAGE_MAX = 100_000;

/**
 * Beyond the specification: reads a graph in pages, which one answer could not hold. Without either the answer is the
 * whole graph. The `Link` header of a page leads to the next one.
 */
export const WholeGraphQuery = z.object({
  limit: optionalQueryInteger({ min: 1, max: GRAPH_PAGE_MAX }),
  after: z
    .string()
    .regex(
      /^(?:nodes|edges):[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/u,
      'Cursor should be one that a page gave',
    )
    .optional()
    .describe('Extension: where the page before ended, from its `Link` header.'),
});
export type WholeGraphQuery = z.output<typeof WholeGraphQuery>;

export const WholeGraphReply = component('WholeGraphReply', {
  nodes: z.array(GraphNode),
  edges: z.array(FullGraphEdge),
});

/** Which relationship types to follow; none named means all (decision 29). */
const FollowedTypes = z.array(RelationshipTypeSchema).nullable().default(null);

export const ExploreBody = component('ExploreBody', {
  query: boundedText({ max: LIMITS.queryLength, notBlank: false }),
  max_nodes: z.int().min(1).max(200).default(50),
  relationship_types: FollowedTypes,
  min_edge_confidence: UnitInterval.default(0),
  seed_limit: z.int().min(1).max(50).default(5),
});
export type ExploreBody = z.output<typeof ExploreBody>;

export const ExploreReply = component('ExploreReply', {
  nodes: z.array(GraphNode),
  edges: z.array(GraphEdge),
  seed_memories: z.array(z.string()),
});
export type ExploreReply = z.output<typeof ExploreReply>;

export const PathBody = component('PathBody', {
  source_memory_id: MemoryRef,
  target_memory_id: MemoryRef,
  max_depth: z.int().min(1).max(10).default(5),
  relationship_types: FollowedTypes,
});
export type PathBody = z.output<typeof PathBody>;

export const PathReply = component('PathReply', {
  path: z.array(z.string()),
  edges: z.array(GraphEdge),
  depth: z.int(),
});
export type PathReply = z.output<typeof PathReply>;

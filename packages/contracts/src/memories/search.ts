import * as z from 'zod';
import { component, boundedText, FilePaths, text, UnitInterval } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { Memory, MemoryTypeSchema } from './memory.ts';

export const MATCH_TYPES = ['keyword', 'semantic', 'combined'] as const;

const DEGRADATION_REASONS = ['embed_timeout', 'embed_circuit_open'] as const;
export type DegradationReason = (typeof DEGRADATION_REASONS)[number];

/** Filters of a search; null narrows nothing. */
export const FilterFields = z.object({
  memory_types: z.array(MemoryTypeSchema).nullable().default(null),
  tags: z.array(text()).max(LIMITS.listItems).nullable().default(null),
  files: FilePaths.nullable().default(null),
  min_importance: UnitInterval.nullable().default(null),
  min_confidence: UnitInterval.nullable().default(null),
});
export type FilterFields = z.output<typeof FilterFields>;

export const isFiltered = (given: Partial<FilterFields>): boolean =>
  (Object.keys(FilterFields.shape) as (keyof FilterFields)[]).some((name) => (given[name] ?? null) !== null);

/** Least relevance that `memory_search` shows by default, and the console above what is less likely. */
export const MIN_SCORE = 0.15;

export const NO_FILTERS: FilterFields = FilterFields.parse({});

export const SearchBody = component('SearchBody', {
  query: boundedText({ max: LIMITS.queryLength, notBlank: false }).default(''),
  ...FilterFields.shape,
  use_semantic: z.boolean().default(true),
  limit: z.int().min(1).max(200).default(20),
  offset: z.int().min(0).max(LIMITS.offset).default(0),
});
export type SearchBody = z.output<typeof SearchBody>;

export const SearchResult = component('SearchResult', {
  memory: Memory,
  score: UnitInterval,
  keyword_score: z.literal(0).describe('Reserved; always 0.0.'),
  semantic_score: z.literal(0).describe('Reserved; always 0.0.'),
  match_type: z.enum(MATCH_TYPES),
});
export type SearchResult = z.output<typeof SearchResult>;

export const SearchReply = component('SearchReply', {
  count: z.int().describe('Results on this page.'),
  query: z.string(),
  filters: z.object({
    workspace_id: z.uuid(),
    memory_types: z.array(MemoryTypeSchema).nullable(),
    tags: z.array(z.string()).nullable(),
    min_importance: z.number().nullable(),
  }),
  results: z.array(SearchResult),
  degraded: z.boolean(),
  degradation_reason: z.enum(DEGRADATION_REASONS).nullable(),
  code_graph_available: z.boolean().nullable(),
});
export type SearchReply = z.output<typeof SearchReply>;

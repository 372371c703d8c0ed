import type { FilterFields } from '@memory/contracts';
import type { SearchFilters } from '@memory/db';

export const filtersOf = (
  { memory_types, tags, files, min_importance, min_confidence }: FilterFields,
  tagPrefixes: readonly string[] | null,
): SearchFilters => ({
  memoryTypes: memory_types,
  tags: tags?.map((tag) => tag.trim()) ?? null,
  tagPrefixes,
  files,
  minImportance: min_importance,
  minConfidence: min_confidence,
});

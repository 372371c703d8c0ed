import { sql, type SQL } from 'drizzle-orm';
import { textArray } from '../sql-values.ts';

/** What narrows a search; what is left out, null or an empty list narrows nothing. */
export interface SearchFilters {
  memoryTypes?: readonly string[] | null;
  /** A memory carries one of them. */
  tags?: readonly string[] | null;
  /** A memory carries a tag that begins with one of them; of the tool `memory_search` only. */
  tagPrefixes?: readonly string[] | null;
  /** A memory names one of these paths. */
  files?: readonly string[] | null;
  minImportance?: number | null;
  minConfidence?: number | null;
  /** A tsquery that the search text must match: phrases and exclusions. */
  required?: string | null;
}

const isSet = <Item>(list: readonly Item[] | null): list is readonly Item[] => (list?.length ?? 0) > 0;

/** The conditions on a row of `memories m`; undefined when nothing narrows. */
export function filterCondition({
  memoryTypes = null,
  tags = null,
  tagPrefixes = null,
  files = null,
  minImportance = null,
  minConfidence = null,
  required = null,
}: SearchFilters): SQL | undefined {
  const conditions: SQL[] = [];
  if (isSet(memoryTypes)) conditions.push(sql`m.memory_type = any(${textArray(memoryTypes)})`);
  if (isSet(tags)) conditions.push(sql`m.tags && ${textArray(tags)}`);
  if (isSet(tagPrefixes))
    conditions.push(
      sql`exists (select from unnest(m.tags) t join unnest(${textArray(tagPrefixes)}) p on starts_with(t, p))`,
    );
  if (isSet(files)) conditions.push(sql`m.source_files && ${textArray(files)}`);
  if (minImportance !== null) conditions.push(sql`m.importance_score >= ${minImportance}::float8`);
  if (minConfidence !== null) conditions.push(sql`m.confidence_score >= ${minConfidence}::float8`);
  if (required !== null) conditions.push(sql`m.search_text @@ ${required}::tsquery`);
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : undefined;
}

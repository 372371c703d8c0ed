import { sql, type SQL } from 'drizzle-orm';
import { col, row, type RowOf } from '../row.ts';
import { textArray } from '../sql-values.ts';

/** Columns of memory `m` that filters read. */
export const filterable = row({
  type: col.text`m.memory_type`,
  tags: col.textList`m.tags`,
  files: col.textList`m.source_files`,
  importance: col.float`m.importance_score`,
  confidence: col.float`m.confidence_score`,
});
export type Filterable = RowOf<typeof filterable>;

/** A filter of a search: as a condition on a row of `memories m`, and as the index in memory asks it. */
interface SearchFilter<Wanted> {
  condition: (wanted: Wanted) => SQL;
  passes: (memory: Filterable, wanted: Wanted) => boolean;
}

const filter = <Wanted>(filter: SearchFilter<Wanted>) => filter;

const FILTERS = {
  memoryTypes: filter<readonly string[]>({
    condition: (types) => sql`m.memory_type = any(${textArray(types)})`,
    passes: ({ type }, types) => types.includes(type),
  }),
  tags: filter<readonly string[]>({
    condition: (tags) => sql`m.tags && ${textArray(tags)}`,
    passes: (memory, tags) => tags.some((tag) => memory.tags.includes(tag)),
  }),
  /** A memory carries a tag that begins with one of them; of the tool `memory_search` only. */
  tagPrefixes: filter<readonly string[]>({
    condition: (prefixes) =>
      sql`exists (select from unnest(m.tags) t join unnest(${textArray(prefixes)}) p on starts_with(t, p))`,
    passes: ({ tags }, prefixes) => prefixes.some((prefix) => tags.some((tag) => tag.startsWith(prefix))),
  }),
  files: filter<readonly string[]>({
    condition: (files) => sql`m.source_files && ${textArray(files)}`,
    passes: (memory, files) => files.some((file) => memory.files.includes(file)),
  }),
  minImportance: filter<number>({
    condition: (min) => sql`m.importance_score >= ${min}::float8`,
    passes: ({ importance }, min) => importance >= min,
  }),
  minConfidence: filter<number>({
    condition: (min) => sql`m.confidence_score >= ${min}::float8`,
    passes: ({ confidence }, min) => confidence >= min,
  }),
};

type Filters = typeof FILTERS;
type WantedBy<Filter> = Filter extends SearchFilter<infer Wanted> ? Wanted : never;

/** Filters of a search; one that is left out, null or an empty list narrows nothing. */
export type SearchFilters = { [Name in keyof Filters]?: WantedBy<Filters[Name]> | null } & {
  /** A tsquery that the search text must match: phrases and exclusions. No index in memory asks it. */
  required?: string | null;
};

/** Those that narrow, each with what it wants. */
const narrowing = (filters: SearchFilters): { filter: SearchFilter<unknown>; wanted: unknown }[] =>
  Object.entries<SearchFilter<never>>(FILTERS).flatMap(([name, filter]) => {
    const wanted = filters[name as keyof Filters] ?? null;
    const isSet = Array.isArray(wanted) ? wanted.length > 0 : wanted !== null;
    // A filter is only given what stands under its own name.
    return isSet ? [{ filter: filter as SearchFilter<unknown>, wanted }] : [];
  });

/** The conditions on a row of `memories m`; undefined when nothing narrows. */
export function filterCondition(filters: SearchFilters): SQL | undefined {
  const conditions = narrowing(filters).map(({ filter, wanted }) => filter.condition(wanted));
  const { required = null } = filters;
  if (required !== null) conditions.push(sql`m.search_text @@ ${required}::tsquery`);
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : undefined;
}

/** Whether a memory passes the filters, `required` left out; undefined when nothing narrows. */
export function filterTest(filters: SearchFilters): ((memory: Filterable) => boolean) | undefined {
  const tests = narrowing(filters);
  return tests.length > 0
    ? (memory) => tests.every(({ filter, wanted }) => filter.passes(memory, wanted))
    : undefined;
}

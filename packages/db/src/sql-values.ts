import { sql, type SQL } from 'drizzle-orm';

// The Data API binds strings as text and knows no array parameters: every value states its type, lists travel as JSON.

export const uuid = (value: string): SQL => sql`${value}::uuid`;

export const nullable = (value: string | number | boolean | null, type: string): SQL =>
  value === null ? sql.raw(`null::${type}`) : sql`${value}::${sql.raw(type)}`;

export const timestamp = (value: Date | null): SQL => nullable(value?.toISOString() ?? null, 'timestamptz');

export const json = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`;

export const textArray = (values: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

/** `ids` are known to be UUIDs, so their text form needs no escape. */
export const uuidArray = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`;

/**
 * `name (id)`: some identifiers, each once, to be joined with rows that have them in their key: the planner takes them for one, and so
 * looks the rows up (see the function `keys` in the schema).
 */
export const idKeys = (ids: readonly string[], name: string): SQL =>
  sql`keys(${uuidArray([...new Set(ids)])}) ${sql.raw(name)}(id)`;

/** As `idKeys`, of texts. */
export const textKeys = (values: readonly string[], name: string): SQL =>
  sql`keys(${textArray([...new Set(values)])}) ${sql.raw(name)}(id)`;

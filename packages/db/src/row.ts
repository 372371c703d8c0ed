import type { DiscoveryMethod, MemoryType, RelationshipType } from '@memory/contracts';
import { sql, type SQL } from 'drizzle-orm';
import type { WorkspaceId } from './workspace-id.ts';

/** A value as JSON: the SQL that makes it, and what its text is read as. */
export interface JsonValue<Value> {
  readonly json: SQL;
  readonly parse: (text: string) => Value;
}

/** One value of an answer, in a column of its own or inside a JSON value. */
export interface Column<Value> extends JsonValue<Value> {
  /** As a column of its own: text, a number or a boolean, since the drivers differ in every other type. */
  readonly plain: SQL;
  /** From what the driver hands over of `plain`. */
  readonly decode: (value: unknown) => Value;
}

/** Makes a column of the expression that is written as a template. */
type ColumnOf<Value> = (strings: TemplateStringsArray, ...values: unknown[]) => Column<Value>;

interface ColumnKind<Value> extends ColumnOf<Value> {
  /** The same, or null. */
  orNull: ColumnOf<Value | null>;
}

/** A list of columns as select list, JSON object and type of one and the same row. */
export interface Row<Value> extends JsonValue<Value> {
  /** For a select list or `returning`, each named. */
  readonly columns: SQL;
  /** From what the driver hands over of `columns`. */
  readonly read: (values: Record<string, unknown>) => Value;
}

/** The type of a row: `type MemoryRow = RowOf<typeof memoryRow>`. */
export type RowOf<R> = R extends Row<infer Value> ? Value : never;

/**
 * A row written once: select list, JSON and type come from the same list.
 * @example
 * const title = row({ id: col.uuid`m.id`, title: col.text`m.title` });
 * await query(db, title)`select ${title.columns} from memories m`; // { id: string; title: string }[]
 */
export function row<Shape extends Record<string, Column<unknown>>>(
  shape: Shape,
): Row<{ [Name in keyof Shape]: Shape[Name] extends Column<infer Value> ? Value : never }> {
  type Value = { [Name in keyof Shape]: Shape[Name] extends Column<infer Of> ? Of : never };
  const named = Object.entries(shape);
  return {
    columns: sql.join(
      named.map(([name, { plain }]) => sql`${plain} as ${sql.identifier(name)}`),
      sql`, `,
    ),
    json: sql`json_build_object(${sql.join(
      named.map(([name, { json }]) => sql`${sql.raw(`'${name}'`)}, ${json}`),
      sql`, `,
    )})`,
    // Here, and in `parsed`, what SQL answers is taken for what its columns say; nowhere else.
    read: (values) =>
      Object.fromEntries(named.map(([name, { decode }]) => [name, decode(values[name])])) as Value,
    parse: parsed<Value>,
  };
}

/** One of several rows, which differ in the names of their columns. */
export const either = <Rows extends readonly Row<unknown>[]>(
  ..._rows: Rows
): Pick<JsonValue<RowOf<Rows[number]>>, 'parse'> => ({ parse: parsed });

/** The same, or null. */
export const orNull = <Value>({ json }: JsonValue<Value>): JsonValue<Value | null> => ({
  json,
  parse: parsed,
});

const parsed = <Value>(text: unknown): Value => JSON.parse(text as string) as Value;
const asIs = <Value>(value: unknown): Value => value as Value;

function kind<Value>(
  plain: (expression: SQL) => SQL,
  decode: (value: unknown) => Value = asIs,
): ColumnKind<Value> {
  const of: ColumnOf<Value> = (strings, ...values) => {
    const json = sql(strings, ...values);
    return { json, plain: plain(json), decode, parse: parsed<Value> };
  };
  const orNull: ColumnOf<Value | null> = (strings, ...values) => {
    const column = of(strings, ...values);
    return { ...column, decode: (value) => (value === null || value === undefined ? null : decode(value)) };
  };
  return Object.assign(of, { orNull });
}

const cast = <Value>(type: string) => kind<Value>((expression) => sql`(${expression})::${sql.raw(type)}`);
const jsonText = <Value>() => kind<Value>((expression) => sql`(${expression})::text`, parsed<Value>);

export const col = {
  text: cast<string>('text'),
  uuid: cast<string>('text'),
  workspaceId: cast<WorkspaceId>('text'),
  int: cast<number>('int'),
  float: cast<number>('float8'),
  bool: cast<boolean>('bool'),
  /** ISO 8601 with an offset, microseconds included. */
  timestamp: kind<string>((expression) => sql`to_json(${expression}) #>> '{}'`),
  textList: kind<string[]>((expression) => sql`to_json(${expression})::text`, parsed<string[]>),
  oneOf: <const Value extends string>(..._values: readonly Value[]) => cast<Value>('text'),
  // Values of these are checked where they come in.
  memoryType: cast<MemoryType>('text'),
  relationshipType: cast<RelationshipType>('text'),
  discoveryMethod: cast<DiscoveryMethod>('text'),
  /** An expression of type json or jsonb, of a shape that only we write. */
  json: <Value>() => jsonText<Value>(),
  object: <Value>({ json, parse }: Row<Value>): Column<Value> => ({
    json,
    parse,
    plain: sql`(${json})::text`,
    decode: parsed<Value>,
  }),
  /** An expression that gathers the `json` of such items into an array. */
  listOf: <Value>(_item: JsonValue<Value>) => jsonText<Value[]>(),
} as const;

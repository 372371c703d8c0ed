import { AwsError } from '../aws-error.ts';
import type { RunSql } from './sql-engine.ts';

/** How the service carries a type; `jdbc` is the code it reports in the column metadata. */
export interface ColumnType {
  name: string;
  form: 'long' | 'double' | 'boolean' | 'blob' | 'string' | 'timestamptz';
  jdbc: number;
  /** Present for a one-dimensional array: the type of its elements. */
  element?: ColumnType;
}

type Scalar = [oid: number, arrayOid: number, name: string, form: ColumnType['form'], jdbc: number];

/** The types the Data API lists for Aurora PostgreSQL, and timestamptz, which it carries unlisted; 0: no array form. */
const SCALARS: Scalar[] = [
  [16, 1000, 'bool', 'boolean', -7],
  [17, 0, 'bytea', 'blob', -2],
  [19, 0, 'name', 'string', 12],
  [20, 1016, 'int8', 'long', -5],
  [21, 1005, 'int2', 'long', 5],
  [23, 1007, 'int4', 'long', 4],
  [25, 1009, 'text', 'string', 12],
  [114, 0, 'json', 'string', 1111],
  [650, 0, 'cidr', 'string', 1111],
  [700, 1021, 'float4', 'double', 7],
  [701, 1022, 'float8', 'double', 8],
  [869, 0, 'inet', 'string', 1111],
  [1042, 1014, 'bpchar', 'string', 1],
  [1043, 1015, 'varchar', 'string', 12],
  [1082, 1182, 'date', 'string', 91],
  [1083, 1183, 'time', 'string', 92],
  [1114, 1115, 'timestamp', 'string', 93],
  [1184, 1185, 'timestamptz', 'timestamptz', 93],
  [1700, 1231, 'numeric', 'string', 2],
  [2950, 2951, 'uuid', 'string', 1111],
  [3802, 0, 'jsonb', 'string', 1111],
];

const BUILT_IN = new Map<number, ColumnType>();
for (const [oid, arrayOid, name, form, jdbc] of SCALARS) {
  const scalar: ColumnType = { name, form, jdbc };
  BUILT_IN.set(oid, scalar);
  if (arrayOid > 0) BUILT_IN.set(arrayOid, { name: `_${name}`, form, jdbc: 2003, element: scalar });
}

const DESCRIBE =
  'select oid::text, typname::text, typtype::text from pg_type where oid::text = any(string_to_array($1, $2))';

/**
 * How each column of a result is carried, in the order of `oids`. Enums and `vector` are looked up where the statement
 * ran, since an open transaction may have made them.
 * @throws UnsupportedResultException for any other type, such as halfvec, tsvector, interval, void or a composite
 */
export async function describeColumns(oids: readonly number[], run: RunSql): Promise<ColumnType[]> {
  const unknown = oids.filter((oid) => !BUILT_IN.has(oid));
  const extra = new Map<number, ColumnType>();
  if (unknown.length > 0) {
    const { rows } = await run(DESCRIBE, [unknown.join(','), ',']);
    for (const [oid, name, kind] of rows) {
      if (kind !== 'e' && name !== 'vector') throw unsupported(`data type ${name?.toUpperCase()}`);
      extra.set(Number(oid), { name: name ?? '', form: 'string', jdbc: kind === 'e' ? 12 : 1111 });
    }
  }
  return oids.map((oid) => {
    const type = BUILT_IN.get(oid) ?? extra.get(oid);
    if (!type) throw unsupported(`data type with oid ${oid}`);
    return type;
  });
}

export function unsupported(what: string): AwsError {
  return new AwsError('UnsupportedResultException', 400, `The result contains the unsupported ${what}`);
}

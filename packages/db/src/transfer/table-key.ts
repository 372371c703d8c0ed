import { sql, type SQL } from 'drizzle-orm';
import type { TableColumn } from './describe-table.ts';

const column = ({ name }: TableColumn, alias = 't'): SQL => sql`${sql.raw(alias)}.${sql.identifier(name)}`;

/** The columns of the key of row `t`, or another. */
export const keyColumns = (key: readonly TableColumn[], alias?: string): SQL =>
  sql.join(
    key.map((each) => column(each, alias)),
    sql`, `,
  );

/** The same as a JSON array of their texts. */
export const keyTexts = (key: readonly TableColumn[]): SQL =>
  sql`jsonb_build_array(${sql.join(
    key.map((each) => sql`${column(each)}::text`),
    sql`, `,
  )})`;

/** The columns of the key out of a JSON array of their texts. */
export const keyValues = (key: readonly TableColumn[], array: SQL): SQL =>
  sql.join(
    key.map(({ type }, place) => sql`(${array} ->> ${sql.raw(String(place))})::${sql.raw(type)}`),
    sql`, `,
  );

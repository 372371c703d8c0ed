import { sql, type SQL } from 'drizzle-orm';
import type { TableColumn } from './describe-table.ts';

const column = ({ name }: TableColumn): SQL => sql`t.${sql.identifier(name)}`;

/** The columns of the key of row `t`. */
export const keyColumns = (key: readonly TableColumn[]): SQL => sql.join(key.map(column), sql`, `);

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

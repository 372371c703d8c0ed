import { GIVEN_DEFAULTS, GIVEN_NAMES, type GivenName, type GivenValues } from '@memory/contracts';
import { sql, type SQL } from 'drizzle-orm';
import { col, type Column } from '../row.ts';

interface GivenColumn<Value> {
  /** As a column of the table with this alias. */
  read: (alias: SQL) => Column<Value>;
  /** The caller's value, where the service has changed it since. */
  said?: (alias: SQL) => Column<Value>;
  type: string;
}

/** How each of `givenFields` is kept. Storing, changing, showing, exporting and taking a change back go by these rows. */
const given: { [Name in GivenName]: GivenColumn<GivenValues[Name]> } = {
  importance_score: {
    read: (m) => col.float`${m}.importance_score`,
    said: (m) => col.float`coalesce(${m}.base_importance, ${m}.importance_score)`,
    type: 'float8',
  },
  confidence_score: { read: (m) => col.float`${m}.confidence_score`, type: 'float8' },
};

type GivenRow = { [Name in GivenName]: Column<GivenValues[Name]> };

/** As columns of the memories with this alias. */
export const readGiven = (alias: string): GivenRow =>
  Object.fromEntries(GIVEN_NAMES.map((name) => [name, given[name].read(sql.raw(alias))])) as GivenRow;

/** The same as callers gave them. */
export const readSaid = (alias: string): GivenRow =>
  Object.fromEntries(
    GIVEN_NAMES.map((name) => [name, (given[name].said ?? given[name].read)(sql.raw(alias))]),
  ) as GivenRow;

/** With what it is not given. */
export const withAllGiven = <Values extends Partial<GivenValues>>(values: Values): Values => ({
  ...values,
  ...Object.fromEntries(GIVEN_NAMES.map((name) => [name, values[name] ?? GIVEN_DEFAULTS[name]])),
});

/** For a list of columns: `importance_score, …`, of `alias` when there is one. */
export const namesOfGiven = (alias = ''): SQL => sql.raw(GIVEN_NAMES.map((name) => alias + name).join(', '));

/** For a record: `importance_score float8, …`. */
export const typesOfGiven: SQL = sql.raw(GIVEN_NAMES.map((name) => `${name} ${given[name].type}`).join(', '));

export const assignGiven = (change: Partial<GivenValues>): SQL[] =>
  GIVEN_NAMES.filter((name) => change[name] !== undefined).map(
    (name) => sql`${sql.raw(name)} = ${change[name]}::${sql.raw(given[name].type)}`,
  );

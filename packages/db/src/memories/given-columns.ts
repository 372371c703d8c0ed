import { sql, type SQL } from 'drizzle-orm';
import { col, type Column } from '../row.ts';

/**
 * What a caller may give a memory beside its content and change later, kept as it is: how it is read, its type in SQL, and what it
 * is unless it is given. Storing, changing, showing and taking a change back go by these rows.
 */
const given = {
  importance_score: { read: col.float`m.importance_score`, type: 'float8', unless: 0.5 },
  confidence_score: { read: col.float`m.confidence_score`, type: 'float8', unless: 0.5 },
} as const;

type Given = typeof given;
export type GivenName = keyof Given;
export type GivenValues = {
  [Name in GivenName]: Given[Name]['read'] extends Column<infer Value> ? Value : never;
};

const entries = Object.entries(given) as [GivenName, Given[GivenName]][];

export const GIVEN_NAMES = entries.map(([name]) => name);

/** As columns of `memories m`. */
export const readGiven = Object.fromEntries(entries.map(([name, { read }]) => [name, read])) as {
  [Name in GivenName]: Given[Name]['read'];
};

/** With what it is not given. */
export const withAllGiven = <Values extends Partial<GivenValues>>(values: Values): Values => ({
  ...values,
  ...Object.fromEntries(entries.map(([name, { unless }]) => [name, values[name] ?? unless])),
});

/** For a list of columns: `importance_score, …`, of `alias` when there is one. */
export const namesOfGiven = (alias = ''): SQL => sql.raw(GIVEN_NAMES.map((name) => alias + name).join(', '));

/** For a record: `importance_score float8, …`. */
export const typesOfGiven: SQL = sql.raw(entries.map(([name, { type }]) => `${name} ${type}`).join(', '));

/** Assignments of what a change gives. */
export const assignGiven = (change: Partial<GivenValues>): SQL[] =>
  entries
    .filter(([name]) => change[name] !== undefined)
    .map(([name, { type }]) => sql`${sql.raw(name)} = ${change[name]}::${sql.raw(type)}`);

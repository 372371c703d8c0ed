import * as z from 'zod';
import { keysOf } from './entries-of.ts';
import { UnitInterval } from './fields.ts';

/**
 * Fields that a caller may give a memory beside its content and change later, kept as they are, with their defaults.
 * Objects, bodies, records, columns and what is synchronised go by these rows.
 */
export const givenFields = {
  importance_score: UnitInterval.default(0.5),
  confidence_score: UnitInterval.default(0.5),
};

type Given = typeof givenFields;
export type GivenName = keyof Given;
export type GivenValues = { [Name in GivenName]: z.output<Given[Name]> };

export const GIVEN_NAMES = keysOf(givenFields);
export const GIVEN_DEFAULTS: GivenValues = z.object(givenFields).parse({});

/** As tools name them. */
export const GIVEN_IN_TOOLS = {
  importance_score: 'importance',
  confidence_score: 'confidence',
} as const satisfies Record<GivenName, string>;
export type GivenInTools = { [Name in GivenName as (typeof GIVEN_IN_TOOLS)[Name]]: GivenValues[Name] };

/** The same without defaults, as what is stored has it. */
export const storedGiven = Object.fromEntries(
  Object.entries(givenFields).map(([name, field]) => [name, field.unwrap()]),
) as { [Name in GivenName]: ReturnType<Given[Name]['unwrap']> };

/** The same, each of which may be left out. */
export const changedGiven = z.object(storedGiven).partial().shape;

import fc from 'fast-check';
import type { Route } from '@memory/contracts';
import { valuesOf } from './fuzz/schema-values.ts';

/** Stands in a generated request where an identifier of kind `kind` belongs. */
interface Slot {
  slot: string;
}

const isSlot = (value: unknown): value is Slot =>
  typeof value === 'object' && value !== null && 'slot' in value && typeof value.slot === 'string';

export interface SlottedRequest {
  query: object;
  body: unknown;
}

/** Random requests of a route, with slots for the identifiers in its query and body. */
export const slottedRequests = ({ query, body }: Route): fc.Arbitrary<SlottedRequest> =>
  fc.record({ query: valuesOf(query).map((given) => given ?? {}), body: valuesOf(body) });

/** The same value with each slot filled by the identifier of its kind. */
export function fillSlots(value: unknown, identify: (kind: string) => string): unknown {
  if (isSlot(value)) return identify(value.slot);
  if (Array.isArray(value)) return value.map((item) => fillSlots(item, identify));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fillSlots(inner, identify)]));
}

/** A query string of flat values; lists repeat their name. */
export function queryText(query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) parameters.append(name, String(item));
  return parameters.size > 0 ? `?${parameters.toString()}` : '';
}

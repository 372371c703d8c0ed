import type { Resource } from '../../host/stack/assembly.ts';
import type { Synthesized } from '../assembly.ts';

/** Of whatever shape the kind of resource has. */
// oxlint-disable-next-line typescript/no-explicit-any -- a row knows the shape of its own kind, and a wrong one fails its test
export type Properties = Record<string, any>;

/** Measure of one resource: its id to name it by, its properties with all references resolved. */
interface Subject {
  id: string;
  resource: Resource;
  properties: Properties;
  stack: Synthesized;
}

/** A documented limit of a kind of resource. Where ours is below AWS's own, the room is for what comes. */
export interface Limit {
  of: string;
  what: string;
  /** Inclusive. */
  most?: number;
  least?: number;
  /** A page of docs.aws.amazon.com. */
  source: string;
  /** Where the figure could not be read on the page itself, but on several others that quote it. */
  unread?: true;
  /** All that has to lie within; nothing where a resource has no such thing. */
  measure: (subject: Subject) => (number | undefined)[];
}

/** All that a limit is held against, with the resource that has it. */
export function measured(stack: Synthesized, { of, measure }: Limit): [id: string, value: number][] {
  return stack.assembly.ofType(of).flatMap(([id, resource]) => {
    const properties = stack.resolver.resolve(resource.Properties) as Properties;
    return measure({ id, resource, properties, stack })
      .filter((value) => value !== undefined)
      .map((value): [string, number] => [id, value]);
  });
}

/** Resources beyond a limit, in words. */
export function breaches(stack: Synthesized, limit: Limit): string[] {
  const { what, most = Infinity, least = -Infinity } = limit;
  return measured(stack, limit)
    .filter(([, value]) => !(value >= least && value <= most))
    .map(([id, value]) => `${stack.assembly.stackName} ${id}: ${value} ${what}`);
}

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
export const lengthOf = (value: unknown): number | undefined =>
  typeof value === 'string' ? value.length : undefined;
export const numberOf = (value: unknown): number | undefined =>
  value === undefined ? undefined : Number(value);
export const nameOf = ({ stack, id }: Subject): number[] => [stack.resolver.nameOf(id).length];

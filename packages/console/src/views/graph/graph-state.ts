import { MEMORY_TYPES, type MemoryType } from '@memory/contracts';

/** Times back from now that a graph is narrowed to, in days. */
export const SPANS = [7, 30, 90, 365] as const;

/** The place in the graph, as its address keeps it. */
export interface GraphState {
  type?: MemoryType;
  /** Stored in so many last days. */
  days?: number;
  community?: string;
  /** Ends of a path. */
  from?: string;
  to?: string;
}

/** Characters of an identifier at most. */
const REF_LENGTH = 60;

const isRef = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= REF_LENGTH;

/** The state of an address; parameters of no use are left out. */
export function readGraphState(given: Record<string, unknown>): GraphState {
  const { type, days, community, from, to } = given;
  return {
    ...(MEMORY_TYPES.includes(type as MemoryType) ? { type: type as MemoryType } : {}),
    ...(SPANS.includes(days as 7) ? { days: days as number } : {}),
    ...(community === undefined ? {} : { community: String(community).slice(0, 300) }),
    ...(isRef(from) ? { from } : {}),
    ...(isRef(to) ? { to } : {}),
  };
}

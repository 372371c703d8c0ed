import { MEMORY_TYPES, type MemoryType } from '@memory/contracts';
import { SPANS } from '../graph/graph-state.ts';

/** A search as its address keeps it. */
export interface SearchState {
  q?: string;
  types?: MemoryType[];
  tags?: string[];
  files?: string[];
  importance?: number;
  confidence?: number;
  /** By words alone. */
  words?: boolean;
  /** Of what was found: its person, its project, and the days since it was stored. */
  by?: string;
  project?: string;
  days?: number;
  order?: (typeof ORDERS)[number];
}

/** Beside the order of how well it fits. */
export const ORDERS = ['newest', 'oldest'] as const;

const texts = (value: unknown): string[] | undefined => {
  const list = Array.isArray(value) ? value.map(String).filter((text) => text.trim() !== '') : [];
  return list.length > 0 ? list : undefined;
};

const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const share = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 && value <= 1 ? value : undefined;

const isType = (value: unknown): value is MemoryType => MEMORY_TYPES.includes(value as MemoryType);

/** The state of an address; parameters that are no filter are left out. */
export function readSearchState(given: Record<string, unknown>): SearchState {
  const types = Array.isArray(given['types']) ? given['types'].filter(isType) : [];
  const q = given['q'] === undefined ? '' : String(given['q']);
  const state: SearchState = {
    q: q === '' ? undefined : q,
    types: types.length > 0 ? types : undefined,
    tags: texts(given['tags']),
    files: texts(given['files']),
    importance: share(given['importance']),
    confidence: share(given['confidence']),
    words: given['words'] === true ? true : undefined,
    by: word(given['by']),
    project: word(given['project']),
    days: SPANS.find((days) => days === given['days']),
    order: ORDERS.find((order) => order === given['order']),
  };
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));
}

import { MEMORY_TYPES, type MemoryType } from '@memory/contracts';

/** Times back from now that a graph is narrowed to, in days. */
export const SPANS = [7, 30, 90, 365] as const;

export interface GraphState {
  type?: MemoryType;
  days?: number;
  community?: string;
  from?: string;
  to?: string;
}

/** Characters of an identifier at most. */
const REF_LENGTH = 60;

const isRef = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= REF_LENGTH;

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

export interface CodeState {
  q?: string;
  symbol?: string;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/u;

export function readCodeState(given: Record<string, unknown>): CodeState {
  const q = given['q'] === undefined ? '' : String(given['q']).slice(0, 500);
  const symbol = String(given['symbol'] ?? '');
  return { ...(q === '' ? {} : { q }), ...(UUID.test(symbol) ? { symbol } : {}) };
}

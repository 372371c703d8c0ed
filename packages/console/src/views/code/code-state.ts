/** The place in the code, as its address keeps it. */
export interface CodeState {
  q?: string;
  /** Id of the symbol that is shown. */
  symbol?: string;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/u;

/** The state of an address; parameters of no use are left out. */
export function readCodeState(given: Record<string, unknown>): CodeState {
  const q = given['q'] === undefined ? '' : String(given['q']).slice(0, 500);
  const symbol = String(given['symbol'] ?? '');
  return { ...(q === '' ? {} : { q }), ...(UUID.test(symbol) ? { symbol } : {}) };
}

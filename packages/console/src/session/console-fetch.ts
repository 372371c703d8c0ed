import { CONSOLE_PROOF_HEADER, CONSOLE_SESSION_PATH } from '@memory/contracts/console';
import { connection } from './connection.ts';

const PROOF = 'workspace-memory-proof';

/** Known to pages of this origin alone; the cookie beside it is known to no script. */
export const proof = {
  get: (): string => localStorage.getItem(PROOF) ?? '',
  set: (value: string): void => localStorage.setItem(PROOF, value),
  forget: (): void => localStorage.removeItem(PROOF),
  isKey: (key: string | null): boolean => key === PROOF,
};

/** When the session of a login was last renewed; nothing where no login opened it. */
const RENEWED = 'workspace-memory-renewed';

export const renewal = {
  note: (): void => localStorage.setItem(RENEWED, String(Date.now())),
  forget: (): void => localStorage.removeItem(RENEWED),
};

/** Has a login go on whose access has ended. One page at a time: a provider takes each token to renew with once. */
async function renew(askedAt: number): Promise<boolean> {
  if (localStorage.getItem(RENEWED) === null) return false;
  return navigator.locks.request(RENEWED, async () => {
    if (Number(localStorage.getItem(RENEWED)) > askedAt) return true;
    const headers = { [CONSOLE_PROOF_HEADER]: proof.get() };
    const { ok } = await fetch(CONSOLE_SESSION_PATH, { method: 'PUT', headers, credentials: 'same-origin' });
    if (ok) renewal.note();
    return ok;
  });
}

/** `fetch` with what the session is known by, which also notes when the service is gone or knows us no more. */
export const consoleFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('authorization');
  headers.set(CONSOLE_PROOF_HEADER, proof.get());
  const ask = () => fetch(input, { ...init, headers, credentials: 'same-origin' });
  const renewedBefore = Date.now();
  const askedAt = performance.now();
  try {
    let response = await ask();
    if (response.status === 401 && (await renew(renewedBefore))) response = await ask();
    connection.set(response.status === 401 ? 'signed-out' : 'ready', askedAt);
    return response;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) connection.set('offline', askedAt);
    throw error;
  }
};

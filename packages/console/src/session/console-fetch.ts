import { connection } from './connection.ts';

const PROOF = 'workspace-memory-proof';

/** Known to pages of this origin alone; the cookie beside it is known to no script. */
export const proof = {
  get: (): string => localStorage.getItem(PROOF) ?? '',
  set: (value: string): void => localStorage.setItem(PROOF, value),
  forget: (): void => localStorage.removeItem(PROOF),
  isKey: (key: string | null): boolean => key === PROOF,
};

/** `fetch` with what the session is known by, which also notes when the service is gone or knows us no more. */
export const consoleFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('authorization');
  headers.set('x-console-proof', proof.get());
  try {
    const response = await fetch(input, { ...init, headers, credentials: 'same-origin' });
    if (response.status === 401) connection.set('signed-out');
    else connection.set('ready');
    return response;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) connection.set('offline');
    throw error;
  }
};

import { createClient, type Client } from '@memory/client';
import { patientFetch } from './patient-fetch.ts';

export interface Connection {
  url: string;
  key: string;
  client: Client;
  /** How many secrets were replaced so far in what was sent. */
  redactedSecrets: () => number;
}

/** The service that `WORKSPACE_MEMORY_URL` names (the local server by default), with the key of the environment. */
export function connect(environment: Record<string, string | undefined> = process.env): Connection {
  const url = environment['WORKSPACE_MEMORY_URL'] || 'http://127.0.0.1:8787';
  const key = environment['WORKSPACE_MEMORY_API_TOKEN'];
  if (!key)
    throw new Error('Set WORKSPACE_MEMORY_API_TOKEN to an API key (npm run admin -- key create makes one).');
  let redacted = 0;
  const client = createClient({
    url,
    key,
    fetch: patientFetch(url),
    onRedacted: (count) => (redacted += count),
  });
  return { url, key, client, redactedSecrets: () => redacted };
}

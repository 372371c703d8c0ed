import { hashApiKey } from '@memory/core';
import { redactValue } from '@memory/redact';
import { parseQuery } from '@memory/text';
import type { Runtime } from '../../create-services.ts';
import type { EndpointEvent } from './endpoint-context.ts';

const CALLERS_MAX = 1_000;

/** Digests of what callers sent for their rights, of those who were let in the last time; by the model's side of a process. */
const letIn = new WeakMap<Runtime['embedding'], Set<string>>();

const REFUSED = new Set([401, 403, 429]);

/** Begins on a request before its caller is known; `note` is told the status of the answer. */
export type Beginning = (
  services: Runtime,
  event: Omit<EndpointEvent, 'state'>,
) => { services: Runtime; note: (status: number | undefined) => void };

/**
 * Begins to embed the question of a search while its caller is authenticated; the search finds the vector on its way. For callers
 * alone who were let in the last time: whoever is refused costs no second call of the model, and is refused all the same.
 */
export const embedEarly: Beginning = (services, { headers, body, isBase64Encoded }) => {
  const { embedding } = services;
  const { provider, builtIn } = embedding;
  // The table takes this process a millisecond, and nobody else.
  if (provider === 'none' || provider === builtIn) return { services, note: () => undefined };
  const known = letIn.get(embedding) ?? new Set();
  letIn.set(embedding, known);
  const caller = hashApiKey(headers['authorization'] ?? '');
  const note = (status = 200) => {
    if (REFUSED.has(status)) known.delete(caller);
    else known.add(caller);
    if (known.size > CALLERS_MAX) known.clear();
  };
  const question = known.has(caller) && !isBase64Encoded ? questionOf(body) : undefined;
  if (question === undefined) return { services, note };
  // The embedded part of a question is the same in every language.
  const { text } = parseQuery(redactValue(question).value, 'english');
  const begun = provider.embedQuery(text);
  const embedQuery: typeof provider.embedQuery = (asked) =>
    asked === text ? begun : provider.embedQuery(asked);
  return {
    services: { ...services, embedding: { ...embedding, provider: { ...provider, embedQuery } } },
    note,
  };
};

/** The query of a search over REST, or of a tool over MCP. */
function questionOf(body: string | undefined): string | undefined {
  if (!body?.includes('"query"')) return undefined;
  try {
    const { query, params } = JSON.parse(body) as {
      query?: unknown;
      params?: { arguments?: { query?: unknown } };
    };
    const asked = query ?? params?.arguments?.query;
    return typeof asked === 'string' && asked.trim() !== '' ? asked : undefined;
  } catch {
    return undefined;
  }
}

import { createWorkspace } from '@memory/core';
import type { Log } from '@memory/runtime';
import { startLocalHost } from '../support/local-host.ts';

interface RequestLine {
  route: string;
  status: number;
  roundTrips: number;
}

/** One ordinary call of each endpoint: the statements that it sent, authentication included. */
export async function countRoundTrips(): Promise<RequestLine[]> {
  const lines: RequestLine[] = [];
  const silent = () => undefined;
  const log: Log = {
    info: (message, ...lineOf) => {
      if (message === 'request') lines.push(lineOf[0] as unknown as RequestLine);
    },
    warn: silent,
    error: silent,
  };
  const host = await startLocalHost({}, { log });
  try {
    const { key } = await createWorkspace(host.services, { name: 'bench', language: 'english' });
    const call: Call = async (method, path, body) => {
      const response = await fetch(host.url + path, {
        method,
        headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return (await response.json().catch(() => undefined)) as { id: string };
    };
    await callEndpoints(call, () => host.runJobs());
  } finally {
    await host.close();
  }
  return lines.map(({ route, status, roundTrips }) => ({ route, status, roundTrips }));
}

type Call = (method: string, path: string, body?: object) => Promise<{ id: string }>;

async function callEndpoints(call: Call, runJobs: () => Promise<void>): Promise<void> {
  const store = (title: string) =>
    call('POST', '/api/v1/memories/store', { title, narrative: 'A narrative.' });
  const [a, b] = [await store('One').then(({ id }) => id), await store('Two').then(({ id }) => id)];
  await runJobs();
  const memory = `/api/v1/memories/${a}`;
  const edge = { source_id: a, target_id: b, relationship_type: 'depends_on' };
  const session = '/api/v1/sessions/bench';
  const calls: [string, string, object?][] = [
    ['GET', '/api/v1/memories'],
    ['GET', memory],
    ['PATCH', memory, { title: 'Another title' }],
    ['POST', `${memory}/access`],
    ['POST', `${memory}/retrieval`],
    ['POST', `${memory}/feedback`, { useful: true }],
    ['GET', `${memory}/related`],
    ['POST', '/api/v1/memories/search', { query: 'narrative' }],
    ['POST', '/api/v1/relationships', edge],
    ['GET', '/api/v1/memories/graph'],
    ['POST', '/api/v1/memories/explore', { query: 'narrative' }],
    ['POST', '/api/v1/memories/path', { source_memory_id: a, target_memory_id: b }],
    ['DELETE', '/api/v1/relationships', edge],
    ['POST', '/api/v1/sessions/start', { session_id: 'bench' }],
    ['POST', `${session}/observations`, { observations: [{ kind: 'note', content: 'Seen.' }] }],
    ['GET', `${session}/observations`],
    ['GET', `${session}/context`],
    ['GET', '/api/v1/sessions'],
    ['GET', session],
    ['PATCH', session, { summary: 'Done.' }],
    ['POST', `${session}/end`],
    ['POST', '/api/v1/documents', { title: 'A document', content: '# One\n\nText.' }],
    ['GET', '/api/v1/documents'],
    ['POST', '/api/v1/documents/upload-url', {}],
    ['POST', '/api/v1/keys', { name: 'bench', scope: 'read' }],
    ['GET', '/api/v1/keys'],
    ['GET', '/api/v1/openapi.json'],
    ['POST', '/api/v1/memories/batch-delete', { memory_ids: [b] }],
    ['DELETE', memory],
  ];
  for (const [method, path, body] of calls) await call(method, path, body);
}

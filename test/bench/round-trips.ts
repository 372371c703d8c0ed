import { createWorkspace } from '@memory/core';
import { routeEntries } from '@memory/contracts';
import { queryRows } from '@memory/db';
import type { Log } from '@memory/service';
import { readSources, SHOP } from '../support/seeds/code-repository.ts';
import { startLocalHost } from '../host/local-host.ts';
import type { TestHost } from '../host/test-host.ts';

interface RequestLine {
  route: string;
  status: number;
  roundTrips: number;
}

/** Key, scope, rate and the facts about the workspace come with one statement. */
const AUTHENTICATION = 1;
const WORK = 1;

/** One ordinary call of each endpoint: the statements it sends. Through the Data API a transaction adds its begin and its commit. */
export async function benchRoundTrips(): Promise<void> {
  const lines = await callEveryEndpoint();
  const rows = lines.map(({ route, status, roundTrips }) => ({
    route,
    status,
    authentication: AUTHENTICATION,
    work: roundTrips - AUTHENTICATION,
  }));
  console.table(rows);
  const more = rows.filter(({ work }) => work > WORK);
  console.log(
    `${rows.length} of ${routeEntries.length} endpoints, ${rows.length - more.length} of them with one round trip for the work.`,
  );
  console.log(`More: ${more.map(({ route, work }) => `${route} ${work}`).join(', ') || 'none'}`);
  const failed = rows.filter(({ status }) => status >= 400);
  if (failed.length > 0) throw new Error(`Refused: ${failed.map(({ route }) => route).join(', ')}`);
}

async function callEveryEndpoint(): Promise<RequestLine[]> {
  const lines = new Map<string, RequestLine>();
  const silent = () => undefined;
  const log: Log = {
    info: (message, ...lineOf) => {
      const line = lineOf[0] as unknown as RequestLine;
      // The latest of its kind: what a warm process has read before, such as a table, is not read again.
      if (message === 'request') lines.set(line.route, line);
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
      return (await response.json().catch(() => undefined)) as Answer;
    };
    const jobs = () => host.runJobs();
    await callMemories(call, jobs);
    await callSessions(call);
    await callDocuments(call);
    await callCode(call);
    await callKeys(call);
    await measureReads(host, key);
  } finally {
    await host.close();
  }
  return routeEntries.flatMap(([, { method, path }]) => lines.get(`${method} ${path}`) ?? []);
}

const READS = 100;

/** Costs of reads in the database beside their answer: nine in ten are counted on a lease, which writes nothing. */
async function measureReads({ services: { db }, url }: TestHost, key: string): Promise<void> {
  const position = async () => {
    const [row] = await queryRows<{ bytes: number }>(db)`
      select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 bytes`;
    return row?.bytes ?? 0;
  };
  const before = await position();
  let [last, writing] = [before, 0];
  for (let read = 0; read < READS; read += 1) {
    await fetch(`${url}/api/v1/memories?limit=1`, { headers: { authorization: `Token ${key}` } });
    const now = await position();
    if (now > last) writing += 1;
    last = now;
  }
  console.log(
    `${READS} reads, one key: ${writing} wrote, ${Math.round((last - before) / READS)} bytes of the database's log a read`,
  );
}

interface Answer {
  id: string;
  document_id: string;
  upload_id: string;
}
type Call = (method: string, path: string, body?: object) => Promise<Answer>;

async function callMemories(call: Call, runJobs: () => Promise<void>): Promise<void> {
  const ids: string[] = [];
  for (let number = 0; number < 20; number += 1) {
    const memory = { title: `Memory ${number}`, narrative: `A narrative about the number ${number}.` };
    ids.push((await call('POST', '/api/v1/memories/store', memory)).id);
  }
  await runJobs();
  const [a = '', b = ''] = ids;
  const memory = `/api/v1/memories/${a}`;
  const edge = { source_id: a, target_id: b, relationship_type: 'depends_on' };
  await call('GET', '/api/v1/memories');
  await call('GET', memory);
  await call('PATCH', memory, { title: 'Another title' });
  await call('POST', `${memory}/access`);
  await call('POST', `${memory}/retrieval`);
  await call('POST', `${memory}/feedback`, { useful: true });
  await call('GET', `${memory}/related`);
  await call('POST', '/api/v1/memories/search', { query: 'number' });
  await call('POST', '/api/v1/memories/search', { query: 'narrative' });
  await call('POST', '/api/v1/relationships', edge);
  await call('GET', '/api/v1/memories/graph');
  await call('POST', '/api/v1/memories/explore', { query: 'narrative' });
  await call('POST', '/api/v1/memories/path', { source_memory_id: a, target_memory_id: b });
  await call('DELETE', '/api/v1/relationships', edge);
  await call('GET', '/api/v1/export');
  await call('POST', '/api/v1/memories/batch-delete', { memory_ids: [b] });
  await call('DELETE', memory);
  await call('GET', '/api/v1/openapi.json');
}

async function callSessions(call: Call): Promise<void> {
  const session = '/api/v1/sessions/bench';
  await call('POST', '/api/v1/sessions/start', { session_id: 'bench' });
  await call('POST', `${session}/observations`, { observations: [{ kind: 'note', content: 'Seen.' }] });
  await call('GET', `${session}/observations`);
  await call('GET', `${session}/context`);
  await call('GET', '/api/v1/sessions');
  await call('GET', session);
  await call('PATCH', session, { summary: 'Done.' });
  await call('POST', `${session}/end`);
}

async function callDocuments(call: Call): Promise<void> {
  const document = { title: 'A document', content: '# One\n\nText.' };
  const { document_id } = await call('POST', '/api/v1/documents', document);
  await call('POST', '/api/v1/documents/batch', { documents: [{ ...document, title: 'Another' }] });
  const { upload_id } = await call('POST', '/api/v1/documents/upload-url', {});
  await call('GET', `/api/v1/documents/uploads/${upload_id}`);
  await call('GET', '/api/v1/documents');
  await call('GET', `/api/v1/documents/${document_id}`);
  await call('DELETE', `/api/v1/documents/${document_id}`);
}

async function callCode(call: Call): Promise<void> {
  const files = await readSources(SHOP);
  await call('POST', '/api/v1/code/files', { repository: 'shop', files, deleted: [] });
  await call('GET', '/api/v1/code/status?repository=shop');
  await call('DELETE', '/api/v1/code/repositories/shop');
}

async function callKeys(call: Call): Promise<void> {
  const { id } = await call('POST', '/api/v1/keys', { name: 'bench', scope: 'read' });
  await call('GET', '/api/v1/keys');
  await call('DELETE', `/api/v1/keys/${id}`);
}

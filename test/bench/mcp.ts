import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorkspace } from '@memory/core';
import { startLocalService } from '@memory/service/node';
import { readConfig } from '@memory/service';
import { UNLIMITED_RATES } from '../host/unlimited-rates.ts';
import { percentiles } from './support/percentiles.ts';
import { realisticTexts } from './support/realistic-texts.ts';

const MEMORIES = 1_000;
const CALLS = 300;

/** The same work over REST and over MCP, one call after the other: what the protocol adds. */
export async function benchMcp(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-memory-bench-'));
  const service = await startLocalService(
    readConfig({ ...UNLIMITED_RATES, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'SILENT' }),
  );
  await service.queue.stop();
  try {
    const { key } = await createWorkspace(service.services, { name: 'bench', language: 'english' });
    const send = async (scheme: string, path: string, body?: object) => {
      const response = await fetch(service.url + path, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `${scheme} ${key}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
      return text;
    };
    const rest = (path: string, body?: object) => send('Token', path, body);
    const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
    const mcp = (name: string, args: object) =>
      send('Bearer', '/mcp', message('tools/call', { name, arguments: args }));
    const texts = realisticTexts(MEMORIES);
    for (const text of texts) await rest('/api/v1/memories/store', text);
    const first = JSON.parse(await rest('/api/v1/memories/?limit=1')) as [{ id: string }];
    const [{ id }] = first;
    const pairs: [string, Work, Work][] = [
      [
        'feedback',
        () => rest(`/api/v1/memories/${id}/feedback`, { useful: true }),
        () => mcp('memory_rate', { id, useful: true }),
      ],
      [
        'newest 10',
        () => rest('/api/v1/memories/?limit=10&ordering=-created_at'),
        () => mcp('memory_get_timeline', { limit: 10 }),
      ],
      [
        'explore',
        () => rest('/api/v1/memories/explore', { query: 'retry' }),
        () => mcp('memory_explore', { query: 'retry' }),
      ],
    ];
    console.log('work | REST p50/p95/p99 | MCP p50/p95/p99');
    for (const [name, overRest, overMcp] of pairs) {
      const [restMs, mcpMs] = await timed(overRest, overMcp);
      console.log(`${name} | ${percentiles(restMs ?? [])} | ${percentiles(mcpMs ?? [])}`);
    }
    const [lists = []] = await timed(() => send('Bearer', '/mcp', message('tools/list')));
    const listed = JSON.parse(await send('Bearer', '/mcp', message('tools/list'))) as {
      result: { tools: { name: string; description: string; inputSchema: object }[] };
    };
    const { tools } = listed.result;
    const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    const tokens = (value: unknown) => Math.round(JSON.stringify(value).length / 4);
    console.log(`tools/list | | ${percentiles(lists)}`);
    console.log(
      `${tools.length} tools: ${tokens(tools)} tokens in all, ${tokens(shown)} of name, description and parameters`,
    );
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Work = () => Promise<string>;

/** The durations of each work in ms, taken in turns so that a busy machine is unfair to none; the first do not count. */
async function timed(...works: Work[]): Promise<number[][]> {
  const durations = works.map((): number[] => []);
  for (let call = -20; call < CALLS; call += 1)
    for (const [place, work] of works.entries()) {
      const startedAt = performance.now();
      await work();
      if (call >= 0) durations[place]?.push(performance.now() - startedAt);
    }
  return durations;
}

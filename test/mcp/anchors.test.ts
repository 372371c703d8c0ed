import { expect } from 'vitest';
import { indexSources, type Sources } from '../support/seeds/code-repository.ts';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const SAVE = `export class Store {
  save(item: string, price: number) {
    const row = [item, price];
    return this.rows.push(row);
  }
}
`;
const PRICES = `export function priceOf(item: string) {
  return roundUp(item.length * 3);
}

function roundUp(value: number) {
  return Math.ceil(value / 10) * 10;
}
`;
const TREE: Sources = {
  'src/store.ts': SAVE,
  'src/prices.ts': PRICES,
  'src/index.ts': "export * from './store.ts';\n",
};

/** Words on each memory's code, wherever it is shown. */
async function shown(service: TestWorkspace): Promise<Record<string, string | undefined>> {
  const client = await connectClient(service);
  const found = await callTool(client, 'memory_search', { query: 'shop', min_score: 0, limit: 20 });
  const said: Record<string, string | undefined> = {};
  for (const row of found.structured.results as {
    title: string;
    code?: string;
    id?: string;
    memory_id?: string;
  }[]) {
    said[row.title] = row.code;
    if (row.code) expect(found.text).toContain(row.code);
    const detail = await callTool(
      client,
      'memory_get_detail',
      row.id ? { id: row.id } : { memory_id: row.memory_id },
    );
    expect(detail.structured.code).toBe(row.code);
  }
  return said;
}

verifies(['anchors.named', 'anchors.verdicts'], async ({ service }) => {
  await indexSources(service, TREE);
  const memories = {
    Method: 'In the shop `Store.save()` keeps the price beside the item.',
    Function: 'In the shop priceOf charges three cents a letter.',
    Helper: 'In the shop we always roundUp( to tens.',
    Words: 'In the shop we save what we index and store.',
    File: 'In the shop everything is exported from one place.',
  };
  for (const [title, narrative] of Object.entries(memories))
    await service.store({ title, narrative, source_files: title === 'File' ? ['src/index.ts'] : [] });
  await service.runJobs();
  expect(await shown(service)).toEqual({
    Method: 'current',
    Function: 'current',
    Helper: 'current',
    Words: undefined,
    File: 'current',
  });
  await indexSources(
    service,
    {
      'src/store.ts': SAVE.replace('const row', '// A comment.\n    const row'),
      'src/prices.ts': PRICES.replace('* 3', '* 4').replace(/\nfunction roundUp[^]*$/u, ''),
      'lib/rounding.ts': `/** Rounds. */\n${PRICES.slice(PRICES.indexOf('function roundUp'))}`,
    },
    { deleted: ['src/index.ts'] },
  );
  const day = /\d{4}-\d\d-\d\d/u.source;
  const after = await shown(service);
  expect(after).toMatchObject({
    Method: 'current',
    Function: expect.stringMatching(new RegExp(`^changed since ${day}: priceOf in src/prices\\.ts$`, 'u')),
    Helper: 'moved: roundUp in src/prices.ts → lib/rounding.ts',
    File: expect.stringMatching(new RegExp(`^gone: file src/index\\.ts, there at ${day}$`, 'u')),
  });
  expect(after['Words']).toBeUndefined();
  // Lists of titles say it where it is not as it was.
  const client = await connectClient(service);
  for (const [tool, args] of [
    ['memory_get_index', {}],
    ['memory_explore', { query: 'shop' }],
    ['memory_get_timeline', {}],
  ] as const) {
    const rows = (await callTool(client, tool, args)).structured.results as {
      title: string;
      code?: string;
    }[];
    const lost = Object.fromEntries(rows.map(({ title, code }) => [title, code]));
    expect(lost, tool).toMatchObject({
      Function: after['Function'],
      Helper: after['Helper'],
      File: after['File'],
    });
  }
  // Code that came back to its first place is as it was, whatever else there is.
  await indexSources(
    service,
    { 'lib/round.ts': PRICES.slice(PRICES.indexOf('function roundUp')), 'src/prices.ts': PRICES },
    { deleted: ['lib/rounding.ts'] },
  );
  expect(await shown(service)).toMatchObject({ Function: 'current', Helper: 'current' });
});

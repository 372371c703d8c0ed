import { describe, expect } from 'vitest';
import { toolEntries } from '@memory/contracts/tools';
import { connectClient, callTool } from '../support/clients/mcp-client.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { environmentOf, startBridge } from '../support/clients/stdio-bridge.ts';
import { prepareToolCalls } from '../support/clients/tool-calls.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

/** As clients estimate them. */
const tokens = (text: string) => Math.ceil(text.length / 4);

/** Every value of an answer that is no group of others. */
function valuesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(valuesOf);
  if (value !== null && typeof value === 'object') return Object.values(value).flatMap(valuesOf);
  return value === null ? [] : [String(value)];
}

/** Memories as teams write them. */
async function storeStory(service: TestWorkspace, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const reply = await service.post('/api/v1/memories/store', {
      title: `Quokkas climb fence ${number} when the lamps of the northern gate are out`,
      memory_type: ['decision', 'incident', 'convention'][number % 3],
      narrative:
        `At ${number} o'clock a keeper found three quokkas outside of the northern enclosure.\n\n` +
        'The cause was a lamp that the timer had switched off an hour early: quokkas climb what they can see the end of. ' +
        'We keep the lamps on until six, and the timer is checked each Monday. ' +
        'Whoever changes the timer tells the keepers of the night, who write it into the log of the gate.',
      source_files: ['zoo/gates/north.ts', 'zoo/lamps/timer.ts'],
      tags: ['zoo/fence'],
    });
    expect(reply.status).toBe(201);
  }
  await service.runJobs();
}

describe('what a model is shown', () => {
  verifies('mcp.result.same-length', async ({ service }) => {
    const calls = await prepareToolCalls(service);
    await storeStory(service, 12);
    const overHttp = await connectClient(service);
    const overStdio = await startBridge(environmentOf(service));
    const ratios: Record<string, number> = {};
    for (const [name, row] of toolEntries) {
      const client = row.transports.includes('http') ? overHttp : overStdio;
      const { isError, structured, text } = await callTool(client, name, calls[name].args);
      expect(isError, `${name} ${text}`).toBe(false);
      ratios[name] = tokens(JSON.stringify(structured)) / tokens(text);
      const shown = text.replaceAll(/\s+/gu, ' ');
      const missing = valuesOf({ ...structured, count: [] }).filter(
        (value) => !shown.includes(value.replaceAll(/\s+/gu, ' ')),
      );
      expect(missing, `${name} ${text}`).toEqual([]);
    }
    expect(Object.keys(ratios)).toHaveLength(28);
    expect(Object.fromEntries(Object.entries(ratios).filter(([, ratio]) => ratio > 1.5))).toEqual({});
    const { structured } = await callTool(overHttp, 'memory_search', { query: 'why do quokkas climb' });
    expect(structured.results).toHaveLength(5);
    expect(tokens(JSON.stringify(structured))).toBeLessThan(560);
    // Before it has a vector.
    await service.store({
      title: 'Beacon heartbeat each 45 seconds',
      narrative: 'Its radio sleeps between.',
    });
    const asked = { query: 'how often does the beacon send a heartbeat' };
    const fresh = await callTool(overHttp, 'memory_search', asked);
    expect(fresh.structured.results[0]).toMatchObject({ title: 'Beacon heartbeat each 45 seconds' });
  });

  verifies('mcp.result.passage', async ({ service }) => {
    const filler = 'The zoo opens at nine and closes at six on every day of the week. '.repeat(40);
    await service.store({
      title: 'The zoo',
      narrative: `${filler}Wombats are fed by the second keeper. ${filler}`,
    });
    await service.runJobs();
    const client = await connectClient(service);
    const { structured } = await callTool(client, 'memory_search', {
      query: 'who feeds the wombats',
      min_score: 0,
    });
    const [{ passage, more_characters }] = structured.results as [
      { passage: string; more_characters: number },
    ];
    expect(passage).toMatch(/^… .*Wombats are fed by the second keeper\..* …$/u);
    expect(passage.length + more_characters).toBeGreaterThan(2 * filler.length);
  });

  verifies(
    'mcp.result.passage',
    async ({ service }) => {
      const section = (about: string, answer: string) =>
        `${about} are described here. ${'They have lived in the zoo since it was founded. '.repeat(13)}${answer} ${'Nobody knows more. '.repeat(10)}`;
      const client = await connectClient(service);
      await callTool(client, 'document_ingest', {
        title: 'The wombats of the zoo',
        content: section('Wombats of the zoo', 'Feeding begins at five.'),
      });
      await callTool(client, 'document_ingest', {
        title: 'The quolls of the zoo',
        content: section('Quolls of the zoo', 'Feeding begins at six.'),
      });
      // Pages are shown so however short they are.
      for (const about of ['Numbats', 'Bilbies', 'Potoroos'])
        await callTool(client, 'document_ingest', {
          title: `${about} beside the wombats and quolls of the zoo`,
          content: `${about} live beside them. ${'They like it there. '.repeat(8)}Feeding begins at eight.`,
        });
      for (const about of ['Wombats', 'Quolls', 'Wombat keepers', 'Quoll keepers'])
        await service.store({ title: `${about} in short`, narrative: `${about} of the zoo are fine.` });
      await service.runJobs();
      const passagesOf = async (limit: number) => {
        const { structured } = await callTool(client, 'memory_search', {
          query: 'wombats and quolls of the zoo',
          memory_types: limit === 6 ? undefined : ['wiki'],
          min_score: 0,
          limit,
        });
        return structured.results.map(({ passage }: { passage: string }) => passage) as string[];
      };
      const sections = await passagesOf(5);
      expect(sections).toHaveLength(5);
      for (const passage of sections) expect(passage).toMatch(/Feeding begins at (?:five|six|eight)/u);
      // Among notes a section is shown as short as they are.
      for (const passage of await passagesOf(6)) expect(passage.length).toBeLessThan(250);
    },
    { title: 'sections of documents are shown by passages long enough for an answer' },
  );

  verifies(
    'mcp.result.passage',
    async ({ service }) => {
      const client = await connectClient(service);
      const around = 'They have lived in the zoo since it was founded. '.repeat(30);
      for (const about of ['first', 'second', 'third', 'fourth', 'fifth'])
        await callTool(client, 'document_ingest', {
          title: `The ${about} house of the zoo`,
          content: `${around}Numbats and bilbies live in the ${about} house, behind the pond, where nobody sees them before noon. Feeding begins at the gong. ${around}`,
        });
      await service.runJobs();
      const { structured } = await callTool(client, 'memory_search', {
        query: 'numbats and bilbies',
        min_score: 0,
      });
      const passages = structured.results.map(({ passage }: { passage: string }) => passage) as string[];
      expect(passages).toHaveLength(5);
      for (const passage of passages) expect(passage).toContain('Feeding begins at the gong');
    },
    { title: 'the last section shown has room for an answer, however long the first are' },
  );

  verifies('mcp.result.bounded', async ({ service }) => {
    const narrative = 'Quokkas climb the fence. '.repeat(3_500);
    const long = await service.store({ title: 'Long', narrative });
    for (let number = 1; number <= 120; number += 1)
      await service.store({ title: `${number} ${'quokka '.repeat(60)}`.trim(), source_files: ['zoo.ts'] });
    const client = await connectClient(service);
    const titlesOf = (structured: { results: { title: string }[] }) =>
      structured.results.map(({ title }) => title);
    for (const [name, args] of [
      ['memory_get_timeline', { limit: 200 }],
      ['memory_get_index', { limit: 500 }],
      ['memory_by_file', { file_path: 'zoo.ts', limit: 100 }],
      ['memory_search', { query: 'quokka', limit: 100, min_score: 0 }],
    ] as const) {
      const { structured, text } = await callTool(client, name, args);
      expect(tokens(JSON.stringify(structured)), name).toBeLessThanOrEqual(10_000);
      expect(tokens(text), name).toBeLessThanOrEqual(10_000);
      expect(structured.count, name).toBe(structured.results.length);
      expect(structured.hint, name).toMatch(/more did not fit/u);
      const [, offset] = /offset (\d+)/u.exec(structured.hint as string) ?? [];
      if (name === 'memory_search') continue;
      const { structured: rest } = await callTool(client, name, { ...args, offset: Number(offset) });
      expect(titlesOf(rest).length, name).toBeGreaterThan(0);
      expect(
        titlesOf(rest).filter((title) => titlesOf(structured).includes(title)),
        name,
      ).toEqual([]);
    }
    let read = '';
    const given = { [service.form === 'A' ? 'id' : 'memory_id']: service.ref(long) };
    for (let from: number | undefined = 0; from !== undefined;) {
      const { structured, text } = await callTool(client, 'memory_get_detail', { ...given, from });
      expect(tokens(text)).toBeLessThanOrEqual(10_000);
      read += structured.content as string;
      from = structured.more_characters ? read.length : undefined;
    }
    expect(read).toBe(long.narrative);
  });
});

describe('parameters', () => {
  verifies('mcp.tools.unknown-parameter', async ({ service }) => {
    const client = await connectClient(service);
    const messageOf = async (name: string, args: Record<string, unknown>) => {
      const { error } = await callTool(client, name, args);
      expect(error.code).toBe('validation_failed');
      return error.message;
    };
    expect(await messageOf('memory_search', { query: 'x', memory_type: 'decision' })).toBe(
      'memory_type: no such parameter; the nearest is memory_types',
    );
    const given = { title: 'T', memory_type: 'general', content: 'C' };
    expect(await messageOf('memory_store', { ...given, tag: 'a', file: 'b' })).toBe(
      'tag: no such parameter; the nearest is tags; file: no such parameter; the nearest is files',
    );
    for (const [name, sent, meant] of [
      ['memory_search', 'max_results', 'limit'],
      ['memory_search', 'topK', 'limit'],
      ['memory_search', 'memory_typs', 'memory_types'],
      ['code_search', 'question', 'q'],
      ['memory_get_index', 'skip', 'offset'],
      ['memory_rate', 'comment', 'context'],
    ] as const)
      expect(await messageOf(name, { [sent]: 1 })).toMatch(
        new RegExp(`${sent}: no such parameter; the nearest is ${meant}(?:;|$)`, 'u'),
      );
    expect(await messageOf('memory_get_timeline', { q: 1 })).toMatch(/there are workspace_id, days, limit/u);
    expect((await service.get('/api/v1/memories/')).body).toEqual([]);
  });

  verifies('mcp.tools.either-name', async ({ service }) => {
    const client = await connectClient(service);
    const { structured } = await callTool(client, 'memory_store', {
      title: 'Gates',
      memory_type: 'convention',
      narrative: 'They close at six.',
      source_files: ['gates.ts'],
      importance_score: 0.9,
      confidence_score: 0.4,
    });
    expect((await service.get('/api/v1/memories/')).body).toMatchObject([
      {
        narrative: 'They close at six.',
        source_files: ['gates.ts'],
        importance_score: 0.9,
        confidence_score: 0.4,
      },
    ]);
    const other = service.form === 'A' ? 'memory_id' : 'id';
    const detail = await callTool(client, 'memory_get_detail', { [other]: service.ref(structured) });
    expect(detail.structured).toMatchObject({ content: 'They close at six.', files: ['gates.ts'] });
    const twice = { title: 'T', memory_type: 'general', content: 'C', narrative: 'N' };
    expect((await callTool(client, 'memory_store', twice)).error.message).toMatch(/narrative: .*content/u);
  });
});

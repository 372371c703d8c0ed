import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { MemoryIdForm } from '@memory/contracts';
import { memoryParameter, type ToolName } from '@memory/contracts/tools';
import { indexSources, SHOP } from '../seeds/code-repository.ts';
import { callTool, connectClient } from './mcp-client.ts';
import { makeFolder } from '../seeds/make-folder.ts';
import type { TestWorkspace } from '../../host/service.ts';

interface ToolCall {
  /** With these the tool does its work, however often it is called. */
  args: Record<string, unknown>;
  /** A pattern of its answer. */
  fact: object;
}

export type ToolCalls = Record<ToolName, ToolCall>;

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/u);
const VERSION = expect.stringMatching(/^\d+\.\d+\.\d+/u);

const holding = (...fields: object[]): unknown =>
  expect.arrayContaining(fields.map((field) => expect.objectContaining(field)));

/** A document's parts: all new at first, all unchanged when it comes again. */
const parts = (count: number): Record<string, unknown> => ({ updated: 0, removed: 0, ...eitherWay(count) });
const eitherWay = (count: number) => {
  const noneOrAll: unknown = expect.toSatisfy((value: unknown) => value === 0 || value === count);
  return { created: noneOrAll, unchanged: noneOrAll };
};

/**
 * A workspace that every tool finds something in, and a call of each. The calls do their work however often they are made: the
 * tests of a file share one for each form.
 * @returns of the first test's workspace of the form, and that workspace; the files that the calls name go with the last test
 */
export function sharedToolCalls(): (
  service: TestWorkspace,
) => Promise<{ service: TestWorkspace; calls: ToolCalls }> {
  const prepared = new Map<MemoryIdForm, Promise<{ service: TestWorkspace; calls: ToolCalls }>>();
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'workspace-memory-calls-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  return (service) => {
    const made =
      prepared.get(service.form) ?? prepareToolCalls(service, folder).then((calls) => ({ service, calls }));
    prepared.set(service.form, made);
    return made;
  };
}

/** A workspace that every tool finds something in, and a call of each. @param folder of the files that they name; default: gone with the test */
export async function prepareToolCalls(service: TestWorkspace, folder?: string): Promise<ToolCalls> {
  const climbing = await service.store({
    title: 'Quokkas climb the fence',
    narrative: 'Quokkas climb the northern fence of the zoo at night.',
    tags: ['zoo/fence'],
    source_files: ['src/prices.ts'],
    importance_score: 1,
  });
  const twin = await service.store({
    title: 'Quokkas climb the northern fence',
    narrative: 'At night quokkas climb the northern fence of the zoo.',
  });
  const [ref, twinRef] = [service.short(climbing), service.short(twin)];
  await service.post('/api/v1/relationships', {
    source_id: ref,
    target_id: twinRef,
    relationship_type: 'depends_on',
  });
  const session_id = `s-${service.id}`;
  await service.post('/api/v1/sessions/start', { session_id, project_name: 'zoo' });
  await indexSources(service, SHOP);
  return {
    ...memoryCalls(service, { ref, twinRef }),
    ...sessionCalls(session_id),
    ...(await documentCalls(folder ?? (await makeFolder()))),
    ...(await codeCalls(service)),
    sdlc_get_version: { args: {}, fact: { plugin_version: VERSION, server_version: VERSION } },
  };
}

function memoryCalls(service: TestWorkspace, { ref, twinRef }: { ref: string; twinRef: string }) {
  const parameter = memoryParameter(service.form);
  const given = { [parameter]: ref };
  const climbing = { title: 'Quokkas climb the fence', memory_type: 'general', ...given };
  const twin = { [parameter]: twinRef };
  return {
    memory_search: {
      args: { query: 'quokkas fence', tag_prefixes: ['zoo/'], search_profile: 'exact' },
      fact: { count: 1, results: [{ ...climbing, passage: expect.stringContaining('northern fence') }] },
    },
    memory_get_detail: {
      args: given,
      fact: {
        ...climbing,
        relationships: holding({ relationship: 'depends on', ...twin }),
        related_memories: holding(twin),
      },
    },
    memory_get_timeline: { args: { limit: 200 }, fact: { results: holding(climbing, twin) } },
    memory_get_index: {
      args: { limit: 1 },
      fact: { count: 1, results: [{ title: climbing.title, memory_type: 'general', ...given }] },
    },
    memory_get_related: {
      args: given,
      fact: { results: holding(twin) },
    },
    memory_by_file: {
      args: { file_path: 'prices.ts' },
      fact: { count: 1, results: [{ ...climbing, files: ['src/prices.ts'] }] },
    },
    memory_store: {
      args: {
        title: 'Gates close at six',
        memory_type: 'convention',
        content: 'All of them.',
        tags: ['gate'],
      },
      fact: {
        title: 'Gates close at six',
        memory_type: 'convention',
        [parameter]: expect.stringMatching(/\S/u),
      },
    },
    memory_rate: {
      args: { ...given, useful: true, context: 'It explained the gap.' },
      fact: {
        ...climbing,
        useful_count: expect.toSatisfy((count: number) => count > 0),
        not_useful_count: 0,
      },
    },
    memory_explore: {
      args: { query: 'quokkas climb the fence', relationship_types: ['depends_on'] },
      fact: {
        results: holding(
          { ...given, is_seed: true, relationships: ['depends_on Quokkas climb the northern fence'] },
          twin,
        ),
      },
    },
    workspace_insight: {
      args: { workspace_id: service.id },
      fact: { workspace_id: service.id, relationship_counts: holding({ relationship_type: 'depends_on' }) },
    },
  };
}

function sessionCalls(session_id: string) {
  return {
    session_start: {
      args: { project_path: '/home/keeper/zoo' },
      fact: {
        session_id: expect.stringMatching(/^sess-/u),
        project_name: 'zoo',
        is_active: true,
        context_block: expect.stringContaining('Quokkas climb the fence'),
      },
    },
    session_end: {
      args: { session_id, summary: 'The fence was mended.' },
      fact: { session_id, is_active: false, summary: 'The fence was mended.' },
    },
    session_get_context: {
      args: { session_id, max_memories: 2 },
      fact: {
        session_id,
        context_block: expect.stringContaining('Quokkas climb the fence'),
      },
    },
  };
}

async function documentCalls(folder: string) {
  const [guide, plan, batch] = ['guide.md', 'plan.md', 'batch.json'].map((name) => join(folder, name));
  if (!guide || !plan || !batch) throw new Error('A file has no name.');
  await writeFile(guide, '# Guide\n\nWallabies eat at noon.\n');
  await writeFile(plan, '# Plan of the aviary\n\nParrots move in May.\n');
  await writeFile(batch, JSON.stringify([{ title: 'Tickets', content: 'Children enter free.' }]));
  const upload = {
    upload_id: UUID,
    url: expect.stringMatching(/^https?:/u),
    method: 'POST',
    max_bytes: expect.toSatisfy((bytes: number) => bytes > 1_000_000),
  };
  return {
    document_ingest: {
      args: { title: 'Otters', content: '# Otters\n\nOtters swim.', tags: ['water'] },
      fact: { document_id: UUID, title: 'Otters', ...parts(1) },
    },
    document_ingest_batch: {
      args: { documents: [{ title: 'Seals', content: 'Seals bark.' }, { title: 'No text' }] },
      fact: { documents: 1, ...parts(1), errors: [{ index: 1 }] },
    },
    document_ingest_file: {
      args: { file_path: guide },
      fact: { document_id: UUID, title: 'guide.md', ...parts(1) },
    },
    document_ingest_files_batch: {
      args: { file_paths: [plan, join(folder, 'none.md')], memory_type: 'wiki' },
      fact: { documents: 1, ...parts(1), errors: [{ index: 1 }] },
    },
    document_ingest_batch_from_file: {
      args: { batch_file_path: batch },
      fact: { documents: 1, ...parts(1), errors: [] },
    },
    document_ingest_batch_get_upload_url: { args: {}, fact: upload },
    sdlc_seed: {
      args: { content: '# Plan of the pond\n\nOne year.', document_type: 'plan', deliverable_id: 'POND-1' },
      fact: { document_id: UUID, title: 'Plan of the pond', ...parts(1) },
    },
    sdlc_seed_from_file: {
      args: { file_path: plan, document_type: 'plan' },
      fact: { document_id: UUID, title: 'Plan of the aviary', ...parts(1) },
    },
    sdlc_seed_get_upload_url: { args: {}, fact: upload },
  };
}

async function codeCalls(service: TestWorkspace) {
  const client = await connectClient(service);
  const { structured } = await callTool(client, 'code_search', { q: 'priceOf', limit: 1 });
  const symbol_id: string = structured.results[0]?.symbol_id;
  await client.close();
  const priceOf = {
    symbol_id,
    symbol_name: 'priceOf',
    place: expect.stringMatching(/^shop: src\/prices\.ts:1-/u),
  };
  const calledBy = { symbol_name: 'placeOrder', relation: 'calls', line: 6 };
  const calls = { symbol_name: 'roundUp', relation: 'calls', line: 1 };
  return {
    code_search: {
      args: { q: 'PRICEOF', file_pattern: 'src/*.ts', symbol_type: 'function' },
      fact: { count: 1, results: [{ ...priceOf, symbol_type: 'function' }] },
    },
    code_navigate: {
      args: { symbol_id },
      fact: {
        symbol: priceOf,
        callers: holding(calledBy),
        callees: [calls],
        contained_in: { symbol_name: 'src/prices.ts' },
        contains: [],
      },
    },
    code_callers: { args: { symbol_id }, fact: { results: holding(calledBy) } },
    code_callees: { args: { symbol_id }, fact: { count: 1, results: [calls] } },
    code_context: {
      args: { symbol_name: 'priceOf', file_path: 'src/prices.ts' },
      fact: {
        graph_empty: false,
        symbol: priceOf,
        alternatives: [],
        callers: holding({ symbol_name: 'placeOrder', depth: 1 }),
        callees: [{ symbol_name: 'roundUp', depth: 1 }],
        memories: [{ title: 'Quokkas climb the fence', links: ['file'] }],
      },
    },
  };
}

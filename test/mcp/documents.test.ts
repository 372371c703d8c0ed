import { describe, expect } from 'vitest';
import { SDLC_DOCUMENT_TYPES, type CreatedUpload } from '@memory/contracts';
import { HANG_MS } from '../support/hang.ts';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const GUIDE = '# Quokka care\n\nFeed the quokkas at noon and count them afterwards.\n';

/** The memories of a document's sections. */
async function memoriesOf(service: TestWorkspace, documentId: string) {
  const detail = await service.get(`/api/v1/documents/${documentId}`);
  const refs = (detail.body.sections as { memory_ref: string }[]).map(({ memory_ref }) => memory_ref);
  return Promise.all(refs.map(async (ref) => (await service.get(`/api/v1/memories/${ref}`)).body));
}

/** The titles of the documents there are, with what the documents themselves say. */
async function documentsByTitle(service: TestWorkspace) {
  const { results } = (await service.get('/api/v1/documents?limit=100')).body as {
    results: { id: string; title: string }[];
  };
  return new Map(results.map((document) => [document.title, document]));
}

/** Sends a file as the answer of a tool says, and has it read. */
async function send(service: TestWorkspace, { url, fields, upload_id }: CreatedUpload, content: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content]));
  expect((await fetch(url, { method: 'POST', body: form })).ok).toBe(true);
  await service.runJobs();
  return (await service.get(`/api/v1/documents/uploads/${upload_id}`)).body;
}

describe('document tools', () => {
  verifies('mcp.document-ingest.type-default', async ({ service }) => {
    const client = await connectClient(service);
    const plain = await callTool(client, 'document_ingest', { title: 'Quokkas', content: GUIDE });
    expect(plain.structured).toMatchObject({ title: 'Quokkas', created: 1, updated: 0, removed: 0 });
    expect(await memoriesOf(service, plain.structured.document_id)).toMatchObject([
      { memory_type: 'wiki', tags: [], narrative: GUIDE.trim() },
    ]);
    const given = await callTool(client, 'document_ingest', {
      title: 'Fences',
      content: GUIDE,
      memory_type: 'convention',
      tags: ['zoo'],
    });
    expect(await memoriesOf(service, given.structured.document_id)).toMatchObject([
      { memory_type: 'convention', tags: ['zoo'] },
    ]);
    const again = await callTool(client, 'document_ingest', { title: 'Quokkas', content: GUIDE });
    expect(again.structured).toEqual({ ...plain.structured, created: 0, unchanged: 1 });
    const found = await callTool(client, 'memory_search', { query: 'feed quokkas noon', min_score: 0 });
    expect(found.text).toContain('Quokka');
    const unknown = { title: 'T', content: 'C', memory_type: 'wikis' };
    expect((await callTool(client, 'document_ingest', unknown)).error.message).toContain('memory_type');
  });

  verifies('mcp.document-ingest-batch.documents', async ({ service }) => {
    const client = await connectClient(service);
    const batch = await callTool(client, 'document_ingest_batch', {
      documents: [
        { title: 'Plain', content: 'Plain text.' },
        { title: 'No content' },
        { title: 'Tagged', content: 'Tagged text.', memory_type: 'pattern', tags: ['a', 'b'] },
        { title: 'Odd', content: 'Text.', memory_type: 'nonsense' },
      ],
    });
    expect(batch.structured).toMatchObject({
      documents: 2,
      created: 2,
      errors: [
        { index: 1, msg: expect.stringContaining('content') },
        { index: 3, msg: expect.stringContaining('memory_type') },
      ],
    });
    expect(batch.text).toContain('index 3; msg memory_type');
    const documents = await documentsByTitle(service);
    expect([...documents.keys()].toSorted()).toEqual(['Plain', 'Tagged']);
    expect(documents.get('Plain')).toMatchObject({ memory_type: 'wiki', tags: [] });
    expect(documents.get('Tagged')).toMatchObject({ memory_type: 'pattern', tags: ['a', 'b'] });
    expect((await callTool(client, 'document_ingest_batch', { documents: [] })).isError).toBe(true);
  });

  verifies('mcp.document-upload-url.works', async ({ service, other }) => {
    const client = await connectClient(service);
    const { structured, text } = await callTool(client, 'document_ingest_batch_get_upload_url');
    expect(text).toContain(structured.url);
    const documents = Array.from({ length: 30 }, (_, number) => ({
      title: `Page ${number}`,
      content: `Text of page ${number}.`,
    }));
    const state = await send(service, structured, JSON.stringify(documents));
    expect(state).toMatchObject({ state: 'complete', documents: 30, created: 30, error_count: 0 });
    const page = (await documentsByTitle(service)).get('Page 7');
    expect(page).toMatchObject({ memory_type: 'wiki', document_type: null });
    expect((await other.get('/api/v1/documents')).body.count).toBe(0);
  });
});

describe('SDLC tools', () => {
  verifies('mcp.sdlc-seed.document-types', async ({ service }) => {
    const client = await connectClient(service);
    expect(SDLC_DOCUMENT_TYPES).toEqual(['spec', 'plan', 'result', 'changelog', 'knowledge']);
    for (const document_type of SDLC_DOCUMENT_TYPES) {
      const seeded = await callTool(client, 'sdlc_seed', {
        content: `# The ${document_type}`,
        document_type,
      });
      expect(seeded.structured).toMatchObject({ title: `The ${document_type}`, created: 1 });
    }
    for (const document_type of ['specs', 'Spec', '', null, undefined]) {
      const { isError, text } = await callTool(client, 'sdlc_seed', { content: '# Text', document_type });
      expect(isError, String(document_type)).toBe(true);
      expect(text).toContain('document_type');
    }
    expect((await service.get('/api/v1/documents')).body.count).toBe(SDLC_DOCUMENT_TYPES.length);
  });

  verifies('mcp.sdlc-seed.stored', async ({ service }) => {
    const client = await connectClient(service);
    const call = { content: GUIDE, document_type: 'plan', deliverable_id: 'ZOO-12' };
    const { document_id } = (await callTool(client, 'sdlc_seed', call)).structured;
    expect((await service.get(`/api/v1/documents/${document_id}`)).body).toMatchObject({
      memory_type: 'sdlc_knowledge',
      document_type: 'plan',
      deliverable_id: 'ZOO-12',
    });
    expect(await memoriesOf(service, document_id)).toMatchObject([
      { memory_type: 'sdlc_knowledge', tags: ['sdlc:plan', 'deliverable:ZOO-12'], narrative: GUIDE.trim() },
    ]);
    // The same text of another kind, and of no deliverable, is another document.
    const spec = await callTool(client, 'sdlc_seed', { content: GUIDE, document_type: 'spec' });
    expect(spec.structured.document_id).not.toBe(document_id);
    expect((await service.get(`/api/v1/documents/${spec.structured.document_id}`)).body).toMatchObject({
      document_type: 'spec',
      deliverable_id: null,
    });
    const again = await callTool(client, 'sdlc_seed', call);
    expect(again.structured).toMatchObject({ document_id, created: 0, unchanged: 1 });
  });

  verifies(
    'documents.bounded.hostile',
    async ({ service }) => {
      const client = await connectClient(service);
      const content = `# a${' '.repeat(900_000)}x`;
      const startedAt = performance.now();
      const { structured } = await callTool(client, 'sdlc_seed', { content, document_type: 'spec' });
      expect(performance.now() - startedAt).toBeLessThan(HANG_MS);
      expect(structured.created).toBeGreaterThan(0);
    },
    { title: 'a heading of blanks, of which the title is made' },
  );

  verifies('mcp.sdlc-seed-upload-url.works', async ({ service }) => {
    const client = await connectClient(service);
    const { structured } = await callTool(client, 'sdlc_seed_get_upload_url');
    const lines = [
      { content: '# Release plan\n\nFirst the fence.', document_type: 'plan', deliverable_id: 'ZOO-12' },
      { content: 'Quokkas jump.', title: 'Lore' },
      { content: 'Text.', document_type: 'novel' },
      { content: ' ', document_type: 'spec' },
    ];
    const state = await send(service, structured, lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(state).toMatchObject({ state: 'complete', documents: 2, errors: [{ index: 2 }, { index: 3 }] });
    const documents = await documentsByTitle(service);
    expect(documents.get('Release plan')).toMatchObject({
      memory_type: 'sdlc_knowledge',
      document_type: 'plan',
      deliverable_id: 'ZOO-12',
    });
    expect(documents.get('Lore')).toMatchObject({
      memory_type: 'sdlc_knowledge',
      document_type: 'knowledge',
    });
    // An uploaded document and a seeded one have one identity.
    const seeded = await callTool(client, 'sdlc_seed', lines[0]);
    expect(seeded.structured).toMatchObject({ created: 0, unchanged: 1 });
  });

  verifies(
    'mcp.sdlc-seed-upload-url.works',
    async ({ service }) => {
      const body = { purpose: 'sdlc', document_type: 'changelog', deliverable_id: 'ZOO-13' };
      const { body: created } = await service.post('/api/v1/documents/upload-url', body);
      const documents = [
        { content: '# 1.0' },
        { content: '# Aims', document_type: 'spec', deliverable_id: 'Z' },
      ];
      await send(service, created as CreatedUpload, JSON.stringify(documents));
      const byTitle = await documentsByTitle(service);
      expect(byTitle.get('1.0')).toMatchObject({ document_type: 'changelog', deliverable_id: 'ZOO-13' });
      expect(byTitle.get('Aims')).toMatchObject({ document_type: 'spec', deliverable_id: 'Z' });
    },
    { title: 'what the upload says is given to documents that say nothing' },
  );
});

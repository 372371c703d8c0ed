import { expect } from 'vitest';
import { testWithService } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const GUIDE = `# Guide

${'An introduction to the whole guide, which says what it is about and for whom it was written. '.repeat(4)}

## Install

${'Run the installer and answer its questions; it writes the configuration and starts the service. '.repeat(4)}

\`\`\`sh
npm ci && npm start
\`\`\`

## Configure

${'Every setting is an environment variable, and is checked once when the service starts. '.repeat(5)}
`;

const DOCUMENTS = '/api/v1/documents';

verifies.formA(['documents.create', 'documents.split.structure', 'documents.counts'], async ({ service }) => {
  const reply = await service.post(DOCUMENTS, { title: 'Guide', content: GUIDE, source: './docs/guide.md' });
  expect(reply.status).toBe(201);
  expect(reply.body).toMatchObject({ created: 3, updated: 0, unchanged: 0, removed: 0 });
  const detail = await service.get(`${DOCUMENTS}/${reply.body.document_id}`);
  expect(detail.body.sections.map(({ heading_path }: { heading_path: string[] }) => heading_path)).toEqual([
    ['Guide'],
    ['Guide', 'Install'],
    ['Guide', 'Configure'],
  ]);
  const memory = await service.get(`/api/v1/memories/${detail.body.sections[1].memory_ref}`);
  expect(memory.body).toMatchObject({ memory_type: 'wiki', source_files: ['docs/guide.md'] });
  expect(memory.body.narrative).toContain('npm ci && npm start');
});

verifies.formA('documents.again.unchanged', async ({ service }) => {
  const first = await service.post(DOCUMENTS, { title: 'Guide', content: GUIDE });
  const before = await service.get(`${DOCUMENTS}/${first.body.document_id}`);
  await service.post(`/api/v1/memories/${before.body.sections[0].memory_ref}/feedback`, { useful: true });
  const again = await service.post(DOCUMENTS, { title: 'Guide', content: GUIDE });
  expect(again.body).toMatchObject({
    document_id: first.body.document_id,
    created: 0,
    updated: 0,
    unchanged: 3,
    removed: 0,
  });
  expect((await service.get(`${DOCUMENTS}/${first.body.document_id}`)).body).toEqual(before.body);
  const memory = await service.get(`/api/v1/memories/${before.body.sections[0].memory_ref}`);
  expect(memory.body.feedback_positive_count).toBe(1);
});

verifies.formA('documents.again.changed', async ({ service }) => {
  const first = await service.post(DOCUMENTS, { title: 'Guide', content: GUIDE });
  const before = (await service.get(`${DOCUMENTS}/${first.body.document_id}`)).body.sections;
  const edited = `${GUIDE.replace('answer its questions', 'wait').replace(/## Configure[\s\S]*/u, '')}## Operate\n\n${'Watch the queue and its dead letters, and redrive them when the cause is mended. '.repeat(5)}`;
  const again = await service.post(DOCUMENTS, { title: 'Guide', content: edited });
  expect(again.body).toMatchObject({ created: 1, updated: 1, unchanged: 1, removed: 1 });
  const after = (await service.get(`${DOCUMENTS}/${first.body.document_id}`)).body.sections;
  expect(after.slice(0, 2).map(({ memory_ref }: { memory_ref: string }) => memory_ref)).toEqual(
    before.slice(0, 2).map(({ memory_ref }: { memory_ref: string }) => memory_ref),
  );
  expect((await service.get(`/api/v1/memories/${before[2].memory_ref}`)).status).toBe(404);
  await service.runJobs();
  const memory = await service.get(`/api/v1/memories/${after[1].memory_ref}`);
  expect(memory.body.narrative).toContain('Run the installer and wait');
  expect(memory.body.content_hash).not.toBeNull();
});

verifies.formA('documents.split.linked', async ({ service }) => {
  const { document_id: id } = (await service.post(DOCUMENTS, { title: 'Guide', content: GUIDE })).body;
  await service.runJobs();
  const sections = (await service.get(`${DOCUMENTS}/${id}`)).body.sections as { memory_ref: string }[];
  const middle = await service.get(`/api/v1/memories/${sections[1]?.memory_ref}`);
  const linked = [...middle.body.outgoing_relationships, ...middle.body.incoming_relationships]
    .filter(({ discovery_method }) => discovery_method === 'file_overlap')
    .flatMap(({ source_memory_id, target_memory_id }) => [source_memory_id, target_memory_id]);
  expect(linked).toContain(sections[0]?.memory_ref);
  expect(linked).toContain(sections[2]?.memory_ref);
});

verifies.formA(['documents.batch', 'documents.upload.bad-items'], async ({ service }) => {
  const documents = Array.from({ length: 40 }, (_, number) => ({
    title: `Page ${number}`,
    content: `Text of page ${number}.`,
  }));
  const reply = await service.post(`${DOCUMENTS}/batch`, {
    documents: [...documents, { title: 'No content' }, 'nonsense'],
  });
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    documents: 40,
    created: 40,
    errors: [
      { index: 40, msg: 'content: Field required' },
      { index: 41, msg: 'document: Input should be a valid object' },
    ],
  });
});

verifies(['documents.list', 'documents.get', 'documents.delete'], async ({ service, other }) => {
  const { document_id: id } = (await service.post(DOCUMENTS, { title: 'Guide', content: GUIDE })).body;
  const [section] = (await service.get(`${DOCUMENTS}/${id}`)).body.sections;
  const listed = await service.get(`${DOCUMENTS}?limit=1`);
  expect(listed.body).toMatchObject({ count: 1, results: [{ id, title: 'Guide', section_count: 3 }] });
  const foreign = await other.get(`${DOCUMENTS}/${id}`);
  const unknown = await other.get(`${DOCUMENTS}/00000000-0000-7000-8000-000000000000`);
  expect(foreign.status).toBe(404);
  expect(foreign.text.replace(id, 'X')).toBe(
    unknown.text.replace('00000000-0000-7000-8000-000000000000', 'X'),
  );
  expect((await other.delete(`${DOCUMENTS}/${id}`)).status).toBe(404);
  expect((await service.delete(`${DOCUMENTS}/${id}`)).status).toBe(204);
  expect((await service.get(`/api/v1/memories/${section.memory_ref}`)).status).toBe(404);
  expect((await service.get(DOCUMENTS)).body).toEqual({ count: 0, results: [] });
});

verifies.formA(
  'documents.identity',
  async ({ service }) => {
    const given = {
      title: 'Guide',
      content: GUIDE,
      source: 'docs/guide.md',
      origin: 'github.com/zoo/keepers',
    };
    const { document_id: id } = (await service.post(DOCUMENTS, given)).body;
    const other = { ...given, content: '# Guide\n\nOf another house.', origin: 'github.com/zoo/other' };
    expect((await service.post(DOCUMENTS, other)).body.document_id).not.toBe(id);
    const content = GUIDE.replace('answer its questions', 'wait');
    const again = await service.post(DOCUMENTS, { ...given, content });
    expect(again.body).toMatchObject({ document_id: id, updated: 1, unchanged: 2, created: 0, removed: 0 });
    const listed = await service.get(`${DOCUMENTS}?origin=github.com/zoo/keepers&under=docs`);
    expect(listed.body).toMatchObject({ count: 1, results: [{ id, origin: given.origin }] });
    expect((await service.get(`${DOCUMENTS}?under=doc`)).body.count).toBe(0);
  },
  { title: 'the list is narrowed by origin and folder' },
);

verifies.formA('documents.delete', async ({ service, other }) => {
  const made = async (title: string) =>
    (await service.post(DOCUMENTS, { title, content: GUIDE })).body.document_id as string;
  const ids = [await made('One'), await made('Two')];
  const body = { document_ids: [...ids, ids[0], 'nonsense'] };
  expect((await other.post(`${DOCUMENTS}/batch-delete`, body)).body).toEqual({
    deleted_count: 0,
    removed: 0,
  });
  expect((await service.post(`${DOCUMENTS}/batch-delete`, body)).body).toEqual({
    deleted_count: 2,
    removed: 6,
  });
  expect((await service.get(DOCUMENTS)).body.count).toBe(0);
});

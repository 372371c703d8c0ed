import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClient } from '@memory/client';
import { ingestUpload } from '@memory/core';
import { runOperation } from '@memory/service';
import {
  exportWorkspace,
  importWorkspace,
} from '../../../packages/agents/src/operator/workspace/move-workspace.ts';
import { uploadDocuments } from '../../../packages/agents/src/ingest/send-documents.ts';
import { captureLog } from '../../support/capture-log.ts';
import { indexSources } from '../../support/seeds/code-repository.ts';
import { everythingStored } from '../../support/everything-stored.ts';
import { startLocalHost } from '../../host/local-host.ts';
import { emptyPglite } from '../../host/migrated-pglite.ts';
import { operatorOf } from '../../host/operator-of.ts';
import { redactValue } from '@memory/redact';
import { makePdf } from '../../support/seeds/make-pdf.ts';
import { makeFolder } from '../../support/seeds/make-folder.ts';
import { callTool, connectClient } from '../../support/clients/mcp-client.ts';
import { serveVariant } from '../../host/serve-variant.ts';
import { TestWorkspace, testWithService } from '../../host/service.ts';
import { runCommand } from '../../support/clients/run-command.ts';
import { environmentOf, startBridge } from '../../support/clients/stdio-bridge.ts';
import { verifiesWith } from '../../support/verifies.ts';
import { drawCases } from '../../../packages/redact/test/secret-cases.ts';

const verifies = verifiesWith(testWithService);

const TOKEN = drawCases(1, { carriers: 0 }).find(({ kind }) => kind === 'GitHub token')?.secrets[0] ?? '';

const refuse = (service: TestWorkspace) =>
  runOperation(service.services, 'setSecretsPolicy', { workspaceId: service.id, secrets: 'refuse' });

/** Uploads a file as it is, and answers the upload once it was read. */
async function upload(service: TestWorkspace, documents: object[]) {
  const created = (await service.post('/api/v1/documents/upload-url', {})).body;
  const form = new FormData();
  for (const [name, value] of Object.entries<string>(created.fields)) form.append(name, value);
  form.append('file', new Blob([JSON.stringify(documents)]));
  expect((await fetch(created.url, { method: 'POST', body: form })).ok).toBe(true);
  await service.runJobs();
  return (await service.get(`/api/v1/documents/uploads/${created.upload_id}`)).body;
}

const DOCUMENTS = [
  { title: 'Clean', content: 'Nothing here.' },
  { title: 'Leak', content: `The token is ${TOKEN}.` },
  // An entity hides it until the document is read.
  { title: 'Hidden', content: `<html><body><p>See ${TOKEN.replace('_', '&#95;')} there.</p></body></html>` },
];

verifies('secrets.uploads', async ({ service }) => {
  const replaced = await upload(service, DOCUMENTS);
  expect(replaced).toMatchObject({ state: 'complete', documents: 3, error_count: 0, redacted_secrets: 2 });
  expect(await everythingStored(service)).not.toContain(TOKEN.slice(9));
});

verifies(
  'secrets.uploads',
  async ({ service }) => {
    await refuse(service);
    const refused = await upload(service, DOCUMENTS);
    expect(refused).toMatchObject({ state: 'complete', documents: 1, error_count: 2, redacted_secrets: 0 });
    expect(refused.errors).toMatchObject([
      { index: 1, msg: expect.stringContaining('content: Text should hold no secret') },
      { index: 2, msg: expect.stringContaining('secrets, which this workspace refuses') },
    ]);
    expect(await everythingStored(service)).not.toContain(TOKEN.slice(9));
  },
  { title: 'a refusing workspace refuses the items that hold some, and says where' },
);

verifies('secrets.uploads.aside', async ({ service }) => {
  const created = (await service.post('/api/v1/documents/upload-url', {})).body;
  const { services } = service;
  // 2 MB. Without a title, so that nothing of it is read further.
  const item = { content: `${'A line of prose, as most of them are.\n'.repeat(55_000)}${TOKEN}` };
  await services.objects.put(created.fields.key, JSON.stringify([item]));
  const order: string[] = [];
  const documents: typeof services.documents = {
    ...services.documents,
    async read(kind, ...rest) {
      order.push(`${kind} begins`);
      const answered = service.get('/api/v1/memories').then(({ status }) => order.push(`${status}`));
      const read = await services.documents.read(kind, ...rest);
      order.push(`${kind} ends`);
      await answered;
      return read;
    },
  };
  await ingestUpload({ ...services, documents }, await service.workspace(), { uploadId: created.upload_id });
  expect(order).toEqual(['redact begins', '200', 'redact ends']);
  const { body } = await service.get(`/api/v1/documents/uploads/${created.upload_id}`);
  expect(body).toMatchObject({ state: 'complete', redacted_secrets: 1, errors: [{ index: 0 }] });
});

verifies('secrets.uncovered', async ({ service }) => {
  const [hidden, other] = ['&#95;', '<b></b>_'].map((mark) => TOKEN.replace('_', mark));
  const page = (title: string) => ({
    title,
    content: `<html>\n<body><h1>At ${hidden}</h1><p>See ${other}.</p><h2>Below</h2><p>Text.</p></body></html>`,
  });
  const one = await service.post('/api/v1/documents', page('One'));
  expect([one.status, one.headers.get('x-redacted-secrets')]).toEqual([201, '2']);
  const documents = [page('Two'), { ...page('Three'), content: page('').content.replace('Text', TOKEN) }];
  const batch = await service.post('/api/v1/documents/batch', { documents });
  expect(batch.headers.get('x-redacted-secrets')).toBe('5');
  const client = await connectClient(service);
  for (const [name, args, count] of [
    ['document_ingest', page('Four'), 2],
    ['document_ingest_batch', { documents }, 5],
    ['sdlc_seed', { document_type: 'spec', content: page('').content }, 2],
  ] as const) {
    const { structuredContent } = await client.callTool({ name, arguments: args });
    expect(structuredContent, name).toMatchObject({ redacted_secrets: count });
  }
  expect(await everythingStored(service)).not.toContain(TOKEN.slice(9));
  await refuse(service);
  expect((await service.post('/api/v1/documents', page('Five'))).status).toBe(422);
});

verifies.whole(
  'secrets.uncovered',
  async ({ service }) => {
    const page = makePdf([[{ text: 'Wombats sleep when it is dark.', size: 10, y: 700 }]]);
    // In base64 it looks like a key, as much of what files hold does.
    const before = Buffer.concat([page, Buffer.alloc(3 - (page.length % 3), ' ')]);
    const filled = Buffer.concat([
      before,
      Buffer.alloc(3, 255),
      Buffer.alloc(21),
      Buffer.from('ordinary words '.repeat(8)),
    ]);
    const content = filled.toString('base64');
    expect(redactValue({ content }).places).toMatchObject([{ kind: 'twitter-token' }]);
    const file = { encoding: 'base64', content, memory_type: 'wiki' } as const;
    const leak = { ...file, content: Buffer.from(`The token is ${TOKEN}.`).toString('base64') };
    const one = await service.post('/api/v1/documents', { title: 'One', ...leak, source: 'leak.md' });
    expect([one.status, one.headers.get('x-redacted-secrets')]).toEqual([201, '1']);
    expect(await everythingStored(service)).not.toContain(TOKEN.slice(9));
    await refuse(service);
    const client = createClient({ url: service.host.url, key: service.key });
    await expect(client.ingestDocument({ body: { title: 'Two', ...file } })).resolves.toMatchObject({
      created: 1,
    });
    const documents = [
      { title: 'Three', ...file },
      { title: 'Four', ...leak },
      { title: 'Five', content },
    ];
    const { body } = await service.post('/api/v1/documents/batch', { documents: documents.slice(0, 1) });
    expect(body).toMatchObject({ documents: 1, errors: [] });
    const uploaded = await upload(service, documents);
    expect(uploaded.errors).toMatchObject([{ index: 1 }, { index: 2 }]);
    expect(await everythingStored(service)).toContain('Wombats sleep');
  },
  { title: 'bytes of a file are left as they are, and what is read from them is not' },
);

verifies('secrets.client', async ({ service }) => {
  let told = 0;
  const { url } = service.host;
  const client = createClient({ url, key: service.key, onRedacted: (count) => (told += count) });
  const body = { title: 'A key', narrative: `It is ${TOKEN}, and PASSWORD=hunter22` };
  expect((await client.storeMemory({ body })).narrative).toBe(
    'It is [redacted:github-token], and PASSWORD=[redacted:password]',
  );
  expect(told).toBe(2);
  // A search is masked as well; nobody needs to be told.
  await client.searchMemories({ body: { query: TOKEN } });
  expect(told).toBe(2);

  await refuse(service);
  await expect(client.storeMemory({ body })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('the client found 2'),
  });
  await expect(uploadDocuments(client, DOCUMENTS)).rejects.toMatchObject({ status: 422 });
  expect((await client.listMemories({})).length).toBe(1);
  expect(
    (
      await service.post(
        '/api/v1/memories/store',
        { title: 'a', narrative: 'b' },
        { headers: { 'x-redacted-secrets': 'many' } },
      )
    ).status,
  ).toBe(201);
});

verifies.whole(
  'secrets.client',
  async ({ service }) => {
    const bridge = await startBridge(environmentOf(service));
    const note = { title: 'A key', content: `It is ${TOKEN}.`, memory_type: 'decision' };
    const stored = await callTool(bridge, 'memory_store', note);
    expect(stored.structured).toMatchObject({ redacted_secrets: 1 });
    expect(stored.text).toContain('redacted_secrets');
    const folder = await makeFolder();
    const paths = [join(folder, 'a.md'), join(folder, 'b.md')];
    for (const path of paths) await writeFile(path, `# Key\n\n${TOKEN}\n`);
    const ingested = await callTool(bridge, 'document_ingest_files_batch', { file_paths: paths });
    expect(ingested.text).toContain('2 secrets were replaced');
    await refuse(service);
    const refused = await callTool(bridge, 'memory_store', note);
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('refuses') });
  },
  { title: 'over stdio, too' },
);

verifies.whole(
  'secrets.client',
  async ({ service }) => {
    const folder = await makeFolder();
    await mkdir(join(folder, 'src'));
    await writeFile(join(folder, 'leak.md'), `# Key\n\n${TOKEN} and PASSWORD=hunter22\n`);
    await writeFile(
      join(folder, 'src/a.ts'),
      `/** Uses ${TOKEN}. */\nexport function open(password = 'hunter22') {}\n`,
    );
    const run = (...args: string[]) =>
      runCommand({ url: service.host.url, key: service.key, cwd: folder }, ...args);
    const ingested = await run('ingest', 'leak.md');
    expect(ingested.stdout).toContain('2 secrets were replaced before anything was stored, in leak.md.');
    const indexed = await run('index', 'src');
    expect(indexed.stdout).toMatch(/1 secret was replaced before anything was stored, in \S+\.$/mu);
    const stored = await everythingStored(service);
    expect(stored).not.toContain(TOKEN);
    expect(stored).not.toContain('hunter22');
    await refuse(service);
    await expect(run('ingest', 'leak.md')).rejects.toThrow('this workspace refuses');
  },
  { title: 'the commands say how many, and fail where secrets are refused' },
);

verifies('secrets.code', async ({ service }) => {
  await indexSources(service, {
    'src/a.py': `"""Module with ${TOKEN}."""\n\n\ndef connect(password="hunter22", token='${TOKEN}'):\n    """Connects with ${TOKEN}."""\n    return 1\n`,
    'src/b.ts': `/** The key is ${TOKEN}. */\nexport const open = (key = '${TOKEN}') => key;\n`,
  });
  const direct = await service.post('/api/v1/code/files', {
    repository: 'shop',
    files: [],
    deleted: [`src/${TOKEN}.ts`],
  });
  expect(direct.status).toBe(200);
  const stored = await everythingStored(service);
  expect(stored).toContain('connect');
  expect(stored).not.toContain(TOKEN);
  expect(stored).not.toContain('hunter22');
  const outline = await service.get('/api/v1/code/outline?repository=shop&path=src/a.py');
  expect(outline.text).not.toContain(TOKEN);
});

verifies('secrets.import', async ({ service }) => {
  const stored = await service.store({
    title: 'A placeholder',
    narrative: 'It is QUOKKAQUOKKA, and the fence is high.',
  });
  await service.runJobs();
  const folder = await makeFolder();
  const file = join(folder, 'a.jsonl');
  await exportWorkspace(operatorOf(service), { workspace: service.id, file });
  // A secret that an older release let through.
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('QUOKKAQUOKKA', TOKEN));

  const elsewhere = await startLocalHost({}, { database: await emptyPglite() });
  try {
    const target = { services: elsewhere.services };
    const imported = await importWorkspace(operatorOf(target), { file });
    expect(imported.redacted_secrets).toBe(1);
    const arrived = new TestWorkspace(elsewhere, { id: service.id, key: imported.key ?? '' });
    await arrived.runJobs();
    expect(await everythingStored(arrived)).not.toContain(TOKEN);
    const ref = service.ref(stored);
    const { body } = await arrived.get(`/api/v1/memories/${ref}`);
    expect(body.narrative).toContain('[redacted:github-token]');
    expect(body.content_hash).not.toBeNull();
    const found = await arrived.post('/api/v1/memories/search', { query: 'high fence' });
    expect(found.body.results[0].memory.title).toBe('A placeholder');

    const other = await TestWorkspace.create(elsewhere);
    await refuse(other);
    const refusing = importWorkspace(operatorOf(target), { file, into: other.id });
    await expect(refusing).rejects.toThrow('this workspace refuses');
    expect((await other.get('/api/v1/memories/')).body).toEqual([]);
  } finally {
    await elsewhere.close();
  }
});

verifies('secrets.log', async ({ service }) => {
  const { log, lines } = captureLog();
  await using variant = await serveVariant(service, { log });
  const { service: it } = variant;
  const wild = encodeURIComponent(TOKEN);
  for (const path of [
    `/api/v1/memories/${wild}`,
    `/api/v1/sessions/${wild}`,
    `/${wild}`,
    `/api/v1/documents/${wild}`,
  ])
    await it.get(`${path}?q=${wild}&${wild}=1`);
  for (const value of [TOKEN, `Token ${TOKEN}`, `Bearer ${TOKEN}`])
    await it.get('/api/v1/memories', { headers: { authorization: value } });
  for (const name of [
    'idempotency-key',
    'user-agent',
    'x-request-id',
    'origin',
    'content-type',
    'x-redacted-secrets',
    'mcp-session-id',
  ])
    await it.post(
      '/api/v1/memories/store',
      { title: TOKEN, narrative: TOKEN },
      { headers: { [name]: TOKEN } },
    );
  await it.post(`/mcp?workspace_id=${wild}`, {
    jsonrpc: '2.0',
    id: 1,
    method: TOKEN,
    params: { name: TOKEN },
  });
  await it.post('/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: TOKEN, arguments: { a: TOKEN } },
  });
  await it.post('/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'resources/read',
    params: { uri: `memory://${TOKEN}` },
  });
  await it.request('POST', '/api/v1/memories/store', { rawBody: `{"title": "${TOKEN}` });
  await it.runJobs();
  expect(lines.length).toBeGreaterThan(10);
  expect(JSON.stringify(lines)).not.toContain(TOKEN);
});

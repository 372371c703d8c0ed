import { execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished } from 'vitest';
import { makeFolder } from '../support/seeds/make-folder.ts';
import { callTool } from '../support/clients/mcp-client.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { bridgeCommand, environmentOf, startBridge } from '../support/clients/stdio-bridge.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const GUIDE = '# Guide\n\nThe quokka deploys at noon.\n';

/** A folder with a guide in it. */
async function withGuide() {
  const folder = await makeFolder();
  const guide = join(folder, 'guide.md');
  await writeFile(guide, GUIDE);
  return { folder, guide };
}

const documentOf = async (service: TestWorkspace, id: string) =>
  (await service.get(`/api/v1/documents/${id}`)).body;

const countOf = async (service: TestWorkspace) => (await service.get('/api/v1/documents')).body.count;

verifies(
  ['mcp.document-ingest-file.title-default', 'mcp.document-ingest-file.absolute'],
  async ({ service }) => {
    const { guide } = await withGuide();
    const client = await startBridge(environmentOf(service));
    const plain = await callTool(client, 'document_ingest_file', { file_path: guide });
    expect(plain.structured).toMatchObject({ title: 'guide.md', created: 1 });
    expect(await documentOf(service, plain.structured.document_id)).toMatchObject({
      title: 'guide.md',
      memory_type: 'wiki',
      tags: [],
    });
    const given = { file_path: guide, title: 'Handbook', memory_type: 'convention', tags: ['zoo'] };
    const named = await callTool(client, 'document_ingest_file', given);
    expect(await documentOf(service, named.structured.document_id)).toMatchObject({
      title: 'Handbook',
      memory_type: 'convention',
      tags: ['zoo'],
    });
    for (const file_path of ['guide.md', './guide.md', '', '~/guide.md']) {
      const { isError, text } = await callTool(client, 'document_ingest_file', { file_path });
      expect(isError, file_path).toBe(true);
      expect(text).toContain(file_path === '' ? 'file_path' : 'should be absolute');
    }
    // The same file is the same document, whatever it is called.
    expect(await countOf(service)).toBe(1);
    // Null stands for what is left out, as it does over HTTP.
    const left = { file_path: guide, title: null, tags: null, workspace_id: null };
    const again = await callTool(client, 'document_ingest_file', left);
    // A name that somebody gave stays: that of the file says less.
    expect(again.structured).toMatchObject({ title: 'Handbook', updated: 1 });
    expect(await documentOf(service, again.structured.document_id)).toMatchObject({ title: 'Handbook' });
  },
);

verifies('mcp.document-ingest-files-batch.files', async ({ service }) => {
  const { folder, guide } = await withGuide();
  const page = join(folder, 'page.html');
  await writeFile(page, '<html><body><main><h1>Page</h1><p>Quokkas rest.</p></main></body></html>');
  const client = await startBridge(environmentOf(service));
  const batch = await callTool(client, 'document_ingest_files_batch', {
    file_paths: [join(folder, 'none.md'), guide, folder, page, 'page.html'],
  });
  expect(batch.structured).toMatchObject({ documents: 2, created: 2 });
  expect(batch.structured.errors.map(({ index }: { index: number }) => index)).toEqual([0, 2, 4]);
  expect(batch.text).toContain(`document 2: ${folder}`);
  const list = async () => (await service.get('/api/v1/documents')).body.results;
  expect(await list()).toMatchObject([{ memory_type: 'wiki' }, { memory_type: 'wiki' }]);
  const labels = { memory_type: 'pattern', tags: ['zoo'] };
  await callTool(client, 'document_ingest_files_batch', { file_paths: [guide, page], ...labels });
  expect(await list()).toMatchObject([labels, labels]);
});

verifies(
  ['mcp.document-ingest-files-batch.files', 'mcp.document-ingest-file.title-default'],
  async ({ service }) => {
    const folder = await makeFolder();
    const files = {
      'a.adoc': '= Ops Handbook\n\nThe quokka deploys at noon.\n',
      'b.rst': 'Night Shifts\n============\n\nThe wombat rests.\n',
      'c.ipynb': JSON.stringify({ cells: [{ cell_type: 'markdown', source: '# Feeding\n\nBy weight.' }] }),
      'd.yaml': 'openapi: 3.0.0\ninfo: { title: Zoo }\npaths:\n  /a: { get: { description: Animals } }\n',
      'e.json': JSON.stringify({ swagger: '2.0', info: { title: 'Old Zoo' }, paths: {} }),
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const client = await startBridge(environmentOf(service));
    const titles = async () =>
      (await service.get('/api/v1/documents')).body.results
        .map(({ title }: { title: string }) => title)
        .toSorted();
    const named = Object.keys(files);
    const file_paths = Object.keys(files).map((name) => join(folder, name));
    const batch = await callTool(client, 'document_ingest_files_batch', { file_paths });
    expect(batch.structured).toMatchObject({ documents: 5, errors: [] });
    expect(await titles()).toEqual(named);
    for (const file_path of file_paths) {
      const { structured } = await callTool(client, 'document_ingest_file', { file_path });
      expect(named, file_path).toContain(structured.title);
    }
    expect(await titles()).toEqual(named);
    const sections = (await service.get('/api/v1/memories/')).body;
    expect(sections.map(({ title }: { title: string }) => title.split(/ › |, /u)[0]).toSorted()).toEqual([
      'Feeding',
      'Night Shifts',
      'Old Zoo',
      'Ops Handbook',
      'Zoo',
    ]);
    // Other data has the same endings.
    for (const [name, text] of [
      ['settings.yaml', 'token: abc\n'],
      ['package.json', '{"name":"zoo"}'],
    ] as const) {
      await writeFile(join(folder, name), text);
      const { error } = await callTool(client, 'document_ingest_file', { file_path: join(folder, name) });
      expect(error.message, name).toContain('OpenAPI');
    }
  },
  { title: 'a document is called after its file, and its parts after what it calls itself' },
);

verifies('mcp.document-ingest-batch-from-file.json', async ({ service }) => {
  const folder = await makeFolder();
  const batch_file_path = join(folder, 'batch.json');
  const documents = [
    { title: 'No content' },
    { title: 'One', content: 'Text one.', memory_type: 'decision', tags: ['a'] },
    // More than one request may carry, so that the batch goes in several.
    ...Array.from({ length: 3 }, (_, number) => ({
      title: `Large ${number}`,
      content: 'quokka '.repeat(60_000),
    })),
    { content: 'No title.' },
  ];
  await writeFile(batch_file_path, JSON.stringify(documents));
  const client = await startBridge(environmentOf(service));
  const reply = await callTool(client, 'document_ingest_batch_from_file', { batch_file_path });
  expect(reply.structured).toMatchObject({ documents: 4, errors: [{ index: 0 }, { index: 5 }] });
  expect(await countOf(service)).toBe(4);
  for (const content of ['{', '{"documents":[]}', '"text"', Buffer.from('[{}]', 'utf16le')]) {
    await writeFile(batch_file_path, content);
    const { error } = await callTool(client, 'document_ingest_batch_from_file', { batch_file_path });
    expect(error).toMatchObject({ code: 'validation_failed', retryable: false });
    expect(error.message).toContain('JSON array');
  }
});

verifies('mcp.sdlc-seed-from-file.seeds', async ({ service }) => {
  const { guide } = await withGuide();
  const client = await startBridge(environmentOf(service));
  const call = { file_path: guide, document_type: 'plan', deliverable_id: 'ZOO-1' };
  const seeded = await callTool(client, 'sdlc_seed_from_file', call);
  expect(seeded.structured).toMatchObject({ title: 'Guide', created: 1 });
  const document = await documentOf(service, seeded.structured.document_id);
  expect(document).toMatchObject({
    memory_type: 'sdlc_knowledge',
    document_type: 'plan',
    deliverable_id: 'ZOO-1',
  });
  const memory = await service.get(`/api/v1/memories/${document.sections[0].memory_ref}`);
  expect(memory.body.narrative).toBe(GUIDE.trim());
  const pasted = { content: GUIDE, document_type: 'plan', deliverable_id: 'ZOO-1' };
  const again = await callTool(client, 'sdlc_seed', pasted);
  expect(again.structured).toMatchObject({ created: 0, unchanged: 1 });
  const odd = await callTool(client, 'sdlc_seed_from_file', { file_path: guide, document_type: 'novel' });
  expect(odd.error.message).toContain('document_type');
});

verifies(
  ['documents.files.regular-only', 'documents.files.refused', 'hardening.file-roots'],
  async ({ service }) => {
    const { folder, guide } = await withGuide();
    const at = (name: string) => join(folder, name);
    await mkdir(at('inner'));
    await mkdir(at('folder.md'));
    await mkdir(at('.ssh'));
    const keeping = ['credentials.md', 'id_rsa.md', 'id_ed25519.txt', 'prod.env.md', 'server.key.txt'];
    for (const name of ['.ssh/notes.md', '.env.md', 'id_rsa', 'key.pem', ...keeping])
      await writeFile(at(name), 'quokka');
    // A folder that leads elsewhere.
    const elsewhere = await mkdtemp(join(homedir(), '.workspace-memory-test-'));
    onTestFinished(() => rm(elsewhere, { recursive: true }));
    await writeFile(join(elsewhere, 'notes.md'), 'quokka');
    await symlink(elsewhere, at('away'));
    await writeFile(join(folder, 'original.md'), 'quokka');
    await link(at('original.md'), at('hard.md'));
    await symlink(guide, at('link.md'));
    await symlink('/dev/zero', at('device.md'));
    await symlink(at('nowhere'), at('dangling.md'));
    execFileSync('mkfifo', [at('pipe.md')]);
    await writeFile(at('large.txt'), Buffer.alloc(20_000_001, 'a'));
    const client = await startBridge(environmentOf(service));
    const refused: [path: string, reason: string][] = [
      [`${folder}/inner/../guide.md`, '".."'],
      [`${folder}/../../etc/hostname`, '".."'],
      [at('link.md'), 'symbolic link'],
      [at('device.md'), 'symbolic link'],
      [at('dangling.md'), 'symbolic link'],
      ['/dev/zero', 'outside of the folders'],
      ['/etc/passwd', 'outside of the folders'],
      ['/proc/self/environ', 'outside of the folders'],
      [at('away/notes.md'), 'outside of the folders'],
      [at('hard.md'), 'other names (hard links)'],
      ...keeping.map((name): [string, string] => [at(name), 'keep keys and passwords']),
      [at('.ssh/notes.md'), 'begin with a dot'],
      [at('.env.md'), 'begin with a dot'],
      [at('id_rsa'), 'should end with'],
      [at('key.pem'), 'should end with'],
      [at('pipe.md'), 'not a regular file'],
      [folder, 'It is a folder'],
      [at('folder.md'), 'not a regular file'],
      [at('large.txt'), '20000000 bytes'],
      [at('none.md'), 'There is no such file.'],
    ];
    for (const [path, reason] of refused) {
      const calls = {
        document_ingest_file: { file_path: path },
        sdlc_seed_from_file: { file_path: path, document_type: 'spec' },
      };
      for (const [name, given] of Object.entries(calls)) {
        const { error } = await callTool(client, name, given);
        expect(error, `${name} ${path}`).toMatchObject({ code: 'validation_failed', retryable: false });
        expect(error.message).toContain(path);
        expect(error.message).toContain(reason);
      }
    }
    const file_paths = refused.map(([path]) => path);
    const batch = await callTool(client, 'document_ingest_files_batch', { file_paths });
    expect(batch.structured).toMatchObject({ documents: 0 });
    expect(batch.structured.errors).toHaveLength(refused.length);
    expect(await countOf(service)).toBe(0);
  },
);

verifies(
  'documents.files.regular-only',
  async ({ service }) => {
    const folder = await makeFolder();
    const client = await startBridge(environmentOf(service));
    const refusalOf = async (name: string, content: string | Uint8Array) => {
      await writeFile(join(folder, name), content);
      return (await callTool(client, 'document_ingest_file', { file_path: join(folder, name) })).error;
    };
    expect((await refusalOf('empty.md', '')).message).toContain('empty');
    expect((await refusalOf('picture.png', Buffer.from('\x89PNG\r\n\0', 'latin1'))).message).toContain(
      'picture.png',
    );
    expect((await refusalOf('long.md', 'words '.repeat(160_000))).message).toContain('900000 bytes');
  },
  { title: 'a file that holds no text that could be sent is refused, naming it' },
);

verifies(
  'hardening.file-roots',
  async ({ service }) => {
    const { folder, guide } = await withGuide();
    const { guide: other } = await withGuide();
    const batch = join(folder, 'batch.txt');
    await writeFile(batch, '[]');
    const { WORKSPACE_MEMORY_ROOTS: _, ...environment } = environmentOf(service);
    const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { roots: {} } });
    client.setRequestHandler('roots/list', () => ({ roots: [{ uri: pathToFileURL(folder).href }] }));
    await client.connect(new StdioClientTransport(bridgeCommand(environment)));
    onTestFinished(() => client.close());
    const ingest = (file_path: string) => callTool(client, 'document_ingest_file', { file_path });
    expect((await ingest(guide)).structured).toMatchObject({ created: 1 });
    expect((await ingest(other)).error.message).toContain('WORKSPACE_MEMORY_ROOTS');
    const read = await callTool(client, 'document_ingest_batch_from_file', { batch_file_path: batch });
    expect(read.error.message).toContain('.json');
    // A client without roots: where it started the bridge.
    const plain = await startBridge(environment);
    const refused = await callTool(plain, 'document_ingest_file', { file_path: guide });
    expect(refused.error.message).toContain('outside of the folders');
  },
  { title: 'the roots of the client, or else the working directory' },
);

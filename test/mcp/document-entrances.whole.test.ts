import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeFolder } from '../support/seeds/make-folder.ts';
import { makePdf } from '../support/seeds/make-pdf.ts';
import { callTool } from '../support/clients/mcp-client.ts';
import { runCommand } from '../support/clients/run-command.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { environmentOf, startBridge } from '../support/clients/stdio-bridge.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const words = (subject: string) =>
  `${subject} are fed at noon, and they sleep when it is dark. `.repeat(5).trim();

/** One document of each format, with two sections. */
async function filesOfEachFormat(): Promise<Record<string, Buffer>> {
  const line = (text: string, y: number) => ({ text, size: 10, y });
  const pdf = makePdf([
    [
      { text: 'Zoo handbook', size: 18, y: 780 },
      ...[760, 748, 736, 724, 712, 700].map((y) =>
        line('Quokkas are fed at noon, and sleep when it is dark.', y),
      ),
      { text: 'Nights', size: 14, y: 660 },
      ...[640, 628, 616, 604, 592, 580].map((y) =>
        line('Wombats are fed at noon, and sleep when it is dark.', y),
      ),
    ],
  ]);
  const texts: Record<string, string> = {
    'a.md': `# Zoo {#zoo}\n\n${words('Quokkas')}\n\n## Nights\n\n${words('Wombats')}\n\n\`\`\`sh\n# a comment\n\`\`\`\n`,
    'a.txt': `1. Zoo\n\n${words('Quokkas')}\n\n1.1. Nights\n\n${words('Wombats')}\n# no heading\n`,
    'a.html': `<html><head><title>Zoo | Site</title></head><body><h1>Zoo</h1><p>${words('Quokkas')}</p><h2>Nights</h2><pre><code># a comment\n</code></pre><p>${words('Wombats')}</p></body></html>`,
    'a.rst': `Zoo\n===\n\n${words('Quokkas')}\n\nNights\n------\n\n${words('Wombats')}\n`,
    'a.adoc': `= Zoo\n\n${words('Quokkas')}\n\n== Nights\n\n${words('Wombats')}\n`,
    'a.ipynb': JSON.stringify({
      cells: [
        { cell_type: 'markdown', source: `# Zoo\n\n${words('Quokkas')}` },
        { cell_type: 'markdown', source: `## Nights\n\n${words('Wombats')}` },
      ],
    }),
    'openapi.yaml': `openapi: 3.0.0\ninfo: { title: Zoo }\npaths:\n  /a: { get: { description: ${words('Quokkas').replaceAll(',', '')} } }\n  /b: { get: { description: ${words('Wombats').replaceAll(',', '')} } }\n`,
  };
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)])),
    'a.pdf': pdf,
    'a.docx': await readFile(new URL('../fixtures/documents/checklist.docx', import.meta.url)),
  };
}

type Sections = Record<string, { title: string; heading_path: string[]; narrative: string }[]>;

/** Memories of each source of an origin. */
async function storedSections(service: TestWorkspace, origin: string): Promise<Sections> {
  const { results } = (await service.get(`/api/v1/documents?limit=100&origin=${encodeURIComponent(origin)}`))
    .body;
  const sections: Sections = {};
  for (const { id, source } of results) {
    const detail = (await service.get(`/api/v1/documents/${id}`)).body;
    sections[source] = [];
    for (const { memory_ref, title, heading_path } of detail.sections) {
      const { narrative } = (await service.get(`/api/v1/memories/${memory_ref}`)).body;
      sections[source].push({ title, heading_path, narrative });
    }
  }
  return sections;
}

const originsOf = async (service: TestWorkspace): Promise<string[]> => {
  const { results } = (await service.get('/api/v1/documents?limit=500')).body;
  return results.map(({ origin }: { origin: string }) => origin);
};

verifies.whole('documents.entrances', async ({ service }) => {
  const files = await filesOfEachFormat();
  const folder = await makeFolder();
  // The root of what lies there, whatever else may be read.
  await mkdir(join(folder, '.git'));
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  const environment = environmentOf(service);
  const here = { url: service.host.url, key: service.key, cwd: folder };
  await runCommand(here, 'ingest', '.', '--origin', 'command');
  const expected = await storedSections(service, 'command');
  expect(Object.keys(expected).toSorted()).toEqual(Object.keys(files).toSorted());
  for (const [source, sections] of Object.entries(expected)) {
    expect(sections.length, source).toBe(source === 'a.docx' ? 1 : 2);
    const titles = sections.map(({ title }) => title);
    expect(titles.join('\n'), source).not.toMatch(/[{¶]/u);
    // The page names its sections, not the file.
    if (/\.(?:md|html|rst|adoc|ipynb)$/u.test(source))
      expect(titles, source).toEqual(['Zoo', 'Zoo › Nights']);
    if (source === 'a.pdf') expect(titles).toEqual(['Zoo handbook', 'Zoo handbook › Nights']);
  }
  expect(expected['a.html']?.[1]?.narrative).toContain('```\n# a comment\n```');

  const bridge = await startBridge(environment);
  for (const name of Object.keys(files))
    await callTool(bridge, 'document_ingest_file', { file_path: join(folder, name) });
  const folderOrigin = (await originsOf(service)).find((origin) => origin.startsWith('folder:')) ?? '';
  expect(await storedSections(service, folderOrigin), 'file tool').toEqual(expected);

  // Over HTTP the bytes go as they are.
  const sent = (origin: string) =>
    Object.entries(files).map(([source, bytes]) => ({
      origin,
      source,
      title: expected[source]?.[0]?.title.split(/ › |, /u)[0],
      encoding: 'base64',
      content: bytes.toString('base64'),
    }));
  for (const document of sent('endpoint'))
    expect(await service.post('/api/v1/documents', document), document.source).toMatchObject({ status: 201 });
  expect(await storedSections(service, 'endpoint'), 'endpoint').toEqual(expected);
  await service.post('/api/v1/documents/batch', { documents: sent('batch') });
  expect(await storedSections(service, 'batch'), 'batch').toEqual(expected);

  const upload = (await service.post('/api/v1/documents/upload-url', {})).body;
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, String(value));
  form.append('file', new Blob([JSON.stringify(sent('upload'))]), 'documents.json');
  expect((await fetch(upload.url, { method: 'POST', body: form })).ok).toBe(true);
  await service.runJobs();
  expect(await storedSections(service, 'upload'), 'upload').toEqual(expected);

  // And text as text: the source says how it is to be read.
  for (const [source, bytes] of Object.entries(files).filter(([name]) => !/\.(?:pdf|docx)$/u.test(name)))
    await service.post('/api/v1/documents', {
      origin: 'text',
      source,
      title: expected[source]?.[0]?.title.split(' › ')[0],
      content: bytes.toString(),
    });
  expect(await storedSections(service, 'text')).toEqual(
    Object.fromEntries(Object.entries(expected).filter(([name]) => !/\.(?:pdf|docx)$/u.test(name))),
  );
});

import { execFile } from 'node:child_process';
import { appendFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClient } from '@memory/client';
import { findDocuments } from '../../../packages/cli/src/ingest/find-documents.ts';
import { sendDocuments } from '../../../packages/cli/src/ingest/send-documents.ts';
import { makeFolder } from '../../support/make-folder.ts';
import { testWithService, TestWorkspace } from '../../support/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const COMMAND = new URL('../../../packages/cli/bin/workspace-memory.js', import.meta.url).pathname;

/** A folder with documents, and with files that are none or that an ignore file names. */
async function makeTree(): Promise<string> {
  const folder = await makeFolder();
  // Ignore files count up to the root of the repository, also when a folder within is named.
  await mkdir(join(folder, '.git'));
  const files = {
    '.gitignore': 'drafts/\n*.tmp.md\n',
    'guide.md': '# Guide\n\nFeed the quokkas at noon.\n',
    'docs/fence.MD': '# Fence\n\nIt is high.\n',
    'docs/page.html': '<html><body><h1>Page</h1><p>Quokkas rest.</p></body></html>',
    'docs/notes.txt': 'Plain notes.',
    'docs/code.ts': 'export const none = 0;\n',
    'docs/half.tmp.md': '# Half\n',
    'drafts/secret.md': '# Draft\n',
    'node_modules/a/README.md': '# Package\n',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  await symlink(join(folder, 'drafts/secret.md'), join(folder, 'docs/link.md'));
  return folder;
}

const DOCUMENTS = ['docs/fence.MD', 'docs/notes.txt', 'docs/page.html', 'guide.md'];

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** `workspace-memory ingest` as a person runs it in a folder. */
function run({ host, key }: TestWorkspace, cwd: string, ...args: string[]): Promise<Outcome> {
  const env = { PATH: process.env['PATH'], WORKSPACE_MEMORY_URL: host.url, WORKSPACE_MEMORY_API_TOKEN: key };
  return new Promise((done) => {
    execFile(process.execPath, [COMMAND, 'ingest', ...args], { cwd, env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const sourcesOf = async (service: TestWorkspace): Promise<string[]> => {
  const { results } = (await service.get('/api/v1/documents?limit=100')).body as {
    results: { source: string }[];
  };
  return results.map(({ source }) => source).toSorted();
};

verifies(
  'documents.cli.ingest',
  async ({ service }) => {
    const folder = await makeTree();
    const first = await run(service, folder, '.');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toBe('4 documents: 4 memories created, 0 updated, 0 unchanged, 0 removed.\n');
    expect(await sourcesOf(service)).toEqual(DOCUMENTS);
    await appendFile(join(folder, 'guide.md'), 'Then count them.\n');
    const again = await run(service, folder, '--json', '**/*.md', 'docs/notes.txt');
    expect(JSON.parse(again.stdout)).toEqual({
      documents: 3,
      created: 0,
      updated: 1,
      unchanged: 2,
      removed: 0,
      failures: [],
      redacted_secrets: 0,
    });
    expect(await sourcesOf(service)).toEqual(DOCUMENTS);
  },
  { timeoutMs: 240_000 },
);

verifies(
  'documents.cli.ingest',
  async ({ service }) => {
    const folder = await makeTree();
    await writeFile(join(folder, 'docs/broken.pdf'), '%PDF-1.7 and no more');
    const some = await run(service, folder, 'docs', '--json');
    expect(some.code).toBe(1);
    expect(JSON.parse(some.stdout)).toMatchObject({
      documents: 3,
      failures: [{ source: 'docs/broken.pdf', message: expect.any(String) }],
    });
    const none = await run(service, folder, 'nowhere/*.md');
    expect(none).toMatchObject({ code: 1, stdout: '', stderr: 'Nothing to ingest at nowhere/*.md.\n' });
    const keyless = await run(new TestWorkspace(service.host, { id: service.id, key: '' }), folder, '.');
    expect(keyless.code).toBe(1);
    expect(keyless.stderr).toContain('WORKSPACE_MEMORY_API_TOKEN');
  },
  { title: 'what cannot be read is told, and fails the command', timeoutMs: 240_000 },
);

verifies(
  'documents.cli.ingest',
  async ({ service }) => {
    const folder = await makeTree();
    const client = createClient({ url: service.host.url, key: service.key });
    const drained: typeof client = {
      ...client,
      // The test's queue does its work only when it is asked to.
      getUpload: async (request) => {
        await service.runJobs();
        return client.getUpload(request);
      },
    };
    const send = async () => {
      const found = await findDocuments(['.'], folder);
      let done = 0;
      const summary = await sendDocuments(drained, found, {
        upload: true,
        progress: { fileDone: () => (done += 1) },
      });
      expect(done).toBe(found.length);
      return summary;
    };
    expect(await send()).toEqual({
      documents: 4,
      created: 4,
      updated: 0,
      unchanged: 0,
      removed: 0,
      failures: [],
    });
    expect(await send()).toMatchObject({ documents: 4, created: 0, unchanged: 4 });
    expect(await sourcesOf(service)).toEqual(DOCUMENTS);
  },
  { title: 'by one upload as well' },
);

describe('findDocuments', () => {
  const sources = async (folder: string, ...given: string[]) =>
    (await findDocuments(given, folder)).map(({ source }) => source);

  test('takes folders, globs and files, each document once', async () => {
    const folder = await makeTree();
    expect(await sources(folder, '.')).toEqual(DOCUMENTS);
    expect(await sources(folder, 'docs', 'docs/*', '*.md')).toEqual(expect.arrayContaining(DOCUMENTS));
    expect(await sources(folder, 'docs', 'docs/notes.txt')).toEqual(DOCUMENTS.slice(0, 3));
  });

  test('takes a file that is named itself, even when it is ignored, and no link', async () => {
    const folder = await makeTree();
    expect(await sources(folder, 'drafts/secret.md')).toEqual(['drafts/secret.md']);
    await expect(findDocuments(['docs/link.md'], folder)).rejects.toThrow('docs/link.md');
  });
});

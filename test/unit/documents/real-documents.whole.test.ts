import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { DocumentError, readDocument, splitDocument } from '@memory/sections';

import { expectCover } from './expect-cover.ts';

const wanted = 120;

test('the Markdown of installed packages splits without loss into parts with keys of their own', async () => {
  const root = new URL('../../../node_modules/', import.meta.url);
  const paths = globSync(['*/*.md', '@*/*/*.md'], { cwd: fileURLToPath(root) }).sort();
  // Every n-th, so that the sample holds changelogs, references and stubs alike.
  const step = Math.max(1, Math.floor(paths.length / wanted));
  const sample = Array.from({ length: wanted }, (_, index) => paths[index * step] ?? '');
  let files = 0;
  let sections = 0;
  for (const path of sample) {
    const read = await readDocument({ bytes: await readFile(new URL(path, root)), filename: path }).catch(
      asRefused,
    );
    if (read instanceof DocumentError) continue;
    const parts = splitDocument(read.text, { format: read.textFormat, title: read.title });
    // A table above 100,000 characters (there is one) is cut and repeats its head, which the text does not.
    if (parts.every(({ narrative }) => narrative.length < 45_000)) expectCover(read.text, parts);
    expect(new Set(parts.map(({ key }) => key)).size, path).toBe(parts.length);
    files++;
    sections += parts.length;
  }
  expect(files).toBeGreaterThanOrEqual(100);
  expect(sections).toBeGreaterThan(files);
});

function asRefused(error: unknown): DocumentError {
  // Some packages ship empty files; anything but a typed refusal is a defect.
  if (error instanceof DocumentError && error.code === 'empty_document') return error;
  throw error;
}

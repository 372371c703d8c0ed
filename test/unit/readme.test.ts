import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { settingsTable } from '../support/settings-table.ts';

const SETTINGS = new URL('../../docs/settings.md', import.meta.url);

test('the documentation lists every setting as the schema has it', async () => {
  const page = await readFile(SETTINGS, 'utf8');
  // Formatters pad tables: compare rows without the padding.
  const normalize = (text: string) => text.replaceAll(/[ ]+\|/gu, ' |').replaceAll(/\|[ ]+/gu, '| ');
  const lines = new Set(normalize(page).split('\n'));
  const missing = normalize(settingsTable())
    .split('\n')
    .filter((row) => row.startsWith('| `') && !lines.has(row));
  expect(missing).toEqual([]);
});

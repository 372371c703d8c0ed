import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { READERS, readWithin, type Recipe } from '../support/fuzz/texts.ts';
import { verifies } from '../support/verifies.ts';

interface Kept {
  reader: string;
  name: string;
  recipe: Recipe;
}

verifies('fuzz.kept', async () => {
  const kept = JSON.parse(readFileSync(new URL('../fixtures/fuzz.json', import.meta.url), 'utf8')) as Kept[];
  for (const { reader: of, name, recipe } of kept) {
    const reader = READERS[of];
    expect(reader?.names, of).toContain(name);
    if (reader) await readWithin(reader, name, recipe);
  }
});

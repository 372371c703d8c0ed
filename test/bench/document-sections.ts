import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readDocument, splitDocument } from '@memory/sections';

const SAMPLE = 50;
/** A large document must not crowd out the others of its format. */
const OF_ONE_DOCUMENT = 25;
const SHOWN = { beginning: 240, end: 100 };

/**
 * Sections drawn by chance from a folder of documents, for a reader to judge whether each has the right heading: the folder
 * DOCUMENTS_BENCH_CORPUS holds one folder for each format, which all have an equal part. DOCUMENTS_BENCH_SEED draws others.
 */
export async function benchDocumentSections(): Promise<void> {
  const corpus = process.env['DOCUMENTS_BENCH_CORPUS'];
  if (!corpus) throw new Error('Name a folder of documents in DOCUMENTS_BENCH_CORPUS.');
  const chance = chanceFrom(Number(process.env['DOCUMENTS_BENCH_SEED'] ?? 1));
  const byFormat = new Map<string, { source: string; title: string; narrative: string }[]>();
  const files: string[] = [];
  for await (const file of glob('**/*.*', { cwd: corpus })) files.push(file);
  for (const source of files.toSorted()) {
    const bytes = await readFile(path.join(corpus, source)).catch(() => null);
    const read = bytes && (await readDocument({ bytes, filename: source }).catch(String));
    if (read === null || typeof read === 'string') {
      if (read) console.log(`not read: ${source}: ${read}`);
      continue;
    }
    const options = { format: read.textFormat, ...(read.title === undefined ? {} : { title: read.title }) };
    const sections = drawn(splitDocument(read.text, options), OF_ONE_DOCUMENT, chance);
    const format = source.split(path.sep, 1)[0] ?? '';
    const known = byFormat.get(format) ?? [];
    byFormat.set(format, [
      ...known,
      ...sections.map(({ title, narrative }) => ({ source, title, narrative })),
    ]);
  }
  const share = Math.ceil(SAMPLE / byFormat.size);
  const sample = [...byFormat.values()].flatMap((sections) => drawn(sections, share, chance));
  for (const [at, { source, title, narrative }] of drawn(sample, SAMPLE, chance)
    .toSorted((a, b) => (a.source < b.source ? -1 : 1))
    .entries())
    console.log(
      `\n${at + 1}. ${source}\n   ${title}\n   ${shown(narrative.slice(0, SHOWN.beginning))}\n   … ${shown(narrative.slice(-SHOWN.end))} (${narrative.length})`,
    );
}

const shown = (text: string): string => text.replaceAll(/\s*\n\s*/gu, ' ⏎ ');

/** Numbers below 1 that are the same for the same seed (mulberry32). */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function drawn<Item>(items: readonly Item[], count: number, chance: () => number): Item[] {
  const left = [...items];
  const taken: Item[] = [];
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(Math.floor(chance() * left.length), 1));
  return taken;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ingestFolder } from './documents/ingest-folder.ts';
import { countWords, wordsOf } from './documents/words.ts';
import { independentText } from './documents/independent-text.ts';
import { narrativesBySource } from './documents/narratives-by-source.ts';
import { startBench } from './documents/start-bench.ts';

const FORMATS: Readonly<Record<string, string>> = {
  '.asc': 'AsciiDoc',
  '.adoc': 'AsciiDoc',
  '.json': 'OpenAPI',
  '.yaml': 'OpenAPI',
  '.docx': 'DOCX',
  '.html': 'HTML',
  '.ipynb': 'notebooks',
  '.pdf': 'PDF',
  '.rst': 'RST',
  '.txt': 'text',
};

/** Missing words that are shown of a document. */
const SHOWN = 12;

/**
 * The share of a source's words that are found in its memories, for each format: the folder DOCUMENTS_BENCH_CORPUS is
 * ingested by the command into a service of its own, and each file is read again by another reader (pandoc, pdftotext).
 */
export async function benchDocumentWords(): Promise<void> {
  const corpus = process.env['DOCUMENTS_BENCH_CORPUS'];
  if (!corpus) throw new Error('Name a folder of documents in DOCUMENTS_BENCH_CORPUS.');
  const folder = await mkdtemp(path.join(tmpdir(), 'workspace-memory-bench-'));
  try {
    await using bench = await startBench(folder);
    const startedAt = performance.now();
    const summary = await ingestFolder(corpus, bench);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    console.log(`${summary.documents} documents, ${summary.created} memories, ${seconds} s`);
    for (const { source, message } of [...summary.skipped, ...summary.failures])
      console.log(`not read: ${source}: ${message}`);
    await compare(corpus, await narrativesBySource(bench.client));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(corpus: string, narratives: Map<string, string>): Promise<void> {
  const totals = new Map<string, { files: number; words: number; found: number }>();
  for (const [source, narrative] of [...narratives].toSorted()) {
    const text = await independentText(path.join(corpus, source));
    const format = FORMATS[path.extname(source)] ?? path.extname(source);
    if (text === undefined) {
      console.log(`passed over, no other reader: ${source}`);
      continue;
    }
    const expected = wordsOf(text);
    const stored = countWords(wordsOf(narrative));
    const wanted = countWords(expected);
    const missing = [...wanted].flatMap(([word, count]) => {
      const lost = count - Math.min(count, stored.get(word) ?? 0);
      return lost > 0 ? [{ word, lost }] : [];
    });
    const lost = missing.reduce((sum, one) => sum + one.lost, 0);
    const total = totals.get(format) ?? { files: 0, words: 0, found: 0 };
    totals.set(format, {
      files: total.files + 1,
      words: total.words + expected.length,
      found: total.found + expected.length - lost,
    });
    if (lost > expected.length * 0.005)
      console.log(
        `${source}: ${expected.length - lost} of ${expected.length}; without ${missing
          .toSorted((a, b) => b.lost - a.lost)
          .slice(0, SHOWN)
          .map((one) => `${one.word} ${one.lost}`)
          .join(', ')}`,
      );
  }
  console.log('\n| format | files | words | found |\n| --- | --- | --- | --- |');
  for (const [format, { files, words, found }] of totals)
    console.log(`| ${format} | ${files} | ${words} | ${(found / words).toFixed(4)} |`);
}

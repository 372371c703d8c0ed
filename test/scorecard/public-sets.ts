import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Public collections of the BEIR benchmark that are fetched, not shipped: their licences allow research. */
const PUBLIC_SETS = ['scifact', 'nfcorpus'] as const;

const HUB = 'https://huggingface.co/datasets/BeIR';
const PATIENCE_MS = 120_000;

const linesOf = (text: string) => text.split('\n').filter(Boolean);

/**
 * Fetches what is not in the folder yet and writes each set as `retrieval` reads it.
 * @returns the sets that could not be had, with the reason
 */
export async function fetchPublicSets(folder: string, hub = HUB): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const skipped: string[] = [];
  for (const name of PUBLIC_SETS) {
    const file = join(folder, `${name}.json`);
    if (existsSync(file)) continue;
    try {
      const [corpus, queries, judged] = await Promise.all([
        fetched(`${hub}/${name}/resolve/main/corpus.jsonl.gz`),
        fetched(`${hub}/${name}/resolve/main/queries.jsonl.gz`),
        fetched(`${hub}/${name}-qrels/resolve/main/test.tsv`),
      ]);
      writeFileSync(
        `${file}.partial`,
        JSON.stringify(collectionOf(unpacked(corpus), unpacked(queries), judged.toString())),
      );
      renameSync(`${file}.partial`, file);
    } catch (error) {
      skipped.push(
        `${name}: ${error instanceof Error ? `${error.message} ${String(error.cause ?? '')}`.trim() : String(error)}`,
      );
    }
  }
  return skipped;
}

async function fetched(url: string): Promise<Buffer> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!reply.ok) throw new Error(`${url} answers ${reply.status}`);
  return Buffer.from(await reply.arrayBuffer());
}

const unpacked = (packed: Buffer): string => gunzipSync(packed).toString();

/** Joins texts, questions and judgements; questions that nobody judged are left out. */
function collectionOf(corpus: string, queries: string, judgements: string) {
  const grades = new Map<string, Record<string, number>>();
  for (const line of linesOf(judgements).slice(1)) {
    const [query = '', doc = '', grade = '0'] = line.split('\t');
    if (Number(grade) > 0) grades.set(query, { ...grades.get(query), [doc]: Number(grade) });
  }
  const read = (text: string) =>
    linesOf(text).map((line) => JSON.parse(line) as { _id: string; title?: string; text: string });
  return {
    docs: read(corpus).map(({ _id: id, title = '', text }) => ({ id, title, text })),
    queries: read(queries).flatMap(({ _id: id, text }) => {
      const rel = grades.get(id);
      return rel ? [{ text, rel }] : [];
    }),
  };
}

/**
 * Trains the embedding table: `node packages/text/training/main.ts CLONES`, in which every source of `sources.json` is cloned
 * (or lies as `owner+name`). Needs 8 GB of memory and less than an hour of one core. See README.md.
 */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddingTable } from '../src/table/embedding-table.ts';
import { TABLE_DIMENSIONS } from '../src/table-model.ts';
import { readCorpus } from './corpus.ts';
import { AlignedTexts, type AlignedPages } from './extract/aligned.ts';
import { extractCatalogues } from './extract/catalogues.ts';
import { extractCode } from './extract/code.ts';
import { extractCommits } from './extract/commits.ts';
import { extractDocuments } from './extract/documents.ts';
import { Clone } from './extract/git.ts';
import { PairFile } from './extract/pairs.ts';
import { COLLECTIONS, type Collection } from './extract/words.ts';
import { packTable } from './pack.ts';
import { train } from './train.ts';

const VERSION = 2;
const [WORDS, GRAMS] = [64_000, 16_384];
const PASSES = 2.5;
const SEED = 1;
const TABLE = join(import.meta.dirname, '../table');

/** One a kind of word: what is kept of their vectors tells a reader that counts otherwise. */
const TEXTS = [
  'connection pool exhausted',
  'getUserById in HTTPServer2',
  'Datenbankverbindungen werden wiederverwendet',
  'la base de données redémarre chaque nuit',
  '¿por qué falla la migración?',
  '数据库连接池已满',
  'zzyzxqvw unbekanntes',
  'соединение с базой данных',
  'title\n\nnarrative of the title',
];

interface Source {
  repository: string;
  commit: string;
  licence: string;
  /** Author to be named, of a licence that asks for it. */
  attribution?: string;
  collection?: Collection;
  aligned?: AlignedPages;
}

const clones = process.argv[2];
if (!clones) throw new Error('Say in which folder the clones of the sources lie, or are to be made.');
const sources = JSON.parse(readFileSync(join(import.meta.dirname, 'sources.json'), 'utf8')) as Source[];
const pairsFile = join(clones, 'pairs.jsonl');
const started = performance.now();
const tell = (message: string) =>
  console.error(`${((performance.now() - started) / 60_000).toFixed(1)} min  ${message}`);

if (!existsSync(pairsFile)) extractAll();
tell('reading the pairs');
const corpus = await readCorpus(pairsFile, { words: WORDS, grams: GRAMS });
tell(
  `${corpus.kinds.length} pairs, ${corpus.words.length} words, ${corpus.a.rows.length + corpus.b.rows.length} in all`,
);
const { rows, heldOut } = train(corpus, { dimensions: TABLE_DIMENSIONS, passes: PASSES, seed: SEED, tell });
const file = packTable(corpus.words, rows, TABLE_DIMENSIONS);
writeTable(file);
tell(`done: ${JSON.stringify(heldOut)}`);

function extractAll(): void {
  const pairs = new PairFile(pairsFile);
  const aligned = new AlignedTexts();
  for (const { repository, commit, collection, aligned: pages } of sources) {
    const before = pairs.count;
    const clone = new Clone(fetched(repository), commit);
    if (collection) COLLECTIONS[collection](clone, pairs);
    if (pages) aligned.collect(clone, pages);
    if (!collection) {
      extractCommits(clone, pairs);
      extractDocuments(repository, clone, pairs);
      extractCatalogues(clone, pairs);
      extractCode(clone, pairs);
    }
    tell(`${repository}: ${pairs.count - before} pairs`);
  }
  const before = pairs.count;
  aligned.extract(pairs);
  tell(`pages in several languages: ${pairs.count - before} pairs`);
  pairs.close();
}

function fetched(repository: string): string {
  const folder = join(clones ?? '', repository.replace('/', '+'));
  if (!existsSync(folder)) {
    mkdirSync(clones ?? '', { recursive: true });
    execFileSync('git', ['clone', '--quiet', '--bare', `https://github.com/${repository}.git`, folder]);
  }
  return folder;
}

function writeTable(table: Buffer): void {
  const bytes = Uint8Array.from(table);
  const reader = new EmbeddingTable(bytes);
  const digest = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');
  const vectorOf = (text: string) => {
    const vector = reader.embed(text) ?? new Float32Array();
    return digest(Buffer.from(vector.buffer as ArrayBuffer)).slice(0, 16);
  };
  writeFileSync(join(TABLE, 'embedding-table.bin'), bytes);
  writeFileSync(
    join(TABLE, 'manifest.json'),
    `${JSON.stringify(
      {
        version: VERSION,
        dimensions: TABLE_DIMENSIONS,
        sha256: digest(bytes),
        pairs: { count: corpus.kinds.length, sha256: digest(readFileSync(pairsFile)) },
        heldOut,
        vectors: Object.fromEntries(TEXTS.map((text) => [text, vectorOf(text)])),
        sources: sources.map(({ repository, commit, licence }) => ({ repository, commit, licence })),
      },
      null,
      2,
    )}\n`,
  );
  const named = sources.flatMap(({ repository, licence, attribution }) =>
    attribution ? [`${repository} (${licence}): ${attribution}`] : [],
  );
  writeFileSync(
    join(TABLE, 'NOTICE'),
    [
      'embedding-table.bin was trained on text of the public repositories that manifest.json names, at these commits and under these licences.',
      'It holds single words and numbers, no text of them. Those whose licence asks for it are named here, with thanks:',
      '',
      ...named,
      '',
    ].join('\n'),
  );
}

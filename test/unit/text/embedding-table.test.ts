import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EmbeddingTable, openEmbeddingTable, TABLE_MODEL } from '@memory/text/embedding-table';
import manifest from '../../../packages/text/table/manifest.json' with { type: 'json' };
import { verifies } from '../../support/verifies.ts';

const FILE = new URL('../../../packages/text/table/embedding-table.bin', import.meta.url);

/** One a kind of word; what is kept of their vectors stands in the manifest. */
const TEXTS = Object.keys(manifest.vectors);

const table = openEmbeddingTable();
const embed = (text: string): Float32Array => table.embed(text) ?? expect.fail(`Nothing in: ${text}`);

function cosine(one: string, other: string): number {
  const [a, b] = [embed(one), embed(other)];
  return a.reduce((sum, number, i) => sum + number * (b[i] ?? 0), 0);
}

const digestOf = (text: string): string =>
  createHash('sha256')
    .update(new Uint8Array(embed(text).buffer))
    .digest('hex')
    .slice(0, 16);

verifies('embeddings.table', () => {
  const bytes = readFileSync(FILE);
  expect(bytes.length).toBeLessThan(9_000_000);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(manifest.sha256);
  expect(TABLE_MODEL).toBe(`table/${manifest.version}/${table.dimensions}`);
  const digests = Object.fromEntries(TEXTS.map((text) => [text, digestOf(text)]));
  expect(digests).toEqual(manifest.vectors);
});

describe('the embedding table', () => {
  it('knows other words and other languages', () => {
    const memory = 'The database connection is closed after thirty seconds without a query.';
    for (const asked of [
      'Wann wird die Verbindung zur Datenbank getrennt?',
      'connexion à la base de données fermée',
      '¿cuándo se cierra la conexión a la base de datos?',
      '数据库连接什么时候关闭',
      'db session timeout when idle',
    ])
      expect(cosine(asked, memory), asked).toBeGreaterThan(
        cosine(asked, 'How to prune an apple tree in winter.'),
      );
  });

  it('takes identifiers, endings and compounds apart', () => {
    expect(cosine('retryPolicy', 'retry policy')).toBeCloseTo(1, 5);
    expect(cosine('RETRY_POLICY', 'retry policy')).toBeCloseTo(1, 5);
    expect(cosine('Datenbankmigrationen', 'Datenbank Migration')).toBeGreaterThan(0.7);
  });

  it('has nothing for a text without words, and a unit vector for any other', () => {
    for (const text of ['', ' \n', '!?', '123456789']) expect(table.embed(text), text).toBeNull();
    for (const text of TEXTS)
      expect(embed(text).reduce((sum, number) => sum + number * number, 0)).toBeCloseTo(1, 5);
  });

  it('counts the first line of several twice', () => {
    expect(cosine('retry\nqueue', 'retry')).toBeGreaterThan(cosine('queue\nretry', 'retry'));
  });

  it('reads any text in bounded time', () => {
    const long = [
      'word '.repeat(25_000),
      'a'.repeat(125_000),
      '漢'.repeat(60_000),
      Array.from({ length: 12_000 }, (_, n) => `qz${n.toString(36)}xv`).join(' '),
      Array.from({ length: 4_000 }, (_, n) => `datenbankverbindungsqz${n}abwicklungsx`).join(' '),
      '\uFDFA'.repeat(40_000),
    ];
    const started = performance.now();
    for (const text of long) table.embed(text);
    expect(performance.now() - started).toBeLessThan(6_000);
  });

  it('refuses a file of another form or size', () => {
    expect(() => new EmbeddingTable(new Uint8Array(64))).toThrow('no embedding table');
    expect(() => new EmbeddingTable(Uint8Array.from(readFileSync(FILE).subarray(0, 1_000_000)))).toThrow(
      'is cut',
    );
  });
});

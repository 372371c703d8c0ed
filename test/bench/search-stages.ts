import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SearchBody } from '@memory/contracts';
import { embedQuery, searchMemories } from '@memory/core';
import { keepSearchIndexes, queryRows, type Database } from '@memory/db';
import { parseQuery } from '@memory/text';
import { sql, type SQL } from 'drizzle-orm';
import { matchWords } from '../../packages/db/src/search/in-memory/match-words.ts';
import { rankInMemory } from '../../packages/db/src/search/in-memory/rank-in-memory.ts';
import { fillWorkspace } from './support/fill-workspace.ts';
import { peerCorpus } from './peers/peer-corpus.ts';
import { queriesOfTexts } from './support/queries-of-texts.ts';
import { withSearchDatabase } from './support/search-database.ts';

const QUERIES = 40;
const INDEX_BYTES = 512 * 1_024 * 1_024;

/**
 * Where the time of a search goes, on the embedded database or the server that `TEST_DATABASE_URL` names, with the index in
 * memory and without it, in turns: `SEARCH_MEMORIES` memories, 10,000 when it is absent. Medians in ms.
 */
export async function benchSearchStages(): Promise<void> {
  const { says, texts } = peerCorpus(Number(process.env['SEARCH_MEMORIES'] ?? 10_000));
  console.log(`${texts.length} memories (${says})`);
  const url = process.env['TEST_DATABASE_URL'];
  const folder = await mkdtemp(join(tmpdir(), 'workspace-memory-stages-'));
  try {
    await withSearchDatabase(
      url ? { driver: 'node-postgres', url } : { driver: 'pglite', dataDir: folder },
      async ({ services, opened }) => {
        const { workspace } = await fillWorkspace(services, texts);
        await opened.db.execute(sql`vacuum (analyze)`);
        const timed = timedDatabase(services.db);
        const plain = { ...services, db: timedDatabase(services.db).db };
        const indexes = keepSearchIndexes(timed.db, { bytesMax: INDEX_BYTES });
        const known = { model: workspace.embeddingModel, memoryCount: workspace.memoryCount };
        const startedAt = performance.now();
        indexes.find(workspace.id, known);
        await indexes.loaded();
        const kept = indexes.find(workspace.id, known);
        if (!kept) throw new Error('There is no index.');
        console.log(
          `index: ${(kept.index.bytes / 1e6).toFixed(0)} MB, made in ${(performance.now() - startedAt).toFixed(0)} ms`,
        );
        console.log(
          'words | parse | embed | words | vectors | statement (planning alone) | present and JSON | whole | whole by the database | p50 ratio',
        );
        for (const words of [3, 10, 12, 40]) {
          const stages = new Map<string, number[]>();
          const note = (name: string, ms: number) => stages.set(name, [...(stages.get(name) ?? []), ms]);
          const time = async <Value>(name: string, work: () => Value | Promise<Value>): Promise<Value> => {
            const begun = performance.now();
            const value = await work();
            note(name, performance.now() - begun);
            return value;
          };
          for (const query of queriesOfTexts(texts, { words, count: QUERIES })) {
            const { text, required, ...parsed } = await time('parse', () => parseQuery(query, 'english'));
            const { semantic } = await time('embed', () => embedQuery(services, workspace, text));
            const options = {
              ...parsed,
              filters: { required },
              semantic,
              memoryCount: workspace.memoryCount,
              hasSemanticIndex: false,
              limit: 20,
              offset: 0,
            };
            await time('words', () => matchWords(kept.index, options, { estimated: true, rowsMax: 5_000 }));
            await time('ranked', () => rankInMemory(kept.index, options));
            const body = SearchBody.parse({ query, limit: 20 });
            timed.reset();
            const reply = await time('whole', () =>
              searchMemories({ ...services, db: timed.db }, workspace, body),
            );
            note('statement', timed.longestMs());
            note('planning', await timed.planningMs());
            await time('json', () => JSON.stringify(reply));
            await time('database', () => searchMemories(plain, workspace, body));
          }
          const median = (name: string) => stages.get(name)?.toSorted((a, b) => a - b)[QUERIES / 2] ?? 0;
          const cells = [
            median('parse'),
            median('embed'),
            median('words'),
            Math.max(0, median('ranked') - median('words')),
          ].map((ms) => ms.toFixed(1));
          console.log(
            [
              words,
              ...cells,
              `${median('statement').toFixed(1)} (${median('planning').toFixed(1)})`,
              median('json').toFixed(1),
              median('whole').toFixed(1),
              median('database').toFixed(1),
              (median('database') / median('whole')).toFixed(1),
            ].join(' | '),
          );
        }
      },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same database, which notes how long its statements take. */
function timedDatabase(of: Database) {
  let durations: { statement: SQL; ms: number }[] = [];
  const db = Object.create(of) as Database;
  db.execute = ((statement: SQL) => {
    const startedAt = performance.now();
    return of.execute(statement).then((result) => {
      durations.push({ statement, ms: performance.now() - startedAt });
      return result;
    });
  }) as unknown as Database['execute'];
  const longest = () => durations.toSorted((a, b) => b.ms - a.ms)[0];
  return {
    db,
    reset: () => void (durations = []),
    longestMs: () => longest()?.ms ?? 0,
    planningMs: async () => {
      const statement = longest()?.statement;
      if (!statement) return 0;
      const rows = await queryRows<Record<string, unknown>>(of)`explain (summary, format json) ${statement}`;
      const plan = rows[0]?.['QUERY PLAN'];
      const [described] = (typeof plan === 'string' ? JSON.parse(plan) : plan) as {
        'Planning Time': number;
      }[];
      return described?.['Planning Time'] ?? 0;
    },
  };
}

import { SearchBody } from '@memory/contracts';
import { createLexicalEmbedders, searchMemories, type Services } from '@memory/core';
import { migrate, openDatabase } from '@memory/db';
import { loadCranfield, measureRanking } from '../support/cranfield.ts';
import { fillWorkspace } from './fill-workspace.ts';

/** Figures of the design note for the same collection. */
const DESIGN = { hybrid: '.473 / .426', keyword: '.401 / .375' };

/** How well searches answer the questions of cranfield with the built-in embedder, in both forms of the statement. */
export async function benchRetrieval(): Promise<void> {
  const cranfield = loadCranfield();
  if (!cranfield) return console.log('(skipped: the collection is not beside the repository)');
  const opened = await openDatabase({ driver: 'pglite' });
  const services = {
    db: opened.db,
    settings: { memoryIdForm: 'A' } as Services['settings'],
    embedding: {
      provider: 'lexical',
      lexicalEmbedders: createLexicalEmbedders(),
      trainingThread: 'worker',
    },
  } as const;
  try {
    await migrate(opened.db);
    const { workspace, ids } = await fillWorkspace(
      services,
      cranfield.memories.map(({ text }) => text),
    );
    const docs = new Map(ids.map((id, i) => [id, cranfield.memories[i]?.id ?? '']));
    const measure = async (
      name: string,
      design: string,
      memoryCount: number,
      options: Partial<SearchBody>,
    ) => {
      const ranked = new Map<string, string[]>();
      for (const { text } of cranfield.queries) {
        const body = SearchBody.parse({ query: text, limit: 10, ...options });
        const { results } = await searchMemories(services, { ...workspace, memoryCount }, body);
        ranked.set(
          text,
          results.map(({ memory }) => docs.get(memory.id) ?? ''),
        );
      }
      const { recallAt10, ndcgAt10 } = measureRanking(cranfield, (query) => ranked.get(query) ?? []);
      console.log([name, recallAt10.toFixed(4), ndcgAt10.toFixed(4), design].join(' | '));
    };
    console.log('cranfield | recall@10 | nDCG@10 | design note');
    for (const [form, memoryCount] of [
      ['counted', workspace.memoryCount],
      ['estimated', 2_000],
    ] as const) {
      await measure(`hybrid, ${form}`, DESIGN.hybrid, memoryCount, {});
      await measure(`use_semantic false, ${form}`, DESIGN.keyword, memoryCount, { use_semantic: false });
    }
  } finally {
    await opened.close();
  }
}

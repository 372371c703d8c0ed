import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@memory/client';
import { SearchBody } from '@memory/contracts';
import { createWorkspace, searchMemories } from '@memory/core';
import { findWorkspace } from '@memory/db';
import { startLocalService, type LocalService } from '@memory/service/node';
import { createLocalJobQueue } from '@memory/providers/job-queue/local';
import { readConfig } from '@memory/service';
import { asPasted, loadCranfield, measureRanking } from '../support/seeds/cranfield.ts';
import { UNLIMITED_RATES } from '../host/unlimited-rates.ts';

type Cranfield = NonNullable<ReturnType<typeof loadCranfield>>;
type Search = (body: SearchBody) => Promise<{ results: { memory: { id: string } }[] }>;

/** What the prototype of this ranking reached on the same collection, recall@10 / nDCG@10. */
const PROTOTYPE = { hybrid: '.473 / .426', keyword: '.401 / .375' };

/** From here on the statement estimates instead of counting, on the same memories. */
const ESTIMATED_FROM = 2_000;

/** How well searches over REST answer the questions of cranfield with the built-in embedder. */
export async function benchRetrieval(): Promise<void> {
  const cranfield = loadCranfield();
  if (!cranfield) return console.log('(skipped: the collection is not beside the repository)');
  const folder = await mkdtemp(join(tmpdir(), 'workspace-memory-bench-'));
  const queue = createLocalJobQueue({ background: false });
  const service = await startLocalService(
    readConfig({ ...UNLIMITED_RATES, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'ERROR' }),
    { queue },
  );
  try {
    const { key, workspace_id: id } = await createWorkspace(service.services, {
      name: 'bench',
      language: 'english',
    });
    const client = createClient({ url: service.url, key });
    const documents = await storeAll(client, cranfield);
    await queue.drain({ skipDelays: true });
    console.log('cranfield | recall@10 | nDCG@10 | prototype');
    const overRest: Search = (body) => client.searchMemories({ body });
    const estimated = await searchEstimated(service, id);
    for (const [form, search] of [
      ['over REST', overRest],
      ['as of 2,000 memories', estimated],
    ] as const) {
      for (const [name, design, options] of [
        ['hybrid', PROTOTYPE.hybrid, {}],
        ['use_semantic false', PROTOTYPE.keyword, { use_semantic: false }],
      ] as const) {
        for (const [kind, ask] of [
          ['', (text: string) => text],
          [', as pasted', asPasted],
        ] as const) {
          const { recallAt10, ndcgAt10 } = await measure(cranfield, documents, search, { ...options, ask });
          const figures = [recallAt10.toFixed(4), ndcgAt10.toFixed(4)];
          console.log([`${name}, ${form}${kind}`, ...figures, design].join(' | '));
        }
      }
    }
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the document of each memory */
async function storeAll(client: Client, { memories }: Cranfield): Promise<Map<string, string>> {
  const documents = new Map<string, string>();
  for (const { id, text } of memories) {
    // A few papers have neither title nor text, which a memory must have.
    const body = { title: text.title.trim() || id, narrative: text.narrative.trim() || id };
    documents.set((await client.storeMemory({ body })).id, id);
  }
  return documents;
}

/** The other form of the statement, which a workspace of this size would not meet over REST. */
async function searchEstimated({ services }: LocalService, id: string): Promise<Search> {
  const workspace = await findWorkspace(services.db, id);
  if (!workspace) throw new Error('The workspace is gone.');
  return (body) => searchMemories(services, { ...workspace, memoryCount: ESTIMATED_FROM }, body);
}

async function measure(
  cranfield: Cranfield,
  documents: ReadonlyMap<string, string>,
  search: Search,
  { ask, ...options }: Partial<SearchBody> & { ask: (text: string, turn: number) => string },
) {
  const ranked = new Map<string, string[]>();
  for (const [turn, { text }] of cranfield.queries.entries()) {
    const { results } = await search(SearchBody.parse({ query: ask(text, turn), limit: 10, ...options }));
    ranked.set(
      text,
      results.map(({ memory }) => documents.get(memory.id) ?? ''),
    );
  }
  return measureRanking(cranfield, (query) => ranked.get(query) ?? []);
}

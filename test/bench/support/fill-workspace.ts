import { randomUUID } from 'node:crypto';
import { embedDocuments, lexicalModelName, randomIds, trainWorkspace, type Services } from '@memory/core';
import {
  findWorkspace,
  insertMemories,
  insertWorkspace,
  listMemoriesWithoutEmbedding,
  refreshStatistics,
  switchModel,
  upsertEmbeddings,
  type Workspace,
} from '@memory/db';
import { searchText } from '@memory/text';

const BATCH = 200;

/**
 * A new workspace with these memories, as the jobs leave it: statistics fresh, the lexical embedder trained (unless told
 * not to), everything embedded.
 * @returns the workspace, and the memories' ids in the order of the texts
 */
export async function fillWorkspace(
  { db, embedding }: Pick<Services, 'db' | 'embedding'>,
  texts: readonly { title: string; narrative: string }[],
  { trained = true }: { trained?: boolean } = {},
): Promise<{ workspace: Workspace; ids: string[] }> {
  const id = randomUUID();
  await insertWorkspace(db, { id, name: id, language: 'english', createdAt: new Date() });
  const read = async (): Promise<Workspace> => {
    const workspace = await findWorkspace(db, id);
    if (!workspace) throw new Error('The workspace of the bench is gone.');
    return workspace;
  };
  const empty = await read();
  const rows = texts.map(({ title, narrative }) => {
    const { tsvector, termCount } = searchText(
      { title, narrative, tags: [], concepts: [], sourceFiles: [] },
      'english',
    );
    return {
      id: randomIds.uuid(),
      memory_id: randomIds.memoryId(),
      title,
      narrative,
      memory_type: 'general',
      tags: [],
      concepts: [],
      source_files: [],
      importance_score: 0.5,
      confidence_score: 0.5,
      content_digest: 'bench',
      source_session_id: null,
      created_at: new Date(),
      search_text: tsvector,
      term_count: termCount,
    };
  });
  for (let start = 0; start < rows.length; start += BATCH)
    await insertMemories(db, empty.id, rows.slice(start, start + BATCH));
  await refreshStatistics(db, empty.id);
  const lexicalVersion = trained ? 1 : 0;
  if (trained) await trainWorkspace({ db, embedding }, empty, lexicalVersion);
  const model = lexicalModelName(lexicalVersion);
  await switchModel(db, empty.id, { model });
  let after: string | null = null;
  for (;;) {
    const page = await listMemoriesWithoutEmbedding(db, empty.id, { model, after, limit: BATCH });
    if (page.length === 0) break;
    after = page.at(-1)?.memory.id ?? null;
    const { vectors } = await embedDocuments(
      { db, embedding },
      empty,
      page.map(({ memory }) => memory),
      { lexicalVersion },
    );
    await upsertEmbeddings(db, empty.id, {
      whileModel: model,
      embeddings: page.map(({ memory, contentDigest }, i) => ({
        memoryId: memory.id,
        model,
        contentDigest,
        vector: vectors[i] ?? null,
      })),
    });
  }
  return { workspace: await read(), ids: rows.map(({ id }) => id) };
}

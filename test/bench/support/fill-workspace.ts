import { randomUUID } from 'node:crypto';
import { embedDocuments, randomIds, type Services } from '@memory/core';
import { createTableEmbedder } from '@memory/providers/embedder/table';
import {
  findWorkspace,
  insertMemories,
  insertWorkspace,
  listMemoriesWithoutEmbedding,
  refreshStatistics,
  switchModel,
  upsertEmbeddings,
  type Database,
  type Workspace,
  type WorkspaceId,
} from '@memory/db';
import { searchText } from '@memory/text';

const BATCH = 200;

/** Memories as a store leaves them, before any job. @returns their ids, in the order of the texts */
export async function insertTexts(
  db: Database,
  workspaceId: WorkspaceId,
  texts: readonly { title: string; narrative: string }[],
): Promise<string[]> {
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
    await insertMemories(db, workspaceId, rows.slice(start, start + BATCH));
  return rows.map(({ id }) => id);
}

/**
 * A new workspace with these memories, as the jobs leave it: statistics fresh, everything embedded with the table.
 * @returns the workspace, and the memories' ids in the order of the texts
 */
export async function fillWorkspace(
  { db }: Pick<Services, 'db'>,
  texts: readonly { title: string; narrative: string }[],
): Promise<{ workspace: Workspace; ids: string[] }> {
  const id = randomUUID();
  await insertWorkspace(db, { id, name: id, language: 'english', createdAt: new Date() });
  const read = async (): Promise<Workspace> => {
    const workspace = await findWorkspace(db, id);
    if (!workspace) throw new Error('The workspace of the bench is gone.');
    return workspace;
  };
  const empty = await read();
  const ids = await insertTexts(db, empty.id, texts);
  await refreshStatistics(db, empty.id);
  const embedder = createTableEmbedder();
  const { model } = embedder;
  await switchModel(db, empty.id, { model });
  let after: string | null = null;
  for (;;) {
    const page = await listMemoriesWithoutEmbedding(db, empty.id, { model, after, limit: BATCH });
    if (page.length === 0) break;
    after = page.at(-1)?.memory.id ?? null;
    const { vectors } = await embedDocuments(
      { db, clock: () => new Date() },
      empty,
      { embedder },
      page.map(({ memory }) => memory),
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
  return { workspace: await read(), ids };
}

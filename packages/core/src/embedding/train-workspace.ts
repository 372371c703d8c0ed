import {
  insertLexicalSnapshot,
  listTrainingIds,
  listTrainingTexts,
  type Database,
  type Workspace,
} from '@memory/db';
import { trainLexicalSnapshot } from '@memory/providers/embedder/lexical';
import type { MemoryText } from '@memory/text';
import type { Services } from '../services.ts';

/** More memories teach nothing new. */
const TEXTS_MAX = 8_000;

/** So few that nobody waits long in an engine of one connection. */
const PAGE = 100;

/**
 * Trains the lexical embedder on a fair sample of the workspace's memories and keeps the result as a version, which
 * nothing uses yet: memories are to be embedded in it first, then `switchModel` makes searches use it.
 */
export async function trainWorkspace(
  { db, embedding }: Pick<Services, 'db' | 'embedding'>,
  workspace: Workspace,
  version: number,
): Promise<void> {
  const parts = await trainLexicalSnapshot(await readTexts(db, workspace), {
    thread: embedding.trainingThread,
    version,
    language: workspace.language,
  });
  await insertLexicalSnapshot(db, workspace.id, { version, parts });
}

async function readTexts(db: Database, workspace: Workspace): Promise<MemoryText[]> {
  const ids = await listTrainingIds(db, workspace.id, { limit: TEXTS_MAX });
  const texts: MemoryText[] = [];
  for (let start = 0; start < ids.length; start += PAGE)
    for (const text of await listTrainingTexts(db, workspace.id, ids.slice(start, start + PAGE)))
      texts.push({ ...text, sourceFiles: text.source_files });
  return texts;
}

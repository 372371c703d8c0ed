import { insertLexicalSnapshot, listTrainingTexts, type Database, type Workspace } from '@memory/db';
import { trainLexicalSnapshot } from '@memory/providers/embedder/lexical';
import type { MemoryText } from '@memory/text';
import type { Services } from '../services.ts';

/** More memories teach nothing new. */
const TEXTS_MAX = 8_000;

const PAGE = 400;

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
  const texts: MemoryText[] = [];
  let after: string | null = null;
  while (texts.length < TEXTS_MAX) {
    const page = await listTrainingTexts(db, workspace.id, { after, limit: PAGE });
    for (const { text } of page) texts.push({ ...text, sourceFiles: text.source_files });
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) break;
  }
  return texts;
}

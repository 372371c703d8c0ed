import type { MemoryWithFeedback } from '@memory/contracts';
import {
  openMemory as openMemoryRow,
  readStanding,
  type LinkedMemory,
  type Standing,
  type Workspace,
} from '@memory/db';
import { saidBy } from '@memory/text/session-summary';
import { similarityThreshold } from '../discovery/similarity-threshold.ts';
import type { Services } from '../services.ts';
import { memoryNotFound, requireMemoryRef } from './memory-ref.ts';
import { presentMemoryWithFeedback, presentTitle, type TitledMemory } from './present-memory.ts';

export interface OpenedMemory {
  memory: MemoryWithFeedback;
  relationships: (TitledMemory & { relationship: string })[];
  relationshipCount: number;
  similar: TitledMemory[];
  standing: Standing | undefined;
  /** `person, prompt 3` */
  saidBy: string | undefined;
}

const LINKS_MAX = 20;
const SIMILAR_MAX = 5;

/** Opens a memory for somebody who reads it: the access is counted. @throws not_found */
export async function openMemory(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  workspace: Workspace,
  { ref: given, withSimilar }: { ref: string; withSimilar: boolean },
): Promise<OpenedMemory> {
  const { embeddingModel: model, hasSemanticIndex } = workspace;
  const opened = await openMemoryRow(db, workspace.id, {
    ref: requireMemoryRef(settings.memoryIdForm, given),
    author: workspace.author,
    at: clock(),
    linksMax: LINKS_MAX,
    similar:
      withSimilar && model !== null
        ? { model, hasSemanticIndex, threshold: similarityThreshold(workspace), limit: SIMILAR_MAX }
        : null,
  });
  if (!opened) throw memoryNotFound(given);
  const [standing] = await readStanding(db, workspace.id, {
    ids: [opened.memory.id],
    project: undefined,
  });
  return {
    memory: presentMemoryWithFeedback(opened.memory, settings.memoryIdForm),
    relationships: opened.links.map((link) => ({
      ...presentTitle(link, settings.memoryIdForm),
      relationship: sayLink(link),
    })),
    relationshipCount: opened.link_count,
    similar: opened.similar.map((other) => presentTitle(other, settings.memoryIdForm)),
    standing,
    saidBy: saidBy(opened.memory),
  };
}

const INCOMING: Record<string, string> = {
  supersedes: 'replaced by',
  depends_on: 'needed by',
  caused_by: 'cause of',
  references: 'referenced by',
};
const OUTGOING: Record<string, string> = { supersedes: 'replaces' };

const sayLink = ({ relationship_type: type, is_incoming: isIncoming }: LinkedMemory): string =>
  (isIncoming ? INCOMING : OUTGOING)[type] ?? type.replaceAll('_', ' ');

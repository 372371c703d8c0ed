import { NO_FILTERS, type SearchBody, shortRef } from '@memory/contracts';
import { readBlock, readStanding, type BlockMemory, type Standing, type Workspace } from '@memory/db';
import { passageAround, type Language } from '@memory/text';
import { leftOpen } from '@memory/text/left-open';
import { neutralLine, type ToldLine } from '@memory/text/recall';
import { branchMark } from '../branches/branches.ts';
import { termsOf } from '../extraction/rules/says-already.ts';
import { overlap } from '../extraction/rules/wording.ts';
import { identifyIn, presentTimestamp } from '../memories/present-memory.ts';
import { isImported } from '../recall/is-imported.ts';
import { withoutTitle } from '../recall/passages.ts';
import { findMemories } from '../search/search-memories.ts';
import type { Services } from '../services.ts';
import { contextLines } from './context-block.ts';
import { requireSessionId, sessionNotFound } from './sessions.ts';

export interface SessionBlockInput {
  session_id: string;
  task?: string | undefined;
  memoriesMax: number;
  tokenBudget?: number;
}

export interface SessionBlock {
  lines: ToldLine[];
  /** Ids of the memories that its lines may name, by how the lines name them. */
  ids: Map<string, string>;
}

const TASK_MATCHES = 8;
const PASSAGE = 160;
const CHANGED_MAX = 5;
const OPEN_MAX = 5;

/** Share of the words of the shorter of two memories that the other holds from which they say the same; a choice. */
const SAME = 0.8;

/** The block for the start of an agent's session, as text; the same content gives the same bytes. @throws not_found */
export async function sessionBlock(
  services: Pick<Services, 'db' | 'settings' | 'embedding'>,
  workspace: Workspace,
  input: SessionBlockInput,
): Promise<string> {
  const { lines } = await sessionBlockLines(services, workspace, input);
  return lines.map(({ text }) => text).join('\n');
}

/** The same as lines. @throws not_found */
export async function sessionBlockLines(
  services: Pick<Services, 'db' | 'settings' | 'embedding'>,
  workspace: Workspace,
  { session_id: given, task, memoriesMax, tokenBudget }: SessionBlockInput,
): Promise<SessionBlock> {
  const sessionId = requireSessionId(given);
  const wanted = await matchingTask(services, workspace, task);
  const block = await readBlock(services.db, workspace.id, {
    sessionId,
    wanted,
    author: workspace.author ?? null,
  });
  if (!block) throw sessionNotFound(given);
  const language = workspace.language;
  const memories = distinct(block.memories, language).slice(0, memoriesMax);
  const shown = new Set(memories.map(({ id }) => id));
  const changed = distinct([...memories, ...block.changed], language)
    .filter(({ id }) => !shown.has(id) && block.changed.some((memory) => memory.id === id))
    .slice(0, CHANGED_MAX);
  const standing = await readStanding(services.db, workspace.id, {
    ids: [...memories, ...changed].map(({ id }) => id),
    project: workspace.project,
  });
  const newer = new Map(standing.flatMap(({ id, newer: next }) => (next ? [[id, next] as const] : [])));
  const refOf = identifyIn(services.settings.memoryIdForm);
  // Where the block names no project each line does; else what might be of another one says so.
  const origin = ({ project }: BlockMemory) =>
    block.project_name === ''
      ? project && `of ${neutralLine(project)}`
      : project === null && 'project unknown';
  const newerThan = (next: Standing['newer'] = null) => next && `${next.title} (${shortRef(refOf(next))})`;
  const line = (memory: BlockMemory) => ({
    ref: refOf(memory),
    title: memory.title,
    memoryType: [memory.memory_type, origin(memory)].filter(Boolean).join(', '),
    date: presentTimestamp(memory.created_at).slice(0, 10),
    code: memory.code,
    newer: newerThan(newer.get(memory.id)),
    // On its own branch a session knows where it is.
    branch: memory.branch === block.branch_name ? null : branchMark(memory),
    // Their own name tells the caller nothing.
    author: memory.author === workspace.author ? null : memory.author,
    text: withoutTitle(
      passageAround(memory.narrative, { lexemes: new Set(), language, length: PASSAGE }).text,
      memory.title,
    ),
  });
  const content = {
    project: block.project_name,
    branch: block.branch_name,
    lastSession: block.last_session_at === null ? null : presentTimestamp(block.last_session_at).slice(0, 10),
    memories: memories.map(line),
    changed: changed.map(line),
    asked: block.asked.map(line),
    open: leftOpen(block.sessions)
      .slice(0, OPEN_MAX)
      .map(({ text, since }) => ({ text, since: presentTimestamp(since).slice(0, 10) })),
  };
  return {
    lines: contextLines(content, { tokenBudget }),
    ids: new Map([...memories, ...changed, ...block.asked].map((memory) => [refOf(memory), memory.id])),
  };
}

/** Ids of what a search for the task finds, best first. */
async function matchingTask(
  services: Pick<Services, 'db' | 'settings' | 'embedding'>,
  workspace: Workspace,
  task: string | undefined,
): Promise<string[]> {
  if (task === undefined || task.trim() === '') return [];
  const body: SearchBody = {
    query: task,
    ...NO_FILTERS,
    use_semantic: true,
    limit: TASK_MATCHES,
    offset: 0,
  };
  const { found } = await findMemories(services, workspace, body);
  return found.filter(({ memory }) => !isImported(memory)).map(({ memory }) => memory.id);
}

/** Without what an earlier one says already. */
function distinct(memories: readonly BlockMemory[], language: Language): BlockMemory[] {
  const kept: { memory: BlockMemory; terms: Set<string> }[] = [];
  for (const memory of memories) {
    const terms = termsOf(`${memory.title} ${memory.narrative}`, language);
    if (!kept.some((other) => other.memory.id === memory.id || overlap(other.terms, terms) >= SAME))
      kept.push({ memory, terms });
  }
  return kept.map(({ memory }) => memory);
}

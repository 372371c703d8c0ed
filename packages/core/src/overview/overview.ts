import type {
  AttentionList,
  OperationInput,
  OperationOutput,
  WorkspaceOverview,
  GraphOutline,
  SessionTrace,
} from '@memory/contracts';
import {
  listAttention as readAttention,
  settleUpload,
  settleWork,
  type Workspace,
  listUsage,
  readOverview,
  listOutlineEdges,
  listOutlineNodes,
  findFirstPrompt,
  readSessionTrace,
  listDescribedMemories,
  listLatestActs as readLatestActs,
} from '@memory/db';
import { branchMark } from '../branches/branches.ts';
import { presentTimestamp, withMoments } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { inBrief } from '../sessions/in-brief.ts';
import { requireSessionId, sessionNotFound } from '../sessions/sessions.ts';

const DAY_MS = 86_400_000;

/** A UUID of version 7 begins with its milliseconds. */
const arrivalOf = (uuid: string): string =>
  new Date(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toISOString();

export async function listAttention(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  { id }: Workspace,
  { unusedDays }: Pick<OperationInput<'listAttention'>, 'unusedDays'>,
): Promise<AttentionList> {
  const { duplicates, unused, uploads, work } = await readAttention(db, id, {
    unusedBefore: new Date(clock().getTime() - unusedDays * DAY_MS),
    form: settings.memoryIdForm,
  });
  return {
    duplicates: duplicates.map(({ source, target, likeness }) => ({
      source: withMoments(source),
      target: withMoments(target),
      // A cosine may be a hair above 1.
      likeness: Math.min(1, likeness),
    })),
    unused: unused.map(({ item, id: own, narrative }) => ({
      ...withMoments(item),
      narrative,
      arrived_at: arrivalOf(own),
    })),
    uploads: uploads.map(withMoments),
    work: work.map((each) => ({ ...each, at: presentTimestamp(each.at) })),
  };
}

/** Says that a failure was seen, or takes that back. @throws not_found */
export async function settleFailure(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id }: Workspace,
  { failure, settled }: Pick<OperationInput<'settleFailure'>, 'failure' | 'settled'>,
): Promise<{ settled: boolean }> {
  const at = settled ? clock() : null;
  const isFound =
    failure.kind === 'upload'
      ? await settleUpload(db, id, { id: failure.id, at })
      : await settleWork(db, id, { job: failure.job, work: failure.work, at });
  if (!isFound) throw new ServiceError('not_found', 'This did not fail, or is being tried again.');
  return { settled };
}

const PEOPLE_SHOWN = 5;

export async function showWorkspace(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  { id }: Workspace,
  { days }: Pick<OperationInput<'showWorkspace'>, 'days'>,
): Promise<WorkspaceOverview> {
  const since = new Date(clock().getTime() - days * DAY_MS);
  const [overview, usage] = await Promise.all([
    readOverview(db, id, { since, form: settings.memoryIdForm }),
    listUsage(db, id),
  ]);
  const { learnt, helped, agents, memories, sessions, documents, symbols, ...embedding } = overview;
  return {
    learnt,
    helped: helped.map(withMoments),
    agents: agents.map((each) => ({
      ...withMoments(each),
      // A slice in SQL has a colon, which the Data API takes for a parameter.
      people: each.people.slice(0, PEOPLE_SHOWN),
    })),
    holds: { memories, sessions, documents, symbols },
    embedding,
    usage: usage.map(withMoments),
  };
}

/** As many as an answer of the Data API holds, of titles of some length. */
const PAGE = 6_000;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export async function outlineGraph(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { id }: Workspace,
  { after, leastConfidence }: Pick<OperationInput<'outlineGraph'>, 'after' | 'leastConfidence'>,
): Promise<GraphOutline> {
  const [list, from] = after?.split(':') ?? ['nodes', null];
  const page = { after: from ?? null, limit: PAGE, form: settings.memoryIdForm };
  if (list === 'nodes') {
    const { items, last, hasMore } = await listOutlineNodes(db, id, page);
    return { nodes: items, edges: [], next: hasMore ? `nodes:${last}` : `edges:${BEFORE_ALL}` };
  }
  const { items, last, hasMore } = await listOutlineEdges(db, id, { ...page, leastConfidence });
  return { nodes: [], edges: items, next: hasMore ? `edges:${last}` : null };
}

/** The items drawn from a session, and those told to it that were of use. @throws not_found */
export async function traceSession(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { id }: Workspace,
  { sessionId: given }: { sessionId: string },
): Promise<SessionTrace> {
  const sessionId = requireSessionId(given);
  const found = await findFirstPrompt(db, id, sessionId);
  if (!found) throw sessionNotFound(given);
  const { drawn, told } = await readSessionTrace(db, id, { sessionId, form: settings.memoryIdForm });
  return {
    first_prompt: found.first_prompt && inBrief(found.first_prompt, settings),
    drawn: drawn.map(({ item, ...rest }) => ({ ...withMoments(item), ...rest })),
    told: told.map(({ item, ...rest }) => withMoments({ ...item, ...rest })),
  };
}

export async function describeMemories(
  { db }: Pick<Services, 'db'>,
  { id }: Workspace,
  { ids }: { ids: string[] },
): Promise<OperationOutput<'describeMemories'>> {
  const rows = await listDescribedMemories(db, id, { ids });
  return {
    memories: rows.map(({ branch_state, ...rest }) => ({
      ...rest,
      branch: branchMark({ ...rest, branch_state }),
    })),
  };
}

export async function listLatestActs(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { id }: Workspace,
  { limit }: { limit: number },
): Promise<OperationOutput<'listLatestActs'>> {
  const acts = await readLatestActs(db, id, { limit });
  return { acts: acts.map((act) => ({ ...withMoments(act), text: inBrief(act.text, settings) })) };
}

import {
  type MomentBody,
  type MomentReply,
  type ObservationsReply,
  type ShownAnchor,
  ObservationInput,
} from '@memory/contracts';
import {
  insertSession,
  insertTellings,
  type SessionMoment,
  type Workspace,
  listUnusedTellings,
  markTellingsUsed,
  type ToldMemory,
} from '@memory/db';
import { type ToldLine, neutralLine } from '@memory/text/recall';
import { listShownAnchors } from '../anchors/grounds.ts';
import { recordObservations } from '../observations/observations.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { sessionBlockLines } from '../sessions/session-block.ts';
import { memoriesOfFile, memoriesOfPrompt, type Telling, tokensOf } from './tell-memories.ts';

type MomentServices = Pick<Services, 'db' | 'clock' | 'ids' | 'settings' | 'embedding' | 'reranker'>;

interface SessionMomentBody extends MomentBody {
  session_id: string;
  /** Secrets that were replaced on the way in. */
  redacted?: number;
}

interface Told {
  lines: ToldLine[];
  anchors: ShownAnchor[];
  /** Of its memories: the refs by which the lines name them, and their ids. */
  ids: ReadonlyMap<string, string>;
  /** Null for the block, which no limit counts. */
  tokens: number | null;
}

const BLOCK_MEMORIES = 15;
const SUBAGENT = { memories: 5, tokens: 375 };
const NOTHING = { told: null, anchors: [], is_enough: false };

/**
 * Keeps what happened in a session, which it opens where it is not open, and says what its agent is told now: at the start and
 * after a compaction the block, of a prompt or a file what bears on it and was not told before. @throws not_found
 */
export async function tellMoment(
  services: MomentServices,
  workspace: Workspace,
  given: SessionMomentBody,
): Promise<MomentReply> {
  const at = given.at === null ? services.clock() : new Date(given.at);
  const moment = { sessionId: given.session_id, at, unheard: given.unheard };
  const { wants } = given;
  const isBlock = wants !== null && wants !== 'prompt' && wants !== 'file';
  // The block is of a session that is open; what bears on a prompt is looked for meanwhile.
  const kept = keep(services, workspace, given);
  if (isBlock) await kept;
  const [reply, told] = await Promise.all([
    kept,
    isBlock
      ? tellBlock(services, workspace, { ...given, wants })
      : tellMemories(services, workspace, { given, moment }),
  ]);
  if (told === 'enough') return { ...reply, ...NOTHING, is_enough: true };
  if (!told || !(await isNoted(services, workspace, { given, moment, told })))
    return { ...reply, ...NOTHING };
  return { ...reply, told: told.lines, anchors: told.anchors, is_enough: false };
}

/** Records observations in a session that may not be open yet. */
async function keep(
  services: MomentServices,
  workspace: Workspace,
  { session_id, session, observations, at, redacted }: SessionMomentBody,
): Promise<ObservationsReply> {
  const body = { session_id, observations, ...(redacted === undefined ? {} : { redacted }) };
  const record = () => recordObservations(services, workspace, body);
  const reply = await record().catch(async (error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error;
    const now = services.clock();
    const startedAt = at === null || new Date(at) > now ? now : new Date(at);
    const { caller: author } = workspace;
    await insertSession(services.db, workspace.id, {
      ...session,
      session_id,
      id: services.ids.uuid(),
      author,
      startedAt,
      at: now,
    });
    return record();
  });
  await noteUse(services, workspace, { session_id, observations });
  return reply;
}

async function tellBlock(
  services: MomentServices,
  workspace: Workspace,
  { session_id, wants, tokens }: Pick<SessionMomentBody, 'session_id' | 'wants' | 'tokens'>,
): Promise<Told | undefined> {
  const { lines, ids } = await sessionBlockLines(services, workspace, {
    session_id,
    memoriesMax: BLOCK_MEMORIES,
    ...(tokens === null ? {} : { tokenBudget: tokens }),
    ...(wants === 'subagent'
      ? { memoriesMax: SUBAGENT.memories, tokenBudget: Math.min(SUBAGENT.tokens, tokens ?? Infinity) }
      : {}),
  });
  if (lines.length <= EMPTY_LINES) return undefined;
  // So that the agent's own `memory_store` can say what it came from.
  const mark = [{ text: '' }, { text: `This conversation is session_id ${neutralLine(session_id)}.` }];
  const shown = lines.toSpliced(-1, 0, ...mark);
  return { lines: shown, anchors: await anchorsOf(services, workspace, shown), ids, tokens: null };
}

/** Of a block that says that nothing is remembered: its frame, the notice, and the sentence. */
const EMPTY_LINES = 5;

async function tellMemories(
  services: MomentServices,
  workspace: Workspace,
  {
    given: { wants, prompt, file, edited, tokens },
    moment,
  }: { given: SessionMomentBody; moment: SessionMoment },
): Promise<Told | 'enough' | undefined> {
  let telling: Telling | 'enough' | undefined;
  if (wants === 'prompt') telling = await memoriesOfPrompt(services, workspace, { prompt, tokens, moment });
  if (wants === 'file' && file !== null)
    telling = await memoriesOfFile(services, workspace, { file, edited, tokens, moment });
  if (telling === undefined || telling === 'enough') return telling;
  const { lines, ids } = telling;
  return {
    lines,
    anchors: await anchorsOf(services, workspace, lines),
    ids,
    tokens: tokensOf(lines),
  };
}

const anchorsOf = (services: MomentServices, workspace: Workspace, lines: readonly ToldLine[]) =>
  listShownAnchors(services, workspace, refsIn(lines));

const refsIn = (lines: readonly ToldLine[]): string[] => [
  ...new Set(lines.flatMap(({ memory }) => (memory === undefined ? [] : [memory]))),
];

/** Notes what is told, also as an observation, which is never read as something new. @returns false where it was told meanwhile */
async function isNoted(
  services: MomentServices,
  workspace: Workspace,
  { given, moment, told }: { given: SessionMomentBody; moment: SessionMoment; told: Told },
): Promise<boolean> {
  const refs = refsIn(told.lines);
  if (refs.length === 0) return true;
  const count = await insertTellings(services.db, workspace.id, {
    ...moment,
    momentId: given.moment_id,
    ids: refs.flatMap((ref) => told.ids.get(ref) ?? []),
    tokens: told.tokens,
  });
  if (told.tokens !== null && count === 0) return false;
  const injection = {
    content: `${given.wants}: ${refs.join(', ')}`,
    kind: 'injection',
    // Named as our tools are, so that extraction takes it for no new knowledge.
    tool_name: 'memory_inject',
    event_id: `told-${given.moment_id}`.slice(0, 255),
    occurred_at: moment.at.toISOString(),
  };
  await recordObservations(services, workspace, { session_id: given.session_id, observations: [injection] });
  return true;
}

/** Notes which memories that a session was told show themselves of use in what its agent said or changed. */
async function noteUse(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  { session_id: sessionId, observations }: { session_id: string; observations: readonly unknown[] },
): Promise<void> {
  const acts = observations.flatMap((item) => {
    const { data } = ObservationInput.safeParse(item);
    return data?.kind === 'edit' || data?.kind === 'assistant_message' ? [data] : [];
  });
  if (acts.length === 0) return;
  const told = await listUnusedTellings(db, workspace.id, sessionId);
  const ids = told.filter((memory) => acts.some((act) => showsUse(memory, act))).map(({ id }) => id);
  if (ids.length > 0) await markTellingsUsed(db, workspace.id, { sessionId, ids, at: clock() });
}

/** Whether it is named, a file of it is changed, or half of the telling words of its title are said. */
function showsUse(
  { id, memory_id, title, files: its }: ToldMemory,
  { kind, content, files }: ObservationInput,
): boolean {
  if (kind === 'edit') return files.some((file) => its.includes(file));
  if (content.includes(id) || content.includes(memory_id)) return true;
  const said = new Set(wordsOf(content));
  const telling = wordsOf(title);
  const found = telling.filter((word) => said.has(word)).length;
  return found >= 2 && found * 2 >= telling.length;
}

const wordsOf = (text: string): string[] => [
  ...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{5,}/gu) ?? []),
];

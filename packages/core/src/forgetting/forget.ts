import { randomUUID } from 'node:crypto';
import type { ForgetBody, ForgetReply } from '@memory/contracts';
import {
  countForgottenPlaces,
  deleteObservations,
  deleteSession,
  forgetRows,
  insertTombstones,
  listExports,
  listForgottenObservations,
  listMeantMemories,
  listQuotingMemories,
  listQuotingSessions,
  listSameMemories,
  refreshStatistics,
  rewriteSession,
  type Forgotten,
  type ForgottenPlaces,
  type MeantMemories,
  type MeantMemory,
  type Workspace,
} from '@memory/db';
import { parseMemoryRef } from '../memories/memory-ref.ts';
import { identifyIn, presentTimestamp } from '../memories/present-memory.ts';
import { unlearn } from '../secrets/unlearn.ts';
import type { Services } from '../services.ts';
import { digestOf, phrasesOf, wholeOf } from './forgotten-text.ts';
import { holdsPhrase, jsonWithoutPhrases, withoutPhrases } from './without-phrases.ts';

const PAGE = 50;
/** Memories that say the same as those of a page. */
const SAME_MAX = 500;
const OBSERVATIONS = 200;
const QUOTING_MAX = 20;

/** What a session is known by when its events come again. */
export const sessionText = (sessionId: string): string => `session ${sessionId}`;

/** What a memory is known by when an earlier version of it comes back. */
export const memoryText = (id: string): string => `memory ${id}`;

/**
 * Forgets memories for good, a page a call: themselves with vectors, feedback and relationships, their history, what they
 * were drawn from, and each place that quotes one of their sentences. Of what went only salted digests are kept, by
 * which it is known when it comes again. With `dry_run` it only tells what would go.
 */
export async function forget(
  services: Pick<Services, 'db' | 'jobs' | 'clock' | 'ids' | 'settings'>,
  workspace: Workspace,
  { dry_run, after, ...body }: ForgetBody,
): Promise<ForgetReply> {
  const { db, settings } = services;
  const page = await listMeantMemories(db, workspace.id, {
    meant: meantBy(services, body),
    after,
    limit: PAGE,
  });
  const going = await listSameMemories(db, workspace.id, {
    ids: page.map(({ memory }) => memory.id),
    limit: SAME_MAX,
  });
  const forgotten: Forgotten = {
    ids: going.map(({ memory }) => memory.id),
    memoryIds: going.map(({ memory }) => memory.memory_id),
    // Whatever holds the words goes; what else stood beside them may stand elsewhere.
    phrases: body.text === undefined ? [...new Set(going.flatMap((said) => phrasesOf(said)))] : [body.text],
    session: body.session_id,
  };
  const identify = identifyIn(settings.memoryIdForm);
  const quoting = await listQuotingMemories(db, workspace.id, { ...forgotten, limit: QUOTING_MAX });
  const exports = await listExports(db, workspace.id, { since: oldestOf(going, services.clock()) });
  const places = dry_run
    ? await countForgottenPlaces(db, workspace.id, forgotten)
    : await clean(services, workspace, { forgotten, going });
  const next = page.length === PAGE ? (page.at(-1)?.memory.id ?? null) : null;
  if (!dry_run && next === null) await settle(services, workspace);
  return {
    dry_run,
    memories: going.map(({ memory, title, created_at }) => ({
      memory: identify(memory),
      title,
      created_at: presentTimestamp(created_at),
    })),
    places,
    // What another page of the same request takes along is not told of.
    quoted_in:
      body.text === undefined
        ? quoting.map(({ memory, title }) => ({ memory: identify(memory), title }))
        : [],
    exports: exports.map(({ file, made_at }) => ({ file, made_at: presentTimestamp(made_at) })),
    next,
  };
}

function meantBy(
  { settings }: Pick<Services, 'settings'>,
  { memories, text, file, author, session_id, since, until }: Omit<ForgetBody, 'dry_run' | 'after'>,
): MeantMemories {
  return {
    refs: memories?.flatMap((given) => parseMemoryRef(settings.memoryIdForm, given) ?? []),
    text,
    file,
    author,
    session: session_id,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  };
}

/** No export from before the oldest of them holds any. */
const oldestOf = (memories: readonly MeantMemory[], now: Date): Date =>
  memories.reduce((oldest, { created_at }) => {
    const at = new Date(created_at);
    return at < oldest ? at : oldest;
  }, now);

async function clean(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  { forgotten, going }: { forgotten: Forgotten; going: readonly MeantMemory[] },
): Promise<ForgottenPlaces> {
  const salt = workspace.tombstoneSalts[0] ?? randomUUID();
  const at = clock();
  return db.transaction(async (tx) => {
    const texts = [
      ...forgotten.ids.map(memoryText),
      ...going.flatMap((said) => wholeOf(said)),
      ...going
        .flatMap((said) => phrasesOf(said))
        .filter((sentence) => holdsPhrase(sentence, forgotten.phrases)),
    ];
    if (forgotten.session !== undefined) texts.push(sessionText(forgotten.session));
    let observations = 0;
    for (;;) {
      const gone = await listForgottenObservations(tx, workspace.id, forgotten, OBSERVATIONS);
      if (gone.length === 0) break;
      observations += gone.length;
      texts.push(...gone.map(({ content }) => content));
      await deleteObservations(
        tx,
        workspace.id,
        gone.map(({ id }) => id),
      );
    }
    const sessions = await listQuotingSessions(tx, workspace.id, forgotten);
    for (const { id, session_id, summary, metadata } of sessions) {
      const isWhole = session_id === forgotten.session;
      await rewriteSession(tx, workspace.id, {
        id,
        summary: summary === null || isWhole ? null : withoutPhrases(summary, forgotten.phrases),
        metadata: isWhole ? {} : (jsonWithoutPhrases(metadata, forgotten.phrases) as Record<string, unknown>),
      });
    }
    const { memories: _, ...places } = await forgetRows(tx, workspace.id, forgotten);
    for (const { id, session_id } of sessions)
      if (session_id === forgotten.session) await deleteSession(tx, workspace.id, id);
    if (texts.length > 0)
      await insertTombstones(tx, workspace.id, {
        salt,
        digests: texts.map((text) => digestOf(salt, text)),
        at,
      });
    return { ...places, observations, summaries: sessions.length };
  });
}

/** What was learnt from words: counts of them, names of groups, and the trained model. */
async function settle({ db, jobs }: Pick<Services, 'db' | 'jobs'>, workspace: Workspace): Promise<void> {
  await unlearn(db, workspace);
  await refreshStatistics(db, workspace.id);
  await jobs.enqueue('analyzeGraph', { workspaceId: workspace.id });
  await jobs.enqueue('maintainWorkspace', { workspaceId: workspace.id });
}

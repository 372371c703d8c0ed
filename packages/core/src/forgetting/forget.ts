import { randomUUID } from 'node:crypto';
import { entriesOf, type ForgetBody, type ForgetReply } from '@memory/contracts';
import {
  clearCommunityLabels,
  deleteSession,
  forgetRows,
  insertTombstones,
  listExports,
  listMeantMemories,
  listSameMemories,
  refreshStatistics,
  type MeantMemories,
  type MeantMemory,
  withChangeSource,
  type Workspace,
} from '@memory/db';
import { parseMemoryRef } from '../memories/memory-ref.ts';
import { identifyIn, presentTimestamp, withMoments } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';
import {
  choiceOf,
  FORGET_STEPS,
  parsePosition,
  presentPosition,
  type ForgetPosition,
  ForgettingRun,
} from './forgetting-run.ts';
import { digestOf, memoryText, phrasesOf, sessionText, wholeOf } from '@memory/text/forgotten-text';
import { FORGOTTEN } from './find-forgotten.ts';
import { lookThroughPlace } from './look-through-place.ts';
import { holdsAny } from './quotations.ts';

/** A call works for so long; what is left is for the next. */
const WORKING_MS = 4_000;

/** Memories that are chosen, or deleted, at once. */
const PAGE = 100;
const QUOTING_MAX = 20;

type Forgetting = Pick<Services, 'db' | 'jobs' | 'clock' | 'ids' | 'settings'>;

interface Progress {
  going: MeantMemory[];
  places: ForgetReply['places'];
  quoting: Awaited<ReturnType<typeof lookThroughPlace>>['quoting'];
}

/**
 * Forgets memories for good: themselves with vectors, feedback and relationships, their history, what they were drawn from,
 * and each place that quotes one of their sentences. Every row is looked at once, however many memories go; a call
 * works for a few seconds, and the next goes on. Of what went only salted digests are kept, by which it is known
 * when it comes again. With `dry_run` it only tells what would go.
 * @throws validation_failed for an `after` that no reply to the same choice has given
 */
export async function forget(
  services: Forgetting,
  workspace: Workspace,
  body: ForgetBody,
  { workingMs = WORKING_MS }: { workingMs?: number } = {},
): Promise<ForgetReply> {
  const { db, settings } = services;
  const choice = choiceOf(body);
  const options = { text: body.text, session: body.session_id };
  let position: ForgetPosition | null =
    body.after === undefined
      ? { run: services.ids.uuid(), step: 'choose', after: null }
      : parsePosition(body.after, choice);
  const run =
    body.after === undefined
      ? ForgettingRun.begin({ id: position.run, ...options })
      : await ForgettingRun.resume(db, workspace.id, { id: position.run, ...options });
  const progress: Progress = {
    going: [],
    places: { observations: 0, summaries: 0, changes: 0, contexts: 0, replies: 0, documents: 0 },
    quoting: [],
  };
  const salt = workspace.tombstoneSalts[0] ?? randomUUID();
  const until = performance.now() + workingMs;
  do position = await work(services, workspace, { run, body, position, progress, salt });
  while (position && performance.now() < until);
  if (position) await run.keep(db, workspace.id, services.clock());
  else {
    await run.end(db, workspace.id);
    if (!body.dry_run) await settle(services, workspace);
  }
  const identify = identifyIn(settings.memoryIdForm);
  return {
    dry_run: body.dry_run,
    memories: progress.going.map(({ memory, title, created_at }) => ({
      memory: identify(memory),
      title,
      created_at: presentTimestamp(created_at),
    })),
    places: progress.places,
    quoted_in: progress.quoting.slice(0, QUOTING_MAX).map(({ memory, title }) => ({
      memory: identify(memory),
      title,
    })),
    exports: await exportsSince(services, workspace, progress.going),
    copy: body.keep_copy && !body.dry_run && run.ids.length > 0 ? copyOf(run) : null,
    next: position && presentPosition(position, choice),
  };
}

const copyOf = ({ id }: ForgettingRun): string => `${FORGOTTEN}${id}`;

interface Working {
  run: ForgettingRun;
  body: ForgetBody;
  position: ForgetPosition;
  progress: Progress;
  salt: string;
}

/** One step, or a page of it. @returns where to go on; null: all is done */
async function work(
  services: Forgetting,
  workspace: Workspace,
  { run, body, position, progress, salt }: Working,
): Promise<ForgetPosition | null> {
  const { db, clock } = services;
  const { step } = position;
  const on = (after: readonly string[] | null): ForgetPosition | null => {
    if (after !== null) return { ...position, after };
    const next = FORGET_STEPS[FORGET_STEPS.indexOf(step) + 1];
    return next === undefined || (next === 'delete' && body.dry_run)
      ? null
      : { ...position, step: next, after };
  };
  if (step === 'choose')
    return on(await choose(services, workspace, { run, body, position, progress, salt }));
  if (step === 'delete') {
    const start = Number(position.after?.[0] ?? 0);
    const { ids } = run;
    const page = ids.slice(start, start + PAGE);
    await withChangeSource(
      () => ({ author: workspace.author, via: 'forget', batch: copyOf(run) }),
      () => db.transaction((tx) => forgetRows(tx, workspace.id, page, { keepsCopy: body.keep_copy })),
    );
    if (start + PAGE < ids.length) return on([String(start + PAGE)]);
    if (run.session !== undefined) await deleteSession(db, workspace.id, run.session);
    return null;
  }
  // All that hold the words go: no other is left to be told of.
  if (step === 'memories' && (body.text !== undefined || progress.quoting.length >= QUOTING_MAX))
    return on(null);
  const looked = await lookThroughPlace(services, workspace.id, {
    run,
    name: step,
    after: position.after,
    cleans: body.dry_run ? undefined : { salt, at: clock() },
  });
  for (const [name, count] of entriesOf<keyof Progress['places'], number>(looked.places))
    progress.places[name] += count;
  progress.quoting.push(...looked.quoting);
  return on(looked.after);
}

/** Notes the next memories that are meant; from then on they are known when they come again. */
async function choose(
  { db, clock, settings }: Forgetting,
  workspace: Workspace,
  { run, body, position, progress, salt }: Working,
): Promise<string[] | null> {
  const { ids, after: next } = await listMeantMemories(db, workspace.id, {
    meant: meantBy({ settings }, body),
    after: position.after?.[0],
    limit: PAGE,
  });
  const chosen: MeantMemory[] = [];
  for (let after: string | undefined, more = ids.length > 0; more;) {
    const same = await listSameMemories(db, workspace.id, { ids, after, limit: 2 * PAGE });
    chosen.push(...run.add(same));
    after = same.at(-1)?.memory.id;
    more = same.length === 2 * PAGE;
  }
  progress.going.push(...chosen);
  if (!body.dry_run) {
    const holds = body.text === undefined ? () => true : holdsAny([body.text]);
    const texts = chosen.flatMap((said) => [
      memoryText(said.memory.id),
      ...wholeOf(said),
      ...phrasesOf(said).filter(holds),
    ]);
    if (run.session !== undefined && position.after === null) texts.push(sessionText(run.session));
    if (texts.length > 0)
      await insertTombstones(db, workspace.id, {
        salt,
        digests: texts.map((text) => digestOf(salt, text)),
        // Where the clock was set back, a memory may be of later than now, and would come back with an import.
        at: new Date(Math.max(clock().getTime(), ...chosen.map(({ created_at: at }) => Date.parse(at) + 1))),
      });
  }
  return next === undefined ? null : [next];
}

function meantBy(
  { settings }: Pick<Services, 'settings'>,
  { memories, text, file, author, session_id, since, until }: ForgetBody,
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

/** Files in which some of these memories may stand: no export from before the oldest of them holds any. */
async function exportsSince(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  going: readonly MeantMemory[],
): Promise<ForgetReply['exports']> {
  const oldest = going.map(({ created_at }) => new Date(created_at).getTime()).toSorted((a, b) => a - b)[0];
  if (oldest === undefined) return [];
  const exports = await listExports(db, workspace.id, { since: new Date(oldest) });
  return exports.map(withMoments);
}

/** Settles values made of single words: counts of them, and names of groups. */
async function settle({ db, jobs }: Pick<Services, 'db' | 'jobs'>, workspace: Workspace): Promise<void> {
  await clearCommunityLabels(db, workspace.id);
  await refreshStatistics(db, workspace.id);
  await jobs.enqueue('analyzeGraph', { workspaceId: workspace.id });
  await jobs.enqueue('maintainWorkspace', { workspaceId: workspace.id });
}

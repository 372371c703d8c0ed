import { isChangeBatch, LIMITS, listsBytes } from '@memory/contracts';
import {
  beginSummary,
  finishSummary,
  listMatchingMemories,
  lockDrawnMemories,
  listSessionObservations,
  withChangeSource,
  type ObservationRow,
  type WantedSummary,
  type Workspace,
  findMemory,
  updateMemory,
  type Database,
} from '@memory/db';
import { redactSecrets, redactValue } from '@memory/redact';
import { observedTexts, textsOf } from '@memory/text/forgotten-text';
import { leftOpen } from '@memory/text/left-open';
import { clip } from '@memory/text/sentences';
import { extractSession, type SessionExtraction } from '../extraction/extract-session.ts';
import type { SessionObservation } from '../extraction/session-observation.ts';
import { findForgotten, withoutQuotations } from '../forgetting/find-forgotten.ts';
import { holdsAny } from '../forgetting/quotations.ts';
import { deriveColumns } from '../memories/memory-content.ts';
import type { Services } from '../services.ts';
import { budgetedGenerator } from '../workspaces/budgeted-generator.ts';
import { findTold, lastWords, type Told } from './find-told.ts';
import { planMemories } from './plan-memories.ts';
import { lateSummaryDueAt } from './summary-schedule.ts';

/** Worked through in one delivery; what is left comes with the next. */
const OBSERVATIONS_MAX = 10_000;
/** From here on only the beginning of a content is read, so that the most fit into the function's memory. */
const READ_WHOLE_MAX = 2_000;
const LONG_SESSION_CONTENT_MAX = 4_000;
const SUMMARY_MAX = 10_000;

type Needed = Pick<
  Services,
  'db' | 'jobs' | 'clock' | 'ids' | 'settings' | 'textGenerator' | 'embedding' | 'log'
>;

/**
 * Turns what was observed in an ended session into its summary and memories. Everything is written at once at the end, so
 * that a delivery that fails, is killed or comes twice leaves the same.
 */
export async function generateSessionSummary(
  services: Needed,
  workspace: Workspace,
  { sessionId: id }: { sessionId: string },
): Promise<void> {
  const { db, jobs, clock } = services;
  const at = clock();
  const wanted = await beginSummary(db, workspace.id, { id, at });
  if (!wanted) return;
  const material = await readMaterial(services, workspace, id, wanted);
  const found = await extract(services, workspace, wanted, material);
  const { memories, ...rest } = await withoutForgotten(services, workspace, found);
  const extraction = { ...rest, memories: await lastWords(services, workspace, memories) };
  const told = await findTold(services, workspace, {
    extracted: extraction.memories,
    sessionId: wanted.session_id,
  });
  const outcome = { id, at, wanted, material, extraction, told };
  const written = await writeOutcome(services, workspace, outcome);
  if (!written) return;
  await jobs.enqueue(
    'generateEmbedding',
    ...written.map((memoryId) => ({ workspaceId: workspace.id, memoryId })),
  );
  if (material.isFull)
    await jobs.enqueue('generateSessionSummary', { workspaceId: workspace.id, sessionId: id });
}

/** A text that was forgotten on purpose comes back neither as a memory nor in a summary. */
async function withoutForgotten(
  services: Pick<Needed, 'db'>,
  workspace: Workspace,
  { memories, summary, ...rest }: SessionExtraction,
): Promise<SessionExtraction> {
  // Sentences of a summary do not depend on counts.
  const sentences = observedTexts(summary({ drawn: 0 }));
  const forgotten = await findForgotten(services, workspace, [
    ...memories.map((memory) => textsOf(memory)),
    ...sentences.map((sentence) => [sentence]),
  ]);
  const phrases = sentences.filter((_, place) => forgotten.has(memories.length + place));
  return {
    ...rest,
    memories: memories.filter((_, place) => !forgotten.has(place)),
    summary: (counts) =>
      phrases.length === 0 ? summary(counts) : (withoutQuotations(summary(counts), holdsAny(phrases)) ?? ''),
  };
}

interface Outcome {
  id: string;
  at: Date;
  wanted: WantedSummary;
  material: Material;
  extraction: SessionExtraction;
  told: Told;
}

/**
 * Writes what a session came to, together with the look at what is stored already: of sessions that end at the same time
 * the second finds the memories of the first.
 * @returns ids of memories that are new or about more files; undefined when another delivery has finished the session
 */
function writeOutcome(
  services: Pick<Needed, 'db' | 'ids'>,
  workspace: Workspace,
  { id, at, wanted, material, told, extraction }: Outcome,
): Promise<string[] | undefined> {
  const { memories: extracted } = extraction;
  const write = () =>
    services.db.transaction(async (tx) => {
      await lockDrawnMemories(tx, workspace.id);
      const matches = await listMatchingMemories(tx, workspace.id, {
        sessionId: wanted.session_id,
        memories: extracted.map((memory) => ({ ...memory, ...deriveColumns(memory, workspace.language) })),
      });
      const { gains, known, ...plan } = planMemories(services.ids, {
        extracted,
        matches,
        told,
        sessionId: wanted.session_id,
        language: workspace.language,
        at,
        observedAt: wanted.is_told_later
          ? new Map(material.observations.map((observed) => [observed.id, observed.occurred_at]))
          : undefined,
      });
      const isWritten = await finishSummary(tx, workspace.id, {
        ...plan,
        id,
        at,
        summarizedCount: wanted.summarized_count,
        newSummarizedCount: material.isFull
          ? (wanted.summarized_count ?? 0) + material.fresh.length
          : wanted.observation_count,
        summary: summaryIn(extraction, wanted, material, {
          drawn: plan.memories.length + (material.isWhole ? wanted.drawn_count : 0),
          known,
        }),
        observationIds: material.fresh,
        nextDueAt: lateSummaryDueAt(at),
      });
      if (!isWritten) return undefined;
      const changed: string[] = [];
      for (const gain of gains) if (await gainFiles(tx, workspace, { ...gain, at })) changed.push(gain.id);
      return [...plan.memories.map((memory) => memory.id), ...changed];
    });
  // Memories drawn from an imported session go with the import when that is undone.
  return wanted.import_batch === null || !isChangeBatch(wanted.import_batch)
    ? write()
    : withChangeSource(importSource(wanted.import_batch), write);
}

/** A part of a very long session continues the summary of the parts before it. */
function summaryIn(
  { summary }: SessionExtraction,
  { earlier_summary: earlier }: WantedSummary,
  { isWhole }: Material,
  counts: { drawn: number; known: number },
): string {
  const whole = redactSecrets(summary(counts)).text;
  if (isWhole || earlier === null) return clip(whole, SUMMARY_MAX);
  const added = clip(whole, SUMMARY_MAX / 2);
  return `${clip(earlier, SUMMARY_MAX - added.length - 2)}\n\n${added}`;
}

const importSource = (batch: string) => () => ({ author: null, via: 'job generateSessionSummary', batch });

interface Material {
  observations: SessionObservation[];
  /** Ids of those that no earlier run has worked through. */
  fresh: string[];
  isWhole: boolean;
  /** As many as one run takes: more may wait. */
  isFull: boolean;
}

/** The whole session, or of a very long one the next part. */
async function readMaterial(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  id: string,
  { observation_count: count }: WantedSummary,
): Promise<Material> {
  const isWhole = count <= OBSERVATIONS_MAX;
  const rows = await listSessionObservations(db, workspace.id, {
    sessionRowId: id,
    unprocessedOnly: !isWhole,
    limit: OBSERVATIONS_MAX,
    contentMax: count > READ_WHOLE_MAX ? LONG_SESSION_CONTENT_MAX : SUMMARY_MAX,
  });
  const fresh = rows.filter(({ is_processed }) => !is_processed).map((row) => row.id);
  return {
    observations: rows.map(toObservation),
    fresh,
    isWhole,
    isFull: fresh.length === OBSERVATIONS_MAX,
  };
}

const toObservation = ({ id, content, kind, tool_name, files, occurred_at }: ObservationRow) => ({
  id,
  content,
  kind,
  tool_name,
  files,
  occurred_at: new Date(occurred_at),
});

async function extract(
  services: Needed,
  workspace: Workspace,
  wanted: WantedSummary,
  { observations, fresh, isWhole }: Material,
): Promise<SessionExtraction> {
  const { memories, ...rest } = await extractSession({
    generator: budgetedGenerator(services, workspace),
    session: {
      project_name: wanted.project_name,
      branch_name: wanted.branch_name,
      started_at: new Date(wanted.started_at),
      ended_at: wanted.ended_at === null ? null : new Date(wanted.ended_at),
    },
    observations,
    memoriesStored: wanted.titles.map((title) => ({ title })),
    earlierOpen: leftOpen(wanted.recent).map(({ text }) => text),
    keepsNames: services.settings.keepsNames,
    onFailure: (error) =>
      services.log.warn('The text generator made nothing of a session; the rules did.', {
        error: error instanceof Error ? error.name : 'unknown',
      }),
  });
  const isFresh = new Set(fresh);
  return {
    ...rest,
    // A model may put together what was apart in the observations, and older observations may hold secrets.
    memories: redactValue(
      // Memories of earlier observations have been stored, and may have been changed or deleted since.
      memories
        .filter(({ cites }) => cites.some((cited) => isFresh.has(cited)))
        .map((memory) => ({ ...memory, prompt: memory.prompt + (isWhole ? 0 : wanted.summarized_prompts) })),
    ).value,
  };
}

/** Makes a stored memory be about more files. One whose lists are full stays as it is, as does one that is gone. */
async function gainFiles(
  db: Database,
  workspace: Workspace,
  { id, source_files, at }: { id: string; source_files: readonly string[]; at: Date },
): Promise<boolean> {
  const current = await findMemory(db, workspace.id, { form: 'A', id });
  if (!current) return false;
  const { title, narrative, tags, concepts, revision } = current;
  const files = [...new Set([...current.source_files, ...source_files])].slice(0, LIMITS.listItems);
  const content = { title, narrative, tags, concepts, source_files: files };
  if (files.length === current.source_files.length || listsBytes(content) > LIMITS.listsBytes) return false;
  const written = await updateMemory(db, workspace.id, {
    id,
    revision,
    content: { ...content, ...deriveColumns(content, workspace.language) },
    updated_at: at,
  });
  return written !== undefined;
}

import { isChangeBatch } from '@memory/contracts';
import {
  beginSummary,
  finishSummary,
  listMatchingMemories,
  lockDrawnMemories,
  listSessionObservations,
  postponeSummary,
  withChangeSource,
  type ObservationRow,
  type WantedSummary,
  type Workspace,
} from '@memory/db';
import { extractSession, type SessionExtraction } from '../extraction/extract-session.ts';
import { clip } from '@memory/text/sentences';
import type { SessionObservation } from '../extraction/session-observation.ts';
import { findForgotten } from '../forgetting/find-forgotten.ts';
import { observedTexts, textsOf } from '@memory/text/forgotten-text';
import { holdsAny } from '../forgetting/quotations.ts';
import { withoutQuotations } from '../forgetting/without-quotations.ts';
import { BudgetExhaustedError, budgetedGenerator } from '../workspaces/budgeted-generator.ts';
import { redactSecrets, redactValue } from '@memory/redact';
import { deriveColumns } from '../memories/memory-content.ts';
import type { Services } from '../services.ts';
import { gainFiles } from './gain-files.ts';
import { findTold, type TellingMemory } from './find-told.ts';
import { planMemories } from './plan-memories.ts';
import { GENERATOR_ATTEMPTS_MAX, lateSummaryDueAt, nextDayAt } from './summary-schedule.ts';

/** Worked through in one delivery; what is left comes with the next. */
const OBSERVATIONS_MAX = 10_000;
/** From here on only the beginning of a content is read, so that the most fit into the function's memory. */
const READ_WHOLE_MAX = 2_000;
const LONG_SESSION_CONTENT_MAX = 4_000;
const SUMMARY_MAX = 10_000;

type Needed = Pick<Services, 'db' | 'jobs' | 'clock' | 'ids' | 'settings' | 'textGenerator' | 'embedding'>;

/**
 * Turns what was observed in an ended session into its summary and memories. Everything is written at once at the end, so
 * that a delivery that fails, is killed or comes twice leaves the same. When the day's tokens are used up it
 * waits for the next day; when a text generator keeps failing, rules do the work.
 * @throws ExtractionError for an answer of the model that cannot be used, and whatever the generator throws
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
  let extraction;
  try {
    // A model may put together what was apart in the observations, and older observations may hold secrets.
    extraction = await withoutForgotten(
      services,
      workspace,
      redactValue(await extract(services, workspace, wanted, material)).value,
    );
  } catch (error) {
    if (!(error instanceof BudgetExhaustedError)) throw error;
    return postponeSummary(db, workspace.id, { id, dueAt: nextDayAt(at) });
  }
  const told = await findTold(services, workspace, {
    extracted: extraction.memories,
    sessionId: wanted.session_id,
  });
  const isRest = material.fresh.length === OBSERVATIONS_MAX;
  const written = await writeOutcome(services, workspace, {
    id,
    at,
    wanted,
    material,
    isRest,
    extraction,
    told,
  });
  if (!written) return;
  await jobs.enqueue(
    'generateEmbedding',
    ...written.map((memoryId) => ({ workspaceId: workspace.id, memoryId })),
  );
  if (isRest) await jobs.enqueue('generateSessionSummary', { workspaceId: workspace.id, sessionId: id });
}

type Drawn = Pick<SessionExtraction, 'summary' | 'memories' | 'headline'> & {
  /** How many memories the summary counts by itself. */
  counted: number;
};

/** What was forgotten on purpose comes back neither as a memory nor in a summary. */
async function withoutForgotten(
  services: Pick<Needed, 'db'>,
  workspace: Workspace,
  { summary, memories, ...rest }: Drawn,
): Promise<Drawn> {
  const sentences = observedTexts(summary);
  const forgotten = await findForgotten(services, workspace, [
    ...memories.map((memory) => textsOf(memory)),
    ...sentences.map((sentence) => [sentence]),
  ]);
  const phrases = sentences.filter((_, place) => forgotten.has(memories.length + place));
  return {
    ...rest,
    summary: phrases.length === 0 ? summary : (withoutQuotations(summary, holdsAny(phrases)) ?? ''),
    memories: memories.filter((_, place) => !forgotten.has(place)),
  };
}

interface Outcome {
  id: string;
  at: Date;
  wanted: WantedSummary;
  material: Material;
  isRest: boolean;
  extraction: Drawn;
  told: ReadonlyMap<number, TellingMemory>;
}

/**
 * Writes what a session came to, together with the look at what is stored already: of sessions that end at the same time
 * the second finds the memories of the first.
 * @returns ids of memories that are new or about more files; undefined when another delivery has finished the session
 */
function writeOutcome(
  services: Pick<Needed, 'db' | 'ids'>,
  workspace: Workspace,
  { id, at, wanted, material, isRest, told, extraction }: Outcome,
): Promise<string[] | undefined> {
  const { memories: extracted } = extraction;
  const write = () =>
    services.db.transaction(async (tx) => {
      await lockDrawnMemories(tx, workspace.id);
      const matches = await listMatchingMemories(
        tx,
        workspace.id,
        extracted.map((memory) => ({ ...memory, ...deriveColumns(memory, workspace.language) })),
      );
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
        newSummarizedCount: isRest
          ? (wanted.summarized_count ?? 0) + material.fresh.length
          : wanted.observation_count,
        summary: withCounts(extraction, {
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
  // What is drawn from an imported session goes with the import when that is undone.
  return wanted.import_batch === null || !isChangeBatch(wanted.import_batch)
    ? write()
    : withChangeSource(importSource(wanted.import_batch), write);
}

/** A summary whose first line counts what came of the observations, and not what was read out of them. */
function withCounts({ summary, counted, headline }: Drawn, counts: { drawn: number; known: number }): string {
  if (!headline) return summary;
  const [before = '', after = ''] = [{ drawn: counted }, counts].map(
    (each) => redactSecrets(headline(each)).text,
  );
  const at = summary.lastIndexOf(before);
  return at < 0 ? summary : summary.slice(0, at) + after + summary.slice(at + before.length);
}

const importSource = (batch: string) => () => ({ author: null, via: 'job generateSessionSummary', batch });

interface Material {
  observations: SessionObservation[];
  /** Ids of those that no earlier run has worked through. */
  fresh: string[];
  usesGenerator: boolean;
  /** The observations are those of the whole session. */
  isWhole: boolean;
}

/** By rules the whole session is read anew, since that costs nothing; a model is shown what is new. */
async function readMaterial(
  { db, textGenerator }: Pick<Services, 'db' | 'textGenerator'>,
  workspace: Workspace,
  id: string,
  { observation_count, summarized_count, attempts }: WantedSummary,
): Promise<Material> {
  const usesGenerator = textGenerator !== null && attempts <= GENERATOR_ATTEMPTS_MAX;
  const isWhole = !summarized_count || (!usesGenerator && observation_count <= OBSERVATIONS_MAX);
  const rows = await listSessionObservations(db, workspace.id, {
    sessionRowId: id,
    unprocessedOnly: !isWhole || observation_count > OBSERVATIONS_MAX,
    limit: OBSERVATIONS_MAX,
    contentMax: observation_count > READ_WHOLE_MAX ? LONG_SESSION_CONTENT_MAX : SUMMARY_MAX,
  });
  return {
    observations: rows.map(toObservation),
    fresh: rows.filter(({ is_processed }) => !is_processed).map((row) => row.id),
    usesGenerator,
    isWhole,
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
  { observations, fresh, usesGenerator, isWhole }: Material,
): Promise<Drawn> {
  const { summary, memories, headline } = await extractSession({
    generator: usesGenerator ? budgetedGenerator(services, workspace) : undefined,
    session: {
      project_name: wanted.project_name,
      branch_name: wanted.branch_name,
      started_at: new Date(wanted.started_at),
      ended_at: wanted.ended_at === null ? null : new Date(wanted.ended_at),
    },
    observations,
    memoriesStored: wanted.titles.map((title) => ({ title })),
  });
  const isFresh = new Set(fresh);
  return {
    ...(headline ? { headline } : {}),
    counted: memories.length,
    summary: isWhole ? clip(summary, SUMMARY_MAX) : continued(wanted.earlier_summary, summary),
    // What came of earlier observations has been stored, and may have been changed or deleted since.
    memories: memories.filter(({ cites }) => cites.some((cited) => isFresh.has(cited))),
  };
}

function continued(earlier: string | null, summary: string): string {
  const added = clip(summary, SUMMARY_MAX / 2);
  return earlier === null ? added : `${clip(earlier, SUMMARY_MAX - added.length - 2)}\n\n${added}`;
}

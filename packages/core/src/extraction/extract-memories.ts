import { LIMITS, normalizeFilePath } from '@memory/contracts';
import type { ExtractedMemory, ExtractedMemoryType } from './extracted-memory.ts';
import { failureLine } from './failure-line.ts';
import { conceptsIn, tagsOf } from './labels-of.ts';
import { findStatement, type Statement } from './find-statement.ts';
import { mergeMemories } from './merge-memories.ts';
import { prepareObservations } from './prepare-observations.ts';
import { roleOf } from './role-of.ts';
import { clip } from './sentences.ts';
import type { SessionObservation } from './session-observation.ts';

const MEMORIES_MAX = 12;
const NARRATIVE_MAX = 2_000;

// Values whose sums are exact, so that no answer shows 0.7999…
const EXPLICIT_BONUS = 0.125;
const importance: Record<ExtractedMemoryType, number> = {
  decision: 0.75,
  incident: 0.75,
  convention: 0.625,
  architecture: 0.625,
  pattern: 0.625,
  discovery: 0.5,
  general: 0.375,
};

/**
 * Memories by conservative rules, without a text generator: decisions, root causes, conventions, statements about the
 * architecture, discoveries. A narrative consists of the cited observations' own words and nothing else.
 * @returns at most 12, in the order of the session; of more, the most important ones
 */
export function extractMemories(observations: readonly SessionObservation[]): ExtractedMemory[] {
  const prepared = prepareObservations(observations);
  const found = prepared.flatMap((observation, index) => {
    const statement = findStatement(observation);
    return statement === undefined
      ? []
      : [memoryOf(statement, contextOf(statement, prepared, index), observation)];
  });
  const merged = mergeMemories(found);
  const best = new Set(
    merged.toSorted((a, b) => b.importance_score - a.importance_score).slice(0, MEMORIES_MAX),
  );
  return merged.filter((memory) => best.has(memory));
}

function memoryOf(
  statement: Statement,
  { before, after }: { before: SessionObservation[]; after: SessionObservation[] },
  observation: SessionObservation,
): ExtractedMemory {
  const cited = [...before, observation, ...after];
  const narrative = [
    ...before.map(({ content }) => failureLine(content)),
    // A long message gives the passage from the statement on, a short one all of it: the reason may come first.
    observation.content.length <= NARRATIVE_MAX
      ? observation.content
      : clip(statement.passage, NARRATIVE_MAX),
    ...after.map(({ content }) => clip(content, 400)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const source_files = storableFiles(cited.flatMap(({ files }) => files));
  return {
    title: clip(statement.sentence.replace(/[.;:]$/, ''), 140),
    narrative,
    memory_type: statement.type,
    tags: tagsOf(source_files),
    concepts: conceptsIn(observation.content),
    source_files,
    importance_score: importance[statement.type] + (statement.isExplicit ? EXPLICIT_BONUS : 0),
    confidence_score: statement.isExplicit ? 0.8 : 0.65,
    cites: cited.map(({ id }) => id),
  };
}

function storableFiles(files: readonly string[]): string[] {
  const paths = files
    .map(normalizeFilePath)
    .filter((path) => path !== '' && Buffer.byteLength(path) <= LIMITS.filePathBytes);
  return [...new Set(paths)].slice(0, 20);
}

/** A root cause is worth more with what failed right before it and with the change that followed at once. */
function contextOf(statement: Statement, observations: readonly SessionObservation[], index: number) {
  if (statement.type !== 'incident') return { before: [], after: [] };
  const before = observations
    .slice(Math.max(0, index - 2), index)
    .filter((other) => roleOf(other) === 'failure');
  const after = observations.slice(index + 1, index + 2).filter((other) => roleOf(other) === 'change');
  return { before: before.slice(-1), after };
}

import { LIMITS, normalizeFilePath } from '@memory/contracts';
import type { ExtractedMemory, ExtractedMemoryType } from './extracted-memory.ts';
import { exchangeFindings, type ExchangeFinding } from './rules/exchange-findings.ts';
import { exchangesOf } from './rules/exchanges.ts';
import { failureLine } from './rules/failure-line.ts';
import { conceptsIn, tagsOf } from './rules/labels-of.ts';
import { findStatement, type Statement } from './rules/find-statement.ts';
import { mergeMemories } from './merge-memories.ts';
import { prepareObservations } from './prepare-observations.ts';
import { roleOf } from './rules/role-of.ts';
import { clip } from '@memory/text/sentences';
import type { SessionObservation } from './session-observation.ts';
import { titleOf } from './rules/title-of.ts';

const MEMORIES_MAX = 12;
const NARRATIVE_MAX = 2_000;
/** Of the changes that followed an order; their files are all kept. */
const CHANGES_CITED_MAX = 5;
const CONTEXT_MAX = 400;

// Values whose sums are exact, so that no answer shows 0.7999…; all below the 0.7 of what is stored on purpose.
const EXPLICIT_BONUS = 0.125;
const importance: Record<ExtractedMemoryType, number> = {
  decision: 0.5,
  incident: 0.5,
  convention: 0.5,
  architecture: 0.4375,
  pattern: 0.4375,
  discovery: 0.375,
  general: 0.25,
};

/**
 * Memories by conservative rules, without a text generator: decisions, root causes, conventions, statements about the
 * architecture, discoveries. A narrative consists of the cited observations' own words and nothing else.
 * @returns at most 12, in the order of the session; of more, the most important ones
 */
export function extractMemories(observations: readonly SessionObservation[]): ExtractedMemory[] {
  const prepared = prepareObservations(observations);
  const places = new Map(prepared.map(({ id }, place) => [id, place]));
  const placeOf = ({ cites }: ExtractedMemory) => Math.min(...cites.map((id) => places.get(id) ?? 0));
  const exchanges = exchangesOf(prepared);
  const stated = prepared.flatMap((observation, index) => {
    const statement = findStatement(observation);
    const changes = exchanges.find(({ asked }) => asked === observation)?.changes ?? [];
    return statement === undefined
      ? []
      : [memoryOf(statement, { ...contextOf(statement, prepared, index), changes }, observation)];
  });
  const findings = exchangeFindings(prepared);
  const spoken = findings.map(memoryOfExchange);
  const told = new Set(findings.flatMap(({ said }) => said.map(({ observation }) => observation.id)));
  const found = [...stated.filter(({ cites }) => !cites.some((id) => told.has(id))), ...spoken];
  const merged = mergeMemories(found.toSorted((a, b) => placeOf(a) - placeOf(b)));
  const best = new Set(
    merged.toSorted((a, b) => b.importance_score - a.importance_score).slice(0, MEMORIES_MAX),
  );
  return merged.filter((memory) => best.has(memory));
}

function memoryOf(
  statement: Statement,
  { before, after, changes }: Record<'before' | 'after' | 'changes', readonly SessionObservation[]>,
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
  // What somebody asked for is about the files that were changed for it.
  const named = [...cited.flatMap(({ files }) => files), ...filesNamedIn(statement.sentence)];
  const changed = named.length > 0 ? [] : changes.slice(0, CHANGES_CITED_MAX);
  const source_files = storableFiles([...named, ...changed.flatMap(({ files }) => files)]);
  return {
    title: titleOf(statement.sentence),
    narrative,
    memory_type: statement.type,
    tags: tagsOf(source_files),
    concepts: conceptsIn(observation.content),
    source_files,
    importance_score: importance[statement.type] + (statement.isExplicit ? EXPLICIT_BONUS : 0),
    confidence_score: statement.isExplicit ? 0.8 : 0.65,
    cites: [...cited, ...changed].map(({ id }) => id),
  };
}

/** What a person ordered and the agent made of it, in their own words. */
function memoryOfExchange({ type, sentence, said, context, changes }: ExchangeFinding): ExtractedMemory {
  const before = context ? [clip(context.content, CONTEXT_MAX)] : [];
  const narrative = clip([...before, ...said.map(({ passage }) => passage)].join('\n\n'), NARRATIVE_MAX);
  const spoken = [...(context ? [context] : []), ...said.map(({ observation }) => observation)];
  const cited = [...spoken, ...changes.slice(0, CHANGES_CITED_MAX)];
  const source_files = storableFiles([...spoken, ...changes].flatMap(({ files }) => files));
  return {
    title: titleOf(sentence),
    narrative,
    memory_type: type,
    tags: tagsOf(source_files),
    concepts: conceptsIn(narrative),
    source_files,
    importance_score: importance[type],
    confidence_score: 0.65,
    cites: cited.map(({ id }) => id),
  };
}

function storableFiles(files: readonly string[]): string[] {
  const paths = files
    .map(normalizeFilePath)
    .filter((path) => path !== '' && Buffer.byteLength(path) <= LIMITS.filePathBytes);
  return [...new Set(paths)].slice(0, 20);
}

/** “We tried it in src/pay.ts”: paths with a folder and an ending, and no addresses. */
const filesNamedIn = (sentence: string): string[] =>
  sentence.match(/(?<![\w/:@.-])[\w-]{1,60}\/(?:[\w.-]{1,60}\/){0,11}[\w.-]{0,60}\.[a-z]{1,8}\b/gi) ?? [];

/** A root cause is worth more with what failed right before it and with the change that followed at once. */
function contextOf(statement: Statement, observations: readonly SessionObservation[], index: number) {
  if (statement.type !== 'incident') return { before: [], after: [] };
  const before = observations
    .slice(Math.max(0, index - 2), index)
    .filter((other) => roleOf(other) === 'failure');
  const after = observations.slice(index + 1, index + 2).filter((other) => roleOf(other) === 'change');
  return { before: before.slice(-1), after };
}

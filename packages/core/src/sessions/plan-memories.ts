import { LIMITS, listsBytes } from '@memory/contracts';
import type { MatchingMemory, NewMemory } from '@memory/db';
import type { ExtractedMemory } from '../extraction/extracted-memory.ts';
import { deriveColumns, type MemoryContent } from '../memories/memory-content.ts';
import type { Ids } from '../services.ts';
import type { Told } from './find-told.ts';
import type { Language } from '@memory/text';

export interface MemoryPlan {
  memories: NewMemory[];
  sources: { memory_id: string; observation_id: string }[];
  supersedes: { id: string; source_id: string; target_id: string }[];
  /** Stored memories that said it before, with the files that they are about now. */
  gains: { id: string; source_files: string[] }[];
  /** Memories of other sessions that said it before. */
  known: number;
}

export interface PlanInput {
  extracted: readonly ExtractedMemory[];
  /** Stored memories that say the same; `index` counts `extracted`. */
  matches: readonly MatchingMemory[];
  told: Told;
  sessionId: string;
  language: Language;
  at: Date;
  /** When it was observed, of a session that is told later: its memories are as old. */
  observedAt?: ReadonlyMap<string, Date> | undefined;
}

/**
 * Plan of each extracted memory. One that is stored already, to the letter, with lists that add nothing or in
 * other words, only cites, and the stored one is about its files too; one in the same words with lists that add something becomes a consolidation of all that say it, which stay
 * (decision 9); any other is new.
 */
export function planMemories(
  ids: Ids,
  { extracted, matches, told, sessionId, language, at, observedAt }: PlanInput,
): MemoryPlan {
  const plan: MemoryPlan = { memories: [], sources: [], supersedes: [], gains: [], known: 0 };
  const filesOf = new Map<string, readonly string[]>();
  const others = new Set<string>();
  for (const [index, memory] of extracted.entries()) {
    const same = matches.filter((match) => match.index === index);
    const known =
      same.find((stored) => stored.is_exact) ??
      same.find((stored) => addsNothing(memory, stored)) ??
      (same.length === 0 ? told.by.get(index) : undefined);
    const target = known?.id ?? ids.uuid();
    for (const cited of memory.cites) plan.sources.push({ memory_id: target, observation_id: cited });
    if (known) {
      const files = withFiles(filesOf.get(target) ?? known.source_files, memory.source_files);
      if (files.length > known.source_files.length) filesOf.set(target, files);
      if (known.source_session_id !== sessionId) others.add(target);
      continue;
    }
    const merged = same.length > 0 ? consolidate(memory, same) : undefined;
    const { cites: _, ...content } = merged ?? memory;
    plan.memories.push({
      ...content,
      ...deriveColumns(content, language),
      id: target,
      memory_id: ids.memoryId(),
      source_session_id: sessionId,
      created_at: observedAt ? latestOf(memory.cites, observedAt, at) : at,
      ...(merged
        ? {
            is_consolidated: true,
            consolidated_from: same.map(({ id, memory_id }) => ({ id, memory_id })),
          }
        : {}),
    });
    const older = [...(merged ? same.map(({ id }) => id) : []), ...(told.setAnew.get(index) ?? [])];
    for (const id of new Set(older))
      plan.supersedes.push({ id: ids.uuid(), source_id: target, target_id: id });
  }
  plan.gains = Array.from(filesOf, ([id, source_files]) => ({ id, source_files: [...source_files] }));
  plan.known = others.size;
  return plan;
}

/** A note before an edit goes by a memory's files: what is said again about another file is told there as well. */
const withFiles = (files: readonly string[], more: readonly string[]): string[] =>
  [...new Set([...files, ...more])].slice(0, LIMITS.listItems);

function latestOf(cites: readonly string[], observedAt: ReadonlyMap<string, Date>, at: Date): Date {
  const moments = cites.flatMap((cited) => observedAt.get(cited)?.getTime() ?? []);
  return moments.length === 0 ? at : new Date(Math.min(Math.max(...moments), at.getTime()));
}

type Lists = Pick<MemoryContent, 'tags' | 'concepts' | 'source_files'>;

const LISTS = ['tags', 'concepts', 'source_files'] as const;

function addsNothing(memory: Lists, stored: Lists): boolean {
  return LISTS.every((list) => memory[list].every((item) => stored[list].includes(item)));
}

/** All lists in one memory; undefined when together they pass the limits of one. */
function consolidate(memory: ExtractedMemory, same: readonly MatchingMemory[]): ExtractedMemory | undefined {
  const union = (list: (typeof LISTS)[number]) => [
    ...new Set([...same.flatMap((stored) => stored[list]), ...memory[list]]),
  ];
  const lists = { tags: union('tags'), concepts: union('concepts'), source_files: union('source_files') };
  if (listsBytes(lists) > LIMITS.listsBytes || LISTS.some((list) => lists[list].length > LIMITS.listItems))
    return undefined;
  const all = [memory, ...same];
  return {
    ...memory,
    ...lists,
    importance_score: Math.max(...all.map(({ importance_score }) => importance_score)),
    confidence_score: Math.max(...all.map(({ confidence_score }) => confidence_score)),
  };
}

import { type Memory, type MemoryType, NO_FILTERS, type StoreMemoryBody } from '@memory/contracts';
import { readReplaceableMemories, type Workspace } from '@memory/db';
import { countTerms, weightedPassages } from '@memory/text';
import { documentText } from '../embedding/embed-documents.ts';
import { embedQuery } from '../embedding/embed-query.ts';
import type { TitledMemory } from '../memories/open-memory.ts';
import { presentMemory } from '../memories/present-memory.ts';
import { hintedSuccessionOf } from './likely-succession.ts';
import { findMemories } from '../search/search-memories.ts';
import type { Services } from '../services.ts';

/** Cosine of the word counts from which two memories say the same; a choice, checked on paraphrases in the tests. */
const ALIKE = 0.8;
/**
 * The same for a decision or convention that may replace another, with a file, concept or tag in common: of the 15 successions of
 * `npm run bench -- recall` and `recall-unseen` 12 are above it, of 158 other such pairs 6.
 */
const LIKELY = 0.4;
const CANDIDATES = 10;
const HINTS_MAX = 3;

/** A decision of one day is often written down as a convention the next: either may replace the other. */
const REPLACEABLE: ReadonlySet<MemoryType> = new Set(['decision', 'convention']);

export interface NearDuplicates {
  /** Memories that say nearly what is about to be stored. */
  similar: Memory[];
  /** Memories without a vector yet that it may replace: `findReplaceable` knows the others. */
  replaceable: Memory[];
}

export type NewMemory = Pick<
  StoreMemoryBody,
  'title' | 'narrative' | 'memory_type' | 'tags' | 'concepts' | 'source_files'
>;

/** Memories like the one that is about to be stored, the most alike first; it compares words, so it needs no vectors. */
export async function findNearDuplicates(
  services: Pick<Services, 'db' | 'settings' | 'embedding'>,
  workspace: Workspace,
  input: NewMemory,
): Promise<NearDuplicates> {
  const language = workspace.language;
  const { found } = await findMemories(services, workspace, {
    // Neither quotes nor minus signs of a title are meant for the search.
    query: input.title.replaceAll(/["“”„]|(?<=^|\s)-/gu, ' '),
    ...NO_FILTERS,
    use_semantic: false,
    limit: CANDIDATES,
    offset: 0,
  });
  const terms = (memory: Omit<NewMemory, 'memory_type'>) =>
    countTerms(weightedPassages({ ...memory, sourceFiles: memory.source_files }), language).lexemes;
  const ours = terms(input);
  const measured = found
    .map(({ memory }) => ({ memory, alike: cosine(ours, terms(memory)) }))
    .toSorted((a, b) => b.alike - a.alike);
  const present = (some: typeof measured) =>
    some.slice(0, HINTS_MAX).map(({ memory }) => presentMemory(memory, services.settings.memoryIdForm));
  return {
    similar: present(measured.filter(({ alike }) => alike >= ALIKE)),
    replaceable: present(
      measured.filter(
        ({ memory, alike }) =>
          alike >= LIKELY && alike < ALIKE && memory.content_hash === null && isSameMatter(memory, input),
      ),
    ),
  };
}

const isSameMatter = (
  stored: Pick<NewMemory, 'memory_type' | 'tags' | 'concepts' | 'source_files'>,
  input: NewMemory,
): boolean =>
  REPLACEABLE.has(stored.memory_type) &&
  REPLACEABLE.has(input.memory_type) &&
  (['source_files', 'concepts', 'tags'] as const).some((name) =>
    stored[name].some((label) => input[name].includes(label)),
  );

type Counts = ReadonlyMap<string, number>;

function cosine(a: Counts, b: Counts): number {
  let product = 0;
  for (const [term, count] of a) product += count * (b.get(term) ?? 0);
  return product / (lengthOf(a) * lengthOf(b) || 1);
}

const lengthOf = (counts: Counts) =>
  Math.sqrt([...counts.values()].reduce((sum, count) => sum + count ** 2, 0));

/** Characters of a new memory that a model is asked about. */
const EMBEDDED_LENGTH = 2_000;

/** Memories that one about to be stored may replace, the nearest first; none where it cannot be embedded. */
export async function findReplaceable(
  services: Pick<Services, 'db' | 'embedding' | 'settings'>,
  workspace: Workspace,
  input: NewMemory,
): Promise<TitledMemory[]> {
  const succession = hintedSuccessionOf(workspace);
  const hasLabels = [input.source_files, input.concepts, input.tags].some(({ length }) => length > 0);
  if (!succession || !hasLabels || !REPLACEABLE.has(input.memory_type)) return [];
  const text = documentText(input).slice(0, EMBEDDED_LENGTH).toWellFormed();
  const { semantic } = await embedQuery(services, workspace, text);
  if (!semantic) return [];
  const { concepts, source_files, tags } = input;
  const rows = await readReplaceableMemories(services.db, workspace.id, {
    concepts,
    source_files,
    tags,
    vector: semantic.vector,
    limit: HINTS_MAX,
    ...succession,
  });
  return rows.map(({ id, memory_id, title, memory_type, created_at }) => ({
    ...(services.settings.memoryIdForm === 'A' ? { id } : { memory_id }),
    title,
    memory_type,
    created_at,
  }));
}

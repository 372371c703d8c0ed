import { type Memory, NO_FILTERS, type StoreMemoryBody } from '@memory/contracts';
import { type NearMemory, readNearMemory, REPLACEABLE_TYPES, type Workspace } from '@memory/db';
import { countTerms, weightedPassages } from '@memory/text';
import { documentText } from '../embedding/embed-documents.ts';
import { embedQuery } from '../embedding/embed-query.ts';
import { refOf } from '../memories/memory-ref.ts';
import { presentMemory, presentTitle, type TitledMemory } from '../memories/present-memory.ts';
import { findMemories } from '../search/search-memories.ts';
import type { Services } from '../services.ts';

/** Cosine of the word counts from which two memories say the same; a choice, checked on paraphrases in the tests. */
const ALIKE = 0.8;
/**
 * The same for one that may replace another, with a file, concept or tag in common: of the 15 successions of
 * `npm run bench -- recall` and `recall-unseen` 12 are above it, of 158 other such pairs 6.
 */
const LIKELY = 0.4;
const CANDIDATES = 10;
const HINTS_MAX = 3;

export interface NearMemories {
  /** That say what is about to be stored in nearly the same words. */
  alike: Memory[];
  similar: TitledMemory[];
  /** Older ones that it may replace. */
  replaceable: TitledMemory[];
}

export type NewMemory = Pick<
  StoreMemoryBody,
  'title' | 'narrative' | 'memory_type' | 'tags' | 'concepts' | 'source_files'
>;

/** Memories near to one that is about to be stored, the most alike first; by its vector, too, where somebody is to be told. */
export async function findNear(
  services: Pick<Services, 'db' | 'settings' | 'embedding'>,
  workspace: Workspace,
  { input, wantsSimilar }: { input: NewMemory; wantsSimilar: boolean },
): Promise<NearMemories> {
  const [{ similar: alike, ...words }, nearest] = await Promise.all([
    findByWords(services, workspace, input),
    wantsSimilar ? findByVector(services, workspace, input) : undefined,
  ]);
  const named = nearest ? [presentTitle(nearest, services.settings.memoryIdForm)] : [];
  const replaces = nearest !== undefined && isSameMatter(nearest, input);
  const similar = distinct(replaces ? alike : [...alike, ...named]);
  const replaceable = distinct([...similar, ...(replaces ? named : []), ...words.replaceable]);
  return { alike, similar, replaceable: replaceable.slice(similar.length, similar.length + HINTS_MAX) };
}

const distinct = (some: readonly TitledMemory[]): TitledMemory[] =>
  some.filter((one, place) => some.findIndex((other) => refOf(other) === refOf(one)) === place);

/** Those without a vector yet are among them. */
async function findByWords(
  services: Pick<Services, 'db' | 'settings' | 'embedding'>,
  workspace: Workspace,
  input: NewMemory,
): Promise<{ similar: Memory[]; replaceable: Memory[] }> {
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
  // A decision of one day is often written down as a convention the next: either may replace the other.
  REPLACEABLE_TYPES.includes(stored.memory_type) &&
  REPLACEABLE_TYPES.includes(input.memory_type) &&
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

/**
 * From this likeness on the nearest memory is named. On six stories by others (npm run bench -- stories) the earlier of two that say the same
 * was the very nearest in 48 of 48 cases and is named in 43, and 85 of 102 that are replaced; 281 of 649 stores name one.
 */
const NEAR = 0.63;

async function findByVector(
  services: Pick<Services, 'db' | 'embedding'>,
  workspace: Workspace,
  input: NewMemory,
): Promise<NearMemory | undefined> {
  const text = documentText(input).slice(0, EMBEDDED_LENGTH).toWellFormed();
  const { semantic } = await embedQuery(services, workspace, text);
  if (!semantic) return undefined;
  const { floor, top } = semantic.scale;
  const { hasSemanticIndex } = workspace;
  return readNearMemory(services.db, workspace.id, {
    semantic,
    from: floor + NEAR * (top - floor),
    hasSemanticIndex,
  });
}

import { NO_FILTERS, type Memory, type StoreMemoryBody } from '@memory/contracts';
import type { Workspace } from '@memory/db';
import { countTerms, weightedPassages } from '@memory/text';
import { presentMemory } from '../memories/present-memory.ts';
import { findMemories } from '../search/search-memories.ts';
import type { Services } from '../services.ts';

/** Cosine of the word counts from which two memories say the same; a choice, checked on paraphrases in the tests. */
const ALIKE = 0.8;
const CANDIDATES = 10;
const HINTS_MAX = 3;

/** Memories that say nearly what is about to be stored, the most alike first; it compares words, so it needs no vectors. */
export async function findNearDuplicates(
  services: Pick<Services, 'db' | 'settings' | 'embedding'>,
  workspace: Workspace,
  input: Pick<StoreMemoryBody, 'title' | 'narrative' | 'tags' | 'concepts' | 'source_files'>,
): Promise<Memory[]> {
  const language = workspace.language;
  const { found } = await findMemories(services, workspace, {
    // Neither quotes nor minus signs of a title are meant for the search.
    query: input.title.replaceAll(/["“”„]|(?<=^|\s)-/gu, ' '),
    ...NO_FILTERS,
    use_semantic: false,
    limit: CANDIDATES,
    offset: 0,
  });
  const terms = (memory: typeof input) =>
    countTerms(weightedPassages({ ...memory, sourceFiles: memory.source_files }), language).lexemes;
  const ours = terms(input);
  return found
    .map(({ memory }) => ({ memory, alike: cosine(ours, terms(memory)) }))
    .filter(({ alike }) => alike >= ALIKE)
    .toSorted((a, b) => b.alike - a.alike)
    .slice(0, HINTS_MAX)
    .map(({ memory }) => presentMemory(memory, services.settings.memoryIdForm));
}

type Counts = ReadonlyMap<string, number>;

function cosine(a: Counts, b: Counts): number {
  let product = 0;
  for (const [term, count] of a) product += count * (b.get(term) ?? 0);
  return product / (lengthOf(a) * lengthOf(b) || 1);
}

const lengthOf = (counts: Counts) =>
  Math.sqrt([...counts.values()].reduce((sum, count) => sum + count ** 2, 0));

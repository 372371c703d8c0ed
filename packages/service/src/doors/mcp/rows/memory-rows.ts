import { GIVEN_IN_TOOLS, GIVEN_NAMES, type GivenInTools, type Memory } from '@memory/contracts';
import type { MemoryRow, TitleRow } from '@memory/contracts/tools';
import { type Found, isImported, ServiceError } from '@memory/core';
import type { Workspace } from '@memory/db';
import { parseQuery, type Passage, passageAround } from '@memory/text';
import { estimateTokens } from '@memory/text/estimate-tokens';

/** Files that a row names; the memory itself names all. */
const FILES_SHOWN = 3;

interface Titled {
  id?: string | undefined;
  memory_id?: string | undefined;
  title: string;
  memory_type: Memory['memory_type'];
}

/** The identifier that a memory is addressed by: form B's, where there is one. */
const identifierOf = ({ id, memory_id }: Pick<Titled, 'id' | 'memory_id'>) =>
  memory_id === undefined ? { id } : { memory_id };

export const titleRow = (memory: Titled): TitleRow => ({
  ...identifierOf(memory),
  title: memory.title,
  memory_type: memory.memory_type,
});

export const dayOf = (timestamp: string): string => timestamp.slice(0, 10);

/** A memory in a list: what a model can use, with a passage of its text. */
function memoryRow(
  { memory, note, code, also, author, project, branch }: Found,
  { text, more }: Passage,
): MemoryRow {
  return {
    ...titleRow(memory),
    date: dayOf(memory.created_at),
    ...(author === undefined ? {} : { author }),
    ...(project === undefined ? {} : { project }),
    ...(branch === undefined ? {} : { branch }),
    ...(memory.source_files.length > 0 ? { files: someOf(memory.source_files) } : {}),
    ...(note === undefined ? {} : { note }),
    ...(code === undefined ? {} : { code }),
    ...(also === undefined ? {} : { also }),
    passage: text,
    ...(more > 0 ? { more_characters: more } : {}),
  };
}

function someOf(files: readonly string[]): string[] {
  const more = files.length - FILES_SHOWN;
  return more > 0 ? [...files.slice(0, FILES_SHOWN), `… ${more} more`] : [...files];
}

export interface PassageOptions {
  /** What the passages are to be about; the beginning of each text without it. */
  query?: string;
  /** Characters for all passages together: few of them are longer, many shorter. */
  budget: number;
  /** The same where most of what was found is longer than a note; the first then take what they need. */
  budgetOfSections?: number;
}

/** Characters of one passage. */
const SHORTEST = 80;
const LONGEST = 500;
const LONGEST_OF_SECTION = 2_000;
/** What is shown of each section at least, of an equal share, however long those before it are. */
const LEAST = 0.4;

/** Characters beyond which a text is no note, whose title and first sentence say it, but as long as a section of a document. */
const NOTE = 600;

/** Memories as rows whose passages share a budget. */
export function rowsWithPassages(
  workspace: Workspace,
  found: readonly Found[],
  { query = '', budget, budgetOfSections }: PassageOptions,
): MemoryRow[] {
  const language = workspace.language;
  const { words, alternatives } = parseQuery(query, language, { glossary: workspace.glossary });
  const lexemes = new Set([...words.map(({ lexeme }) => lexeme), ...alternatives.flat()]);
  const texts = found.map(({ memory }) => memory.narrative.length);
  const sections = found.filter(({ memory }) => isImported(memory) || memory.narrative.length > NOTE);
  const areSections = 2 * sections.length > texts.length;
  const lengths =
    budgetOfSections !== undefined && areSections ? poured(texts, budgetOfSections) : shared(texts, budget);
  return found.map((item, place) =>
    memoryRow(
      item,
      passageAround(item.memory.narrative, { lexemes, language, length: lengths[place] ?? SHORTEST }),
    ),
  );
}

/** The same for each. */
function shared(texts: readonly number[], budget: number): number[] {
  const share = Math.floor(budget / Math.max(1, texts.length));
  return texts.map(() => Math.min(LONGEST, Math.max(SHORTEST, share)));
}

/** What each needs, in the order of the list, until nothing but the least of the others is left. */
function poured(texts: readonly number[], budget: number): number[] {
  const share = budget / Math.max(1, texts.length);
  const least = texts.map((text) => Math.min(text, Math.max(SHORTEST, Math.floor(LEAST * share))));
  let left = budget - least.reduce((sum, length) => sum + length, 0);
  return texts.map((text, place) => {
    const own = least[place] ?? SHORTEST;
    const more = Math.max(0, Math.min(left, Math.min(text, LONGEST_OF_SECTION) - own));
    left -= more;
    return own + more;
  });
}

/** Tokens of a text that one answer can give back. */
const CONTENT_TOKENS = 7_000;

/** What a person gave of a memory, under the names of `memory_store`. */
export const givenFields = (memory: Memory) => ({
  title: memory.title,
  content: memory.narrative,
  tags: memory.tags,
  concepts: memory.concepts,
  files: memory.source_files,
  ...(Object.fromEntries(GIVEN_NAMES.map((name) => [GIVEN_IN_TOOLS[name], memory[name]])) as GivenInTools),
});

/** What cannot be given back is not taken away. @throws validation_failed */
export function requireShort({ narrative }: Memory, whatRestDoes: string): void {
  if (estimateTokens(narrative) > CONTENT_TOKENS)
    throw new ServiceError(
      'validation_failed',
      `This text has more than ${CONTENT_TOKENS} tokens, too many to be given back: ${whatRestDoes} over REST.`,
    );
}

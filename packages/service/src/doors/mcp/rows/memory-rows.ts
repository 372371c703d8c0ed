import { GIVEN_IN_TOOLS, GIVEN_NAMES, type GivenInTools, type Memory, shortRef } from '@memory/contracts';
import type { MemoryRow, TitleRow } from '@memory/contracts/tools';
import { type Found, type PassageOptions, passagesOf, ServiceError } from '@memory/core';
import type { Workspace } from '@memory/db';
import type { Passage } from '@memory/text';
import { estimateTokens } from '@memory/text/estimate-tokens';

/** Files that a row names; the memory itself names all. */
const FILES_SHOWN = 3;

interface Titled {
  id?: string | undefined;
  memory_id?: string | undefined;
  title: string;
  memory_type: Memory['memory_type'];
}

/** The identifier that a memory is addressed by, as models read it: form B's, where there is one. */
export const identifierOf = ({ id = '', memory_id }: Pick<Titled, 'id' | 'memory_id'>) =>
  memory_id === undefined ? { id: shortRef(id) } : { memory_id: shortRef(memory_id) };

export const titleRow = (memory: Titled): TitleRow => ({
  ...identifierOf(memory),
  title: memory.title,
  memory_type: memory.memory_type,
});

export const dayOf = (timestamp: string): string => timestamp.slice(0, 10);

/** A memory in a list: what a model can use, with a passage of its text. */
function memoryRow(
  { memory, note, code, also, alike, author, project, branch }: Found,
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
    ...(alike === undefined ? {} : { alike }),
    passage: text,
    ...(more > 0 ? { more_characters: more } : {}),
  };
}

function someOf(files: readonly string[]): string[] {
  const more = files.length - FILES_SHOWN;
  return more > 0 ? [...files.slice(0, FILES_SHOWN), `… ${more} more`] : [...files];
}

/** Memories as rows whose passages share a budget. */
export function rowsWithPassages(
  workspace: Workspace,
  found: readonly Found[],
  options: PassageOptions,
): MemoryRow[] {
  const passages = passagesOf(workspace, found, options);
  return found.map((item, place) => memoryRow(item, passages[place] ?? { text: '', more: 0 }));
}

/** Tokens of a text that one answer can give back. */
const CONTENT_TOKENS = 7_000;

export const givenFields = (memory: Memory) => ({
  title: memory.title,
  content: memory.narrative,
  tags: memory.tags,
  concepts: memory.concepts,
  files: memory.source_files,
  ...(Object.fromEntries(GIVEN_NAMES.map((name) => [GIVEN_IN_TOOLS[name], memory[name]])) as GivenInTools),
});

/** A text too long to give back is not taken. @throws validation_failed */
export function requireShort({ narrative }: Memory, whatRestDoes: string): void {
  if (estimateTokens(narrative) > CONTENT_TOKENS)
    throw new ServiceError(
      'validation_failed',
      `This text has more than ${CONTENT_TOKENS} tokens, too many to be given back: ${whatRestDoes} over REST.`,
    );
}

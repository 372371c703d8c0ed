import type { Memory } from '@memory/contracts';
import type { MemoryRow, TitleRow } from '@memory/contracts/tools';
import type { Found } from '@memory/core';
import type { Passage } from '@memory/text';

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
export function memoryRow(
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

import { readFileSync } from 'node:fs';
import { findTable } from './table-model.ts';
import { EmbeddingTable } from './table/embedding-table.ts';

export { EmbeddingTable } from './table/embedding-table.ts';
export { TABLE_DIMENSIONS, TABLE_MODEL } from './table-model.ts';

let opened: EmbeddingTable | undefined;

/** The table that comes along, read once in a process. @throws Error where it is not installed */
export function openEmbeddingTable(): EmbeddingTable {
  const file = opened ? undefined : findTable();
  if (file) opened = new EmbeddingTable(readFileSync(file));
  if (!opened) throw new Error('The embedding table is missing: embedding-table.bin.');
  return opened;
}

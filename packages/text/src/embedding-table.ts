import { existsSync, readFileSync } from 'node:fs';
import { EmbeddingTable } from './table/embedding-table.ts';

export { EmbeddingTable } from './table/embedding-table.ts';
export { TABLE_DIMENSIONS, TABLE_MODEL } from './table-model.ts';

const NAME = 'embedding-table.bin';

/** Beside the sources and in the published package; in the layer of functions. */
const PLACES = [new URL(`../table/${NAME}`, import.meta.url), new URL(`file:///opt/${NAME}`)];

const findFile = (): URL | undefined => PLACES.find((place) => existsSync(place));

/** Whether the table is installed: functions of an environment with a model have none. */
export const hasEmbeddingTable = (): boolean => findFile() !== undefined;

let opened: EmbeddingTable | undefined;

/** The table that comes along, read once in a process. @throws Error where it is not installed */
export function openEmbeddingTable(): EmbeddingTable {
  const file = opened ? undefined : findFile();
  if (file) opened = new EmbeddingTable(readFileSync(file));
  if (!opened) throw new Error(`The embedding table is missing: ${NAME}.`);
  return opened;
}

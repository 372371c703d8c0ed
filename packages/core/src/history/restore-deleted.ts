import {
  noted,
  writeRows,
  type DeletedRows,
  type TableRow,
  type ArchivedTableName,
  type UndoableChange,
  type Workspace,
} from '@memory/db';
import { contentOf, deriveColumns } from '../memories/memory-content.ts';
import type { Services } from '../services.ts';

/** In an order in which every row comes after those it refers to. */
const TABLES = [
  'memories',
  'memory_counters',
  'relationships',
  'feedback',
  'memory_sources',
  'documents',
  'document_sections',
] as const satisfies readonly ArchivedTableName[];

/**
 * Writes deleted memories again, with what went with them and finds its other end; vectors and discovered relationships
 * follow as jobs.
 * @returns the changes that were undone
 */
export async function restoreDeleted(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  changes: readonly UndoableChange[],
): Promise<UndoableChange[]> {
  if (changes.length === 0) return [];
  for (const table of TABLES) {
    const rows = distinct(changes.flatMap(({ before }) => (before as DeletedRows | null)?.[table] ?? []));
    if (rows.length === 0) continue;
    await writeRows(db, workspace.id, {
      table,
      rows: table === 'memories' ? rows.map((row) => withSearchText(row, workspace)) : rows,
      note: noted(),
    });
  }
  return [...changes];
}

/** Two memories that were related both brought the relationship, and sections their document. */
const distinct = (rows: readonly TableRow[]): TableRow[] => [
  ...new Map(rows.map((row) => [JSON.stringify(row), row])).values(),
];

function withSearchText(row: TableRow, { language }: Workspace): TableRow {
  const { search_text, term_count } = deriveColumns(contentOf(row), language);
  return { ...row, search_text, term_count };
}

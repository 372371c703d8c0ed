import { countOf } from './count-of.ts';

/** What an ingestion did, in one line. */
export function ingestText(counts: {
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
}): string {
  const { created, updated, unchanged, removed } = counts;
  return `${countOf(created, 'part')} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed.`;
}

import type { WorkspaceRecord } from '@memory/contracts';
import { findWhenForgotten } from '../forgetting/find-forgotten.ts';
import { observedTexts } from '@memory/text/forgotten-text';
import { holdsAny } from '../forgetting/quotations.ts';
import type { ImportContext } from './import-context.ts';
import { jsonWithoutQuotations, withoutQuotations } from '../forgetting/without-quotations.ts';

/**
 * Records without sentences that were forgotten here after they were written, where they stand beside a memory: in summaries
 * and metadata of sessions, and in contexts. Of memories and observations each goes whole, or stays.
 */
export async function leaveOutForgotten(
  { db, workspace, isForeign }: Pick<ImportContext, 'db' | 'workspace' | 'isForeign'>,
  records: readonly WorkspaceRecord[],
): Promise<readonly WorkspaceRecord[]> {
  if (workspace.tombstoneSalts.length === 0) return records;
  const sentences = records.flatMap((record, place) =>
    textsBeside(record)
      .flatMap(observedTexts)
      .map((text) => ({
        text,
        place,
        writtenAt: isForeign(record) || !('created_at' in record) ? 0 : new Date(record.created_at),
      })),
  );
  const when = await findWhenForgotten(
    { db },
    workspace,
    sentences.map(({ text }) => [text]),
  );
  const forgotten = Map.groupBy(
    sentences.filter(({ writtenAt }, index) => (when.get(index) ?? -1) >= writtenAt),
    ({ place }) => place,
  );
  return records.map((record, place) => {
    const phrases = forgotten.get(place)?.map(({ text }) => text);
    return phrases ? without(record, phrases) : record;
  });
}

const textsBeside = (record: WorkspaceRecord): string[] => {
  if (record.record === 'session') return stringsIn([record.summary, record.metadata_json]);
  return record.record === 'relationship' || record.record === 'feedback' ? stringsIn(record.context) : [];
};

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

function without(record: WorkspaceRecord, phrases: readonly string[]): WorkspaceRecord {
  const holds = holdsAny(phrases);
  const rest = (text: string | null) => text && withoutQuotations(text, holds);
  if (record.record === 'session')
    return {
      ...record,
      summary: rest(record.summary),
      metadata_json: jsonWithoutQuotations(record.metadata_json, holds) as typeof record.metadata_json,
    };
  return record.record === 'relationship' || record.record === 'feedback'
    ? { ...record, context: rest(record.context) }
    : record;
}

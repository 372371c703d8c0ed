import {
  RECORD_KINDS,
  WorkspaceRecord,
  type RecordOutcome,
  type ImportRecordsBody,
  type ImportRecordsReply,
  type RecordKind,
  type RecordOf,
} from '@memory/contracts';
import { isUniqueViolation, type Workspace } from '@memory/db';
import { describeIssues } from '../describe-issues.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { importDocuments } from './import-documents.ts';
import { importFeedback } from './import-feedback.ts';
import { importMemories } from './import-memories.ts';
import { importObservations } from './import-observations.ts';
import { importRelationships } from './import-relationships.ts';
import { importSessions } from './import-sessions.ts';
import { importTombstones } from './import-tombstones.ts';
import type { ImportContext, Judged } from './import-context.ts';
import { leaveOutForgotten } from './leave-out-forgotten.ts';

type Importer<Kind extends RecordKind> = (
  context: ImportContext,
  records: readonly RecordOf<Kind>[],
) => Promise<Judged[]>;

const importers: { [Kind in RecordKind]: Importer<Kind> } = {
  session: importSessions,
  observation: importObservations,
  document: importDocuments,
  memory: importMemories,
  relationship: importRelationships,
  feedback: importFeedback,
  tombstone: importTombstones,
};

/**
 * Writes records with their identifiers and dates, each judged by itself, all that are taken or none; what is here already
 * is not stored twice, and what was forgotten here on purpose does not come back. Embeddings follow as jobs.
 * @throws conflict when another import writes the same at the same time
 */
export async function importRecords(
  services: Pick<Services, 'db' | 'jobs' | 'clock'>,
  workspace: Workspace,
  { records, on_conflict: rule, dry_run: dryRun }: ImportRecordsBody,
): Promise<ImportRecordsReply> {
  const outcomes = records.map((): RecordOutcome => 'invalid');
  const messages: ImportRecordsReply['messages'] = [];
  const judge = (index: number, { outcome, message }: Judged) => {
    outcomes[index] = outcome;
    if (message !== undefined) messages.push({ index, message });
  };
  const valid = new Map<RecordKind, Map<string, { index: number; record: WorkspaceRecord }>>();
  for (const [index, given] of records.entries()) {
    const parsed = WorkspaceRecord.safeParse(given, { reportInput: true });
    if (!parsed.success) {
      judge(index, { outcome: 'invalid', message: describeIssues(parsed.error.issues) });
      continue;
    }
    const record = parsed.data;
    const ofKind = valid.get(record.record) ?? new Map<string, { index: number; record: WorkspaceRecord }>();
    valid.set(record.record, ofKind);
    const name = record.record === 'session' ? record.session_id : record.id;
    if (ofKind.has(name))
      judge(index, { outcome: 'duplicate', message: `${record.record} ${name} was given before.` });
    else ofKind.set(name, { index, record });
  }
  const toEmbed: string[] = [];
  try {
    await services.db.transaction(async (tx) => {
      const context: ImportContext = { db: tx, clock: services.clock, workspace, rule, dryRun, toEmbed };
      for (const kind of RECORD_KINDS) {
        const items = [...(valid.get(kind)?.values() ?? [])];
        if (items.length === 0) continue;
        const work = importers[kind] as Importer<RecordKind>;
        const judged = await work(
          context,
          await leaveOutForgotten(
            { db: tx },
            workspace,
            items.map(({ record }) => record),
          ),
        );
        for (const [place, each] of judged.entries()) judge(items[place]?.index ?? 0, each);
      }
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError('conflict', 'Something else has written the same records meanwhile; try again.');
  }
  if (toEmbed.length > 0)
    await services.jobs.enqueue(
      'generateEmbedding',
      ...toEmbed.map((memoryId) => ({ workspaceId: workspace.id, memoryId })),
    );
  return { outcomes, messages: messages.toSorted((a, b) => a.index - b.index) };
}

import * as z from 'zod';
import {
  RECORD_KINDS,
  WorkspaceRecord,
  type RecordOutcome,
  type ImportRecordsBody,
  type ImportRecordsReply,
  type RecordKind,
  type RecordOf,
} from '@memory/contracts';
import { isUniqueViolation, settleSessions, type Workspace } from '@memory/db';
import { describeIssues } from '../describe-issues.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { summaryLostAt } from '../sessions/summary-schedule.ts';
import { adoptForeign, isForeignRecord } from './foreign-records.ts';
import type { ImportContext, Judged } from './import-context.ts';
import { importKind } from './import-kinds.ts';
import { importMemories } from './import-memories.ts';
import { leaveOutForgotten } from './leave-out-forgotten.ts';

/**
 * Writes records with their identifiers and dates, each judged by itself, all that are taken or none; what is here already
 * is not stored twice, and what was forgotten here on purpose does not come back. Embeddings follow as jobs, and so does what
 * is drawn from sessions of another tool that have ended.
 * @param options.isMove all of a workspace comes from another deployment
 * @throws conflict when another import writes the same at the same time
 */
export async function importRecords(
  services: Pick<Services, 'db' | 'jobs' | 'clock' | 'ids'>,
  workspace: Workspace,
  { records, on_conflict: rule, dry_run: dryRun }: ImportRecordsBody,
  { isMove = false }: { isMove?: boolean } = {},
): Promise<ImportRecordsReply> {
  const outcomes = records.map((): RecordOutcome => 'invalid');
  const messages: ImportRecordsReply['messages'] = [];
  const judge = (index: number, { outcome, message }: Judged) => {
    outcomes[index] = outcome;
    if (message !== undefined) messages.push({ index, message });
  };
  const now = services.clock();
  const valid = new Map<RecordKind, Map<string, { index: number; record: WorkspaceRecord }>>();
  const foreign = new Set<string>();
  for (const [index, given] of records.entries()) {
    let record: WorkspaceRecord;
    try {
      const own = isForeignRecord(given) ? adoptForeign(given, { workspace, now }) : given;
      record = WorkspaceRecord.parse(own, { reportInput: true });
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      judge(index, { outcome: 'invalid', message: describeIssues(error.issues) });
      continue;
    }
    if (isForeignRecord(given)) foreign.add(record.id);
    const ofKind = valid.get(record.record) ?? new Map<string, { index: number; record: WorkspaceRecord }>();
    valid.set(record.record, ofKind);
    const name = record.record === 'session' ? record.session_id : record.id;
    if (ofKind.has(name))
      judge(index, { outcome: 'duplicate', message: `${record.record} ${name} was given before.` });
    else ofKind.set(name, { index, record });
  }
  const [toEmbed, toSettle] = [[] as string[], new Set<string>()];
  let ended: string[] = [];
  const isForeign = ({ id }: { id: string }) => foreign.has(id);
  try {
    await services.db.transaction(async (tx) => {
      const { clock, ids } = services;
      const context: ImportContext = {
        db: tx,
        clock,
        ids,
        workspace,
        rule,
        isMove,
        dryRun,
        isForeign,
        toEmbed,
        toSettle,
      };
      for (const kind of RECORD_KINDS) {
        const items = [...(valid.get(kind)?.values() ?? [])];
        if (items.length === 0) continue;
        const kept = await leaveOutForgotten(
          context,
          items.map(({ record }) => record),
        );
        const judged =
          kind === 'memory'
            ? await importMemories(context, kept as readonly RecordOf<'memory'>[])
            : await importKind(context, kind, kept as readonly RecordOf<typeof kind>[]);
        for (const [place, each] of judged.entries()) judge(items[place]?.index ?? 0, each);
      }
      if (!dryRun && toSettle.size > 0)
        ended = await settleSessions(tx, workspace.id, {
          sessionIds: [...toSettle],
          summaryDueAt: summaryLostAt(now),
        });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError('conflict', 'Something else has written the same records meanwhile; try again.');
  }
  // Of a move vectors follow.
  if (toEmbed.length > 0 && !isMove)
    await services.jobs.enqueue(
      'generateEmbedding',
      ...toEmbed.map((memoryId) => ({ workspaceId: workspace.id, memoryId })),
    );
  if (ended.length > 0)
    await services.jobs.enqueue(
      'generateSessionSummary',
      ...ended.map((sessionId) => ({ workspaceId: workspace.id, sessionId })),
    );
  return { outcomes, messages: messages.toSorted((a, b) => a.index - b.index) };
}

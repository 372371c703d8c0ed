import { v5 } from 'uuid';
import * as z from 'zod';
import {
  RECORD_KINDS,
  WorkspaceRecord,
  type RecordOutcome,
  type ImportRecordsBody,
  type ImportRecordsReply,
  type RecordKind,
  type RecordOf,
  foreignSchemas,
  type ForeignKind,
  type WorkspaceRecordInput,
} from '@memory/contracts';
import { isUniqueViolation, settleSessions, type Workspace, type WorkspaceId } from '@memory/db';
import { observedTexts } from '@memory/text/forgotten-text';
import { describeIssues, ServiceError } from '../service-error.ts';
import { findWhenForgotten, jsonWithoutQuotations, withoutQuotations } from '../forgetting/find-forgotten.ts';
import { holdsAny } from '../forgetting/quotations.ts';
import type { Services } from '../services.ts';
import { earlier } from '../sessions/sessions.ts';
import { summaryLostAt } from '../sessions/summary-schedule.ts';
import type { ImportContext, Judged } from './import-context.ts';
import { importKind } from './import-kinds.ts';
import { importMemories } from './import-memories.ts';

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

/** Whether what is given is a record of another tool: it names itself, or its ends, by external ids. */
const isForeignRecord = (given: unknown): given is { record: unknown } =>
  typeof given === 'object' &&
  given !== null &&
  ('external_id' in given || 'source_external_id' in given || 'target_external_id' in given);

/** The id of what is imported: the same for the same thing, however often it comes. */
const importedId = (workspaceId: WorkspaceId, externalId: string): string => v5(externalId, workspaceId);

/**
 * A record of another tool as one of ours. A date in the future becomes that of the import; who says no author is the caller.
 * @throws a ZodError when it is none
 */
function adoptForeign(
  given: { record: unknown },
  { workspace: { id: workspaceId, author }, now }: { workspace: Workspace; now: Date },
): WorkspaceRecordInput {
  const schemas = foreignSchemas();
  const kind = (Object.keys(schemas) as ForeignKind[]).find((each) => each === given.record);
  const foreign = schemas[kind ?? 'memory'].parse(given, { reportInput: true });
  const at = now.toISOString();
  const id = (externalId: string) => importedId(workspaceId, externalId);
  switch (foreign.record) {
    case 'memory': {
      const { external_id, created_at: created, updated_at: updated, ...memory } = foreign;
      return {
        ...memory,
        id: id(external_id),
        author: memory.author ?? author,
        created_at: earlier(created ?? updated, now).toISOString(),
        updated_at: updated === null ? null : earlier(updated, now).toISOString(),
      };
    }
    case 'relationship': {
      const { external_id, source_external_id, target_external_id, ...relationship } = foreign;
      const [source, target] = [
        relationship.source ?? id(source_external_id ?? ''),
        relationship.target ?? id(target_external_id ?? ''),
      ];
      return {
        ...relationship,
        id: id(external_id ?? `${source} ${relationship.relationship_type} ${target}`),
        source,
        target,
        created_at: at,
      };
    }
    case 'session': {
      const { external_id, ...session } = foreign;
      return { ...session, id: id(external_id), author, created_at: at };
    }
    case 'observation': {
      const { external_id, ...observation } = foreign;
      return { ...observation, id: id(external_id), created_at: at };
    }
  }
}

/**
 * Records without sentences that were forgotten here after they were written, where they stand beside a memory: in summaries
 * and metadata of sessions, and in contexts. Of memories and observations each goes whole, or stays.
 */
async function leaveOutForgotten(
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

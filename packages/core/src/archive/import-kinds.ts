import { BIDIRECTIONAL_RELATIONSHIP_TYPES, type RecordKind, type RecordOf } from '@memory/contracts';
import {
  changeSource,
  countFeedback,
  listDeclaredBetween,
  listKnownSessions,
  updateImported,
  type ArchivedTableName,
  type TableRow,
} from '@memory/db';
import { sessionText } from '@memory/text/forgotten-text';
import { whatIsLeft } from '../forgetting/find-forgotten.ts';
import { known, write, type ImportContext, type Judged } from './import-context.ts';

type OtherKind = Exclude<RecordKind, 'memory'>;

interface ImportedKind<Kind extends OtherKind> {
  table: ArchivedTableName;
  /** The column that names a row, where a later record changes one that is here. */
  updatedBy?: 'id' | 'session_id';
  /** Parts of it that may have been forgotten: its text, and the names that it is known by as a whole. */
  said?: (record: RecordOf<Kind>) => { text: string; names: string[] };
  /** Their rows, in the order of the records; undefined for one that has none here. */
  rowsOf: (
    context: ImportContext,
    records: readonly RecordOf<Kind>[],
  ) => Promise<(TableRow | undefined)[]> | (TableRow | undefined)[];
  settle?: (context: ImportContext, written: readonly RecordOf<Kind>[]) => Promise<void> | void;
}

const KINDS: { [Kind in OtherKind]: ImportedKind<Kind> } = {
  // Known by their `session_id`: one that is here under another id of its row is the same.
  session: {
    table: 'sessions',
    updatedBy: 'session_id',
    said: ({ session_id }) => ({ text: '', names: [sessionText(session_id)] }),
    async rowsOf({ db, workspace, clock, isForeign, isMove, toSettle }, sessions) {
      const foreign = sessions.filter((each) => isForeign(each)).map(({ session_id }) => session_id);
      const stored = foreign.length === 0 ? undefined : await listKnownSessions(db, workspace.id, foreign);
      for (const sessionId of foreign) toSettle.add(sessionId);
      return sessions.map(({ record: _record, ...session }) =>
        // A session that a hook captured is not told again by its agent's record.
        stored?.get(session.session_id)?.is_imported === false
          ? undefined
          : {
              ...session,
              last_sign_of_life: session.last_sign_of_life ?? session.ended_at ?? session.started_at,
              imported_at: clock().toISOString(),
              import_batch: isMove ? null : (changeSource().batch ?? null),
            },
      );
    },
  },
  observation: {
    table: 'observations',
    said: ({ session_id, content }) => ({ text: content, names: [sessionText(session_id), content] }),
    async rowsOf({ db, workspace }, observations) {
      const sessions = await listKnownSessions(db, workspace.id, [
        ...new Set(observations.map(({ session_id }) => session_id)),
      ]);
      return observations.map(({ record: _record, session_id, ...observation }) => {
        return { ...observation, session_row_id: sessions.get(session_id)?.id ?? NIL };
      });
    },
    settle({ isForeign, toSettle }, written) {
      for (const each of written) if (isForeign(each)) toSettle.add(each.session_id);
    },
  },
  // One that was ingested here too has another id: it stays, with the sections that it has here.
  document: {
    table: 'documents',
    updatedBy: 'id',
    rowsOf: (_context, documents) => documents.map(({ record: _record, ...document }) => document),
  },
  relationship: {
    table: 'relationships',
    updatedBy: 'id',
    async rowsOf({ db, workspace, isForeign }, relationships) {
      const foreign = relationships.filter((each) => isForeign(each));
      const taken = new Set(
        (foreign.length === 0 ? [] : await listDeclaredBetween(db, workspace.id, foreign)).map(
          ({ source, target }) => `${source} ${target}`,
        ),
      );
      return relationships.map(({ record: _record, source, target, ...relationship }) => {
        const isBidirectional = BIDIRECTIONAL_RELATIONSHIP_TYPES.includes(relationship.relationship_type);
        const row = {
          ...relationship,
          source_id: source,
          target_id: target,
          is_bidirectional: isBidirectional,
        };
        if (!isForeign(relationship)) return row;
        // One declaration between two memories in a direction; a mirrored one takes both.
        const ends = [`${source} ${target}`, ...(isBidirectional ? [`${target} ${source}`] : [])];
        if (ends.some((pair) => taken.has(pair))) return undefined;
        for (const pair of ends) taken.add(pair);
        return row;
      });
    },
    async settle(context, written) {
      const mirrored = written.filter(
        (each) =>
          context.isForeign(each) && BIDIRECTIONAL_RELATIONSHIP_TYPES.includes(each.relationship_type),
      );
      await write(
        context,
        'relationships',
        mirrored.map(({ record: _record, source, target, ...relationship }) => ({
          ...relationship,
          id: context.ids.uuid(),
          source_id: target,
          target_id: source,
          is_bidirectional: true,
        })),
      );
    },
  },
  feedback: {
    table: 'feedback',
    async rowsOf(context, votes) {
      const sessions = await known(
        context,
        'session',
        votes.flatMap(({ session_id }) => session_id ?? []),
      );
      return votes.map(({ record: _record, memory, session_id, ...vote }) => ({
        ...vote,
        memory_id: memory,
        // As where it is given: a session that is not here is passed over, and the vote counts.
        session_id: session_id !== null && sessions.has(session_id) ? session_id : null,
      }));
    },
    settle: ({ db, workspace }, written) =>
      countFeedback(
        db,
        workspace.id,
        written.map(({ id }) => id),
      ),
  },
  tombstone: {
    table: 'tombstones',
    rowsOf: (_context, tombstones) =>
      tombstones.map(({ id, forgotten_at }) => {
        const [salt, text_digest] = id.split('/');
        return { salt, text_digest, forgotten_at };
      }),
  },
};

/** The row of a session that is not here. */
const NIL = '00000000-0000-0000-0000-000000000000';

const nameOf = (record: RecordOf<OtherKind>): string =>
  record.record === 'session' ? record.session_id : record.id;

export async function importKind<Kind extends OtherKind>(
  context: ImportContext,
  kind: Kind,
  records: readonly RecordOf<Kind>[],
): Promise<Judged[]> {
  const { db, workspace, rule, dryRun, isForeign } = context;
  const { table, updatedBy, said, rowsOf, settle } = KINDS[kind] as ImportedKind<Kind>;
  const here = await known(context, kind, records.map(nameOf));
  const left = said
    ? await whatIsLeft(
        { db },
        workspace,
        records.map((record) => ({ ...said(record), writtenAt: writtenAt(context, record) })),
      )
    : undefined;
  const rows = (await rowsOf(context, records)).map((row, place) => {
    const text = left?.[place];
    return row && kind === 'observation' && typeof text === 'string' ? { ...row, content: text } : row;
  });
  const updated = await updateImported(db, workspace.id, {
    table: table as Parameters<typeof updateImported>[2]['table'],
    key: updatedBy ?? 'id',
    rows:
      updatedBy === undefined
        ? []
        : records.flatMap((record, place) =>
            here.has(nameOf(record)) && (rule !== 'keep' || isForeign(record))
              ? [{ ...rows[place], always: rule === 'overwrite' || isForeign(record) }]
              : [],
          ),
    dryRun,
  });
  const fresh = records.flatMap((record, place) => {
    const row = rows[place];
    return row && !here.has(nameOf(record)) && left?.[place] !== null ? [{ record, row }] : [];
  });
  const outcomes = await write(
    context,
    table,
    fresh.map(({ row }) => row),
  );
  const becameOf = new Map(
    fresh.map(({ record }, place) => [nameOf(record), dryRun ? 'written' : outcomes[place]]),
  );
  const created = records.filter((record) => becameOf.get(nameOf(record)) === 'written');
  if (created.length > 0 && !dryRun) await settle?.(context, created);
  return records.map((record, place): Judged => {
    const name = nameOf(record);
    if (updated.has(name)) return { outcome: 'updated' };
    if (here.has(name)) return { outcome: 'unchanged' };
    if (left?.[place] === null)
      return { outcome: 'forgotten', message: `${kind} ${name} was forgotten here.` };
    if (becameOf.get(name) === 'written') return { outcome: 'created' };
    return becameOf.get(name) === 'incomplete'
      ? { outcome: 'incomplete', message: `What ${kind} ${name} refers to is not here.` }
      : { outcome: 'duplicate', message: `${kind} ${name} is here under another identifier.` };
  });
}

/** A record forgotten here does not come back from another tool; one that somebody stored here since does. */
export const writtenAt = ({ isForeign }: ImportContext, record: { id: string; created_at?: string }) =>
  isForeign(record) || record.created_at === undefined ? undefined : new Date(record.created_at);

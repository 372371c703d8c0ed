import { ImportRecord, type ImportMemoriesReply, type ImportOutcome } from '@memory/contracts';
import { listImported, type ImportedMemory, type Workspace } from '@memory/db';
import { describeIssues } from '../describe-issues.ts';
import { findWhenForgotten } from '../forgetting/find-forgotten.ts';
import { memoryText, namesOf } from '../forgetting/forgotten-text.ts';
import { whatIsLeft } from '../forgetting/what-is-left.ts';
import { hashContent } from '../memories/memory-content.ts';
import type { Services } from '../services.ts';
import { importedId } from './imported-id.ts';

/** A record and what becomes of it. */
export interface JudgedRecord {
  id: string;
  record: ImportRecord;
  outcome: ImportOutcome;
  /** Of the memory that is stored under its id. */
  revision: number | null;
}

interface Judgement {
  /** By the place of the record; one that is no record has none. */
  judged: Map<number, JudgedRecord>;
  errors: ImportMemoriesReply['errors'];
}

/** Says what becomes of records, before anything is written. */
export async function judgeRecords(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  records: readonly unknown[],
): Promise<Judgement> {
  const errors: Judgement['errors'] = [];
  const valid: { index: number; id: string; record: ImportRecord }[] = [];
  for (const [index, item] of records.entries()) {
    const { data, error } = ImportRecord.safeParse(item, { reportInput: true });
    if (error) errors.push({ index, msg: describeIssues(error.issues) });
    else valid.push({ index, id: importedId(workspace.id, data.external_id), record: data });
  }
  const left = await whatIsLeft(
    { db },
    workspace,
    valid.map(({ record }) => ({ text: record.narrative, names: namesOf(record) })),
  );
  // Elsewhere it may have got other words since, in which the same thing would come back.
  const whenForgotten = await findWhenForgotten(
    { db },
    workspace,
    valid.map(({ id }) => [memoryText(id)]),
  );
  const isForgotten = ({ created_at: createdAt }: ImportRecord, place: number) =>
    left[place] === null || (whenForgotten.get(place) ?? 0) > (createdAt === null ? 0 : new Date(createdAt));
  const stored = new Map(
    (await listImported(db, workspace.id, distinctById(valid))).map((memory) => [memory.id, memory]),
  );
  const judged: Judgement['judged'] = new Map();
  const ids = new Set<string>();
  const said = new Set<string>();
  for (const [place, { index, id, record: given }] of valid.entries()) {
    const found = stored.get(id);
    // What stayed though it quotes a forgotten sentence is no other memory when it comes again.
    const record = isStored(given, found) ? given : { ...given, narrative: left[place] ?? given.narrative };
    const words = `${record.title}\n${record.narrative}`.toLowerCase().replace(/\s+/gu, ' ');
    const outcome = ids.has(id)
      ? 'duplicate'
      : isForgotten(record, place)
        ? 'forgotten'
        : outcomeOf(record, found, said.has(words));
    ids.add(id);
    if (outcome !== 'forgotten') said.add(words);
    judged.set(index, { id, record, outcome, revision: found?.revision ?? null });
  }
  return { judged, errors };
}

function outcomeOf(record: ImportRecord, found: ImportedMemory | undefined, isSaid: boolean): ImportOutcome {
  if (!found || found.revision === null) return isSaid || found?.is_said ? 'duplicate' : 'imported';
  if (isStored(record, found)) return 'unchanged';
  if (record.updated_at === null) return 'kept';
  // Whoever wrote last is right; a memory that nobody has touched since its import carries no date of a change.
  const isOlder = found.updated_at === null || new Date(found.updated_at) < new Date(record.updated_at);
  return isOlder ? 'updated' : 'kept';
}

const isStored = (record: ImportRecord, found: ImportedMemory | undefined): boolean =>
  found?.content_digest === hashContent(record) && found.memory_type === record.memory_type;

const distinctById = (valid: readonly { id: string; record: ImportRecord }[]) => [
  ...new Map(
    valid.map(({ id, record: { title, narrative } }) => [id, { id, title, narrative }]).toReversed() as [
      string,
      { id: string; title: string; narrative: string },
    ][],
  ).values(),
];

import {
  BIDIRECTIONAL_RELATIONSHIP_TYPES,
  type ImportMemoriesBody,
  type ImportMemoriesReply,
  type ImportRelationship,
} from '@memory/contracts';
import { insertManualRelationship, updateMemory, writeImported, type Workspace } from '@memory/db';
import { findForgotten } from '../forgetting/find-forgotten.ts';
import { observedTexts } from '../forgetting/forgotten-text.ts';
import { deriveColumns } from '../memories/memory-content.ts';
import type { Services } from '../services.ts';
import { earlier } from '../sessions/earlier.ts';
import { importedId } from './imported-id.ts';
import { judgeRecords, type JudgedRecord } from './judge-records.ts';

type Needed = Pick<Services, 'db' | 'jobs' | 'clock' | 'ids'>;

/**
 * Keeps what another tool remembered, with the dates and authors that it brings; embeddings follow as jobs. What was
 * imported before is known by its external id: it is written only where it changed, and where nobody changed it here.
 */
export async function importMemories(
  services: Needed,
  workspace: Workspace,
  { records, relationships, dry_run: isDryRun }: ImportMemoriesBody,
): Promise<ImportMemoriesReply> {
  const { judged, errors } = await judgeRecords(services, workspace, records);
  const all = [...judged.values()];
  if (!isDryRun) {
    await write(services, workspace, all);
    await services.jobs.enqueue(
      'generateEmbedding',
      ...all
        .filter(({ outcome }) => outcome === 'imported' || outcome === 'updated')
        .map(({ id }) => ({ workspaceId: workspace.id, memoryId: id })),
    );
  }
  return {
    outcomes: records.map((_, index) => judged.get(index)?.outcome ?? 'rejected'),
    errors,
    relationships: await relate(services, workspace, isDryRun ? [] : relationships),
  };
}

async function write(
  { db, clock, ids }: Pick<Needed, 'db' | 'clock' | 'ids'>,
  { id: workspaceId, language, author }: Workspace,
  judged: readonly JudgedRecord[],
): Promise<void> {
  const created = judged.filter(({ outcome }) => outcome === 'imported');
  if (created.length > 0)
    await db.transaction((tx) =>
      writeImported(
        tx,
        workspaceId,
        created.map(({ id, record }) => {
          const createdAt = momentOf(record.created_at ?? record.updated_at, clock());
          const updatedAt = momentOf(record.updated_at, clock());
          return {
            ...record,
            ...deriveColumns(record, language),
            id,
            memory_id: ids.memoryId(),
            created_at: createdAt,
            updated_at:
              record.updated_at !== null && new Date(updatedAt) > new Date(createdAt) ? updatedAt : null,
            author: record.author ?? author,
          };
        }),
      ),
    );
  for (const entry of judged) {
    const { id, revision, record, outcome } = entry;
    if (outcome !== 'updated' || revision === null) continue;
    const written = await updateMemory(db, workspaceId, {
      id,
      revision,
      memory_type: record.memory_type,
      content: { ...record, ...deriveColumns(record, language) },
      updated_at: new Date(momentOf(record.updated_at, clock())),
    });
    // Somebody changed it in between.
    if (!written) entry.outcome = 'kept';
  }
}

/** A clock that runs ahead elsewhere makes no memory of the future. */
const momentOf = (given: string | null, now: Date): string => earlier(given, now).toISOString();

async function relate(
  { db, clock, ids }: Pick<Needed, 'db' | 'clock' | 'ids'>,
  workspace: Workspace,
  relationships: readonly ImportRelationship[],
): Promise<ImportMemoriesReply['relationships']> {
  const { id: workspaceId } = workspace;
  const forgotten = await findForgotten(
    { db },
    workspace,
    relationships.map(({ context }) => (context === null ? [] : observedTexts(context))),
  );
  const counts = { created: 0, present: 0, missing: 0, refused: 0 };
  for (const [place, { source, target, relationship_type, context }] of relationships.entries()) {
    if (source === target) continue;
    const { outcome } = await insertManualRelationship(db, workspaceId, {
      id: ids.uuid(),
      source: { form: 'A', id: importedId(workspaceId, source) },
      target: { form: 'A', id: importedId(workspaceId, target) },
      relationshipType: relationship_type,
      mirroredId: BIDIRECTIONAL_RELATIONSHIP_TYPES.includes(relationship_type) ? ids.uuid() : null,
      context: forgotten.has(place) ? null : context,
      settledBy: null,
      createdAt: clock(),
    });
    counts[PLACES[outcome]] += 1;
  }
  return counts;
}

const PLACES = {
  inserted: 'created',
  duplicate: 'present',
  source_missing: 'missing',
  target_missing: 'missing',
  cap_reached: 'refused',
} as const;

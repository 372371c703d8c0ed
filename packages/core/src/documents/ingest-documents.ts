import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { GoneDocuments, IngestedBatch, IngestedDocument } from '@memory/contracts';
import {
  deleteSectionMemories,
  insertSectionMemories,
  listKnownSections,
  listMovedDocuments,
  moveDocuments,
  updateSectionMemories,
  upsertDocuments,
  writeDocumentOutcomes,
  writeSectionPlaces,
  type Database,
  type KnownSectionRow,
  type NewMemory,
  type SectionContent,
  type SectionPlace,
  type Workspace,
} from '@memory/db';
import { diffSections, type Section } from '@memory/sections';
import { phrasesOf, wholeOf } from '@memory/text/forgotten-text';
import { findForgotten, withoutQuotations } from '../forgetting/find-forgotten.ts';
import { holdsAny } from '../forgetting/quotations.ts';
import { deriveColumns } from '../memories/memory-content.ts';
import type { Ids, Services } from '../services.ts';
import { identityOfSource, type PlannedDocument } from './plan-document.ts';

interface DocumentWrite {
  ingested: IngestedDocument;
  created: NewMemory[];
  updated: SectionContent[];
  removed: string[];
  places: SectionPlace[];
}

/**
 * Stores planned documents in one transaction: adds what is new, updates what changed, removes what is gone, and leaves
 * untouched parts, their identifiers and their feedback alone. Doing it again changes nothing.
 * Of several documents with one identity the last one counts.
 * @param gone sources that are no longer there: a document with the same text moves to its new place
 */
export async function ingestDocuments(
  { db, jobs, clock, ids }: Pick<Services, 'db' | 'jobs' | 'clock' | 'ids'>,
  workspace: Workspace,
  planned: readonly PlannedDocument[],
  gone: readonly GoneDocuments[] = [],
): Promise<{ ingested: IngestedDocument[]; renamed: IngestedBatch['renamed'] }> {
  const at = clock();
  const kept = await withoutForgotten({ db }, workspace, planned);
  const latest = new Map(kept.map((plan) => [plan.document.identity, plan]));
  const { writes, renamed } = await db.transaction(async (tx) => {
    const renamed = await move(tx, workspace, [...latest.values()], gone);
    const documents = await upsertDocuments(tx, workspace.id, {
      documents: [...latest.values()].map(({ document }) => document),
      at,
    });
    const known = Map.groupBy(
      await listKnownSections(
        tx,
        workspace.id,
        documents.map(({ id }) => id),
      ),
      (section) => section.document_id,
    );
    const writes = new Map<string, DocumentWrite>();
    for (const { id, identity, title } of documents) {
      const plan = latest.get(identity);
      if (!plan) continue;
      writes.set(
        identity,
        await planWrite({ id, title, plan, known: known.get(id) ?? [], workspace, ids, at }),
      );
    }
    await write(tx, workspace, [...writes.values()], at);
    return { writes, renamed };
  });
  const changed = [...writes.values()].flatMap(({ created, updated }) => [...created, ...updated]);
  if (changed.length > 0)
    await jobs.enqueue(
      'generateEmbedding',
      ...changed.map(({ id }) => ({ workspaceId: workspace.id, memoryId: id })),
    );
  return {
    ingested: planned.map(({ document }) => writes.get(document.identity)?.ingested ?? nothingOf(document)),
    renamed,
  };
}

const nothingOf = ({ id, title }: PlannedDocument['document']): IngestedDocument => ({
  document_id: id,
  title,
  created: 0,
  updated: 0,
  unchanged: 0,
  removed: 0,
});

/**
 * Documents without the sections that were forgotten on purpose, and without sentences that were, where other sections hold
 * them; a document of which nothing is left does not come back.
 */
async function withoutForgotten(
  services: Pick<Services, 'db'>,
  workspace: Workspace,
  planned: readonly PlannedDocument[],
): Promise<PlannedDocument[]> {
  const sections = planned.flatMap((plan) => plan.sections);
  const sentences = sections.flatMap((section) => phrasesOf(section));
  const forgotten = await findForgotten(services, workspace, [
    ...sections.map((section) => wholeOf(section)),
    ...sentences.map((sentence) => [sentence]),
  ]);
  if (forgotten.size === 0) return [...planned];
  const gone = new Set(sections.filter((_, place) => forgotten.has(place)));
  const holds = holdsAny(sentences.filter((_, place) => forgotten.has(sections.length + place)));
  const rest = (section: Section): Section[] => {
    if (gone.has(section)) return [];
    const narrative = withoutQuotations(section.narrative, holds);
    if (narrative === section.narrative && !holds(section.title)) return [section];
    // Headings alone say nothing.
    if (narrative === null || withoutHeadings(narrative) === '') return [];
    return [
      { ...section, narrative, title: withoutQuotations(section.title, holds) ?? narrative.slice(0, 80) },
    ];
  };
  return planned
    .map((plan) => ({ ...plan, sections: plan.sections.flatMap(rest) }))
    .filter((plan, place) => plan.sections.length > 0 || planned[place]?.sections.length === 0);
}

const withoutHeadings = (markdown: string): string =>
  markdown
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('')
    .trim();

/** Gives stored documents the identities of planned ones that they have become; each has become one at most. */
async function move(
  tx: Database,
  workspace: Workspace,
  planned: readonly PlannedDocument[],
  gone: readonly GoneDocuments[],
): Promise<IngestedBatch['renamed']> {
  const movable = planned.filter(({ document }) => document.source !== null && document.origin !== null);
  if (movable.length === 0 || gone.length === 0) return [];
  const candidates = await listMovedDocuments(tx, workspace.id, {
    documents: movable.map(({ document, sections }) => ({
      identity: document.identity,
      bodies: sections.map(({ contentHash }) => contentHash.slice(contentHash.indexOf('-') + 1)),
    })),
    gone: gone.flatMap(({ origin, sources }) => sources.map((source) => identityOfSource(origin, source))),
  });
  const sourceOf = new Map(movable.map(({ document }) => [document.identity, document.source]));
  const taken = new Set<string>();
  const moved = candidates.filter(({ id, identity }) => {
    if (taken.has(id) || taken.has(identity)) return false;
    taken.add(id).add(identity);
    return true;
  });
  if (moved.length > 0) await moveDocuments(tx, workspace.id, moved);
  return moved.flatMap(({ source: from, identity }) => {
    const to = sourceOf.get(identity) ?? null;
    return from === null || to === null || from === to ? [] : [{ from, to }];
  });
}

async function planWrite(input: {
  id: string;
  title: string;
  plan: PlannedDocument;
  known: readonly KnownSectionRow[];
  workspace: Workspace;
  ids: Ids;
  at: Date;
}): Promise<DocumentWrite> {
  const { id, title, plan, known, workspace, ids, at } = input;
  const { document, sections } = plan;
  const source_files = document.source === null ? [] : [document.source];
  const labels = { tags: document.tags, concepts: [], source_files };
  const derive = async ({ title, narrative }: Section) => {
    // The search texts of a megabyte take seconds: whoever waits is answered in between.
    await setImmediate();
    const content = { title, narrative, ...labels };
    return { ...content, memory_type: document.memory_type, ...deriveColumns(content, workspace.language) };
  };
  const byKey = new Map(known.map((section) => [section.key, section]));
  const diff = diffSections(
    known.map(({ key, section_hash }) => ({ key, contentHash: section_hash })),
    sections,
  );
  const created = diff.created.map((section) => ({ section, memoryId: ids.uuid() }));
  const kept = [...diff.updated, ...diff.unchanged].flatMap(({ previousKey, section }) => {
    const row = byKey.get(previousKey);
    return row ? [{ section, row }] : [];
  });
  // A section whose text is the same is still written when the document's own labels changed.
  const isChanged = ({ section, row }: { section: Section; row: KnownSectionRow }): boolean =>
    row.section_hash !== section.contentHash ||
    row.memory_type !== document.memory_type ||
    !isDeepStrictEqual(row.tags, document.tags) ||
    !isDeepStrictEqual(row.source_files, source_files);
  const updated = kept.filter(isChanged);
  const place = (section: Section, memoryId: string): SectionPlace => ({
    document_id: id,
    memory_id: memoryId,
    key: section.key,
    ordinal: section.ordinal,
    heading_path: section.headingPath,
    section_hash: section.contentHash,
  });
  const newMemories: NewMemory[] = [];
  for (const { section, memoryId } of created)
    newMemories.push({
      id: memoryId,
      memory_id: ids.memoryId(),
      ...(await derive(section)),
      importance_score: 0.5,
      confidence_score: 0.5,
      source_session_id: null,
      created_at: at,
    });
  const contents: SectionContent[] = [];
  for (const { section, row } of updated) contents.push({ id: row.memory_id, ...(await derive(section)) });
  const removed = diff.removed.flatMap((key) => byKey.get(key)?.memory_id ?? []);
  return {
    ingested: {
      document_id: id,
      title,
      created: created.length,
      updated: updated.length,
      unchanged: kept.length - updated.length,
      removed: removed.length,
    },
    created: newMemories,
    updated: contents,
    removed,
    places: [
      ...created.map(({ section, memoryId }) => place(section, memoryId)),
      ...kept.map(({ section, row }) => place(section, row.memory_id)),
    ],
  };
}

async function write(
  tx: Database,
  workspace: Workspace,
  writes: readonly DocumentWrite[],
  at: Date,
): Promise<void> {
  const all = <Item>(select: (write: DocumentWrite) => Item[]) => writes.flatMap(select);
  for (const chunk of inChunks(all(({ created }) => created)))
    await insertSectionMemories(tx, workspace.id, chunk);
  for (const contents of inChunks(all(({ updated }) => updated)))
    await updateSectionMemories(tx, workspace.id, { contents, at });
  for (const chunk of inChunks(all(({ removed }) => removed)))
    await deleteSectionMemories(tx, workspace.id, chunk);
  for (const chunk of inChunks(all(({ places }) => places)))
    await writeSectionPlaces(tx, workspace.id, chunk);
  await writeDocumentOutcomes(tx, workspace.id, {
    outcomes: writes.map(({ ingested: { document_id, created, updated, removed }, places }) => ({
      id: document_id,
      section_count: places.length,
      is_update: created < places.length && created + updated + removed > 0,
    })),
    at,
  });
}

/** Bytes of JSON a statement may carry: the Data API takes 4 MiB, its own escapes included. */
const CHUNK_BYTES = 1_000_000;

/** The items in order, in lists whose JSON stays near a megabyte; an item that is larger stands alone. */
function* inChunks<Item>(items: readonly Item[]): Generator<Item[]> {
  let chunk: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = JSON.stringify(item).length;
    if (chunk.length > 0 && bytes + size > CHUNK_BYTES) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(item);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

import { createHash } from 'node:crypto';
import { GIVEN_NAMES, givenOf, type RecordOf } from '@memory/contracts';
import {
  countSections,
  listKnownMemories,
  noted,
  updateMemory,
  type KnownMemory,
  type Workspace,
} from '@memory/db';
import { memoryText, namesOf } from '../forgetting/forgotten-text.ts';
import { whatIsLeft } from '../forgetting/what-is-left.ts';
import { deriveColumns, hashContent } from '../memories/memory-content.ts';
import { known, write, type ImportContext, type Judged } from './import-context.ts';

type MemoryRecord = RecordOf<'memory'> & { memory_id: string };

/**
 * A memory that is here takes what a later record of it says, or any with the rule `overwrite`. One that was forgotten here
 * comes back neither by its identifier nor by its words, unless it was stored anew after that.
 */
export async function importMemories(
  context: ImportContext,
  records: readonly RecordOf<'memory'>[],
): Promise<Judged[]> {
  const { db, workspace, dryRun, toEmbed } = context;
  const memories = records.map((memory): MemoryRecord => ({
    ...memory,
    memory_id: memory.memory_id ?? memoryIdOf(memory.id),
  }));
  const here = await listKnownMemories(
    db,
    workspace.id,
    memories.map(({ id, memory_id }) => ({ id, memory_id })),
  );
  const byId = new Map(here.map((memory) => [memory.id, memory]));
  const byMemoryId = new Map(here.map((memory) => [memory.memory_id, memory]));
  const left = await whatIsLeft(
    { db },
    workspace,
    memories.map((memory) => ({
      text: memory.narrative,
      names: [memoryText(memory.id), ...namesOf(memory)],
      writtenAt: new Date(memory.created_at),
    })),
  );
  const documents = await known(
    context,
    'document',
    memories.flatMap(({ section }) => section?.document ?? []),
  );
  const sessions = await known(
    context,
    'session',
    memories.flatMap(({ source_session_id }) => source_session_id ?? []),
  );
  const judged: Judged[] = [];
  const fresh: MemoryRecord[] = [];
  for (const [place, memory] of memories.entries()) {
    const current = byId.get(memory.id);
    const narrative = left[place] ?? null;
    if (current) {
      judged.push(await update(context, memory, current));
    } else if (byMemoryId.has(memory.memory_id)) {
      judged.push({ outcome: 'duplicate', message: `${memory.memory_id} is another memory here.` });
    } else if (narrative === null) {
      judged.push({ outcome: 'forgotten', message: `Memory ${memory.id} was forgotten here.` });
    } else if (!dryRun && memory.section && !documents.has(memory.section.document)) {
      judged.push({ outcome: 'incomplete', message: `The document of memory ${memory.id} is not here.` });
    } else {
      judged.push({ outcome: 'created' });
      fresh.push({ ...memory, narrative });
      byMemoryId.set(memory.memory_id, { ...memory, ...NEVER_READ });
    }
  }
  if (dryRun || fresh.length === 0) return judged;
  await write(
    context,
    'memories',
    fresh.map((memory) => rowOf(memory, workspace, sessions)),
    noted(),
  );
  await write(
    context,
    'memory_counters',
    fresh.map((memory) => ({
      memory_id: memory.id,
      access_count: memory.access_count,
      retrieval_count: memory.retrieval_count,
      last_accessed_at: memory.last_accessed_at,
      discovered_at: memory.discovered_at,
      discovered_digest: memory.discovered_at === null ? null : hashContent(memory),
    })),
  );
  const sections = fresh.flatMap(({ id, section }) => (section ? [{ ...section, memory_id: id }] : []));
  await write(
    context,
    'document_sections',
    sections.map(({ document, ...section }) => ({ ...section, document_id: document })),
  );
  if (sections.length > 0)
    await countSections(db, workspace.id, [...new Set(sections.map(({ document }) => document))]);
  await write(
    context,
    'memory_sources',
    fresh.flatMap(({ id, observations }) =>
      observations.map((observation) => ({ memory_id: id, observation_id: observation })),
    ),
  );
  toEmbed.push(...fresh.map(({ id }) => id));
  return judged;
}

/** Only that it is there is asked of a memory that came just before. */
const NEVER_READ = { content_digest: '', changed_at: '', revision: 0 };

async function update(
  { db, workspace, clock, rule, dryRun, toEmbed }: ImportContext,
  memory: MemoryRecord,
  current: KnownMemory,
): Promise<Judged> {
  const isSameContent = hashContent(memory) === current.content_digest;
  const given = givenOf(memory);
  const isSame =
    isSameContent &&
    memory.memory_type === current.memory_type &&
    GIVEN_NAMES.every((name) => given[name] === current[name]);
  if (isSame) return { outcome: 'unchanged' };
  const changedAt = new Date(memory.updated_at ?? memory.created_at);
  if (rule === 'keep' || (rule === 'newer' && changedAt <= new Date(current.changed_at)))
    return { outcome: 'kept', message: `Memory ${memory.id} differs here, and is as late or later.` };
  if (dryRun) return { outcome: 'updated' };
  const { title, narrative, tags, concepts, source_files } = memory;
  const content = { title, narrative, tags, concepts, source_files };
  const written = await updateMemory(db, workspace.id, {
    id: memory.id,
    revision: current.revision,
    memory_type: memory.memory_type,
    ...given,
    ...(isSameContent ? {} : { content: { ...content, ...deriveColumns(content, workspace.language) } }),
    updated_at: rule === 'newer' ? changedAt : clock(),
  });
  if (!written) return { outcome: 'kept', message: `Memory ${memory.id} was changed here meanwhile.` };
  if (!isSameContent) toEmbed.push(memory.id);
  return { outcome: 'updated' };
}

function rowOf(memory: MemoryRecord, { language }: Workspace, sessions: ReadonlySet<string>) {
  const {
    record: _record,
    section: _section,
    observations: _observations,
    access_count: _accesses,
    retrieval_count: _retrievals,
    last_accessed_at: _accessed,
    discovered_at: _discovered,
    is_judged: isJudged,
    source_session_id: session,
    ...columns
  } = memory;
  const derived = deriveColumns(memory, language);
  return {
    ...columns,
    ...derived,
    source_session_id: session !== null && sessions.has(session) ? session : null,
    judged_digest: isJudged ? derived.content_digest : null,
  };
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** The identifier of form B for a memory that comes without one: the same each time. */
function memoryIdOf(id: string): string {
  const bytes = createHash('sha256').update(id).digest().subarray(0, 16);
  return `mem-${Array.from(bytes, (byte) => CROCKFORD[byte % 32]).join('')}`;
}

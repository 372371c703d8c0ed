import { createHash } from 'node:crypto';
import { GIVEN_NAMES, givenOf, type RecordOf } from '@memory/contracts';
import {
  countSections,
  listKnownMemories,
  listSaidElsewhere,
  noted,
  unnoted,
  updateMemory,
  type KnownMemory,
  type Workspace,
} from '@memory/db';
import { memoryText, namesOf } from '@memory/text/forgotten-text';
import { whatIsLeft } from '../forgetting/find-forgotten.ts';
import { deriveColumns, hashContent } from '../memories/memory-content.ts';
import { known, write, type ImportContext, type Judged } from './import-context.ts';
import { writtenAt } from './import-kinds.ts';

type MemoryRecord = RecordOf<'memory'> & { memory_id: string };

/**
 * A memory that is here takes what a later record of it says, or any with the rule `overwrite`. One that was forgotten here
 * comes back neither by its identifier nor by its words, unless it was stored anew after that. What another tool says in the
 * words of another memory is left out, since tools hold copies of each other.
 */
export async function importMemories(
  context: ImportContext,
  records: readonly RecordOf<'memory'>[],
): Promise<Judged[]> {
  const { db, workspace, dryRun, isMove, toEmbed, isForeign } = context;
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
  const memoryIds = new Set(here.map(({ memory_id }) => memory_id));
  const left = await whatIsLeft(
    { db },
    workspace,
    memories.map((memory) => ({
      text: memory.narrative,
      names: [memoryText(memory.id), ...namesOf(memory)],
      writtenAt: writtenAt(context, memory),
    })),
  );
  const foreign = memories.filter((memory) => isForeign(memory) && !byId.has(memory.id));
  const saidElsewhere = foreign.length === 0 ? new Set() : await listSaidElsewhere(db, workspace.id, foreign);
  const said = new Set<string>();
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
  for (const [place, given] of memories.entries()) {
    const { id, memory_id, section } = given;
    const current = byId.get(id);
    const narrative = left[place] ?? null;
    const words = `${given.title}\n${given.narrative}`.toLowerCase().replace(/\s+/gu, ' ');
    if (current && isSame(given, current)) {
      judged.push({ outcome: 'unchanged' });
    } else if (narrative === null) {
      judged.push({ outcome: 'forgotten', message: `Memory ${id} was forgotten here.` });
    } else if (current) {
      judged.push(await update(context, { ...given, narrative }, current));
    } else if (memoryIds.has(memory_id)) {
      judged.push({ outcome: 'duplicate', message: `${memory_id} is another memory here.` });
    } else if (isForeign(given) && (saidElsewhere.has(id) || said.has(words))) {
      judged.push({ outcome: 'duplicate', message: 'Another memory says the same.' });
    } else if (!dryRun && section && !documents.has(section.document)) {
      judged.push({ outcome: 'incomplete', message: `The document of memory ${id} is not here.` });
    } else {
      judged.push({ outcome: 'created' });
      fresh.push({ ...given, narrative });
      memoryIds.add(memory_id);
    }
    if (narrative !== null) said.add(words);
  }
  if (dryRun || fresh.length === 0) return judged;
  await write(
    context,
    'memories',
    fresh.map((memory) => ({
      ...rowOf(memory, workspace, sessions),
      // Of what another tool wrote and never changed both dates are the same.
      ...(isForeign(memory) && (memory.updated_at ?? '') <= memory.created_at ? { updated_at: null } : {}),
    })),
    isMove ? unnoted() : noted(),
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

function isSame(memory: MemoryRecord, current: KnownMemory): boolean {
  const given = givenOf(memory);
  return (
    hashContent(memory) === current.content_digest &&
    memory.memory_type === current.memory_type &&
    GIVEN_NAMES.every((name) => given[name] === current[name])
  );
}

async function update(
  { db, workspace, clock, rule, dryRun, isForeign, toEmbed }: ImportContext,
  memory: MemoryRecord,
  current: KnownMemory,
): Promise<Judged> {
  // Without what was forgotten of it.
  if (isSame(memory, current)) return { outcome: 'unchanged' };
  const changedAt = new Date(memory.updated_at ?? memory.created_at);
  // Another tool that does not say when it changed a memory may not write over what was changed here; a memory that nobody
  // has touched since its import carries no date of a change.
  const isLater = isForeign(memory)
    ? memory.updated_at !== null && (current.updated_at === null || changedAt > new Date(current.updated_at))
    : changedAt > new Date(current.updated_at ?? current.created_at);
  if (rule === 'keep' || (rule === 'newer' && !isLater))
    return { outcome: 'kept', message: `Memory ${memory.id} differs here, and is as late or later.` };
  if (dryRun) return { outcome: 'updated' };
  const isSameContent = hashContent(memory) === current.content_digest;
  const { title, narrative, tags, concepts, source_files } = memory;
  const content = { title, narrative, tags, concepts, source_files };
  const written = await updateMemory(db, workspace.id, {
    id: memory.id,
    revision: current.revision,
    memory_type: memory.memory_type,
    ...givenOf(memory),
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

import { basename, resolve } from 'node:path';
import type { Client } from '@memory/client';
import { RECORD_SCHEMAS, type MemoryIdForm } from '@memory/contracts';
import { readSnapshot } from '../sync/merge/snapshot-files.ts';
import { endsOf, partsOf } from '../sync/merge/states.ts';
import { findHome } from '../home/find-home.ts';
import { readUserConfig } from '../home/user-config.ts';
import { findProject } from '../hook/project/find-project.ts';
import { countOf } from '../command/print.ts';
import { connect } from '../connection/connection.ts';
import { exportRecords } from '../archive/read-records.ts';
import { checkRecordsFile, readRecordsFile } from '../archive/records-file.ts';
import type { Git } from '../git/git.ts';
import { readCommit } from '../sync/git-snapshots.ts';
import { isSameProject } from '../sync/read-workspace.ts';
import { acceptFields } from '../sync/synced-fields.ts';
import type { CheckedMemory } from './anchored-memories.ts';

export interface LoadedMemories {
  /** For people. */
  from: string;
  memories: CheckedMemory[];
  contradictions: [string, string][];
  /** Where nothing of this project is remembered, of how many memories the projects are that somebody may have meant. */
  others: ReadonlyMap<string, number>;
  /** Kinds of notes that this place cannot tell. */
  omits: readonly Omitted[];
  /** By which identifier the service addresses them. */
  form: MemoryIdForm;
}

/** In the words of people. */
type Omitted = 'open contradictions' | 'what was settled as obsolete';

export interface LoadOptions {
  /** `server`, `ref`, the name of a ref, or an export; undefined: the service that is set, else the ref. */
  from: string | undefined;
  origin: string;
  root: string;
  /** Another project whose memories are meant, too. */
  project?: string | undefined;
  /** The service, where one is connected. */
  client?: Client | undefined;
}

const REF = 'refs/workspace-memory/';

export async function loadMemories(
  git: Git,
  { from, origin, root, project: named, client: connected }: LoadOptions,
): Promise<LoadedMemories> {
  const place = from ?? (connected !== undefined || hasService() ? 'server' : 'ref');
  // Without a remote a folder's name is all there is; hooks and the bridge give worktrees that of the first one.
  const isNamed = !/^(?:commit|folder):/u.test(origin);
  const names = [
    origin,
    ...(isNamed ? [] : [basename(root), findProject(root, process.env).label]),
    ...(named === undefined ? [] : [named]),
  ];
  const isMeant = (project: string | null) =>
    project === null || names.some((name) => isSameProject(project, name));
  if (place === 'server') {
    const client = connected ?? (await connect()).client;
    const [first] = await client.listMemories({ query: { limit: 1 } });
    const form = first?.memory_id === undefined ? 'A' : 'B';
    const records = exportRecords(client, { kinds: ['memory', 'relationship'] });
    const loaded = await fromRecords('the service', records, isMeant);
    return { ...loaded, memories: await asSettled(client, loaded.memories, form), omits: [], form };
  }
  if (place === 'ref' || place.startsWith(REF))
    return fromRef(git, place === 'ref' ? `${REF}main` : place, isMeant);
  const file = resolve(place);
  return fromRecords(file, recordsOf(file), isMeant);
}

const SETTLED_PAGE = 100;

/** Without what somebody called obsolete; of the others, when somebody said that they hold for the code as it was then. */
async function asSettled(
  client: Client,
  memories: readonly CheckedMemory[],
  form: MemoryIdForm,
): Promise<CheckedMemory[]> {
  const said = new Map<string, { verdict: string; settled_at: string }>();
  for (let offset = 0; ; offset += SETTLED_PAGE) {
    const { results } = await client.listGrounds({
      query: { state: 'settled', limit: SETTLED_PAGE, offset },
    });
    for (const { memory, settlement } of results)
      if (settlement && (said.get(memory)?.settled_at ?? '') < settlement.settled_at)
        said.set(memory, settlement);
    if (results.length < SETTLED_PAGE) break;
  }
  return memories.flatMap((memory) => {
    const settled = said.get(form === 'A' ? memory.id : (memory.memory_id ?? memory.id));
    if (settled?.verdict === 'obsolete') return [];
    return [settled ? { ...memory, said_at: settled.settled_at } : memory];
  });
}

/** Where nothing is set, as in CI, the repository has its own. */
function hasService(): boolean {
  if (process.env['WORKSPACE_MEMORY_URL'] || process.env['WORKSPACE_MEMORY_API_TOKEN']) return true;
  const { url, key } = readUserConfig(findHome(process.env).config);
  return url !== undefined || key !== undefined;
}

async function* recordsOf(file: string): AsyncGenerator {
  for await (const { record } of readRecordsFile(file, await checkRecordsFile(file))) yield record;
}

type IsMeant = (project: string | null) => boolean;

async function fromRecords(
  from: string,
  records: AsyncIterable<unknown>,
  isMeant: IsMeant,
): Promise<LoadedMemories> {
  const memories: (CheckedMemory & { project: string | null })[] = [];
  const others: string[] = [];
  const contradictions: [string, string][] = [];
  const settled = new Set<string>();
  const ended = new Set<string>();
  for await (const record of records) {
    const memory = RECORD_SCHEMAS.memory.safeParse(record).data;
    if (memory) {
      if (memory.section !== null) continue;
      if (isMeant(memory.project)) memories.push(memory);
      else others.push(memory.project ?? '');
      continue;
    }
    const link = RECORD_SCHEMAS.relationship.safeParse(record).data;
    if (!link) continue;
    const pair: [string, string] = [link.source, link.target];
    // A declaration on two, that neither holds included, settles them.
    if (link.discovery_method === 'manual') settled.add(pair.toSorted().join(' '));
    else if (link.relationship_type === 'contradicts') contradictions.push(pair);
    for (const id of endedBy(link.relationship_type, pair, link.discovery_method === 'manual')) ended.add(id);
  }
  return {
    from,
    form: 'A',
    omits: ['what was settled as obsolete'],
    others: counted(memories, others),
    memories: memories.filter(({ id }) => !ended.has(id)),
    contradictions: contradictions.filter((pair) => !settled.has(pair.toSorted().join(' '))),
  };
}

/** A folder without its remote, as a clone of one that has none, is another project than the one that was meant. */
const counted = (
  memories: readonly { project: string | null }[],
  others: readonly string[],
): Map<string, number> =>
  new Map(
    memories.some(({ project }) => project !== null)
      ? []
      : [...Map.groupBy(others, (project) => project)].map(([project, { length }]) => [project, length]),
  );

/** Says whose memories were left out, where nothing else can be said. */
export function describeOthers(others: LoadedMemories['others']): string[] {
  const [most] = [...others].toSorted(([, a], [, b]) => b - a);
  if (!most) return [];
  const count = [...others.values()].reduce((sum, one) => sum + one, 0);
  return [
    `Nothing is remembered of this project; ${countOf(count, 'memory belongs', 'memories belong')} to others: --project ${most[0]} looks at ${others.size === 1 ? 'them' : `the ${most[1]} of that one`}.`,
  ];
}

/** Memories that no longer bind: those replaced, and both of two of which somebody said that neither holds. */
function endedBy(type: string, [source, target]: [string, string], isDeclared: boolean): string[] {
  if (type === 'supersedes') return [target];
  return type === 'contradicts' && isDeclared ? [source, target] : [];
}

async function fromRef(git: Git, ref: string, isMeant: IsMeant): Promise<LoadedMemories> {
  const id = await git.ask('rev-parse', '--verify', '--quiet', ref);
  if (!id)
    throw new Error(
      `There is no ${ref}, and no service is set. Fetch it (git fetch origin ${ref}:${ref}), or name an export: --from FILE.`,
    );
  const { files } = await readCommit(git, id);
  const { records } = readSnapshot(files, acceptFields, Date.now());
  const memories: (CheckedMemory & { project: string | null })[] = [];
  const others: string[] = [];
  const ended = new Set<string>();
  for (const [key, record] of records) {
    if (record.state !== 'live') continue;
    const part = partsOf(key);
    const fields = Object.fromEntries([...record.fields].map(([name, { value }]) => [name, value]));
    const memory =
      part.kind === 'memories'
        ? RECORD_SCHEMAS.memory.safeParse({ ...fields, record: 'memory', id: part.id }).data
        : undefined;
    if (memory && isMeant(memory.project)) memories.push(memory);
    else if (memory) others.push(memory.project ?? '');
    if (part.kind !== 'relationships') continue;
    const { source, target } = endsOf(part.id);
    for (const id of endedBy(String(fields['relationship_type']), [source, target], true)) ended.add(id);
  }
  return {
    from: ref,
    form: 'A',
    omits: ['open contradictions', 'what was settled as obsolete'],
    others: counted(memories, others),
    memories: memories.filter(({ id: one }) => !ended.has(one)),
    contradictions: [],
  };
}

import { basename, resolve } from 'node:path';
import type { Client } from '@memory/client';
import { RECORD_SCHEMAS, type MemoryIdForm } from '@memory/contracts';
import { partsOf, readSnapshot } from '@memory/core/sync';
import { findHome, readUserConfig } from '@memory/home';
import { connect } from '../connection.ts';
import { exportRecords } from '../records/export-records.ts';
import { checkRecordsFile, readRecordsFile } from '../records/records-file.ts';
import type { Git } from '../sync/git.ts';
import { readCommit } from '../sync/git-snapshots.ts';
import { isSameProject } from '../sync/is-of-project.ts';
import { acceptFields } from '../sync/synced-fields.ts';
import type { CheckedMemory } from './anchored-memories.ts';

export interface LoadedMemories {
  /** For people. */
  from: string;
  memories: CheckedMemory[];
  contradictions: [string, string][];
  /** By which identifier the service addresses them. */
  form: MemoryIdForm;
}

export interface LoadOptions {
  /** `server`, `ref`, the name of a ref, or an export; undefined: the service that is set, else the ref. */
  from: string | undefined;
  origin: string;
  /** Top of the repository. */
  root: string;
  /** The service, where one is connected. */
  client?: Client | undefined;
}

const REF = 'refs/workspace-memory/';

/** What is remembered of a repository: of a service, of the repository's own ref, or of an export. */
export async function loadMemories(
  git: Git,
  { from, origin, root, client: connected }: LoadOptions,
): Promise<LoadedMemories> {
  const place = from ?? (connected !== undefined || hasService() ? 'server' : 'ref');
  // Without a remote a folder's name is all there is.
  const names = /^(?:commit|folder):/u.test(origin) ? [origin, basename(root)] : [origin];
  const isMeant = (project: string | null) =>
    project === null || names.some((name) => isSameProject(project, name));
  if (place === 'server') {
    const client = connected ?? (await connect()).client;
    const [first] = await client.listMemories({ query: { limit: 1 } });
    const form = first?.memory_id === undefined ? 'A' : 'B';
    const records = exportRecords(client, { kinds: ['memory', 'relationship'] });
    return { ...(await fromRecords('the service', records, isMeant)), form };
  }
  if (place === 'ref' || place.startsWith(REF))
    return fromRef(git, place === 'ref' ? `${REF}main` : place, isMeant);
  const file = resolve(place);
  return fromRecords(file, recordsOf(file), isMeant);
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
  const memories: CheckedMemory[] = [];
  const contradictions: [string, string][] = [];
  const settled = new Set<string>();
  for await (const record of records) {
    const memory = RECORD_SCHEMAS.memory.safeParse(record).data;
    if (memory) {
      if (memory.section === null && isMeant(memory.project)) memories.push(memory);
      continue;
    }
    const link = RECORD_SCHEMAS.relationship.safeParse(record).data;
    if (!link) continue;
    const pair: [string, string] = [link.source, link.target];
    // What somebody declared of two, that neither holds included, is settled.
    if (link.discovery_method === 'manual') settled.add(pair.toSorted().join(' '));
    else if (link.relationship_type === 'contradicts') contradictions.push(pair);
    if (link.relationship_type === 'supersedes') settled.add(`old ${link.target}`);
  }
  return {
    from,
    form: 'A',
    // What was replaced is no longer what anybody is held to.
    memories: memories.filter(({ id }) => !settled.has(`old ${id}`)),
    contradictions: contradictions.filter((pair) => !settled.has(pair.toSorted().join(' '))),
  };
}

async function fromRef(git: Git, ref: string, isMeant: IsMeant): Promise<LoadedMemories> {
  const id = await git.ask('rev-parse', '--verify', '--quiet', ref);
  if (!id)
    throw new Error(
      `There is no ${ref}, and no service is set. Fetch it (git fetch origin ${ref}:${ref}), or name an export: --from FILE.`,
    );
  const { files } = await readCommit(git, id);
  const { records } = readSnapshot(files, acceptFields);
  const memories: CheckedMemory[] = [];
  const replaced = new Set<string>();
  for (const [key, record] of records) {
    if (record.state !== 'live') continue;
    const part = partsOf(key);
    const fields = Object.fromEntries([...record.fields].map(([name, { value }]) => [name, value]));
    const memory =
      part.kind === 'memories'
        ? RECORD_SCHEMAS.memory.safeParse({ ...fields, record: 'memory', id: part.id }).data
        : undefined;
    if (memory && isMeant(memory.project)) memories.push(memory);
    if (part.kind === 'relationships' && fields['relationship_type'] === 'supersedes')
      replaced.add(part.id.slice(part.id.indexOf('.') + 1));
  }
  return {
    from: ref,
    form: 'A',
    memories: memories.filter(({ id: one }) => !replaced.has(one)),
    contradictions: [],
  };
}

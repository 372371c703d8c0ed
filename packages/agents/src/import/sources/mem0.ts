import { basename, join } from 'node:path';
import { existing } from '../files.ts';
import { momentIn, isObject, objectsIn, textIn, textsIn, type JsonObject, readJsonFile } from '../json.ts';
import { ofThisProject, type ImportItem, type ImportSource } from '../source.ts';
import { isSqlite, readSqlite, type SqliteFile } from '../read-sqlite.ts';

/** Memories of mem0: as the history of its library has them, or an export of its platform. */
export const mem0: ImportSource = {
  id: 'mem0',
  name: 'mem0',
  takes: 'its history.db, or an export of the platform as JSON',
  async find({ user, environment }) {
    const path = join(environment['MEM0_DIR'] || join(user, '.mem0'), 'history.db');
    const paths = await existing([path]);
    return paths.length > 0 ? [{ paths, what: `memories in ${path}` }] : [];
  },
  read: (path, machine) => ofThisProject(readStore(path), machine),
};

async function* readStore(path: string): AsyncGenerator<ImportItem> {
  const place = basename(path);
  if (await isSqlite(path)) return yield* readSqlite(path, (file) => historyOf(file, place));
  const value = await readJsonFile(path);
  const rows = isObject(value) ? objectsIn(value['results'] ?? value['memories']) : objectsIn(value);
  if (rows.length === 0) throw new Error(`${place} is neither a history nor an export of mem0.`);
  for (const row of rows) yield* exported(row, place);
}

interface Version {
  text: string;
  at: string | null;
  author: string | null;
}

/** History of each memory: the last text counts, and supersedes those before it. */
function* historyOf(file: SqliteFile, place: string): Generator<ImportItem> {
  if (!file.tables.has('history') || !file.columns('history').has('new_memory'))
    throw new Error(`${place} has no history of mem0.`);
  let current = '';
  let versions: Version[] = [];
  let isDeleted = false;
  // In the order in which they were written: older releases gave a deletion no date.
  for (const row of file.rows('select * from history order by memory_id, rowid')) {
    const memory = textIn(row, 'memory_id');
    if (memory === undefined) continue;
    if (memory !== current) {
      yield* memoryOf(current, versions, isDeleted, place);
      [current, versions, isDeleted] = [memory, [], false];
    }
    const text = textIn(row, 'new_memory');
    const gone = Number(row['is_deleted'] ?? 0) !== 0 || textIn(row, 'event')?.toUpperCase() === 'DELETE';
    isDeleted = gone;
    if (!gone && text !== undefined && text !== versions.at(-1)?.text)
      versions.push({
        text,
        // `created_at` of an update is the memory's.
        at: (versions.length > 0 ? momentIn(row['updated_at']) : null) ?? momentIn(row['created_at']),
        author: textIn(row, 'actor_id') ?? null,
      });
  }
  yield* memoryOf(current, versions, isDeleted, place);
}

function* memoryOf(
  id: string,
  versions: readonly Version[],
  isDeleted: boolean,
  file: string,
): Generator<ImportItem> {
  if (id === '') return;
  const place = `${file}: ${id}`;
  if (isDeleted || versions.length === 0) return yield { kind: 'passed', place, reason: 'deleted there' };
  const key = (version: number) => (version === versions.length - 1 ? `mem0:${id}` : `mem0:${id}:${version}`);
  for (const [index, { text, at, author }] of versions.entries())
    yield {
      kind: 'record',
      place,
      record: {
        external_id: key(index),
        title: text,
        narrative: text,
        tags: ['mem0', ...(index === versions.length - 1 ? [] : ['superseded'])],
        created_at: at,
        // The last one holds: a later update makes another text of it.
        updated_at: index === versions.length - 1 ? at : null,
        author,
      },
    };
  for (let index = 1; index < versions.length; index += 1)
    yield {
      kind: 'relationship',
      place,
      relationship: {
        source: key(index),
        target: key(index - 1),
        relationship_type: 'supersedes',
        context: 'updated in mem0',
      },
    };
}

function* exported(row: JsonObject, file: string): Generator<ImportItem> {
  const [id, text] = [textIn(row, 'id', 'hash'), textIn(row, 'memory', 'data', 'text')];
  const place = `${file}: ${id ?? 'memory without an id'}`;
  if (id === undefined || text === undefined) return yield { kind: 'passed', place, reason: 'empty' };
  const metadata = isObject(row['metadata']) ? row['metadata'] : {};
  yield {
    kind: 'record',
    place,
    record: {
      external_id: `mem0:${id}`,
      title: text,
      narrative: text,
      tags: ['mem0', ...textsIn(row['categories'])],
      created_at: momentIn(row['created_at']),
      updated_at: momentIn(row['updated_at']),
      author: textIn(row, 'user_id', 'actor_id', 'agent_id') ?? null,
      project: textIn(metadata, 'project') ?? textIn(row, 'app_id') ?? null,
      source_files: textsIn(metadata['files']),
    },
  };
}

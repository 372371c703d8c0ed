import { basename, join } from 'node:path';
import type { ManualRelationshipType, MemoryType } from '@memory/contracts';
import { existing } from '../files.ts';
import { momentIn, isObject, objectsIn, textIn, textsIn, type JsonObject, readJsonFile } from '../json.ts';
import { ofThisProject, type ImportItem, type ImportSource } from '../source.ts';
import { isSqlite, readSqlite, type SqliteFile } from '../read-sqlite.ts';
import { parseJson } from '../../home/attempt.ts';

const TYPES: Readonly<Record<string, MemoryType>> = {
  decision: 'decision',
  architecture: 'architecture',
  pattern: 'pattern',
  error: 'incident',
  bug: 'incident',
  fix: 'incident',
  learning: 'discovery',
  insight: 'discovery',
  discovery: 'discovery',
  standard: 'convention',
  preference: 'convention',
};

/** Its words for edges; those that are alike by their vectors alone say nothing that is not found here anew. */
const EDGES: Readonly<Record<string, ManualRelationshipType>> = {
  causes: 'related_to',
  fixes: 'related_to',
  contradicts: 'related_to',
  supports: 'related_to',
  follows: 'related_to',
  supersedes: 'supersedes',
  depends_on: 'depends_on',
};

export const mcpMemoryService: ImportSource = {
  id: 'mcp-memory-service',
  name: 'mcp-memory-service',
  takes: 'its sqlite_vec.db, or an export as JSON',
  async find({ user, data, environment }) {
    const paths = await existing([
      environment['MCP_MEMORY_SQLITE_PATH'] ?? '',
      join(environment['MCP_MEMORY_BASE_DIR'] || join(data, 'mcp-memory'), 'sqlite_vec.db'),
      join(user, '.local', 'share', 'mcp-memory', 'sqlite_vec.db'),
    ]);
    return paths.map((path) => ({ paths: [path], what: `memories in ${path}` }));
  },
  read: (path, machine) => ofThisProject(readStore(path), machine),
};

async function* readStore(path: string): AsyncGenerator<ImportItem> {
  const place = basename(path);
  if (await isSqlite(path)) return yield* readSqlite(path, (file) => itemsOf(file, place));
  const value = await readJsonFile(path);
  if (!isObject(value) || !Array.isArray(value['memories']))
    throw new Error(`${place} is neither a database nor an export of mcp-memory-service.`);
  for (const row of objectsIn(value['memories'])) yield* memory(row, place);
}

function* itemsOf(file: SqliteFile, place: string): Generator<ImportItem> {
  if (!file.tables.has('memories') || !file.columns('memories').has('content_hash'))
    throw new Error(`${place} has no memories of mcp-memory-service.`);
  for (const row of file.rows('select * from memories order by id')) yield* memory(row, place);
  if (!file.tables.has('memory_graph')) return;
  for (const row of file.rows('select * from memory_graph')) {
    const [source, target] = [textIn(row, 'source_hash'), textIn(row, 'target_hash')];
    const type = textIn(row, 'relationship_type') ?? 'related';
    const declared = EDGES[type];
    if (source !== undefined && target !== undefined && declared !== undefined)
      yield {
        kind: 'relationship',
        place,
        relationship: { source: id(source), target: id(target), relationship_type: declared, context: type },
      };
  }
}

const id = (hash: string): string => `mcp-memory-service:${hash}`;

function* memory(row: JsonObject, file: string): Generator<ImportItem> {
  const [hash, content] = [textIn(row, 'content_hash'), textIn(row, 'content')];
  const place = `${file}: ${hash?.slice(0, 12) ?? 'memory without a hash'}`;
  if (row['deleted_at'] !== null && row['deleted_at'] !== undefined)
    return yield { kind: 'passed', place, reason: 'deleted there' };
  if (hash === undefined || content === undefined) return yield { kind: 'passed', place, reason: 'empty' };
  const metadata = objectOf(row['metadata']);
  const [title = ''] = content.split('\n', 1);
  const tags =
    typeof row['tags'] === 'string' && !row['tags'].startsWith('[')
      ? row['tags'].split(',')
      : textsIn(row['tags']);
  const changed = momentIn(row['updated_at']);
  yield {
    kind: 'record',
    place,
    record: {
      external_id: id(hash),
      title: title.replace(/^#+\s*/u, ''),
      narrative: content,
      memory_type: TYPES[textIn(row, 'memory_type')?.split('/')[0] ?? ''] ?? 'general',
      tags: ['mcp-memory-service', ...tags],
      created_at: momentIn(row['created_at']) ?? momentIn(row['created_at_iso']),
      updated_at: changed,
      author: textIn(metadata, 'author', 'user', 'hostname') ?? null,
      project: textIn(metadata, 'project', 'project_name') ?? null,
    },
  };
}

function objectOf(value: unknown): JsonObject {
  if (isObject(value)) return value;
  const parsed = typeof value === 'string' ? parseJson(value) : undefined;
  return isObject(parsed) ? parsed : {};
}

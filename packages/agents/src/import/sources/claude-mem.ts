import { basename, join } from 'node:path';
import type { MemoryType } from '@memory/contracts';
import { existing } from '../files.ts';
import { isObject, objectsIn, textIn, textsIn, type JsonObject, readJsonFile, momentIn } from '../json.ts';
import { ofThisProject, type ForeignMemory, type ImportItem, type ImportSource } from '../source.ts';
import { isSqlite, readSqlite, type SqliteFile } from '../read-sqlite.ts';

const TYPES: Readonly<Record<string, MemoryType>> = {
  decision: 'decision',
  bugfix: 'incident',
  discovery: 'discovery',
};

export const claudeMem: ImportSource = {
  id: 'claude-mem',
  name: 'claude-mem',
  takes: 'its claude-mem.db, or an export as JSON',
  async find({ user, environment }) {
    const folder = environment['CLAUDE_MEM_DATA_DIR'] || join(user, '.claude-mem');
    const paths = await existing([join(folder, 'claude-mem.db')]);
    return paths.length > 0 ? [{ paths, what: `observations in ${paths[0]}`, isElsewhere: false }] : [];
  },
  read: (path, machine) => ofThisProject(readStore(path), machine),
};

async function* readStore(path: string): AsyncGenerator<ImportItem> {
  const place = basename(path);
  if (await isSqlite(path)) yield* readSqlite(path, (file) => itemsOf(file, place));
  else {
    const value = await readJsonFile(path);
    if (!isObject(value) || !Array.isArray(value['observations']))
      throw new Error(`${place} is neither a database nor an export of claude-mem.`);
    const projects = new Map<unknown, string>();
    for (const row of objectsIn(value['observations'])) yield* observation(row, place, projects);
    for (const row of objectsIn(value['summaries'])) yield* summary(row, place);
  }
}

function* itemsOf(file: SqliteFile, place: string): Generator<ImportItem> {
  if (!file.tables.has('observations')) throw new Error(`${place} has no observations of claude-mem.`);
  const sessions = new Map<unknown, string>();
  if (file.tables.has('sdk_sessions') && file.columns('sdk_sessions').has('memory_session_id'))
    for (const { memory_session_id, content_session_id } of file.rows('select * from sdk_sessions'))
      sessions.set(memory_session_id, String(content_session_id));
  for (const row of file.rows('select * from observations order by id'))
    yield* observation(row, place, sessions);
  if (file.tables.has('session_summaries'))
    for (const row of file.rows('select * from session_summaries order by id')) yield* summary(row, place);
}

function* observation(
  row: JsonObject,
  file: string,
  sessions: ReadonlyMap<unknown, string>,
): Generator<ImportItem> {
  const place = `${file}: observation ${String(row['id'])}`;
  const facts = textsIn(row['facts']);
  const said = textIn(row, 'narrative', 'text') ?? '';
  const narrative = [said, ...facts.filter((fact) => !said.includes(fact)).map((fact) => `- ${fact}`)]
    .filter((part) => part !== '')
    .join('\n');
  if (narrative === '') return yield { kind: 'passed', place, reason: 'empty' };
  const subtitle = textIn(row, 'subtitle');
  const session = sessions.get(row['memory_session_id']);
  yield {
    kind: 'record',
    place,
    record: {
      ...placeOf(row),
      external_id: `claude-mem:${String(row['memory_session_id'])}:${textIn(row, 'content_hash') ?? String(row['id'])}`,
      title: textIn(row, 'title') ?? subtitle ?? '',
      narrative,
      memory_type: TYPES[textIn(row, 'type') ?? ''] ?? 'general',
      tags: [
        'claude-mem',
        textIn(row, 'type') ?? '',
        ...(session === undefined ? [] : [`session:${session}`]),
      ],
      concepts: textsIn(row['concepts']),
      source_files: [...textsIn(row['files_modified']), ...textsIn(row['files_read'])],
    },
  };
}

const PARTS = [
  ['Asked', 'request'],
  ['Looked into', 'investigated'],
  ['Learned', 'learned'],
  ['Done', 'completed'],
  ['Next', 'next_steps'],
  ['Notes', 'notes'],
] as const;

function* summary(row: JsonObject, file: string): Generator<ImportItem> {
  const place = `${file}: summary ${String(row['id'])}`;
  const parts = PARTS.flatMap(([label, name]) => {
    const text = textIn(row, name);
    return text === undefined ? [] : [`${label}: ${text}`];
  });
  // A question alone is no knowledge.
  if (!textIn(row, 'learned', 'completed'))
    return yield { kind: 'passed', place, reason: 'summary of nothing' };
  yield {
    kind: 'record',
    place,
    record: {
      ...placeOf(row),
      external_id: `claude-mem:summary:${String(row['memory_session_id'])}:${String(row['created_at_epoch'] ?? row['id'])}`,
      title: textIn(row, 'request', 'completed', 'learned') ?? '',
      narrative: parts.join('\n\n'),
      memory_type: 'general',
      tags: ['claude-mem', 'session-summary'],
      source_files: [...textsIn(row['files_edited']), ...textsIn(row['files_read'])],
    },
  };
}

const placeOf = (row: JsonObject): Pick<ForeignMemory, 'created_at' | 'project' | 'author'> => ({
  created_at: momentIn(row['created_at_epoch']) ?? momentIn(row['created_at']),
  project: textIn(row, 'merged_into_project', 'project') ?? null,
  author: null,
});

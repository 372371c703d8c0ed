import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { relationshipTypeOf } from '../../archive/notes/note-syntax.ts';
import { readJsonLines, textIn, textsIn } from '../json.ts';
import { existing } from '../files.ts';
import type { ImportSource } from '../source.ts';

export const mcpMemory: ImportSource = {
  id: 'mcp-memory',
  name: 'MCP reference memory server',
  takes: 'its memory.jsonl (or memory.json of old)',
  find: async ({ user, cwd, environment }) =>
    (
      await existing([
        environment['MEMORY_FILE_PATH'] ?? '',
        join(cwd, 'memory.jsonl'),
        join(user, 'memory.jsonl'),
        join(user, '.mcp', 'memory.jsonl'),
      ])
    ).map((path) => ({ paths: [path], what: `entities and relations in ${path}` })),
  async *read(path, { finder }) {
    const { origin } = await finder.find(dirname(path));
    const file = basename(path);
    const changed = (await stat(path)).mtime.toISOString();
    const entities = new Map<string, { line: number; type: string; observations: string[] }>();
    const relations: { line: number; from: string; to: string; type: string }[] = [];
    for await (const entry of readJsonLines(path)) {
      const place = `${file}:${entry.number}`;
      if ('broken' in entry) {
        yield { kind: 'passed', place, reason: entry.broken };
        continue;
      }
      const { object } = entry;
      const [name, from, to] = [textIn(object, 'name'), textIn(object, 'from'), textIn(object, 'to')];
      if (object['type'] === 'entity' && name !== undefined) {
        // Two writers at once leave an entity twice.
        const known = entities.get(name);
        entities.set(name, {
          line: known?.line ?? entry.number,
          type: known?.type ?? textIn(object, 'entityType') ?? '',
          observations: [...new Set([...(known?.observations ?? []), ...textsIn(object['observations'])])],
        });
      } else if (object['type'] === 'relation' && from !== undefined && to !== undefined)
        relations.push({ line: entry.number, from, to, type: textIn(object, 'relationType') ?? '' });
      else yield { kind: 'passed', place, reason: 'neither entity nor relation' };
    }
    const id = (name: string) => `mcp-memory:${origin}:${name}`;
    for (const [name, { line, type, observations }] of entities)
      yield observations.length === 0
        ? { kind: 'passed', place: `${file}:${line}`, reason: 'entity without observations' }
        : {
            kind: 'record',
            place: `${file}:${line}`,
            record: {
              external_id: id(name),
              title: type === '' ? name : `${name} (${type})`,
              narrative:
                observations.length === 1
                  ? (observations[0] ?? '')
                  : observations.map((observation) => `- ${observation}`).join('\n'),
              tags: ['mcp-memory', type],
              concepts: [name],
              updated_at: changed,
            },
          };
    for (const { line, from, to, type } of relations)
      yield {
        kind: 'relationship',
        place: `${file}:${line}`,
        relationship: {
          source: id(from),
          target: id(to),
          relationship_type: relationshipTypeOf(type),
          context: `${from} ${type} ${to}`,
        },
      };
  },
};

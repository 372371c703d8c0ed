import { basename, join, relative } from 'node:path';
import { existing, fileDates, findFiles, isFolder, reasonOf } from '../files.ts';
import { readItems, relationshipTypeOf } from '../../archive/notes/note-syntax.ts';
import { fieldsBeyond, withFields } from '../../archive/notes/note.ts';
import { momentIn, isObject, textIn, textsIn, readJsonFile } from '../json.ts';
import { readNote } from '../read-note.ts';
import type { FoundSource, ImportItem, ImportSource } from '../source.ts';

export const basicMemory: ImportSource = {
  id: 'basic-memory',
  name: 'basic-memory notes',
  takes: 'a folder of notes, or one of them',
  async find({ user }) {
    const config = await readJsonFile(join(user, '.basic-memory', 'config.json')).catch(() => undefined);
    const projects =
      isObject(config) && isObject(config['projects']) ? Object.values(config['projects']) : [];
    // Older versions name a folder, newer ones an object with it.
    const named = projects.flatMap((project) =>
      typeof project === 'string' ? project : isObject(project) ? (textIn(project, 'path') ?? []) : [],
    );
    const folders = await existing([...named, join(user, 'basic-memory')]);
    const found = await Promise.all(
      folders.map(async (folder): Promise<FoundSource> => {
        const count = (await findFiles(folder, FILES)).length;
        return { paths: [folder], what: `${count} notes in ${folder}` };
      }),
    );
    return found.filter(({ what }) => !what.startsWith('0 '));
  },
  async *read(path, { finder }) {
    const isWhole = await isFolder(path);
    const files = isWhole ? await findFiles(path, FILES) : [path];
    const origin = (await finder.find(isWhole ? path : join(path, '..'))).origin;
    const known = new Map<string, string>();
    const relations: { source: string; target: string; type: string; place: string }[] = [];
    for (const file of files) {
      const place = isWhole ? relative(path, file).replaceAll('\\', '/') : basename(file);
      const note = await readNote(file).catch((error: Error) => error);
      if (note instanceof Error) {
        yield { kind: 'passed', place, reason: reasonOf(note) };
        continue;
      }
      const permalink = textIn(note.fields, 'permalink') ?? place.replace(/\.md$/iu, '');
      const title = textIn(note.fields, 'title') ?? note.title ?? basename(file, '.md');
      const id = `basic-memory:${origin}:${permalink}`;
      for (const name of [permalink, title, place.replace(/\.md$/iu, ''), basename(file, '.md')])
        if (!known.has(keyOf(name))) known.set(keyOf(name), id);
      const { observations, relations: told, links } = readItems(note.text);
      const dates = await fileDates(file, await finder.find(join(file, '..')));
      if (note.text === '') yield { kind: 'passed', place, reason: 'empty' };
      else
        yield {
          kind: 'record',
          place,
          record: {
            ...dates,
            external_id: id,
            title,
            // Other fields of the front matter come back when the note is written again.
            narrative: withFields(note.text, fieldsBeyond(note.fields)),
            memory_type: textIn(note.fields, 'type') === 'decision' ? 'decision' : 'general',
            tags: [
              'basic-memory',
              ...note.tags,
              ...observations.flatMap(({ tags }) => tags),
              ...observations.map(({ category }) => category),
            ],
            concepts: textsIn(note.fields['aliases']),
            created_at:
              momentIn(note.fields['created']) ?? momentOf(note.fields['created']) ?? dates.created_at,
            updated_at: momentOf(note.fields['modified']) ?? dates.updated_at,
            project: textIn(note.fields, 'project') ?? null,
          },
        };
      relations.push(
        ...told.map(({ target, type }) => ({ source: id, target, type, place })),
        ...links.map((target) => ({ source: id, target, type: 'links_to', place })),
      );
    }
    yield* resolved(relations, known);
  },
};

const FILES = ['**/*.md'];

/** YAML makes dates of what looks like one. */
const momentOf = (value: unknown): string | null =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : momentIn(value);

/** Links name a note by its path or title, whatever the case. */
const keyOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/\.md$/u, '')
    .replaceAll(/[\s_]+/gu, '-');

function* resolved(
  relations: readonly { source: string; target: string; type: string; place: string }[],
  known: ReadonlyMap<string, string>,
): Generator<ImportItem> {
  for (const { source, target, type, place } of relations) {
    const found = known.get(keyOf(target));
    if (found === undefined) yield { kind: 'passed', place, reason: 'link to a note that is not there' };
    else if (found !== source)
      yield {
        kind: 'relationship',
        place,
        relationship: { source, target: found, relationship_type: relationshipTypeOf(type), context: type },
      };
  }
}

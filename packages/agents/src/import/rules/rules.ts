import { basename, dirname, relative } from 'node:path';
import picomatch from 'picomatch';
import type { MemoryType } from '@memory/contracts';
import { fileDates, findFiles, isFolder, reasonOf } from '../files.ts';
import { textIn, textsIn } from '../json.ts';
import {
  projectOf,
  type ForeignMemory,
  type ImportItem,
  type ImportMachine,
  type ImportSource,
} from '../source.ts';
import { readNote, sectionsOf, type Note } from '../read-note.ts';
import { autoMemoryFolder, findOwnRules, ownRuleName, RULE_KINDS, type RuleKind } from './rule-places.ts';

const GLOBS = RULE_KINDS.flatMap(({ globs }) => globs);

const AUTO_MEMORY: RuleKind = { tag: 'claude-memory', globs: [], type: 'general' };

const AUTO_MEMORY_TYPES: Readonly<Record<string, MemoryType>> = {
  feedback: 'convention',
  user: 'convention',
  project: 'general',
  reference: 'general',
};

export const rules: ImportSource = {
  id: 'rules',
  name: 'Rules files and memory banks',
  takes: 'a project, or one of its files',
  async find(machine) {
    const { root } = await machine.finder.find(machine.cwd);
    const files = await findFiles(root, GLOBS);
    const memory = await autoMemoryFolder(machine, root);
    const own = (await findOwnRules(machine)).filter((file) => !files.includes(file));
    return [
      ...(files.length > 0
        ? [{ paths: [root], what: named(files.map((file) => relative(root, file))) }]
        : []),
      ...(memory
        ? [{ paths: [memory.folder], what: `Claude's memory of this project (${memory.files})` }]
        : []),
      ...(own.length > 0
        ? [{ paths: own, what: `your rules for every project: ${named(own)}`, isOwn: true }]
        : []),
    ];
  },
  async *read(path, machine) {
    const isWhole = await isFolder(path);
    const isMemory = /[/\\]\.claude[/\\]projects[/\\][^/\\]+[/\\]memory(?:[/\\]|$)/u.test(path);
    const files = !isWhole ? [path] : await findFiles(path, isMemory ? ['**/*.md'] : GLOBS);
    for (const file of files) yield* readRules(file, isMemory ? AUTO_MEMORY : undefined, machine);
  },
};

const named = (files: readonly string[]): string =>
  files.length <= 3 ? files.join(', ') : `${files.slice(0, 2).join(', ')} and ${files.length - 2} more`;

async function* readRules(
  file: string,
  given: RuleKind | undefined,
  machine: ImportMachine,
): AsyncGenerator<ImportItem> {
  // Notes that Claude keeps about a project lie elsewhere, and are of this project all the same.
  const place = await machine.finder.find(given ? machine.cwd : dirname(file));
  const own = given ? undefined : ownRuleName(machine, file);
  const source = given
    ? `claude-memory/${basename(file)}`
    : relative(place.root, file).replaceAll('\\', '/') || basename(file);
  const note = await readNote(file).catch((error: Error) => error);
  if (note instanceof Error) {
    yield { kind: 'passed', place: source, reason: reasonOf(note) };
    return;
  }
  // An index names what stands in the other files.
  if (given && basename(file) === 'MEMORY.md') {
    yield { kind: 'passed', place: source, reason: 'index of other files' };
    return;
  }
  const kind = given ?? kindOf(own?.startsWith('rules/') ? `.claude/${own}` : source);
  const sections = await sectionsOf(note, note.title ?? textIn(note.fields, 'description') ?? source);
  if (sections.length === 0) yield { kind: 'passed', place: source, reason: 'empty' };
  const dates = await fileDates(file, place);
  const id = (key: string) => `rules:${place.origin}:${source}#${key}`;
  for (const { key, title, text } of sections)
    yield {
      kind: 'record',
      place: source,
      record: {
        ...dates,
        external_id: id(key),
        title,
        narrative: withScope(note, text),
        memory_type: typeOf(kind, note),
        tags: [kind.tag, ...note.tags],
        // Rules for every project stand in no file of one.
        source_files: given ? [] : [...(own === undefined ? [source] : []), ...filesOf(note)],
        project: own === undefined ? projectOf(place.root) : null,
        ...(kind.importance === undefined ? {} : { importance_score: kind.importance }),
      } satisfies ForeignMemory,
    };
  const [first] = sections;
  if (kind.tag === 'serena-memory' && first)
    for (const topic of referredIn(note.text))
      yield {
        kind: 'relationship',
        place: source,
        relationship: {
          source: id(first.key),
          target: await topicId(source, topic, place.root, id),
          relationship_type: 'related_to',
          context: `refers to mem:${topic}`,
        },
      };
}

/** Serena's notes name each other as `mem:topic/name`. */
const referredIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(/\bmem:([\w./-]{1,200})/gu), ([, topic = '']) => topic)),
];

/** The id of the first section of the note that is meant. */
async function topicId(
  source: string,
  topic: string,
  root: string,
  id: (key: string) => string,
): Promise<string> {
  const file = `.serena/memories/${topic.replace(/\.md$/u, '')}.md`;
  const note = await readNote(`${root}/${file}`).catch(() => undefined);
  const [first] = note ? await sectionsOf(note, note.title ?? file) : [];
  return id(first?.key ?? '/').replace(`:${source}#`, `:${file}#`);
}

const kindOf = (source: string): RuleKind =>
  RULE_KINDS.find(({ globs }) => picomatch.isMatch(source, [...globs], { dot: true })) ?? {
    tag: 'rules',
    globs: [],
    type: 'convention',
  };

const typeOf = ({ tag, type }: RuleKind, { fields }: Note): MemoryType =>
  tag === AUTO_MEMORY.tag ? (AUTO_MEMORY_TYPES[textIn(fields, 'type') ?? ''] ?? type) : type;

/** Fields that say which files a rule is about: Cursor, Claude, Copilot, Kiro. */
const scopesOf = ({ fields }: Note): string[] =>
  ['globs', 'paths', 'applyTo', 'fileMatchPattern'].flatMap((name) => {
    const value = fields[name];
    return typeof value === 'string'
      ? value
          .replaceAll(/^\[|\]$|["']/gu, '')
          .split(',')
          .map((each) => each.trim())
          .filter(Boolean)
      : textsIn(value);
  });

/** A pattern names no file. */
const filesOf = (note: Note): string[] => scopesOf(note).filter((scope) => !/[*?{[]/u.test(scope));

function withScope(note: Note, text: string): string {
  const scopes = scopesOf(note);
  const description = textIn(note.fields, 'description');
  return [
    ...(description === undefined ? [] : [description]),
    ...(scopes.length === 0 ? [] : [`Holds for ${scopes.join(', ')}.`]),
    text,
  ].join('\n\n');
}

import { createHash } from 'node:crypto';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { MEMORY_TYPES, type MemoryType, type RecordOf } from '@memory/contracts';
import { readItems, type NoteRelation } from './note-syntax.ts';

interface NoteContent {
  title: string;
  narrative: string;
  memory_type: MemoryType;
  tags: string[];
  concepts: string[];
  source_files: string[];
  importance_score: number;
  confidence_score: number;
}

type NoteOrigin = Pick<
  RecordOf<'memory'>,
  'id' | 'memory_id' | 'updated_at' | 'author' | 'project' | 'branch' | 'commit_id' | 'source_session_id'
> & { created_at: string | null };

export interface Note {
  content: NoteContent;
  /** Those that its text tells, and those that are listed behind it. */
  relations: NoteRelation[];
  toldCount: number;
  /** Undefined in a note that somebody else has written. */
  origin: NoteOrigin | undefined;
  created: string | null;
  modified: string | null;
  permalink: string | null;
  isEdited: boolean;
  isRelatedAnew: boolean;
  /** Of the content at the export; null in a note that somebody else has written. */
  digest: string | null;
}

/** Between what is told and what is listed; nothing behind it belongs to the narrative. */
const MARKER = '<!-- workspace-memory: what follows is listed, not told -->';

const shortHash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

export const digestOf = (content: NoteContent): string =>
  shortHash([
    content.title,
    content.narrative,
    content.memory_type,
    content.tags,
    content.concepts,
    content.source_files,
    content.importance_score,
    content.confidence_score,
  ]);

const relationsDigestOf = (relations: readonly NoteRelation[]): string =>
  shortHash(relations.map(({ type, target, context }) => JSON.stringify([type, target, context])).toSorted());

/** A relationship that was declared, with all names of the note that it leads to; the first is written. */
export interface DeclaredRelation {
  type: string;
  targets: string[];
  context: string | null;
}

function listedOf(narrative: string, declared: readonly DeclaredRelation[]): NoteRelation[] {
  const told = new Set(readItems(narrative).relations.map(({ target }) => target.toLowerCase()));
  return declared
    .filter(({ targets }) => !targets.some((name) => told.has(name.toLowerCase())))
    .map(({ type, targets: [target = ''], context }) => ({
      type,
      target,
      context: context === null ? null : oneLine(context),
    }));
}

export const saysSame = (
  note: Note,
  memory: RecordOf<'memory'>,
  declared: readonly DeclaredRelation[],
): boolean =>
  digestOf(note.content) === digestOf(contentOf(memory)) &&
  relationsDigestOf(note.relations) ===
    relationsDigestOf([...readItems(memory.narrative).relations, ...listedOf(memory.narrative, declared)]);

export function writeNote(
  memory: RecordOf<'memory'>,
  { permalink, declared }: { permalink: string; declared: readonly DeclaredRelation[] },
): string {
  const content = contentOf(memory);
  const { text, fields } = takeFieldsOut(memory.narrative);
  const relations = listedOf(memory.narrative, declared);
  const told = Object.entries({
    author: memory.author,
    project: memory.project,
    branch: memory.branch,
    commit: memory.commit_id,
    session: memory.source_session_id,
  }).filter(([, value]) => value !== null);
  const front = {
    title: memory.title,
    type: 'note',
    permalink,
    tags: memory.tags,
    created: memory.created_at,
    modified: memory.updated_at ?? memory.created_at,
    memory_type: memory.memory_type,
    importance: content.importance_score,
    confidence: content.confidence_score,
    ...Object.fromEntries(told),
    ...fields,
    memory: memory.id,
    memory_id: memory.memory_id,
    digest: digestOf(content),
    relations_digest: relationsDigestOf([...readItems(memory.narrative).relations, ...relations]),
  };
  const listed = [
    ...(memory.concepts.length > 0 || memory.source_files.length > 0 ? ['## Observations', ''] : []),
    ...memory.concepts.map((concept) => `- [concept] ${oneLine(concept)}`),
    ...memory.source_files.map((file) => `- [file] ${oneLine(file)}`),
    ...(relations.length > 0 ? ['', '## Relations', ''] : []),
    ...relations.map(
      ({ type, target, context }) => `- ${type} [[${target}]]${context === null ? '' : ` (${context})`}`,
    ),
  ];
  return `---\n${stringify(front, { lineWidth: 0 })}---\n\n${text}\n\n${MARKER}\n\n${listed.join('\n').trim()}\n`;
}

export const contentOf = (memory: RecordOf<'memory'>): NoteContent => ({
  title: memory.title,
  narrative: memory.narrative,
  memory_type: memory.memory_type,
  tags: memory.tags,
  concepts: memory.concepts.map(oneLine),
  source_files: memory.source_files.map(oneLine),
  // A recalculation is no edit.
  importance_score: memory.base_importance ?? memory.importance_score,
  confidence_score: memory.confidence_score,
});

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

type Fields = Record<string, unknown>;

const FIELDS_BEGIN = '\n\n<!-- front matter\n';
const FIELDS_END = '\n-->';

/** A narrative with fields of a front matter that no memory has: in a comment at its end, so that a note gets them again. */
export const withFields = (text: string, fields: Fields): string =>
  Object.keys(fields).length === 0
    ? text
    : `${text}${FIELDS_BEGIN}${stringify(fields, { lineWidth: 0 }).trimEnd().replaceAll('-->', '')}${FIELDS_END}`;

/** A narrative without that comment, and the fields in it. */
export function takeFieldsOut(narrative: string): { text: string; fields: Fields } {
  const at = narrative.lastIndexOf(FIELDS_BEGIN);
  if (at < 0 || !narrative.endsWith(FIELDS_END)) return { text: narrative, fields: {} };
  try {
    const fields: unknown = parse(narrative.slice(at + FIELDS_BEGIN.length, -FIELDS_END.length), {
      logLevel: 'error',
    });
    const text = narrative.slice(0, at);
    // Text from another hand stays where it is.
    if (withFields(text, asFields(fields)) === narrative) return { text, fields: asFields(fields) };
  } catch {}
  return { text: narrative, fields: {} };
}

const Text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const OptionalText = Text.nullable().catch(null).default(null);
const Moment = z
  .union([z.string(), z.date()])
  .transform((given) => new Date(given))
  .refine((moment) => !Number.isNaN(moment.getTime()))
  .transform((moment) => moment.toISOString())
  .nullable()
  .catch(null)
  .default(null);

/** Front matter of basic-memory, and ours. What is of another kind than it should be counts as not said. */
const Front = z.object({
  title: OptionalText,
  permalink: OptionalText,
  tags: z
    .union([z.array(Text), z.string().transform((tags) => tags.split(','))])
    .transform((tags) => tags.map((tag) => tag.trim().replace(/^#/u, '')).filter((tag) => tag !== ''))
    .catch([])
    .default([]),
  created: Moment,
  modified: Moment,
  memory_type: z.enum(MEMORY_TYPES).nullable().catch(null).default(null),
  importance: z.number().min(0).max(1).catch(0.5).default(0.5),
  confidence: z.number().min(0).max(1).catch(0.5).default(0.5),
  author: OptionalText,
  project: OptionalText,
  branch: OptionalText,
  commit: OptionalText,
  session: OptionalText,
  memory: z.uuid().nullable().catch(null).default(null),
  memory_id: OptionalText,
  digest: OptionalText,
  relations_digest: OptionalText,
});

/** Fields of a front matter that no memory has; the permalink unless an export has made it of the identifier. */
export function fieldsBeyond(front: Fields, id?: string): Fields {
  const { type, permalink, ...others } = front;
  const isOwn = permalink === undefined || (id !== undefined && String(permalink).endsWith(tailOf(id)));
  return {
    ...(type === undefined || type === 'note' ? {} : { type }),
    ...(isOwn ? {} : { permalink }),
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !Object.hasOwn(Front.shape, name))),
  };
}

/** The end of a memory's id, which keeps two notes of one title apart. */
export const tailOf = (id: string): string => id.slice(-12);

const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?)^---[ \t]*\n/mu;

/**
 * Reads a note, of an export or of somebody's own. An editor's mark of the encoding and its ends of lines are no edits.
 * @param name what it is called where it has no title
 * @throws when its front matter is no YAML
 */
export function readNote(given: string, name: string): Note {
  const text = unified(given);
  const [block = '', source] = text.startsWith('---') ? (FRONT_MATTER.exec(text) ?? []) : [];
  const fields = asFields(source === undefined ? {} : parse(source, { logLevel: 'error' }));
  const front = Front.parse(fields);
  const body = text.slice(block.length);
  const marker = body.lastIndexOf(`\n${MARKER}`);
  const origin = front.memory === null ? undefined : originOf(front, front.memory);
  const told = (marker === -1 ? body : body.slice(0, marker)).replace(/^\n/u, '').replace(/\n$/u, '');
  const items = { told: readItems(told), listed: readItems(marker === -1 ? '' : body.slice(marker)) };
  const listedOfKind = (wanted: string) =>
    items.listed.observations.flatMap(({ category, what }) => (category === wanted ? [what] : []));
  // In a note of somebody else's, observations are part of what is told; their categories are its tags.
  const categories = origin ? [] : items.told.observations.map(({ category }) => category);
  const content: NoteContent = {
    title: front.title ?? name,
    narrative: withFields(told, fieldsBeyond(fields, origin?.id)),
    memory_type: front.memory_type ?? MEMORY_TYPES.find((type) => categories.includes(type)) ?? 'general',
    tags: [...new Set([...front.tags, ...categories])],
    concepts: origin ? listedOfKind('concept') : [],
    source_files: origin ? listedOfKind('file') : [],
    importance_score: front.importance,
    confidence_score: front.confidence,
  };
  const relations = [...items.told.relations, ...items.listed.relations];
  return {
    content,
    relations,
    toldCount: items.told.relations.length,
    origin,
    created: front.created,
    modified: front.modified,
    permalink: front.permalink,
    isEdited: digestOf(content) !== front.digest,
    isRelatedAnew: relationsDigestOf(relations) !== front.relations_digest,
    digest: front.digest,
  };
}

const originOf = (front: z.output<typeof Front>, id: string): NoteOrigin => ({
  id: id.toLowerCase(),
  memory_id: front.memory_id,
  created_at: front.created,
  updated_at: front.modified,
  author: front.author,
  project: front.project,
  branch: front.branch,
  commit_id: front.commit,
  source_session_id: front.session,
});

function unified(given: string): string {
  const text = given.replace(/^\uFEFF/u, '');
  // Only where every line ends so: what a narrative holds of them stays.
  const isCrlf = text.includes('\r\n') && !/(?<!\r)\n/u.test(text);
  return isCrlf ? text.replaceAll('\r\n', '\n') : text;
}

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

import { createHash } from 'node:crypto';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { MEMORY_TYPES, type RecordOf } from '@memory/contracts';

/** A relationship as basic-memory writes it: `- supersedes [[decision/use-queues]] (why)`. */
export interface NoteRelation {
  type: string;
  /** Permalink or title of the other note. */
  target: string;
  context: string | null;
}

/** What people edit of a memory. */
export interface NoteContent {
  title: string;
  narrative: string;
  memory_type: string;
  tags: string[];
  concepts: string[];
  source_files: string[];
  importance_score: number;
  confidence_score: number;
}

/** What a note says that nobody edits. */
interface NoteOrigin {
  id: string;
  memory_id: string | null;
  created_at: string | null;
  updated_at: string | null;
  author: string | null;
  project: string | null;
  branch: string | null;
  commit_id: string | null;
  source_session_id: string | null;
}

export interface Note extends NoteContent {
  relations: NoteRelation[];
  /** Undefined in a note that somebody else has written. */
  origin: NoteOrigin | undefined;
  created: string | null;
  modified: string | null;
  permalink: string | null;
  /** Digest of content and relations at the export; a note with another one was edited since. */
  digest: string | null;
  relations_digest: string | null;
}

/** Between what is told and what is listed; nothing behind it belongs to the narrative. */
const MARKER = '<!-- workspace-memory: what follows is listed, not told -->';

const shortHash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/** By which an edit is known. */
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

/** The same of what a note lists. */
export const relationsDigestOf = (relations: readonly NoteRelation[]): string =>
  shortHash(relations.map(({ type, target, context }) => JSON.stringify([type, target, context])).toSorted());

/** The text of a note: front matter and lists as basic-memory knows them. */
export function writeNote(
  memory: RecordOf<'memory'>,
  { permalink, relations: given }: { permalink: string; relations: readonly NoteRelation[] },
): string {
  const content = contentOf(memory);
  const relations = given.map(({ context, ...relation }) => ({
    ...relation,
    context: context === null ? null : oneLine(context),
  }));
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
    memory: memory.id,
    memory_id: memory.memory_id,
    digest: digestOf(content),
    relations_digest: relationsDigestOf(relations),
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
  return `---\n${stringify(front, { lineWidth: 0 })}---\n\n${memory.narrative}\n\n${MARKER}\n\n${listed.join('\n').trim()}\n`;
}

/** What of a memory stands in its note. */
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

const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?)^---[ \t]*\n/mu;
/** `- type [[target]] (context)`, where a type of several words may be quoted. */
function relationOf(line: string): NoteRelation | undefined {
  const [opens, closes] = [line.indexOf(' [['), line.indexOf(']]')];
  if (!line.startsWith('- ') || opens < 2 || closes < opens) return undefined;
  const type = line.slice(2, opens).trim().replaceAll('"', '');
  // A link with another text counts by what it leads to.
  const target =
    line
      .slice(opens + 3, closes)
      .split('|', 1)[0]
      ?.trim() ?? '';
  const rest = line.slice(closes + 2).trim();
  if (type === '' || type.includes('[') || type.length > TYPE_LENGTH_MAX || target === '') return undefined;
  return { type, target, context: isBracketed(rest) ? rest.slice(1, -1) : null };
}

const isBracketed = (text: string): boolean => text.startsWith('(') && text.endsWith(')') && text.length > 2;

/** A list item that only mentions a note has more before it. */
const TYPE_LENGTH_MAX = 60;

/** `- [category] what`; a box to tick is none. */
function observationOf(line: string): { category: string; what: string } | undefined {
  const closes = line.indexOf('] ');
  if (!line.startsWith('- [') || line.startsWith('- [[') || closes < 4) return undefined;
  const category = line.slice(3, closes).trim();
  const what = line.slice(closes + 2).trim();
  return what === '' || ['', 'x', 'X', '-'].includes(category) ? undefined : { category, what };
}

/**
 * Reads a note, of an export or of somebody's own. An editor's mark of the encoding and its ends of lines are no edits.
 * @param name what it is called where it has no title
 * @throws when its front matter is no YAML
 */
export function readNote(given: string, name: string): Note {
  const text = unified(given);
  const [block = '', source] = text.startsWith('---') ? (FRONT_MATTER.exec(text) ?? []) : [];
  const front = Front.parse(asObject(source === undefined ? {} : parse(source, { logLevel: 'error' })));
  const body = text.slice(block.length);
  const marker = body.lastIndexOf(`\n${MARKER}`);
  const origin = front.memory === null ? undefined : originOf(front, front.memory);
  const listed = (marker === -1 ? body : body.slice(marker)).split('\n');
  const relations = listed.flatMap((line) => relationOf(line) ?? []);
  const observed = listed.flatMap((line) => observationOf(line) ?? []);
  const ofCategory = (wanted: string) =>
    observed.flatMap(({ category, what }) => (category === wanted ? [what] : []));
  // In a note of somebody else's, observations are part of what is told; their categories are its tags.
  const categories = origin ? [] : observed.map(({ category }) => category);
  return {
    title: front.title ?? name,
    narrative: (marker === -1 ? body : body.slice(0, marker)).replace(/^\n/u, '').replace(/\n$/u, ''),
    memory_type: front.memory_type ?? typeAmong(categories) ?? 'general',
    tags: [...new Set([...front.tags, ...categories])],
    concepts: origin ? ofCategory('concept') : [],
    source_files: origin ? ofCategory('file') : [],
    importance_score: front.importance,
    confidence_score: front.confidence,
    relations,
    origin,
    created: front.created,
    modified: front.modified,
    permalink: front.permalink,
    digest: front.digest,
    relations_digest: front.relations_digest,
  };
}

const typeAmong = (categories: readonly string[]): string | undefined =>
  MEMORY_TYPES.find((type) => categories.includes(type));

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

const asObject = (value: unknown): object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

import { normalize } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Argument, Command } from 'commander';
import type * as z from 'zod';
import { kebabCase } from '@memory/contracts';
import { allTools, type AnyToolName } from '@memory/contracts/tools';
import { printable, withoutMarks } from '@memory/text/printable';
import { describeRedacted, INDENT, write, print } from '../command/print.ts';
import { optionOf } from '../operator/operation-command.ts';
import { connect } from '../connection/connection.ts';
import { askTool, type ToolAnswer } from './ask-tool.ts';

/** Names of fields that read better in the singular, as an option that is repeated. */
const FLAGS: Readonly<Record<string, string>> = {
  memory_types: 'type',
  memory_type: 'type',
  tags: 'tag',
  tag_prefixes: 'tag-prefix',
  concepts: 'concept',
  files: 'file',
  search_profile: 'order',
  project_name: 'project',
  branch_name: 'branch',
  session_id: 'session',
};

/** Fields that are no options: a login has its workspace set, and a command line is short. */
const NO_FLAGS: ReadonlySet<string> = new Set(['workspace_id', 'from', 'include_related']);

interface Look<Name extends AnyToolName> {
  description: string;
  /** Fields of the tool that arguments of the command give, in this order; the word `-` reads standard input. */
  fields?: readonly Argument[];
  defaults?: Record<string, unknown>;
  ask?: (given: Record<string, unknown>) => Promise<ToolAnswer<Name>>;
  present: (answer: ToolAnswer<Name>) => void;
  /** Whether there is an answer: the command ends with 1 where there is none. */
  isFound?: (answer: ToolAnswer<Name>) => boolean;
}

function toolCommand<Name extends AnyToolName>(
  word: string,
  name: Name,
  {
    description,
    fields = [],
    defaults = {},
    ask = (given) => askTool(name, given),
    present,
    isFound = () => true,
  }: Look<Name>,
): Command {
  const command = new Command(word).description(description);
  for (const field of fields) command.addArgument(field);
  const named = new Set(fields.map((field) => field.name()));
  const shape: Readonly<Record<string, z.ZodType>> = allTools[name].input.shape;
  const options = Object.entries(shape)
    .filter(([field]) => !named.has(field) && !NO_FLAGS.has(field))
    .map(([field, schema]) => ({ field, option: optionOf(FLAGS[field] ?? kebabCase(field), schema) }));
  for (const { field, option } of options)
    command.addOption(option.makeOptionMandatory(option.mandatory && !(field in defaults)));
  return command.option('--json', 'print JSON').action(async () => {
    const given = { ...defaults };
    for (const { field, option } of options) {
      const value: unknown = command.getOptionValue(option.attributeName());
      if (value !== undefined) given[field] = value;
    }
    for (const [place, field] of fields.entries()) {
      const said: unknown = command.processedArgs[place];
      const text = Array.isArray(said) ? said.join(' ') : said;
      if (text === undefined || text === '') continue;
      given[field.name()] = text === '-' ? (await readAll(process.stdin)).trim() : text;
    }
    const answer = await ask(given);
    if (command.getOptionValue('json')) print(answer, true);
    else present(answer);
    if (!isFound(answer)) process.exitCode = 1;
  });
}

type Found = ToolAnswer<'memory_search'>;

const isAnyFound = ({ results }: Found): boolean => results.length > 0;

/** The words of a question: as they are given, or one `-` for standard input. */
const question = (name: string, description: string) => new Argument(`<${name}...>`, description);

/** `workspace-memory search QUESTION`; without a question, on a terminal, it searches while one types. */
export function searchCommand(): Command {
  return toolCommand('search', 'memory_search', {
    description: 'Search what is remembered. Without a question: search as you type.',
    fields: [new Argument('[query...]', 'what you want to know, in plain words; - reads it')],
    async ask(given) {
      if (given['query'] !== undefined) return askTool('memory_search', given);
      if (!process.stdin.isTTY) throw new Error('Ask something: search QUESTION, or search - to read it.');
      return searchAsTyped(given);
    },
    present: (answer) => printList(answer, 'No memory answers this.'),
    isFound: isAnyFound,
  });
}

async function searchAsTyped(given: Record<string, unknown>): Promise<Found> {
  const { default: search } = await import('@inquirer/search');
  const chosen = await search<Found['results'][number] | undefined>({
    message: 'Search memory:',
    async source(query, { signal }) {
      if (!query) return [];
      // A key press later the question is another one.
      await setTimeout(TYPING_MS, undefined, { signal });
      const { results } = await askTool('memory_search', { min_score: TYPED_SCORE, ...given, query });
      return results.map((memory) => ({
        name: printable(memory.title),
        description: printable(`${originOf(memory)}\n${withoutMarks(memory.passage)}`),
        value: memory,
      }));
    },
  });
  return { count: chosen ? 1 : 0, results: chosen ? [chosen] : [] };
}

/** A hair below the service's, from which a search counts as a question: what is half typed is none. */
const TYPED_SCORE = 0.149;

/** Between the keys of somebody who types. */
const TYPING_MS = 150;

export function recentCommand(): Command {
  return toolCommand('recent', 'memory_get_timeline', {
    description: 'List what was stored in the last days, newest first.',
    present: (answer) => printList(answer, 'Nothing was stored in these days; --days looks further back.'),
    isFound: isAnyFound,
  });
}

export function timelineCommand(): Command {
  return toolCommand('timeline', 'memory_search', {
    description: 'Tell how a subject came about: what is remembered of it, oldest first.',
    fields: [question('query', 'the subject; - reads it')],
    async ask(given) {
      const answer = await askTool('memory_search', { limit: ON_A_TIMELINE, ...given });
      return { ...answer, results: await oldestFirst(answer.results) };
    },
    present: (answer) => printList(answer, 'No memory is about this.'),
    isFound: isAnyFound,
  });
}

const ON_A_TIMELINE = 20;

/** Answers of tools name the day alone; memories of one day are asked for their time. */
async function oldestFirst(results: Found['results']): Promise<Found['results']> {
  const tied = [...Map.groupBy(results, ({ date }) => date).values()]
    .filter(({ length }) => length > 1)
    .flat();
  const { client } = tied.length > 0 ? await connect() : {};
  const times = new Map(
    await Promise.all(
      tied.map(async (one) => {
        const ref = one.memory_id ?? one.id ?? '';
        return [one, (await client?.getMemory({ path: { ref } }))?.created_at] as const;
      }),
    ),
  );
  const timeOf = (one: Found['results'][number]): string => times.get(one) ?? one.date;
  return results.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
}

export function showCommand(): Command {
  return toolCommand('show', 'memory_get_detail', {
    description: 'Show one memory whole, with what it is linked to.',
    fields: [new Argument('<id>', 'identifier of the memory')],
    async ask(given) {
      const first = await askTool('memory_get_detail', given);
      let { content } = first;
      for (let more = first.more_characters ?? 0; more > 0;) {
        const next = await askTool('memory_get_detail', { ...given, from: content.length });
        content += next.content;
        more = next.more_characters ?? 0;
      }
      return { ...first, content, more_characters: undefined, hint: undefined };
    },
    present: printDetail,
  });
}

export function addCommand(): Command {
  return toolCommand('add', 'memory_store', {
    description: 'Keep a memory: one thing that is worth knowing later.',
    fields: [
      new Argument('<title>', 'one line that says the point'),
      new Argument('[content]', 'what, why and how to apply it; - reads it (default: the title)'),
    ],
    defaults: { memory_type: 'general' },
    ask(given) {
      const files = (given['files'] ?? []) as string[];
      const above = files.find((file) => /^\.\.(?:[\\/]|$)/u.test(normalize(file)));
      if (above === undefined) return askTool('memory_store', { content: given['title'], ...given });
      throw new Error(`${above} leads out of the tree: name a file by its path from the top of the tree.`);
    },
    present({ similar = [], may_replace = [], redacted_secrets = 0, ...stored }) {
      write(`Stored as ${stored.id ?? stored.memory_id}.`);
      for (const { title, ...one } of similar)
        write(`Nearly the same: ${title} (${one.id ?? one.memory_id})`, { style: 'yellow' });
      for (const { title, ...one } of may_replace)
        write(`May no longer be true: ${title} (${one.id ?? one.memory_id})`, { style: 'yellow' });
      if (redacted_secrets > 0) write(describeRedacted(redacted_secrets));
    },
  });
}

function printList({ results, count, hint }: Found, ifNone: string): void {
  if (results.length === 0) return write(ifNone);
  for (const [place, memory] of results.entries()) {
    if (place > 0) write('');
    write(memory.title, { style: 'bold' });
    write(originOf(memory), { indent: INDENT, style: 'dim' });
    printWarnings(memory, INDENT);
    if (memory.passage !== memory.title) write(withoutMarks(memory.passage), { indent: INDENT });
    if (memory.also) write(`${memory.also} more say the same.`, { indent: INDENT, style: 'dim' });
    for (const one of memory.alike ?? []) write(`Much the same: ${one}`, { indent: INDENT, style: 'dim' });
  }
  if (count > results.length && hint) write(hint, { style: 'dim' });
}

type Row = Partial<Found['results'][number]>;

/** Project of a memory that was stored without one; it says nothing. */
const UNNAMED = 'unknown';

const originOf = ({ memory_type, date, author, project, branch, files = [], id, memory_id }: Row): string =>
  [
    memory_type,
    date,
    ...(author === undefined ? [] : [`by ${author}`]),
    project === UNNAMED ? undefined : project,
    branch,
    files.join(', '),
    memory_id ?? id,
  ]
    .filter(Boolean)
    .join(' · ');

function printWarnings({ note, code }: Row, indent: number): void {
  for (const warning of [note, code])
    if (warning !== undefined && warning !== 'current') write(warning, { indent, style: 'yellow' });
}

function printDetail(memory: ToolAnswer<'memory_get_detail'>): void {
  write(memory.title, { style: 'bold' });
  write(originOf(memory), { style: 'dim' });
  if (memory.said_by !== undefined)
    // Of one that came by a sync the session stays behind.
    write(`said by ${memory.said_by}${memory.session_id ? ` of session ${memory.session_id}` : ''}`, {
      style: 'dim',
    });
  printWarnings(memory, 0);
  write('');
  write(memory.content);
  const { relationships = [], related_memories = [], tags = [], concepts = [] } = memory;
  const named = new Set(relationships.map(({ id, memory_id }) => id ?? memory_id));
  const related = related_memories.filter(({ id, memory_id }) => !named.has(id ?? memory_id));
  if (tags.length + concepts.length > 0) {
    write('');
    write([...tags, ...concepts].map((word) => `#${word}`).join(' '), { style: 'dim' });
  }
  if (relationships.length + related.length > 0) write('');
  for (const { relationship, title, date, ...one } of relationships)
    write(`${relationship.replaceAll('_', ' ')}: ${title} (${date}, ${one.id ?? one.memory_id})`);
  for (const { title, ...one } of related) write(`similar: ${title} (${one.id ?? one.memory_id})`);
}

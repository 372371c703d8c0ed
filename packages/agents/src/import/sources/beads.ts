import { basename, dirname, join } from 'node:path';
import type { MemoryType } from '@memory/contracts';
import { existing, findFiles, isFolder } from '../files.ts';
import { objectsIn, readJsonLines, textIn, textsIn, type JsonObject } from '../json.ts';
import { projectOf, type ImportItem, type ImportMachine, type ImportSource } from '../source.ts';

/** Issues of beads: what was decided, found and mended; work that nobody has begun to describe is left where it is. */
export const beads: ImportSource = {
  id: 'beads',
  name: 'beads issues',
  takes: 'a .beads folder, or a JSON Lines file of `bd export`',
  async find(machine) {
    const { root } = await machine.finder.find(machine.cwd);
    const files = await findFiles(join(root, '.beads'), FILES).catch(() => []);
    return files.length > 0 ? [{ paths: [join(root, '.beads')], what: 'issues of this project' }] : [];
  },
  async *read(path, machine) {
    const files = (await isFolder(path)) ? await findFiles(path, FILES) : await existing([path]);
    if (files.length === 0)
      yield { kind: 'passed', place: path, reason: 'no JSON Lines file; write one with `bd export`' };
    for (const file of files) yield* readIssues(file, machine);
  },
};

const FILES = ['issues.jsonl', 'beads.jsonl', 'backup/issues.jsonl'];

const TYPES: Readonly<Record<string, MemoryType>> = {
  bug: 'incident',
  decision: 'decision',
  event: 'general',
};

async function* readIssues(file: string, { finder }: ImportMachine): AsyncGenerator<ImportItem> {
  const { origin } = await finder.find(dirname(file));
  const project = projectOf(dirname(file));
  const id = (issue: string) => `beads:${origin}:${issue}`;
  const relationships: ImportItem[] = [];
  for await (const entry of readJsonLines(file)) {
    const place = `${basename(file)}:${entry.number}`;
    if ('broken' in entry) {
      yield { kind: 'passed', place, reason: entry.broken };
      continue;
    }
    const { object: issue } = entry;
    const [key, title] = [textIn(issue, 'id'), textIn(issue, 'title')];
    const reason = key && title ? reasonAgainst(issue) : 'no issue';
    if (!key || !title || reason !== undefined) {
      yield { kind: 'passed', place, reason: reason ?? 'no issue' };
      continue;
    }
    yield {
      kind: 'record',
      place,
      record: {
        external_id: id(key),
        title: `${title} (${key})`,
        narrative: narrativeOf(issue),
        memory_type: typeOf(issue),
        tags: ['beads', textIn(issue, 'issue_type') ?? '', ...textsIn(issue['labels'])],
        created_at: textIn(issue, 'created_at') ?? null,
        updated_at: textIn(issue, 'updated_at', 'closed_at') ?? null,
        author: textIn(issue, 'created_by', 'owner', 'assignee') ?? null,
        project,
      },
    };
    for (const { target, type } of dependenciesOf(issue))
      relationships.push({
        kind: 'relationship',
        place,
        relationship: {
          source: id(key),
          target: id(target),
          relationship_type:
            type === 'blocks' ? 'depends_on' : type === 'supersedes' ? 'supersedes' : 'related_to',
          context: type,
        },
      });
  }
  yield* relationships;
}

/** Items that are no knowledge: messages between agents, templates, and work that says nothing but its title. */
function reasonAgainst(issue: JsonObject): string | undefined {
  if (issue['status'] === 'tombstone' || textIn(issue, 'deleted_at')) return 'deleted issue';
  if (issue['ephemeral'] === true || issue['is_template'] === true || textIn(issue, 'sender'))
    return 'message or template';
  const isClosed = issue['status'] === 'closed';
  if (!isClosed && !textIn(issue, 'design', 'notes')) return 'open issue without design or notes';
  return textIn(issue, 'description', 'design', 'notes', 'close_reason') ||
    objectsIn(issue['comments']).length > 0
    ? undefined
    : 'issue without text';
}

function narrativeOf(issue: JsonObject): string {
  const parts: [string, string | undefined][] = [
    ['', textIn(issue, 'description')],
    ['Design', textIn(issue, 'design')],
    ['Acceptance', textIn(issue, 'acceptance_criteria')],
    ['Notes', textIn(issue, 'notes')],
    ['Closed', textIn(issue, 'close_reason')],
  ];
  const comments = objectsIn(issue['comments']).flatMap((comment) => {
    const text = textIn(comment, 'text');
    return text === undefined ? [] : [`${textIn(comment, 'author') ?? 'Comment'}: ${text}`];
  });
  return [
    ...parts.flatMap(([label, text]) =>
      text === undefined ? [] : [label === '' ? text : `${label}: ${text}`],
    ),
    ...comments,
  ].join('\n\n');
}

function typeOf(issue: JsonObject): MemoryType {
  const known = TYPES[textIn(issue, 'issue_type') ?? ''];
  return known ?? (textIn(issue, 'design') ? 'decision' : 'general');
}

const dependenciesOf = (issue: JsonObject): { target: string; type: string }[] =>
  objectsIn(issue['dependencies']).flatMap((dependency) => {
    const target = textIn(dependency, 'depends_on_id');
    return target === undefined ? [] : [{ target, type: textIn(dependency, 'type') ?? 'related' }];
  });

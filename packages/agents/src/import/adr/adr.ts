import { basename, dirname, join, relative } from 'node:path';
import { countOf } from '../../command/print.ts';
import { fileDates, findFiles, isFolder, reasonOf } from '../files.ts';
import { textIn, textsIn } from '../json.ts';
import { projectOf, type ImportItem, type ImportMachine, type ImportSource } from '../source.ts';
import { readNote } from '../read-note.ts';
import { readDecision } from './read-decision.ts';

const FOLDERS =
  '{adr,adrs,ADR,docs/adr,docs/adrs,docs/decisions,doc/adr,doc/adrs,doc/decisions,decisions,architecture/decisions,docs/architecture/decisions,doc/architecture/decisions,docs/architecture/adr,docs/architecture-decisions}';
const FILES = ['**/*.md', '**/*.markdown'];
const NO_DECISION = /^(?:readme|index|template|adr-template|.*-template)\.(?:md|markdown)$/iu;

/** Architecture decision records with their status, and what was considered and not chosen. */
export const adr: ImportSource = {
  id: 'adr',
  name: 'Architecture decision records',
  takes: 'a folder of records, or one of them',
  async find(machine) {
    const { root } = await machine.finder.find(machine.cwd);
    const files = await findFiles(root, [`**/${FOLDERS}/*.{md,markdown}`]);
    const records = files.filter((file) => !NO_DECISION.test(basename(file)));
    const folders = [...new Set(records.map((file) => dirname(file)))];
    return folders.length === 0
      ? []
      : [
          {
            paths: folders,
            what: `${countOf(records.length, 'decision record', 'decision records')} in ${folders.map((folder) => relative(root, folder)).join(', ')}`,
          },
        ];
  },
  async *read(path, machine) {
    const isWhole = await isFolder(path);
    const files = isWhole ? await findFiles(path, FILES) : [path];
    const relationships: ImportItem[] = [];
    for (const file of files.filter((each) => !isWhole || !NO_DECISION.test(basename(each))))
      for await (const item of readRecord(file, files, machine))
        if (item.kind === 'relationship') relationships.push(item);
        else yield item;
    yield* relationships;
  },
};

async function* readRecord(
  file: string,
  files: readonly string[],
  { finder }: ImportMachine,
): AsyncGenerator<ImportItem> {
  const place = await finder.find(dirname(file));
  const source = relative(place.root, file).replaceAll('\\', '/');
  const note = await readNote(file).catch((error: Error) => error);
  if (note instanceof Error) return yield { kind: 'passed', place: source, reason: reasonOf(note) };
  const decision = readDecision(note, basename(file));
  if (!decision) return yield { kind: 'passed', place: source, reason: 'no decision record' };
  const dates = await fileDates(file, place);
  const id = (path: string) => `adr:${place.origin}:${path}`;
  const common = {
    memory_type: 'decision' as const,
    source_files: [source],
    project: projectOf(place.root),
    author:
      textIn(note.fields, 'deciders', 'decision-makers', 'author') ??
      textsIn(note.fields['decision-makers'])[0] ??
      textsIn(note.fields['deciders'])[0] ??
      dates.author,
    created_at: decision.date ?? dates.created_at,
    updated_at: dates.updated_at,
  };
  const { title, status, text, rejected, chosen, supersedes, supersededBy } = decision;
  yield {
    kind: 'record',
    place: source,
    record: {
      ...common,
      external_id: id(source),
      title,
      narrative: `Status: ${status}.\n\n${text}`,
      tags: ['adr', `status:${status}`, ...note.tags],
      importance_score: /^(?:accepted|approved|implemented)/u.test(status) ? 0.8 : 0.3,
    },
  };
  for (const { option, reasons } of rejected) {
    const own = `${source}#rejected-${option
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 80)}`;
    yield {
      kind: 'record',
      place: source,
      record: {
        ...common,
        external_id: id(own),
        title: `Not chosen: ${option} (${title})`,
        narrative: [
          `${option} was considered for “${title}” and not chosen${chosen === undefined ? '' : `; ${chosen} was`}.`,
          ...(reasons === '' ? [] : [reasons]),
        ].join('\n\n'),
        tags: ['adr', 'rejected-option'],
        importance_score: 0.6,
      },
    };
    yield {
      kind: 'relationship',
      place: source,
      relationship: {
        source: id(own),
        target: id(source),
        relationship_type: 'related_to',
        context: 'option of',
      },
    };
  }
  const pathOf = (named: string) => {
    const found = files.find((each) => isMeant(basename(each), named));
    return found && relative(place.root, join(dirname(file), basename(found))).replaceAll('\\', '/');
  };
  const links = [
    ...supersedes.map((named) => [source, pathOf(named)] as const),
    ...supersededBy.map((named) => [pathOf(named), source] as const),
  ];
  for (const [newer, older] of links)
    if (newer !== undefined && older !== undefined && newer !== older)
      yield {
        kind: 'relationship',
        place: source,
        relationship: {
          source: id(newer),
          target: id(older),
          relationship_type: 'supersedes',
          context: 'supersedes',
        },
      };
}

/** Whether a file is the one that a link or a number names: `0005-use-x.md`, `ADR-0005`, `5`. */
function isMeant(file: string, named: string): boolean {
  if (file === named) return true;
  const [own, wanted] = [file, named].map((text) => /\d{1,5}/u.exec(text)?.[0]);
  return own !== undefined && wanted !== undefined && Number(own) === Number(wanted);
}

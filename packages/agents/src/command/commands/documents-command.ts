import { dirname, relative, resolve } from 'node:path';
import { Command } from 'commander';
import type { Client } from '@memory/client';
import type { DocumentRecord } from '@memory/contracts';
import { printableLine } from '@memory/text/printable';
import { connect } from '../../connection/connection.ts';
import { countOf, say } from '../print.ts';
import { deleteStored, isOriginKnown, listStored } from '../../ingest/local-documents.ts';
import { OriginFinder } from '../../tree/find-origin.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

interface Options {
  origin?: string;
  under?: string;
  json?: boolean;
  all?: boolean;
}

const nothing = ({ origin, under }: Options): string =>
  origin === undefined && under === undefined
    ? 'No documents yet; ingest PATH brings some.'
    : 'No documents there; documents list without options shows all, with their origins.';

export function documentsCommand(): Command {
  const command = new Command('documents').description('List and delete what was ingested.');
  command
    .command('list')
    .description('List the documents of the workspace.')
    .option('--origin <name>', 'only those of this repository or folder')
    .option('--under <folder>', 'only those below this folder of their origin')
    .option('--json', 'print them as JSON, one a line')
    .action(async ({ json = false, ...filter }: Options) => {
      const documents = await listStored((await connect()).client, filter);
      if (documents.length === 0) console.error(printableLine(nothing(filter)));
      for (const document of documents)
        console.log(printableLine(json ? JSON.stringify(document) : describe(document)));
    });
  command
    .command('delete')
    .description('Delete documents with their memories.')
    .argument('[documents...]', 'identifiers, or sources as the list shows them')
    .option('--origin <name>', 'where the sources come from; by default the repository or folder one is in')
    .option('--under <folder>', 'with --origin and --all: only those below this folder')
    .option('--all', 'all documents of the origin that --origin names')
    .action(async (given: string[], { all = false, ...filter }: Options) => {
      // A forgotten word must not mean all of a workspace.
      if (all ? !('origin' in filter) || given.length > 0 : 'under' in filter || given.length === 0)
        throw new Error(
          'Name documents, or an origin as the list shows it: documents delete --all --origin NAME.',
        );
      const { client } = await connect();
      const found = all ? await listStored(client, filter) : await resolveAll(client, given, filter.origin);
      const removed = await deleteStored(
        client,
        found.map(({ id }) => id),
      );
      const memories = countOf(removed, 'memory', 'memories');
      say(`${countOf(found.length, 'document', 'documents')} deleted, and ${memories} with them.`);
    });
  return command;
}

/** @throws for what names no document: nothing is deleted then */
async function resolveAll(
  client: Client,
  given: readonly string[],
  named: string | undefined,
): Promise<{ id: string }[]> {
  const ids = given.filter((name) => UUID.test(name));
  const sources = given.filter((name) => !UUID.test(name));
  const found: { id: string }[] = [];
  for (const id of ids) found.push(await client.getDocument({ path: { id } }));
  if (sources.length === 0) return found;
  const cwd = process.cwd();
  const isKnown = (place: string) => isOriginKnown(client, place);
  const finder = new OriginFinder({ cwd, named, isKnown });
  const here = await finder.find(cwd);
  const knownOf = new Map<string, Map<string | null, DocumentRecord>>();
  const sourcesOf = async (origin: string) => {
    const known =
      knownOf.get(origin) ??
      new Map((await listStored(client, { origin })).map((document) => [document.source, document]));
    knownOf.set(origin, known);
    return known;
  };
  for (const source of sources) {
    const path = resolve(cwd, source);
    const there = await finder.find(dirname(path));
    const inFolder = (root: string) => relative(root, path).replaceAll('\\', '/');
    // As the list shows it, or else as a path from here, which may lead to where another origin is.
    const document =
      (await sourcesOf(here.origin)).get(source) ??
      (await sourcesOf(here.origin)).get(inFolder(here.root)) ??
      (await sourcesOf(there.origin)).get(inFolder(there.root));
    if (!document) throw new Error(`${there.origin} has no document ${source}; the list shows them.`);
    found.push(document);
  }
  return found;
}

const describe = ({ id, title, source, origin, section_count }: DocumentRecord): string =>
  [
    id,
    countOf(section_count, 'memory', 'memories'),
    source ?? '(no source)',
    origin ?? '(no origin)',
    title,
  ].join('  ');

import { relative, resolve } from 'node:path';
import { Command } from 'commander';
import type { Client } from '@memory/client';
import type { DocumentRecord } from '@memory/contracts';
import { printable, printableLine } from '@memory/text/printable';
import { connect } from '../connection.ts';
import { countOf } from '../count-of.ts';
import { deleteStored } from '../ingest/gone-documents.ts';
import { OriginFinder } from '../find-origin.ts';

const PAGE = 500;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

interface ListOptions {
  origin?: string;
  under?: string;
  json?: boolean;
}

const nothing = ({ origin, under }: ListOptions): string =>
  origin === undefined && under === undefined
    ? 'No documents yet; ingest PATH brings some.'
    : 'No documents there; documents list without options shows all, with their origins.';

/** `workspace-memory documents …`: what was ingested, and out with it. */
export function documentsCommand(): Command {
  const command = new Command('documents').description('List and delete what was ingested.');
  command
    .command('list')
    .description('List the documents of the workspace.')
    .option('--origin <name>', 'only those of this repository or folder')
    .option('--under <folder>', 'only those below this folder of their origin')
    .option('--json', 'print them as JSON, one a line')
    .action(async ({ json = false, ...filter }: ListOptions) => {
      const documents = await listAll((await connect()).client, filter);
      if (documents.length === 0) console.error(printableLine(nothing(filter)));
      for (const document of documents)
        console.log(printableLine(json ? JSON.stringify(document) : describe(document)));
    });
  command
    .command('delete')
    .description('Delete documents with their memories.')
    .argument('<documents...>', 'identifiers, or sources as the list shows them')
    .option('--origin <name>', 'where the sources come from; by default the repository or folder one is in')
    .action(async (given: string[], { origin }: { origin?: string }) => {
      const { client } = await connect();
      const found = await resolveAll(client, given, origin);
      const removed = await deleteStored(
        client,
        found.map(({ id }) => id),
      );
      const [documents, memories] = [
        countOf(found.length, 'document', 'documents'),
        countOf(removed, 'memory', 'memories'),
      ];
      console.log(printable(`${documents} deleted, and ${memories} with them.`));
    });
  return command;
}

async function listAll(
  client: Client,
  filter: { origin?: string; under?: string },
): Promise<DocumentRecord[]> {
  const documents: DocumentRecord[] = [];
  for (;;) {
    const { results } = await client.listDocuments({
      query: { ...filter, limit: PAGE, offset: documents.length },
    });
    documents.push(...results);
    if (results.length === 0) return documents;
  }
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
  const { origin, root } = await new OriginFinder({ cwd, named }).find(cwd);
  const known = new Map((await listAll(client, { origin })).map((document) => [document.source, document]));
  for (const source of sources) {
    // As the list shows it, or else as a path from here.
    const document =
      known.get(source) ?? known.get(relative(root, resolve(cwd, source)).replaceAll('\\', '/'));
    if (!document) throw new Error(`${origin} has no document ${source}; the list shows them.`);
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

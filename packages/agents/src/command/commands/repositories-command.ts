import { Command } from 'commander';
import type { Client } from '@memory/client';
import type { CodeRepository } from '@memory/contracts';
import { printableLine } from '@memory/text/printable';
import { connect } from '../../connection/connection.ts';
import { countOf, say } from '../print.ts';

export function repositoriesCommand(): Command {
  const command = new Command('repositories').description('List and delete what was indexed.');
  command
    .command('list', { isDefault: true })
    .description('List the indexed repositories of the workspace.')
    .option('--json', 'print them as JSON, one a line')
    .action(async ({ json = false }: { json?: boolean }) => {
      const repositories = await listRepositories((await connect()).client);
      if (repositories.length === 0) console.error('No code yet; index PATH brings some.');
      for (const repository of repositories)
        console.log(printableLine(json ? JSON.stringify(repository) : describe(repository)));
    });
  command
    .command('delete')
    .description('Delete the index of repositories; memories and working trees stay as they are.')
    .argument('<repositories...>', 'names, or origins that one of them has, as the list shows them')
    .action(async (given: string[]) => {
      const { client } = await connect();
      const known = await listRepositories(client);
      const chosen = new Set(given.map((named) => find(known, named)));
      for (const { name } of chosen) await client.deleteCodeRepository({ path: { name } });
      const files = [...chosen].reduce((sum, repository) => sum + repository.files, 0);
      const what = countOf(chosen.size, 'repository', 'repositories');
      say(
        `${what} deleted, with the index of ${countOf(files, 'file', 'files')}; index PATH brings it back.`,
      );
    });
  return command;
}

async function listRepositories(client: Client): Promise<CodeRepository[]> {
  return (await client.getCodeStatus({ query: { limit: 1 } })).repositories;
}

/** @throws for what names none, or an origin of several: nothing is deleted then */
function find(known: readonly CodeRepository[], given: string): CodeRepository {
  const named = known.filter(({ name }) => name === given);
  const found = named.length > 0 ? named : known.filter(({ origin }) => origin === given);
  const [only] = found;
  if (!only) throw new Error(`No repository ${given} is indexed; repositories list shows them.`);
  if (found.length > 1)
    throw new Error(`${given} was indexed as ${found.map(({ name }) => name).join(', ')}: name one of them.`);
  return only;
}

const describe = ({ name, files, symbols, pending_files, updated_at, origin }: CodeRepository): string =>
  [
    name,
    countOf(files, 'file', 'files'),
    countOf(symbols, 'symbol', 'symbols'),
    ...(pending_files > 0 ? [`calls of ${countOf(pending_files, 'file', 'files')} still to come`] : []),
    `indexed ${updated_at}`,
    origin ?? '(no origin)',
  ].join('  ');

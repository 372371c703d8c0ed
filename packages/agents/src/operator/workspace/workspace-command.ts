import { readdir } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { SECRETS_POLICIES, type SecretsPolicy } from '@memory/contracts';
import { ownCommand, print, printTable, say } from '../../command/print.ts';
import { probeService } from '../../connection/probe-service.ts';
import { findHome, type Home } from '../../home/find-home.ts';
import { readUserConfig, writeUserConfig } from '../../home/user-config.ts';
import { isAnythingNoted } from '../../hook/recall/tell.ts';
import { sessionsFolder } from '../../hook/recall/session-folder.ts';
import { runningService } from '../../service/running-service.ts';
import { ERASED, listCopies, localDataDir } from '../local-data-dir.ts';
import { operationCommand } from '../operation-command.ts';
import { findOperator } from '../find-operator.ts';
import { deleteWorkspace, exportWorkspace, importWorkspace, type ImportOptions } from './move-workspace.ts';

interface OutputOptions {
  json?: boolean;
}

interface SetOptions extends OutputOptions {
  workspace: string;
  secrets?: SecretsPolicy;
  retain?: string[];
}

/** Remains in the files of the database. */

/** From `general=90 incident=forever`. */
export function daysOf(given: readonly string[]): Record<string, number | null> {
  return Object.fromEntries(
    given.map((each) => {
      const [type = '', days = ''] = each.split('=');
      if (days !== 'forever' && !/^\d{1,5}$/u.test(days))
        throw new Error(`${each} should be a type and days, such as general=90, or general=forever.`);
      return [type, days === 'forever' ? null : Number(days)];
    }),
  );
}

export function workspaceCommand(): Command {
  const workspace = new Command('workspace').description('Create, list, set up, move and delete workspaces.');
  workspace.addCommand(operationCommand('create', 'createWorkspace'));
  workspace
    .command('set')
    .description('Change how a workspace works.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .addOption(
      new Option('--secrets <policy>', 'what becomes of a write that holds secrets').choices(
        SECRETS_POLICIES,
      ),
    )
    .option(
      '--retain <type=days...>',
      'days after which memories of a type are deleted, each night; type=forever keeps them',
    )
    .option('--json', 'print JSON')
    .action(async ({ workspace: id, secrets, retain, json }: SetOptions, command: Command) => {
      if (secrets === undefined && retain === undefined) throw new Error('Give --secrets or --retain.');
      const days = retain && daysOf(retain);
      const operator = await findOperator(command);
      if (secrets !== undefined) print(await operator.setSecretsPolicy({ workspaceId: id, secrets }), json);
      if (days !== undefined) print(await operator.setRetention({ workspaceId: id, days }), json);
    });
  workspace.addCommand(
    operationCommand('list', 'listWorkspaces', {
      present: ({ workspaces }) => printTable(workspaces),
    }),
  );
  workspace
    .command('export')
    .description('Write all that a workspace holds, keys excepted, to a file that `import` reads.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--file <file>', 'file to write, which must not exist yet; gzip if it ends with .gz')
    .option('--json', 'print JSON')
    .action(
      async (
        { workspace: id, file, json }: OutputOptions & { workspace: string; file?: string },
        command: Command,
      ) => {
        const target = file ?? `workspace-${id}.jsonl.gz`;
        const records = await exportWorkspace(await findOperator(command), { workspace: id, file: target });
        print({ file: target, ...(json ? { records } : records) }, json);
      },
    );
  workspace
    .command('import')
    .description('Write an export into this deployment, into a new workspace under the same id.')
    .requiredOption('--file <file>', 'what `export` wrote')
    .option('--name <name>', 'another name for the workspace')
    .option('--into <id>', 'an empty workspace that is there already; its code is to be indexed anew')
    .option('--resume', 'go on with an import that was broken off: what is there stays as it is')
    .option('--json', 'print JSON')
    .action(async ({ json, ...options }: OutputOptions & ImportOptions, command: Command) => {
      const { outcomes, passed, messages, message_count, samples, ...imported } = await importWorkspace(
        await findOperator(command),
        options,
      );
      print(json ? { ...imported, outcomes, passed, messages, message_count, samples } : imported, json);
    });
  workspace
    .command('delete')
    .description('Block a workspace and delete everything it holds. Only an export can bring it back.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--name <name>', 'its name, to be sure')
    .option('--json', 'print JSON')
    .action(
      async (
        { workspace: id, name, json }: OutputOptions & { workspace: string; name: string },
        command: Command,
      ) => {
        const operator = await findOperator(command);
        const exports = await deleteWorkspace(operator, { workspaceId: id, name });
        // Rows that are deleted stand in the files of an embedded database until those are written anew.
        const { state: files } = await operator.eraseReplaced({});
        const { env } = command.optsWithGlobals<{ env?: string }>();
        const copies = env === undefined ? await listCopies(await localDataDir()) : [];
        const home = findHome();
        const isSpooled = (await readdir(home.spool).catch(() => [])).length > 0;
        const notes = isAnythingNoted(home) ? sessionsFolder(home) : null;
        const left = [...exports, ...copies, ...(isSpooled ? [home.spool] : []), ...(notes ? [notes] : [])];
        const own = env === undefined ? await runningService(home) : undefined;
        const isKeyLost = own !== undefined && (await dropLostKey(home, own.url));
        if (json)
          return print(
            { deleted: id, files, exports, copies, spool: isSpooled ? home.spool : null, notes },
            true,
          );
        print({ deleted: id });
        if (isKeyLost) say(`It was your own workspace: ${ownCommand()} up gives you another one.`);
        say(ERASED[files]);
        if (left.length > 0)
          say(`Something of it may stand in these, which are yours to delete: ${left.join(' ')}`);
      },
    );
  return workspace;
}

/**
 * Takes the key of the user's own service out of the settings where the service knows it no more, as after its workspace was
 * deleted: without one, `up` makes the next.
 * @returns whether it did
 */
export async function dropLostKey(home: Home, url: string): Promise<boolean> {
  const { key, ...others } = readUserConfig(home.config);
  if (key === undefined || others.url !== undefined) return false;
  const { status } = await probeService(url, { secret: key });
  if (status !== 401) return false;
  writeUserConfig(home.config, others);
  return true;
}

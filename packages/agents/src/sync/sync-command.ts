import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { entriesOf } from '@memory/contracts';
import { countOf, ownCommand, print, warn, say } from '../command/print.ts';
import { connect, findTarget } from '../connection/connection.ts';
import { eraseLocalFiles } from '../forget/forget.ts';
import { findHome } from '../home/find-home.ts';
import { findProject } from '../hook/project/find-project.ts';
import { answers } from '../service/running-service.ts';
import { startService } from '../service/start-service.ts';
import { baseFileOf, emptyBase, readBase, writeBase, type SyncedPlace } from './base-file.ts';
import { FolderStore } from './folder-store.ts';
import { GitStore } from './git-store.ts';
import { isAsSeen, readLastSync, writeLastSync, type Seen } from './last-sync.ts';
import { isSameProject } from './read-workspace.ts';
import {
  SecretsError,
  type SyncCounts,
  syncWorkspace,
  type SyncOptions,
  type SyncReport,
  type BlockedSecret,
} from './sync-workspace.ts';
import packageJson from '../../package.json' with { type: 'json' };

interface SyncCommandOptions {
  remote?: string | false;
  name: string;
  folder?: string;
  allProjects?: boolean;
  rejoin?: boolean;
  force?: boolean;
  dryRun?: boolean;
  status?: boolean;
  json?: boolean;
}

export function syncCommand(): Command {
  return new Command('sync')
    .description('Share memories through the repository: a ref of their own, merged memory by memory.')
    .option('--remote <name>', 'the remote; default: origin, or the only one')
    .option('--no-remote', 'only this clone: with other worktrees, or until there is a network')
    .option(
      '--name <name>',
      'last part of refs/workspace-memory/NAME: another name, another workspace',
      'main',
    )
    .option('--folder <path>', 'share a folder instead of a ref')
    .option('--all-projects', 'memories of other projects, too')
    .option('--rejoin', 'as if for the first time: what is missing here comes back')
    .option('--force', 'even if more than half would be deleted')
    .option('--dry-run', 'only say what would be sent and received')
    .option('--status', 'the same, and when it was synced last')
    .option('--json', 'print JSON')
    .addHelpText('after', NOTES)
    .action(async (options: SyncCommandOptions) => {
      const { json = false } = options;
      const store =
        options.folder === undefined
          ? await GitStore.open({
              folder: process.cwd(),
              name: options.name,
              remote: options.remote === false ? null : options.remote,
            })
          : await FolderStore.open(options.folder);
      const batch = `sync:${randomUUID()}`;
      const { client, url } = await reach(batch);
      const { filters } = await client.searchMemories({ body: { query: '' } });
      const home = findHome();
      const file = baseFileOf(home, { workspaceId: filters.workspace_id, identity: store.identity });
      const dryRun = (options.dryRun ?? false) || (options.status ?? false);
      const project = findProject(process.cwd(), process.env);
      // A bare clone has no folder to go by.
      const label = project.isRepository
        ? project.label
        : store instanceof GitStore
          ? store.repository
          : undefined;
      const all = options.allProjects ?? false;
      const isMeant = (stored: string | null) =>
        all || label === undefined || stored === null || isSameProject(stored, label);
      const scope = JSON.stringify([packageJson.version, all ? null : (label ?? null)]);
      const workspaceId = filters.workspace_id;
      try {
        const { report, syncedAt } = await syncSinceLast({
          client,
          store,
          file,
          synced: { workspaceId, place: store.place, folder: process.cwd() },
          scope,
          isMeant,
          dryRun,
          force: options.force ?? false,
          rejoin: options.rejoin ?? false,
        });
        const files = report.received.forgotten > 0 && !dryRun ? await eraseLocalFiles(home, url) : undefined;
        if (json)
          print(
            {
              ...report,
              ...(dryRun ? { dry_run: true, synced_at: syncedAt } : { batch }),
              ...files,
            },
            true,
          );
        else tell(report, { batch, workspaceId, dryRun, syncedAt: options.status ? syncedAt : undefined });
        if (report.refused !== undefined) process.exitCode = 1;
      } catch (error) {
        if (!(error instanceof SecretsError)) throw error;
        process.exitCode = 1;
        if (json) print({ blocked: error.secrets }, true);
        else tellSecrets(error.secrets, filters.workspace_id);
      }
    });
}

const NOTES = `
What travels: memories and declared relationships, what was deleted, and digests of what was forgotten. Sessions, feedback,
counts, documents and indexed code stay; so do memories of other projects. Two who changed different fields of a memory both
keep theirs; of the same field the later holds; deleted is deleted. What a sync wrote is taken back by
\`workspace-memory admin changes undo --batch\` with the name that it prints.

Nothing but the ref is touched: no branch, index or work tree, and no hook runs. It has no history: after \`forget\` and a sync
nothing of it is on the ref; docs/sync.md says when it is out of every clone. Without a network the clone keeps it for the next sync.`;

/** The service that is set, or the user's own, started for the first time where none answers: as on a machine of CI. */
async function reach(batch: string) {
  const found = await findTarget();
  if (found.key === undefined && !process.env['WORKSPACE_MEMORY_URL']) {
    // It may be the one that is meant, or somebody else's on the same machine.
    if (await answers(found.url))
      throw new Error(
        `A service answers at ${found.url}, and no key for it is set: set WORKSPACE_MEMORY_API_TOKEN, or start your own with ${ownCommand()} up.`,
      );
    const { url } = await startService(findHome());
    warn(`Your service runs at ${url}.`);
  }
  const { url } = await findTarget();
  return { url, client: (await connect({ batch })).client };
}

const WORDS: Record<keyof SyncCounts, string> = {
  created: 'new',
  changed: 'changed',
  deleted: 'deleted',
  forgotten: 'forgotten',
};

function inWords(counts: SyncCounts): string {
  const parts = entriesOf<keyof SyncCounts, number>(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${WORDS[name]}`);
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

function tell(
  report: SyncedSinceLast['report'],
  {
    batch,
    workspaceId,
    dryRun,
    syncedAt,
  }: { batch: string; workspaceId: string; dryRun: boolean; syncedAt: string | null | undefined },
): void {
  const { place, sent, received, memories, relationships, ofOthers, isShared, unreachable, refused } = report;
  if (syncedAt !== undefined) say(`Last synced: ${syncedAt ?? 'never'}.`);
  say(
    `${place}: ${countOf(memories, 'memory', 'memories')}${relationships > 0 ? `, ${countOf(relationships, 'relationship', 'relationships')}` : ''}. ${dryRun ? 'Would send' : 'Sent'} ${inWords(sent)}; ${dryRun ? 'would receive' : 'received'} ${inWords(received)}.`,
  );
  if (unreachable !== undefined)
    say(
      `The remote was not reached (${unreachable}). ${dryRun ? '' : 'The clone keeps it: sync again later.'}`,
    );
  else if (refused !== undefined)
    warn(`The remote refused it (${refused}). The clone keeps it: sync again once that is mended.`);
  else if (!isShared && !dryRun)
    console.log('There is no remote: it stands in this clone, for its worktrees.');
  if (ofOthers > 0) say(`${ofOthers} memories of other projects stay here; --all-projects takes them along.`);
  if (report.replacedSecrets > 0)
    say(
      `${report.replacedSecrets} secrets that others had sent are out of it now; they stand in clones until those sync.`,
    );
  if (report.passedOver > 0)
    say(
      `${report.passedOver} files or lines there are none of ours: ${dryRun ? 'they would be' : 'they were'} left out.`,
    );
  for (const { key, outcome } of report.notTaken) say(`Not taken here (${outcome}): ${key}`);
  if (dryRun) return;
  if (sent.forgotten + received.forgotten > 0)
    console.log(
      'Old snapshots with what was forgotten are no longer on the ref; git gc --prune=now takes them out of this clone.',
    );
  if (received.created + received.changed + received.deleted > 0)
    say(
      `To take back what was received: ${ownCommand()} admin changes undo --workspace ${workspaceId} --batch ${batch}`,
    );
}

function tellSecrets(secrets: readonly BlockedSecret[], workspace: string): void {
  console.error(
    'Nothing was sent: these hold secrets, which everybody who can read the repository could read.',
  );
  for (const { kind, id, field, secret } of secrets)
    warn(`  ${kind === 'memories' ? 'memory' : 'relationship'} ${id}, ${field}: ${secret}`);
  warn(`workspace-memory admin redact --apply --workspace ${workspace} takes them out; then sync again.`);
}

export interface SinceLastOptions extends Omit<SyncOptions, 'base'> {
  file: string;
  synced: SyncedPlace;
  /** Which memories are meant, and the release that chooses. */
  scope: string;
  /** As if for the first time. */
  rejoin: boolean;
}

interface SyncedSinceLast {
  report: Omit<SyncReport, 'base' | 'seen'>;
  /** When it was synced before; null: never. */
  syncedAt: string | null;
}

const nothing = { created: 0, changed: 0, deleted: 0, forgotten: 0 };

/** Syncs with what was agreed on before, and reads neither side while both are as they were then. */
export async function syncSinceLast({
  file,
  synced,
  scope,
  rejoin,
  ...options
}: SinceLastOptions): Promise<SyncedSinceLast> {
  const { store, client, dryRun } = options;
  const { synced_at: syncedAt, seen } = readLastSync(file);
  if (!rejoin && seen && (await isAsSeen(seen, { client, store, scope }))) {
    if (!dryRun) writeLastSync(file, { synced_at: new Date().toISOString(), seen });
    return { report: unchanged(store.place, seen), syncedAt };
  }
  const base = rejoin ? emptyBase() : readBase(file);
  const { base: after, seen: both, ...report } = await syncWorkspace({ ...options, base });
  if (after) {
    writeBase(file, after, synced);
    const { memories, relationships, ofOthers: of_others, isShared: is_shared } = report;
    writeLastSync(file, {
      synced_at: after.syncedAt,
      seen: both ? { ...both, scope, memories, relationships, of_others, is_shared } : null,
    });
  }
  return { report, syncedAt: syncedAt ?? base.syncedAt };
}

const unchanged = (
  place: string,
  { memories, relationships, of_others: ofOthers, is_shared: isShared }: Seen,
): SyncedSinceLast['report'] => ({
  place,
  sent: nothing,
  received: nothing,
  memories,
  relationships,
  ofOthers,
  isShared,
  replacedSecrets: 0,
  passedOver: 0,
  notTaken: [],
});

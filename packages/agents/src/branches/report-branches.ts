import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Client } from '@memory/client';
import { BRANCHES_MAX, type ReportedBranch } from '@memory/contracts';
import { Git } from '../git/git.ts';
import { inBackground } from '../home/attempt.ts';
import { judgeBranches } from './judge-branches.ts';
import { findProject } from '../hook/project/find-project.ts';

export interface ToldBranches {
  judged: ReportedBranch[];
  merged: string[];
  abandoned: string[];
}

export async function reportBranches(
  client: Client,
  { root, project }: { root: string; project: string },
): Promise<ToldBranches> {
  const { results } = await client.listBranches({ query: { project } });
  const none = { judged: [], merged: [], abandoned: [] };
  if (results.length === 0) return none;
  const git = new Git(root);
  const judged = await judgeBranches(git, results);
  if (judged.length === 0) return none;
  const body = { project, clone: await cloneOf(git, root), branches: judged.slice(0, BRANCHES_MAX) };
  return { judged, ...(await client.reportBranches({ body })) };
}

/** The same for all worktrees of a clone; where it lies is nobody's business. */
async function cloneOf(git: Git, root: string): Promise<string> {
  const shared = resolve(root, await git.say('rev-parse', '--git-common-dir'));
  const place = await realpath(shared).catch(() => shared);
  return createHash('sha256').update(`${hostname()}\0${place}`).digest('hex').slice(0, 32);
}

/** A history is read for it: what was merged a moment ago may wait. */
const EVERY_MS = 600_000;

/** Tells the service about branches of the trees that a client works in, now and then. */
export function branchReporter(client: () => Promise<Client>) {
  const told = new Map<string, number>();
  return inBackground(async (folders: () => Promise<readonly string[]>) => {
    for (const folder of await folders()) {
      const { isRepository, home, label, root } = findProject(folder, process.env);
      if (!isRepository || Date.now() - (told.get(home) ?? -Infinity) < EVERY_MS) continue;
      told.set(home, Date.now());
      await reportBranches(await client(), { root, project: label });
    }
  });
}

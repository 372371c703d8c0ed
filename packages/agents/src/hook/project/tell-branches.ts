import { spawn } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInstallation } from '../../home/installation.ts';
import type { Home } from '../../home/find-home.ts';
import type { Project } from './find-project.ts';

/** A history is read for it: what was merged a moment ago may wait. */
const EVERY_MS = 600_000;

/**
 * Has the service told what became of the branches that memories were stored on, by a process of its own that outlives this
 * one, now and then. Only where the service answers: a command would start one that somebody stopped.
 */
export function tellBranches(
  { root, key, isRepository }: Pick<Project, 'root' | 'key' | 'isRepository'>,
  { home, environment, now }: { home: Home; environment: NodeJS.ProcessEnv; now: Date },
): void {
  const installed = readInstallation(home);
  if (!isRepository || !installed) return;
  const folder = join(home.state, 'branches');
  const mark = join(folder, key);
  const last = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
  // A mark of the future is of another clock.
  if (Math.abs(now.getTime() - last) < EVERY_MS) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(mark, '', { mode: 0o600 });
  const child = spawn(installed.node, [installed.bin, 'branches', '-C', root], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    cwd: home.state,
    env: { ...environment, WORKSPACE_MEMORY_HOME: home.folder },
  });
  child.on('error', () => {});
  child.unref();
}

import { isStopped } from '../../home/stopped.ts';
import { readInstallation } from '../../home/installation.ts';
import type { Home } from '../../home/find-home.ts';

/**
 * Has the installed command start the user's service, unless the user stopped it. The command finds one that runs; nothing
 * is waited for here.
 */
export async function startOwnService(home: Home): Promise<void> {
  const installation = readInstallation(home);
  if (!installation || isStopped(home)) return;
  const { spawn } = await import('node:child_process');
  const child = spawn(installation.node, [installation.bin, 'up'], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    cwd: home.programs,
    env: { ...process.env, WORKSPACE_MEMORY_HOME: home.folder },
  });
  child.on('error', () => undefined);
  child.unref();
}

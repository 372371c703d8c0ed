import { spawn } from 'node:child_process';
import { isStopped, readInstallation, type Home } from '@memory/home';

/**
 * Has the installed command start the user's service, unless the user stopped it. The command finds one that runs; nothing
 * is waited for here.
 */
export function startOwnService(home: Home): void {
  const installation = readInstallation(home);
  if (!installation || isStopped(home)) return;
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

import { spawn } from 'node:child_process';

/** Windows' own opener takes an address as it is; a shell would read its `&`. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Whether a browser on this machine would be seen: not over SSH, and not without a screen. */
export function mayOpenBrowser(): boolean {
  const { env, platform } = process;
  if (env['SSH_CONNECTION']) return false;
  return platform in OPENERS || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Shows a page; where that fails, its address stands in the terminal. */
export function openBrowser(address: string): void {
  if (!mayOpenBrowser()) return;
  const [program = '', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { detached: true, stdio: 'ignore', windowsHide: true });
  child.on('error', () => undefined);
  child.unref();
}

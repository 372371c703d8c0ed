import { spawn } from 'node:child_process';

/** Windows' own opener takes an address as it is; a shell would read its `&`. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** A service or provider on this machine needs no certificate. */
export const isThisMachine = ({ hostname }: URL): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/**
 * An address that may be given secrets and shown in a browser. A service names pages and endpoints of its provider, and the
 * opener of a system starts whatever is registered for a scheme.
 * @param what the address is, for people
 * @throws for anything but https, or http of this machine
 */
export function safeAddress(given: string, what: string): URL {
  const address = URL.canParse(given) ? new URL(given) : undefined;
  if (address?.username || address?.password)
    throw new Error(`${what} should hold no name and no password: a service takes a key or a login.`);
  if (address?.protocol === 'https:' || (address?.protocol === 'http:' && isThisMachine(address)))
    return address;
  throw new Error(`${what} should begin with https://, or with http:// on this machine, and is ${given}.`);
}

/** Whether a browser on this machine would be seen: not over SSH, and not without a screen. */
export function mayOpenPage(): boolean {
  const { env, platform } = process;
  if (env['SSH_CONNECTION']) return false;
  return platform in OPENERS || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** The only place that opens a browser. Where that fails, the address stands in the terminal. */
export function openPage(page: URL): void {
  const { href } = safeAddress(page.href, 'A page');
  if (!mayOpenPage()) return;
  const [program = '', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, href], { detached: true, stdio: 'ignore', windowsHide: true });
  child.on('error', () => undefined);
  child.unref();
}

import { withoutEnd } from '@memory/text/without-end';

/**
 * One way to write the address of a remote: `git@github.com:honojs/hono.git`, `https://user:key@github.com/honojs/hono` and
 * `ssh://git@github.com:22/honojs/hono` are `github.com/honojs/hono`. A path on the machine identifies nothing elsewhere.
 */
export function normalizeRemote(address: string): string | undefined {
  const { host, path } = isAddress(address) ? partsOfAddress(address) : partsOfShortForm(address);
  const trimmed = withoutEnd(path.split(/[?#]/u)[0] ?? '', '/');
  const name = trimmed.endsWith('.git') ? trimmed.slice(0, -4) : trimmed;
  return host === '' || name === '' ? undefined : `${host.toLowerCase()}/${name}`;
}

const NOWHERE = { host: '', path: '' };

const isAddress = (address: string): boolean => address.includes('://');

function partsOfAddress(address: string): { host: string; path: string } {
  const url = parsed(address);
  return !url || url.protocol === 'file:' ? NOWHERE : { host: url.hostname, path: url.pathname.slice(1) };
}

function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** `git@github.com:honojs/hono.git`; not `C:\repositories\hono`, whose host would have one letter. */
function partsOfShortForm(address: string): { host: string; path: string } {
  const [place = '', ...rest] = address.split(':');
  const host = place.slice(place.indexOf('@') + 1);
  const path = rest.join(':');
  const isPath = host.length < 2 || /[/\\]/u.test(host);
  return isPath ? NOWHERE : { host, path: path.startsWith('/') ? path.slice(1) : path };
}

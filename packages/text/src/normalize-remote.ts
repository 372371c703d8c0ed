import { withoutEnd } from './without-end.ts';

/**
 * One way to write the remote of a repository, the same over HTTPS and SSH and without who may read it:
 * `git@github.com:owner/name.git` is `github.com/owner/name`.
 * @returns undefined for a folder of this machine, which is another one elsewhere
 */
export function normalizeRemote(url: string): string | undefined {
  const colon = url.indexOf(':');
  // As scp writes it: a host, with or without a user before it, and a path. One letter is a drive.
  if (colon > 1 && !url.includes('://') && !url.slice(0, colon).includes('/'))
    return joined(url.slice(url.lastIndexOf('@', colon) + 1, colon), url.slice(colon + 1));
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, pathname } = new URL(url);
  return protocol === 'file:' || hostname === '' ? undefined : joined(hostname, decodeURI(pathname));
}

function joined(host: string, path: string): string | undefined {
  const name = withoutEnd(withoutEnd(path, '/').replace(/\.git$/u, ''), '/').replace(/^\/+/u, '');
  return name === '' ? undefined : `${host.toLowerCase()}/${name}`;
}

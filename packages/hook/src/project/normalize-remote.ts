/**
 * One way to write the address of a remote: `git@github.com:honojs/hono.git`, `https://user:key@github.com/honojs/hono` and
 * `ssh://git@github.com:22/honojs/hono` are `github.com/honojs/hono`. A path on the machine identifies nothing elsewhere.
 */
export function normalizeRemote(address: string): string | undefined {
  const [, , host, path] =
    /^[a-z][a-z\d+.-]*:\/\/(?:([^@/]*)@)?([^/:]+)(?::\d+)?\/(.+)$/iu.exec(address) ??
    /^(?:([^@/:]+)@)?([^/:\\]{2,}):(?!\\)\/*(.+)$/u.exec(address) ??
    [];
  if (host === undefined || path === undefined || /^file:/iu.test(address)) return undefined;
  const trimmed = path
    .replace(/[?#].*$/u, '')
    .replace(/\/+$/u, '')
    .replace(/\.git$/u, '');
  return trimmed === '' ? undefined : `${host.toLowerCase()}/${trimmed}`;
}

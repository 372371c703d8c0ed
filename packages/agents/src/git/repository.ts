import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { normalizeRemote } from '@memory/text/normalize-remote';
import { readRegularText } from '@memory/text/strange-files';

/** A checkout, by Git's own files: to start `git` takes longer than a hook has. */
export interface Repository {
  root: string;
  /** Git's folder of this checkout. */
  own: string;
  /** The one that all worktrees share. */
  common: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `.git` files, `HEAD` and `commondir` hold one line. */
const LINE_BYTES_MAX = 65_536;

/** @returns `'foreign'` where git would refuse it, since it belongs to another user */
export function repositoryAt(
  root: string,
  environment: Environment = process.env,
): Repository | 'foreign' | undefined {
  const entry = join(root, '.git');
  // Also false below a file, where `lstatSync` throws.
  if (!existsSync(entry)) return undefined;
  const own = gitFolderOf(root, entry);
  if (own === undefined) return undefined;
  if (![root, entry, own].every(isOwn) && !isTrusted(root, environment)) return 'foreign';
  return { root, own, common: pathIn(own, 'commondir') ?? own };
}

/** Whether the `.git` file of a checkout leads nowhere, as when its repository was moved. */
export function isLost(root: string): boolean {
  const own = gitFolderOf(root, join(root, '.git'));
  return own !== undefined && !existsSync(own);
}

/** The nearest repository around a folder; undefined also where git would refuse that. */
export function findRepository(
  folder: string,
  environment: Environment = process.env,
): Repository | undefined {
  for (const place of upwardsFrom(folder)) {
    const found = repositoryAt(place, environment);
    if (found !== undefined) return found === 'foreign' ? undefined : found;
  }
  return undefined;
}

/** A folder and those that it lies in, the nearest first. */
export function upwardsFrom(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwardsFrom(parent)];
}

/** Files that git opens in its folder and in the checkout, whatever the command. */
const OPENED = [
  'HEAD',
  'config',
  'config.worktree',
  'commondir',
  'gitdir',
  'index',
  'packed-refs',
  'shallow',
  'info/attributes',
  'info/exclude',
  'info/grafts',
  'info/sparse-checkout',
  'objects/info/alternates',
  'objects/info/commit-graph',
];
const OPENED_IN_CHECKOUT = ['.git', '.gitattributes', '.gitignore', '.gitmodules', '.mailmap'];
/** Settings that name a file. */
const NAMES_FILE =
  /^(?:include|includeif\..+)\.path$|^core\.(?:excludesfile|attributesfile)$|^mailmap\.file$/u;
/** Those of them that grow with a repository. */
const LARGE = /(?:index|packed-refs|commit-graph)$/u;

/** A file of the repository around a folder that git opens and that is a pipe, a device, or larger than any that git wrote. */
export function strangeFileAround(folder: string): string | undefined {
  const root = upwardsFrom(folder).find((place) => existsSync(join(place, '.git')));
  if (root === undefined) return undefined;
  const inCheckout = OPENED_IN_CHECKOUT.map((name) => join(root, name)).find(isStrange);
  const own = inCheckout === undefined ? gitFolderOf(root, join(root, '.git')) : undefined;
  if (own === undefined) return inCheckout;
  const inOwn = OPENED.map((name) => join(own, name)).find(isStrange);
  if (inOwn !== undefined) return inOwn;
  const common = pathIn(own, 'commondir') ?? own;
  const named = [...readGitConfig(join(common, 'config'))].flatMap(([name, values]) =>
    NAMES_FILE.test(name)
      ? values.map((value) => resolve(common, value.replace(/^~(?=\/)/u, homedir())))
      : [],
  );
  return [...OPENED.map((name) => join(common, name)), ...refsOf(common), ...named].find(isStrange);
}

/** Branches, tags and others that are not packed. */
function refsOf(common: string): string[] {
  try {
    const folder = join(common, 'refs');
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

function isStrange(path: string): boolean {
  try {
    const stat = statSync(path);
    return !stat.isDirectory() && (!stat.isFile() || (stat.size > FILE_BYTES_MAX && !LARGE.test(path)));
  } catch {
    // Git says at once that it is not there.
    return false;
  }
}

/** Of settings, ignored paths and the like. */
const FILE_BYTES_MAX = 16 * 2 ** 20;

/** Normalised address of the remote: of `origin`, else of the first one. */
export function remoteOf({ common }: Repository): string | undefined {
  const config = readGitConfig(join(common, 'config'));
  const others = [...config].flatMap(([name, urls]) => (/^remote\..+\.url$/u.test(name) ? urls : []));
  const [address] = [...(config.get('remote.origin.url') ?? []), ...others];
  return address === undefined ? undefined : normalizeRemote(address);
}

/** The branch; without one, the beginning of the commit. */
export function branchOf({ own }: Repository): string {
  const head = readRegularText(join(own, 'HEAD'), LINE_BYTES_MAX)?.trim() ?? '';
  return head.startsWith('ref: ') ? head.replace(/^ref: (?:refs\/heads\/)?/u, '') : head.slice(0, 12);
}

export function authorOf(repository: Repository, environment: Environment): string | undefined {
  const own = readGitConfig(join(repository.common, 'config')).get('user.email')?.at(-1);
  if (own !== undefined || environment['GIT_AUTHOR_EMAIL']) return own ?? environment['GIT_AUTHOR_EMAIL'];
  const values = ofUser(environment).map((path) => readGitConfig(path).get('user.email')?.at(-1));
  return values.find((value) => value !== undefined);
}

function gitFolderOf(root: string, entry: string): string | undefined {
  try {
    if (lstatSync(realpathSync(entry)).isDirectory()) return entry;
  } catch {
    return undefined;
  }
  const [, target = ''] = /^gitdir: (.+)$/mu.exec(readRegularText(entry, LINE_BYTES_MAX) ?? '') ?? [];
  return within(root, target.trim());
}

function pathIn(folder: string, file: string): string | undefined {
  const target = readRegularText(join(folder, file), LINE_BYTES_MAX)?.trim();
  return target === undefined ? undefined : within(folder, target);
}

/** On Windows `//host/share` names a machine, and whoever looks there logs in at it. */
function within(folder: string, target: string): string | undefined {
  return target === '' || /^[\\/]{2}/u.test(target) ? undefined : resolve(folder, target);
}

/** As git judges it; on Windows by means that Node does not have, so that only git itself asks there. */
function isOwn(path: string): boolean {
  const user = process.geteuid?.();
  if (user === undefined) return true;
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid;
  const caller = user === 0 ? Number(process.env['SUDO_UID'] ?? 0) : user;
  return owner === user || owner === caller;
}

/** Whether the user said that a repository of somebody else is to be trusted. The last empty value takes back those before. */
function isTrusted(root: string, environment: Environment): boolean {
  const named = ['/etc/gitconfig', ...ofUser(environment).toReversed()].flatMap(
    (path) => readGitConfig(path).get('safe.directory') ?? [],
  );
  return named.slice(named.lastIndexOf('') + 1).some((name) => name === '*' || name === root);
}

/** Git's settings of the user, what counts most first. */
function ofUser(environment: Environment): string[] {
  const user = environment['HOME'] || homedir();
  const named = environment['GIT_CONFIG_GLOBAL'];
  const xdg = environment['XDG_CONFIG_HOME'] || join(user, '.config');
  return named === undefined ? [join(user, '.gitconfig'), join(xdg, 'git', 'config')] : [named];
}

/** Git's own settings have some hundred lines. */
const BYTES_MAX = 2 ** 20;

/** Values by `section.name` or `section.subsection.name`, in their order. Includes are not followed. */
function readGitConfig(path: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  let section = '';
  for (const given of (readRegularText(path, BYTES_MAX) ?? '').split('\n')) {
    const line = given.trim();
    if (line.startsWith('[')) section = sectionOf(line);
    const sign = line.indexOf('=');
    if (sign < 1 || /^[[#;]/u.test(line)) continue;
    const name = `${section}.${line.slice(0, sign).trim().toLowerCase()}`;
    const value = unquoted(line.slice(sign + 1).trim());
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}

/** `[remote "origin"]` is `remote.origin`. */
function sectionOf(line: string): string {
  const [name = '', subsection] = line.slice(1).split('"');
  const section = (name.split(']')[0] ?? '').trim().toLowerCase();
  return subsection === undefined ? section : `${section}.${subsection}`;
}

/** Without quotes, and without a comment behind. */
function unquoted(value: string): string {
  if (value.startsWith('"')) return value.slice(1).split('"')[0] ?? '';
  return (value.split(/\s[#;]/u)[0] ?? '').trim();
}

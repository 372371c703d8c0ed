import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../seeds/make-folder.ts';

export const REF = 'refs/workspace-memory/main';

/** As on a machine where nobody has told git a name. */
export const GIT_ENVIRONMENT = {
  PATH: process.env['PATH'],
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

export const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, ...args], {
    env: GIT_ENVIRONMENT,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();

// It is made once, and copied: starting programs takes long on a busy machine.
let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sync-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  git(folder, 'init', '--quiet', '--bare', '-b', 'main', '.');
  const tree = execFileSync('git', ['-C', folder, 'mktree'], {
    input: '',
    env: GIT_ENVIRONMENT,
    encoding: 'utf8',
  }).trim();
  const author = ['-c', 'user.name=T', '-c', 'user.email=t@example.org'];
  const first = git(folder, ...author, 'commit-tree', tree, '-m', 'First');
  git(folder, 'update-ref', 'refs/heads/main', first);
  return folder;
}

/** A bare repository with one commit, and clones of it. */
export async function makeRemote(): Promise<{
  remote: string;
  clone: (name: string, ...options: string[]) => string;
}> {
  const folder = await makeFolder();
  const remote = join(folder, 'remote.git');
  await cp(await (template ??= makeTemplate()), remote, { recursive: true });
  const clone = (name: string, ...options: string[]): string => {
    git(folder, 'clone', '--quiet', ...options, `file://${remote}`, name);
    return join(folder, name);
  };
  return { remote, clone };
}

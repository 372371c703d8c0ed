import type { Git } from '../git/git.ts';

/** Names under which a trunk goes where no remote names one. */
const TRUNKS = ['main', 'master', 'trunk', 'develop'];

/** A name, and the commits that it stands for here and on remotes. */
export type Tips = ReadonlyMap<string, readonly string[]>;

export interface RepositoryRefs {
  branches: Tips;
  trunks: readonly string[];
  /** Numbers of pull requests by commit, as far as somebody fetched them. */
  pulls: ReadonlyMap<string, number>;
}

export async function readRefs(git: Git): Promise<RepositoryRefs> {
  const listed = await git.ask(
    'for-each-ref',
    '--format=%(refname)%00%(objectname)%00%(symref)',
    'refs/heads',
    'refs/remotes',
    'refs/pull',
  );
  const branches = new Map<string, string[]>();
  const pulls = new Map<string, number>();
  const heads = new Set<string>();
  for (const line of (listed ?? '').split('\n').filter(Boolean)) {
    const [ref = '', commit = '', to = ''] = line.split('\0');
    const [, remote, name] = /^refs\/(?:heads|remotes\/([^/]+))\/(.+)$/u.exec(ref) ?? [];
    const [, pull] = /\/(?:pr|pull|pull-requests)\/(\d+)(?:\/head)?$/u.exec(ref) ?? [];
    if (pull !== undefined) pulls.set(commit, Number(pull));
    if (name === undefined) continue;
    if (remote !== undefined && name === 'HEAD') heads.add(to.replace(/^refs\/remotes\/[^/]+\//u, ''));
    else branches.set(name, [...(branches.get(name) ?? []), commit]);
  }
  const trunks = [...new Set([...heads, ...TRUNKS])].filter((name) => branches.has(name));
  return { branches, trunks, pulls };
}

/** Commits that branches were at when somebody here went on to another, the last first: of deleted ones it is all there is. */
export async function leftTips(git: Git): Promise<Tips> {
  const tips = new Map<string, string[]>();
  for (const ref of ['HEAD', 'main-worktree/HEAD']) {
    const log = await git.ask('log', '-g', '-n', '5000', '--format=%H%x00%gs', ref);
    const entries = (log ?? '').split('\n').map((line) => line.split('\0'));
    for (const [place, [, said = '']] of entries.entries()) {
      const [, from] = /^checkout: moving from (\S+) to /u.exec(said) ?? [];
      const tip = entries[place + 1]?.[0];
      if (from !== undefined && tip) tips.set(from, [...(tips.get(from) ?? []), tip]);
    }
  }
  return tips;
}

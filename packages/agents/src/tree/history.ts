import { readRefs } from '../branches/repository-refs.ts';
import type { Git } from '../git/git.ts';

export class History {
  readonly #git: Git;
  #refs: ReturnType<typeof readRefs> | undefined;

  constructor(git: Git) {
    this.#git = git;
  }

  commit(name: string): Promise<string | undefined> {
    return this.#git.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  }

  nothing(): Promise<string> {
    return this.#git.say('hash-object', '-t', 'tree', '--stdin');
  }

  parting(one: string, other: string): Promise<string | undefined> {
    return this.#git.ask('merge-base', one, other);
  }

  /** Whether earlier commits were left out when it was cloned. */
  async isShallow(): Promise<boolean> {
    return (await this.#git.ask('rev-parse', '--is-shallow-repository')) === 'true';
  }

  /** Where somebody's work on a branch stands in this clone: `HEAD` where that is checked out, else its tip; of an unknown one the trunk's. */
  async lineOf(branch: string | null): Promise<string> {
    if (!branch) return 'HEAD';
    const [{ branches, trunks }, here] = await Promise.all([
      this.refs(),
      this.#git.ask('symbolic-ref', '--quiet', '--short', 'HEAD'),
    ]);
    const name = branches.has(branch) ? branch : trunks[0];
    // A remote's tip stands behind the own one, and is the common one.
    return name === undefined || name === here ? 'HEAD' : (branches.get(name)?.at(-1) ?? 'HEAD');
  }

  /** The commit that a line of the history held at a moment: what was merged into it later is none of it, however old. */
  async commitAt(moment: string, line = 'HEAD'): Promise<string | undefined> {
    const until = `--before=${moment}`;
    return (await this.#git.ask('rev-list', '-1', '--first-parent', until, line)) || undefined;
  }

  /** The last commit of a file in some history that was written until a moment, however often it was rebased since. */
  async writtenUntil(until: string, path: string, of: string): Promise<string | undefined> {
    const format = ['-n', '100', '--format=%H %aI'];
    const found = (await this.#git.ask('log', ...format, of, '--', path)) ?? '';
    const lines = found.split('\n').filter(Boolean);
    const line = lines.find((one) => moment(one.slice(one.indexOf(' ') + 1)) <= until);
    return line?.slice(0, line.indexOf(' '));
  }

  async commitAfter(moment: string, paths: readonly string[], line: string): Promise<string | undefined> {
    const args = ['--reverse', '--format=%H', `--since=${moment}`, line, '--', ...paths];
    const found = await this.#git.ask('log', ...args);
    return (found ?? '').split('\n').find(Boolean);
  }

  async dateOf(commit: string): Promise<string> {
    const said = await this.#git.say('log', '-1', '--format=%cI', commit);
    return moment(said);
  }

  /**
   * The commits of a change, the first written first, and when it began. What was rebased keeps when it was written; on a trunk
   * a commit counts from when it arrived there, a merge as one.
   */
  async historyOf(base: string, head: string | null, { isTrunk = false } = {}) {
    const begin = await this.#git.ask('log', '-1', '--format=%cI', base, '--');
    const format = isTrunk ? ['--first-parent', '--format=%H %cI'] : ['--format=%H %aI'];
    const range = begin ? `${base}..${head || 'HEAD'}` : head || 'HEAD';
    const said = await this.#git.ask('log', '--reverse', ...format, range, '--');
    const commits = (said ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => ({
        id: line.slice(0, line.indexOf(' ')),
        at: moment(line.slice(line.indexOf(' ') + 1)),
      }));
    const [begins = ''] = [...(begin ? [moment(begin)] : []), ...commits.map(({ at }) => at)].toSorted();
    return { begins, commits };
  }

  /** Branches and trunks, as they are when first asked for. */
  refs(): ReturnType<typeof readRefs> {
    return (this.#refs ??= readRefs(this.#git));
  }

  /** Names of all branches, here and of remotes, of trunks among them, and of those that have a commit. */
  async branches(commit: string | null) {
    const { branches, trunks } = await this.refs();
    const names = ['--format=%(refname)', '--contains', commit || 'HEAD', 'refs/heads', 'refs/remotes'];
    const found = (await this.#git.ask('for-each-ref', ...names)) ?? '';
    const withHead = found.split('\n').map((ref) => ref.replace(/^refs\/(?:heads|remotes\/[^/]+)\//u, ''));
    return { all: new Set(branches.keys()), trunks: new Set(trunks), withHead: new Set(withHead) };
  }

  async commitsOf(path: string, lines: { start: number; end: number } | null): Promise<string[]> {
    const which = lines ? ['-L', `${lines.start},${lines.end}:${path}`, '-s'] : ['--follow', '--', path];
    const found = await this.#git.ask('log', '--format=%H', '-n', '100', ...which);
    return (found ?? '').split('\n').filter(Boolean);
  }
}

const moment = (said: string): string => new Date(said).toISOString();

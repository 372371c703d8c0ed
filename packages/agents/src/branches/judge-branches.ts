import type { KnownBranch, ReportedBranch } from '@memory/contracts';
import type { Git } from '../git/git.ts';
import { CommitTraces, leftFile, wholePatchId, type CommitTrace } from './commit-traces.ts';
import { leftTips, readRefs, type RepositoryRefs, type Tips } from './repository-refs.ts';

/** Commits of a branch, and of the trunk since it parted, that are compared: of more the latest. */
const OWN_MAX = 400;
const TRUNK_MAX = 2_000;
/** Commits of the trunk that are looked at for a branch of which no commit is left here. */
const TRUNK_WITHOUT_BASE = 1_000;
/** Some commits of a rebased branch vanish in others; a single picked one makes no merge. */
const FOUND_SHARE = 2 / 3;
/** A subject of fewer characters may be anybody's. */
const SUBJECT_MIN = 12;

type Named = Pick<KnownBranch, 'name' | 'first_at'> &
  Partial<Pick<KnownBranch, 'tip' | 'whole_id' | 'commit_ids' | 'pull'>>;

export async function judgeBranches(git: Git, branches: readonly Named[]): Promise<ReportedBranch[]> {
  const [refs, left] = await Promise.all([readRefs(git), leftTips(git)]);
  // Where nothing says what branches are merged into, nothing can be said of them.
  if (refs.trunks.length === 0) return [];
  const judge = new BranchJudge(git, refs, left);
  const judged: ReportedBranch[] = [];
  for (const branch of branches) judged.push(await judge.judge(branch));
  return judged;
}

interface Own {
  tip: string;
  base: string | undefined;
  commits: CommitTrace[];
  whole: string | undefined;
}

class BranchJudge {
  readonly #git: Git;
  readonly #refs: RepositoryRefs;
  readonly #left: Tips;
  readonly #traces: CommitTraces;
  readonly #trunkTips: readonly string[];
  #straight: Promise<ReadonlySet<string>> | undefined;

  constructor(git: Git, refs: RepositoryRefs, left: Tips) {
    this.#git = git;
    this.#refs = refs;
    this.#left = left;
    this.#traces = new CommitTraces(git);
    this.#trunkTips = [...new Set(refs.trunks.flatMap((name) => refs.branches.get(name) ?? []))];
  }

  async judge(known: Named): Promise<ReportedBranch> {
    const { name, tip = null, whole_id = null, commit_ids = [], pull = null } = known;
    const kept = { name, tip, whole_id, commit_ids, pull, is_witnessed: false };
    if (this.#refs.trunks.includes(name)) return { ...kept, state: 'trunk' };
    const here = this.#refs.branches.get(name);
    const tips = here ?? (await this.#remains(known));
    const own: Own[] = [];
    for (const one of tips) {
      if (await this.#isInTrunk(one)) {
        if (await this.#wasWorkedOn(one, known)) return { ...kept, state: 'merged' };
        continue;
      }
      const part = await this.#ownOf(one);
      if (await this.#isLeftInTrunk(part, known)) return { ...kept, state: 'merged' };
      own.push(part);
    }
    const [first] = own;
    const told = first ? { ...kept, ...(await this.#traceOf(name, first, pull)) } : kept;
    if (here) return { ...told, state: 'open' };
    if (await this.#isTold(known)) return { ...kept, state: 'merged' };
    // Renamed, or part of another branch that is not merged yet.
    for (const { tip: one } of own) if (await this.#isElsewhere(one)) return { ...told, state: 'open' };
    return {
      ...kept,
      state: 'gone',
      is_witnessed: this.#left.has(name) || (isCommit(name) && tips.length > 0),
    };
  }

  /** Commits that a branch was at which is not here any more, as far as they are here. */
  async #remains({ name, tip }: Named): Promise<string[]> {
    const named = [
      ...(tip ? [tip] : []),
      ...(this.#left.get(name) ?? []).slice(0, 1),
      ...(isCommit(name) ? [name] : []),
    ];
    const found = await Promise.all(
      named.map((one) =>
        this.#git.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${one}^{commit}`),
      ),
    );
    return [...new Set(found.filter((one) => one !== undefined))];
  }

  async #isInTrunk(tip: string): Promise<boolean> {
    for (const trunk of this.#trunkTips)
      if ((await this.#git.run(['merge-base', '--is-ancestor', tip, trunk])).code === 0) return true;
    return false;
  }

  /** A branch that was only begun stands where the trunk was, and so does one that the trunk was forwarded to. */
  async #wasWorkedOn(tip: string, { name, commit_ids = [] }: Named): Promise<boolean> {
    if (isCommit(name) || commit_ids.length > 0) return true;
    this.#straight ??= this.#firstParents();
    if (!(await this.#straight).has(tip)) return true;
    const log = await this.#git.ask('log', '-g', '-n', '200', '--format=%H %gs', `refs/heads/${name}`);
    const [, made] = /^([0-9a-f]+) (?:commit|cherry-pick|rebase|am)\b/mu.exec(log ?? '') ?? [];
    if (made !== undefined) return this.#isInTrunk(made);
    const merged = await this.#git.ask('log', '-g', '-n', '2000', '--format=%gs', 'HEAD');
    return (merged ?? '')
      .split('\n')
      .some((line) => line.startsWith(`merge ${name}:`) && line.endsWith('Fast-forward'));
  }

  async #firstParents(): Promise<ReadonlySet<string>> {
    const lists = await Promise.all(
      this.#trunkTips.map((tip) => this.#git.ask('rev-list', '--first-parent', '-n', '20000', tip)),
    );
    return new Set(lists.flatMap((list) => (list ?? '').split('\n')));
  }

  async #ownOf(tip: string): Promise<Own> {
    let best: Own | undefined;
    for (const trunk of this.#trunkTips) {
      const base = await this.#git.ask('merge-base', tip, trunk);
      const listed = await this.#list(['--no-merges', '-n', String(OWN_MAX), tip, '--not', trunk]);
      if (best && best.commits.length <= listed.length) continue;
      const commits = await this.#traces.of(listed);
      const whole = base === undefined ? undefined : await wholePatchId(this.#git, base, tip);
      best = { tip, base, commits, whole };
    }
    return best ?? { tip, base: undefined, commits: [], whole: undefined };
  }

  /** Whether the trunk has, since a branch parted from it, what the branch consists of: in one commit or in several. */
  async #isLeftInTrunk({ tip, base, commits, whole }: Own, { pull = null }: Named): Promise<boolean> {
    if (commits.length === 0) return false;
    const trunk = await this.#since(base, tip);
    const patches = new Set(trunk.flatMap(({ patchId }) => patchId ?? []));
    if (whole !== undefined && patches.has(whole)) return true;
    const authorships = new Set(trunk.map(({ authorship }) => authorship));
    const isThere = ({ patchId, authorship }: CommitTrace) =>
      authorships.has(authorship) || (patchId !== undefined && patches.has(patchId));
    const found = commits.filter(isThere).length;
    // The newest stands first.
    if (found >= commits.length * FOUND_SHARE && commits.slice(0, 1).some(isThere)) return true;
    const blobs = new Set(trunk.flatMap(({ files }) => files.map(({ blob }) => blob)));
    const left = base === undefined ? [] : await this.#filesOf(base, tip);
    if (left.length > 0 && left.every((blob) => blobs.has(blob))) return true;
    const number = pull ?? this.#refs.pulls.get(tip) ?? null;
    return trunk.some((one) => isSquashOf(one, { number, commits }));
  }

  /** Commits of the trunk since a commit, merges aside. */
  async #since(base: string | undefined, tip: string): Promise<CommitTrace[]> {
    const limit = base === undefined ? TRUNK_WITHOUT_BASE : TRUNK_MAX;
    return this.#traces.of(
      await this.#list(['--no-merges', '-n', String(limit), ...this.#trunkTips, '--not', tip]),
    );
  }

  async #filesOf(base: string, tip: string): Promise<string[]> {
    const raw = await this.#git.ask('diff-tree', '-r', '--raw', '--no-abbrev', '--no-renames', base, tip);
    const lines = (raw ?? '').split('\n').filter(Boolean);
    const blobs = lines.map((line) => leftFile(line).blob);
    // A branch that only takes away leaves nothing to be found by.
    return blobs.some((blob) => /^0*$/u.test(blob)) ? [] : blobs;
  }

  /** Whether a merge names a branch that is not here any more, or the trunk has the patches that were noted of it. */
  async #isTold({ name, first_at, whole_id = null, commit_ids = [], pull = null }: Named): Promise<boolean> {
    const since = `--since=${first_at}`;
    const merges = await this.#git.ask(
      'log',
      '--merges',
      since,
      '-n',
      '5000',
      '--format=%s',
      ...this.#trunkTips,
    );
    if ((merges ?? '').split('\n').some((subject) => namesMerged(subject, name))) return true;
    if (whole_id === null && pull === null && commit_ids.length === 0) return false;
    const trunk = await this.#traces.of(
      await this.#list(['--no-merges', '-n', String(TRUNK_WITHOUT_BASE), ...this.#trunkTips]),
    );
    const ids = new Set(trunk.flatMap(({ patchId, authorship }) => [patchId ?? '', authorship]));
    if (whole_id !== null && ids.has(whole_id)) return true;
    if (pull !== null && trunk.some(({ message }) => pullOf(message) === pull)) return true;
    // Each commit has two, and the newest stands first.
    const found = commit_ids.flatMap((id, place) =>
      place % 2 === 0 ? [ids.has(id) || ids.has(commit_ids[place + 1] ?? '')] : [],
    );
    return found[0] === true && found.filter(Boolean).length >= found.length * FOUND_SHARE;
  }

  async #isElsewhere(tip: string): Promise<boolean> {
    const refs = await this.#git.ask(
      'for-each-ref',
      '--contains',
      tip,
      '--count=1',
      'refs/heads',
      'refs/remotes',
    );
    return (refs ?? '') !== '';
  }

  async #traceOf(name: string, { tip, commits, whole }: Own, pull: number | null) {
    const ids = commits
      .slice(0, OWN_MAX)
      .flatMap(({ patchId, authorship }) => [patchId ?? authorship, authorship]);
    return {
      tip,
      whole_id: whole ?? null,
      commit_ids: ids,
      pull: pull ?? this.#refs.pulls.get(tip) ?? (await this.#pullOf(name)),
    };
  }

  /** The pull request that a branch was made from or for, as `gh` and editors note it. */
  async #pullOf(name: string): Promise<number | null> {
    const said = await this.#git.ask(
      'config',
      '--get-regexp',
      '^branch\\..*\\.(merge|github-pr-owner-number)$',
    );
    const values = (said ?? '')
      .split('\n')
      .filter((line) => line.startsWith(`branch.${name}.`))
      .map((line) => line.slice(line.indexOf(' ') + 1));
    for (const value of values) {
      // As `gh` notes it, and as editors do: owner#repository#number.
      const number = Number(/^refs\/pull\/(\d+)\/head$/u.exec(value)?.[1] ?? value.split('#', 3)[2]);
      if (Number.isInteger(number) && number > 0) return number;
    }
    return null;
  }

  async #list(args: readonly string[]): Promise<string[]> {
    return ((await this.#git.ask('rev-list', ...args)) ?? '').split('\n').filter(Boolean);
  }
}

/** Without a branch, sessions go by the beginning of the commit. */
const isCommit = (name: string): boolean => [12, 40].includes(name.length) && /^[0-9a-f]+$/u.test(name);

function pullOf(message: string): number | null {
  const [subject = ''] = message.split('\n', 1);
  const [, last] = /\((?:#|PR #|pull request #)(\d+)\)$/u.exec(subject) ?? [];
  return last === undefined ? null : Number(last);
}

/** Whether a commit says that it is the squash of a branch: by its pull request's number, or by all of its subjects. */
function isSquashOf(
  { message, files }: CommitTrace,
  { number, commits }: { number: number | null; commits: readonly CommitTrace[] },
): boolean {
  if (number !== null && pullOf(message) === number) return true;
  const lines = new Set(message.split('\n').map((line) => plainSubject(line)));
  const subjects = commits.map((commit) => plainSubject(commit.message.split('\n', 1)[0] ?? ''));
  const paths = new Set(files.map(({ path }) => path));
  return (
    subjects.every((subject) => subject.length >= SUBJECT_MIN && lines.has(subject)) &&
    commits.some((commit) => commit.files.some(({ path }) => paths.has(path)))
  );
}

/** Without the mark of a list before it, and the number of a pull request behind it. */
const plainSubject = (line: string): string =>
  line
    .trim()
    .replace(/^[*-] /u, '')
    .replace(/ \(#\d+\)$/u, '')
    .trim();

/** `Merge branch 'x'`, `Merge pull request #1 from owner/x`, `Merged in x (pull request #1)`. */
function namesMerged(subject: string, name: string): boolean {
  const [, quoted] = /^Merge (?:remote-tracking )?branch '([^']+)'/u.exec(subject) ?? [];
  const [, pulled] = /^Merge pull request #\d+ from [^/\s]+\/(\S+)/u.exec(subject) ?? [];
  const [, merged] = /^Merged in (\S+) \(pull request #\d+\)/u.exec(subject) ?? [];
  return [quoted, quoted?.replace(/^[^/]+\//u, ''), pulled, merged].includes(name);
}

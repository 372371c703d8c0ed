import type { CodeHead, CodeRepository } from '@memory/contracts';
import { Git } from '../git/git.ts';
import { SourceTree } from '../tree/source-tree.ts';

/** The state of a repository that an index is made of. */
export interface StateToIndex {
  /** Null where the folder is in no repository, or nothing was committed yet. */
  head: CodeHead | null;
  /** Whether the index is of a later commit of the trunk than this clone has. */
  isBehind: boolean;
  /** Set where another state than the trunk is checked out. */
  trunk?: {
    name: string;
    commit: string;
    /** Paths of the trunk whose files the working tree has otherwise, or not at all. */
    differing: ReadonlySet<string>;
    tree: SourceTree;
  };
}

/** A repository as the service has it. */
type Known = Pick<CodeRepository, 'branch' | 'commit_id' | 'committed_at'> | undefined;

/**
 * Finds of which state a clone makes an index. The index is common to all clones, so that it holds the trunk: a clone with another
 * branch gives the trunk's state of files that the branch changed, and no clone takes the index back to an earlier commit.
 * @param known as the service has it
 * @param isAsIs the working tree is asked for, whatever is checked out
 */
export async function stateToIndex(
  root: string,
  known: Promise<Known>,
  isAsIs: boolean,
): Promise<StateToIndex> {
  const git = new Git(root);
  const tree = new SourceTree(root, {}, git);
  const { head, trunk } = await checkedOut(git, tree);
  if (!head) return { head: null, isBehind: false };
  if (isAsIs || trunk === undefined) return { head, isBehind: !isAsIs && (await isLater(git, known, head)) };
  const { name, commit } = trunk;
  const changes = await tree.changes(commit, null);
  const ofTrunk = { branch: name, ...((await headAt(git, commit)) ?? head) };
  return {
    head: ofTrunk,
    isBehind: await isLater(git, known, ofTrunk),
    trunk: { name, commit, differing: new Set(changes.flatMap(({ before }) => before ?? [])), tree },
  };
}

/** Whether the trunk is checked out as it was before the commit that an index is of: then others know better what it holds. */
export async function isBehindIndex(root: string, known: Known): Promise<boolean> {
  const git = new Git(root);
  const { head, trunk } = await checkedOut(git, new SourceTree(root, {}, git));
  return head !== null && trunk === undefined && isLater(git, Promise.resolve(known), head);
}

/** Of some paths those that commits took away since that of an index. None where this clone does not descend from it. */
export async function goneByHistory(root: string, known: Known, paths: readonly string[]): Promise<string[]> {
  const indexed = known?.commit_id ?? '';
  const git = new Git(root);
  if (!indexed || (await git.run(['merge-base', '--is-ancestor', indexed, 'HEAD'])).code !== 0) return [];
  const changes = await new SourceTree(root, {}, git).changes(indexed, 'HEAD');
  const gone = new Set(changes.flatMap(({ before, after }) => (before === after ? [] : (before ?? []))));
  return paths.filter((path) => gone.has(path));
}

/** The state that is checked out, and the trunk where that is another one. */
async function checkedOut(
  git: Git,
  tree: SourceTree,
): Promise<{ head: CodeHead | null; trunk?: { name: string; commit: string } }> {
  const refs = tree.history.refs();
  // In a folder of no repository nobody comes to need them.
  refs.catch(() => undefined);
  const [head, branch = null] = await Promise.all([
    headAt(git, 'HEAD').catch(() => undefined),
    git.ask('symbolic-ref', '--quiet', '--short', 'HEAD').catch(() => undefined),
  ]);
  if (!head) return { head: null };
  const { branches, trunks } = await refs;
  const [name] = trunks;
  // A remote's stands behind the own one of that name, and is the common one.
  const commit = name === undefined ? undefined : branches.get(name)?.at(-1);
  const isTrunk = name === undefined || commit === undefined || name === branch;
  return { head: { branch, ...head }, ...(isTrunk ? {} : { trunk: { name, commit } }) };
}

async function headAt(git: Git, name: string): Promise<Omit<CodeHead, 'branch'> | undefined> {
  const said = await git.ask('log', '-1', '--format=%H%n%cI', name);
  const [commit, date] = (said ?? '').split('\n');
  return commit && date ? { commit_id: commit, committed_at: new Date(date).toISOString() } : undefined;
}

/** Whether an index is of a commit behind one of the same trunk: by the history, or by its date where this clone has no such commit. */
async function isLater(
  git: Git,
  asked: Promise<Known>,
  { branch, commit_id: commit, committed_at: at }: CodeHead,
): Promise<boolean> {
  const known = await asked;
  if (!known?.commit_id || known.branch !== branch || known.commit_id === commit) return false;
  const { code } = await git.run(['cat-file', '-e', `${known.commit_id}^{commit}`]);
  if (code !== 0) return (known.committed_at ?? '') > at;
  return (await git.run(['merge-base', '--is-ancestor', commit, known.commit_id])).code === 0;
}

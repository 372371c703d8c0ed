import { loadGrammars, STAGED, type SourceTree, openTree } from '../tree/source-tree.ts';
import type { Client } from '@memory/client';
import { messageOf } from '@memory/text/error-facts';
import { branchMarks } from './branch-marks.ts';
import { checkChange } from './check-change.ts';
import { loadMemories, type LoadedMemories } from './load-memories.ts';
import type { Note } from './note.ts';

interface CheckedRange {
  /** A commit, or nothing before the first one. */
  base: string;
  /** A commit, or what is staged. Null: the working tree. */
  head: string | null;
}

/**
 * Reads what git calls a range: `A..B`, `A...B` from where they parted, `A` to the working tree or to what is staged.
 * @throws when a part of it is no commit
 */
async function checkRange(
  tree: SourceTree,
  given: string,
  { isStaged = false }: { isStaged?: boolean } = {},
): Promise<CheckedRange> {
  const { 0: dots, index } = /\.{2,3}/u.exec(given) ?? { index: given.length };
  const base = await commit(tree, given.slice(0, index) || 'HEAD');
  if (dots === undefined) return { base, head: isStaged ? STAGED : null };
  if (isStaged) throw new Error(`What is staged is compared with one commit, not with ${given}.`);
  const head = await commit(tree, given.slice(index + dots.length) || 'HEAD');
  if (dots === '..') return { base, head };
  const parting = await tree.history.parting(base, head);
  // Changes of others meanwhile would count as a part of this one.
  if (parting === undefined && (await tree.history.isShallow()))
    throw new Error(`${given}: where they parted is not in this shallow clone. ${DEEPEN}`);
  return { base: parting ?? base, head };
}

const DEEPEN = 'Fetch its history (git fetch --unshallow; in GitHub Actions fetch-depth: 0).';

async function commit(tree: SourceTree, name: string): Promise<string> {
  const found = await tree.history.commit(name);
  if (found === undefined && name === 'HEAD') return tree.history.nothing();
  if (found === undefined) {
    const more = (await tree.history.isShallow()) ? ` This clone is shallow. ${DEEPEN}` : '';
    throw new Error(`${name} is no commit of this repository.${more}`);
  }
  return found;
}

/** The memories could not be read; the change could. */
export class UnreadMemories extends Error {}

export interface RepositoryCheck {
  folder: string;
  range: string;
  isStaged?: boolean | undefined;
  from?: string | undefined;
  project?: string | undefined;
  client?: Client | undefined;
}

/** Memories that a change of a repository touches. @throws where it cannot be read */
export async function checkRepository({
  folder,
  range,
  isStaged,
  from,
  project,
  client,
}: RepositoryCheck): Promise<{ notes: Note[] } & Pick<LoadedMemories, 'from' | 'form' | 'omits' | 'others'>> {
  const { tree, git, origin } = await openTree(folder);
  const { base, head } = await checkRange(tree, range, { isStaged });
  // Grammars take half a second to be ready: the memories come meanwhile.
  const changes = tree.changes(base, head);
  void changes.then(
    (found) =>
      loadGrammars(
        found.map(({ before, after }) => after ?? before ?? ''),
        'symbols',
      ),
    () => undefined,
  );
  const loaded = await loadMemories(git, { from, origin, root: tree.root, project, client }).catch(
    (error: unknown) => {
      throw new UnreadMemories(messageOf(error), { cause: error });
    },
  );
  const found = await checkChange(tree, { ...loaded, base, head, changes: await changes });
  const marks = await branchMarks(
    git,
    found.flatMap(({ memory }) => memory ?? []),
    head || 'HEAD',
  );
  const notes = found.map((note) => ({ ...note, branch: marks.get(note.memory?.branch ?? '') }));
  const { form, omits, others } = loaded;
  return { notes, from: loaded.from, form, omits, others };
}

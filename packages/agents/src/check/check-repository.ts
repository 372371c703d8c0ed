import type { Client } from '@memory/client';
import { messageOf } from '@memory/text/error-facts';
import { branchMarks } from './branch-marks.ts';
import { checkChange } from './check-change.ts';
import { checkRange } from './check-range.ts';
import { loadMemories, type LoadedMemories } from './load-memories.ts';
import type { Note } from './note.ts';
import { openTree } from '../tree/source-tree.ts';

/** What is remembered could not be read; the change could. */
export class UnreadMemories extends Error {}

export interface RepositoryCheck {
  /** A folder of the repository. */
  folder: string;
  range: string;
  isStaged?: boolean | undefined;
  from?: string | undefined;
  client?: Client | undefined;
}

/** What is remembered that a change of a repository touches. @throws where it cannot be read */
export async function checkRepository({
  folder,
  range,
  isStaged,
  from,
  client,
}: RepositoryCheck): Promise<{ notes: Note[] } & Pick<LoadedMemories, 'from' | 'form' | 'omits'>> {
  const { tree, git, origin } = await openTree(folder);
  const { base, head } = await checkRange(tree, range, { isStaged });
  const loaded = await loadMemories(git, { from, origin, root: tree.root, client }).catch(
    (error: unknown) => {
      throw new UnreadMemories(messageOf(error), { cause: error });
    },
  );
  const found = await checkChange(tree, { ...loaded, base, head });
  const marks = await branchMarks(
    git,
    found.flatMap(({ memory }) => memory ?? []),
    head || 'HEAD',
  );
  const notes = found.map((note) => ({ ...note, branch: marks.get(note.memory?.branch ?? '') }));
  return { notes, from: loaded.from, form: loaded.form, omits: loaded.omits };
}

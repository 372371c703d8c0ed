import { resolve } from 'node:path';
import { OriginFinder } from '../find-origin.ts';
import { Git, reasonOf } from '../sync/git.ts';
import { SourceTree } from './source-tree.ts';

/** The repository around a folder. @throws where there is none */
export async function openTree(folder: string): Promise<{ tree: SourceTree; git: Git; origin: string }> {
  const found = await new Git(folder).run(['rev-parse', '--show-toplevel']);
  if (found.code !== 0) throw new Error(`${resolve(folder)}: ${reasonOf(found.stderr)}.`);
  const root = found.stdout.toString().trimEnd();
  const git = new Git(root);
  const { origin } = await new OriginFinder({ cwd: root }).find(root);
  return { tree: new SourceTree(git, root), git, origin };
}

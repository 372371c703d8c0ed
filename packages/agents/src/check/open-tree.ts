import { isAbsolute, relative, resolve } from 'node:path';
import { OriginFinder } from '../tree/find-origin.ts';
import { Git, reasonOf } from '../git/git.ts';
import { SourceTree } from './source-tree.ts';

/** The repository around a folder. @throws where there is none */
export async function openTree(folder: string): Promise<{ tree: SourceTree; git: Git; origin: string }> {
  const found = await new Git(folder).run(['rev-parse', '--show-toplevel', '--absolute-git-dir']);
  if (found.code !== 0) throw new Error(`${resolve(folder)}: ${reasonOf(found.stderr)}.`);
  const [root = '', gitFolder = ''] = found.stdout.toString().trimEnd().split('\n');
  const git = new Git(root, { indexFile: indexFileOf(gitFolder) });
  const { origin } = await new OriginFinder({ cwd: root }).find(root);
  return { tree: new SourceTree(git, root), git, origin };
}

/** `git commit -a` and `git commit FILE` tell their hooks of an index of their own. That of another repository is not meant. */
function indexFileOf(gitFolder: string): string | undefined {
  const given = process.env['GIT_INDEX_FILE'];
  if (!given) return undefined;
  const file = resolve(given);
  const part = relative(gitFolder, file);
  return part.startsWith('..') || isAbsolute(part) ? undefined : file;
}

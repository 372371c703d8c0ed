import { access } from 'node:fs/promises';
import path from 'node:path';
import { readRegularText } from '@memory/text/strange-files';
import ignore, { type Ignore } from 'ignore';

/** Folders nobody wrote by hand; `/x/` only at the top, since deeper down the name is often that of a source folder. */
const defaultFolders =
  '.git/ .hg/ .svn/ node_modules/ bower_components/ jspm_packages/ vendor/ third_party/ dist/ ' +
  '/build/ /out/ /target/ cdk.out/ coverage/ .next/ .nuxt/ .turbo/ ' +
  '.venv/ venv/ site-packages/ __pycache__/ .tox/ .mypy_cache/ .gradle/ .yarn/';
const defaults = ignore().add(defaultFolders.split(' '));
/** Output of a package wherever it stands: beside its manifest these are no folders of sources. */
const outputFolder = /(?:^|\/)(?:build|out|target)$/;
const ignoreFiles = ['.gitignore', '.ignore'];
const FILE_BYTES_MAX = 2 ** 20;
// Version control folders hold no source, and telling of each would only be noise.
const silent = /(?:^|\/)\.(?:git|hg|svn)$/;

type Verdict = 'kept' | 'ignored' | 'ignored_by_default';

/** The ignore files in force in one folder, with those of the folders above it. */
export class IgnoreRules {
  /** Where a path below the folder of these rules begins. */
  readonly #start: number;
  readonly #rules: Ignore | undefined;
  readonly #above: IgnoreRules | undefined;

  private constructor(base: string, rules: Ignore | undefined, above: IgnoreRules | undefined) {
    this.#start = base.endsWith(path.sep) ? base.length : base.length + 1;
    this.#rules = rules;
    this.#above = above;
  }

  /** Rules at the top of a tree: also those of the folders above it that belong to the same git work tree. */
  static async atTop(root: string): Promise<IgnoreRules> {
    const folders = await foldersOfWorkTree(root);
    let rules: IgnoreRules | undefined;
    for (const folder of folders) {
      const extra = folder === folders[0] ? [path.join(folder, '.git', 'info', 'exclude')] : [];
      rules = new IgnoreRules(folder, readRules(folder, extra), rules);
    }
    return rules ?? new IgnoreRules(root, undefined, undefined);
  }

  /**
   * Rules inside a folder of the tree.
   * @param entries of the folder: most have no file of rules, and to try costs as much as to read one
   */
  inside(folder: string, entries: readonly { name: string }[]): IgnoreRules {
    const hasOwn = entries.some(({ name }) => ignoreFiles.includes(name));
    const rules = hasOwn ? readRules(folder) : undefined;
    return rules ? new IgnoreRules(folder, rules, this) : this;
  }

  /**
   * The rules' verdict on a file or folder: the nearest ignore file that speaks of it decides, the defaults only when none does.
   * @param absolute its absolute path, below the folder
   * @param relative its path from the root of the tree, with forward slashes
   * @param isInPackage whether a package's manifest stands beside it
   */
  verdict(absolute: string, relative: string, isFolder: boolean, isInPackage = false): Verdict {
    const inside = absolute.slice(this.#start).replaceAll(path.sep, '/') + (isFolder ? '/' : '');
    const { ignored, unignored } = this.#rules?.test(inside) ?? { ignored: false, unignored: false };
    if (ignored) return 'ignored';
    if (unignored) return 'kept';
    return (
      this.#above?.verdict(absolute, relative, isFolder, isInPackage) ??
      defaultVerdict(relative, isFolder, isInPackage)
    );
  }
}

/** Whether a folder, given relative to the root, is left out where no ignore file speaks of it. */
export function isIgnoredByDefault(relative: string): boolean {
  return defaults.ignores(`${relative}/`);
}

function defaultVerdict(relative: string, isFolder: boolean, isInPackage: boolean): Verdict {
  const isOutput = isInPackage && outputFolder.test(relative);
  if (!isFolder || !(isOutput || isIgnoredByDefault(relative))) return 'kept';
  return silent.test(relative) ? 'ignored' : 'ignored_by_default';
}

/** The root's folders up to the top of its git work tree, the topmost first; the root alone outside of git. */
async function foldersOfWorkTree(root: string): Promise<string[]> {
  const folders: string[] = [];
  for (let folder = root; ; folder = path.dirname(folder)) {
    folders.unshift(folder);
    // A folder, or in a linked work tree and a submodule a file.
    if (await exists(path.join(folder, '.git'))) return folders;
    if (path.dirname(folder) === folder) return [root];
  }
}

function readRules(folder: string, extra: readonly string[] = []): Ignore | undefined {
  const texts: string[] = [];
  for (const file of [...extra, ...ignoreFiles.map((name) => path.join(folder, name))]) {
    const text = readRegularText(file, FILE_BYTES_MAX); // Most folders have none
    if (text !== undefined) texts.push(text);
  }
  return texts.length > 0 ? ignore().add(texts.join('\n')) : undefined;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

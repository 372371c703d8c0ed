import { readdirSync, type Dirent } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readRegularText } from '@memory/text/strange-files';
import { HEAD_BYTES, hasNoEnding, languageOf } from '../languages/language-of.ts';
import { isConfig } from '../config/config-index.ts';
import { isParsed } from '../parsing/parse-file.ts';
import { IgnoreRules } from './ignore-rules.ts';
import { isMinifiedName, type SkipReason } from './skip-reason.ts';

/** A file to index, or something of the tree that is left out; paths are relative to the root, with forward slashes. */
export type TreeEntry =
  | { kind: 'file'; path: string }
  | { kind: 'skipped'; path: string; reason: SkipReason }
  /** Code of a language that no grammar here reads. */
  | { kind: 'unread'; path: string }
  /** A repository inside of the tree, or a submodule: its files are indexed as the tree's. */
  | { kind: 'nested'; path: string };

const packageManifests =
  /^(?:package\.json|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|pyproject\.toml|setup\.py|CMakeLists\.txt)$/;

/** Endings of languages that are code, and that no grammar here reads. */
const UNREAD =
  /\.(?:lua|dart|exs?|erl|hrl|hs|lhs|clj[cs]?|edn|mm?|pl|pm|r|jl|zig|nim|fsx?|fsi|vb|groovy|gradle|mli?|tf|hcl|sol|vala|d|pas|adb|ads|f90|f95|cob|cbl|asm|s|v|sv|vhdl?|cu|cljs|elm|purs|re|res|astro|coffee|litcoffee|ps1|psm1|bat|cmd|awk|tcl|lisp|lsp|scm|rkt|el|cr|gd|hx|wgsl|glsl|hlsl|metal|pug|jinja2?|erb|haml|liquid|mustache|hbs|ejs|cshtml|razor|jsp)$/iu;

/**
 * The files of a tree a grammar reads, folder by folder in the order of their names, without what ignore files exclude.
 * Files of other kinds are passed over in silence, but those of languages that are not read.
 * @param under a folder of the root, with forward slashes, to which it keeps
 * @throws when the folder itself is no folder that can be read
 */
export async function* walkTree(root: string, under = ''): AsyncGenerator<TreeEntry> {
  const top = path.resolve(root);
  const start = path.join(top, under);
  const pending = [{ folder: start, relative: under, rules: await IgnoreRules.atTop(start) }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { folder, relative } = next;
    let entries: Dirent[];
    // At once, since a thread takes longer than most folders; one turn each, so that requests under way go on.
    await setImmediate();
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      if (relative === under) throw error;
      yield { kind: 'skipped', path: relative, reason: 'unreadable' };
      continue;
    }
    if (relative !== under && entries.some(({ name }) => name === '.git'))
      yield { kind: 'nested', path: relative };
    const rules = relative === under ? next.rules : next.rules.inside(folder, entries);
    const isPackage = entries.some(({ name }) => packageManifests.test(name));
    const folders = [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const absolute = path.join(folder, entry.name);
      const inTree = relative === '' ? entry.name : `${relative}/${entry.name}`;
      const mayBeScript = entry.isFile() && hasNoEnding(entry.name) && !isConfig(entry.name);
      const isWanted = mayBeScript || isParsed(entry.name);
      const isUnread = entry.isFile() && !isWanted && UNREAD.test(entry.name);
      if (!entry.isDirectory() && !entry.isSymbolicLink() && !(entry.isFile() && (isWanted || isUnread)))
        continue;
      const verdict = rules.verdict(absolute, inTree, entry.isDirectory(), isPackage);
      if (verdict === 'ignored_by_default') yield { kind: 'skipped', path: inTree, reason: verdict };
      if (verdict !== 'kept') continue;
      // A name in another encoding than UTF-8 comes back with marks in it, and opens nothing.
      if (isUnread) yield { kind: 'unread', path: inTree };
      else if (entry.name.includes('\uFFFD'))
        yield { kind: 'skipped', path: inTree, reason: 'unreadable_name' };
      else if (entry.isSymbolicLink()) yield { kind: 'skipped', path: inTree, reason: 'symlink' };
      else if (entry.isDirectory()) folders.push({ folder: absolute, relative: inTree, rules });
      else if (!mayBeScript || languageOf(entry.name, headOf(absolute)) !== undefined)
        yield isMinifiedName(entry.name)
          ? { kind: 'skipped', path: inTree, reason: 'minified' }
          : { kind: 'file', path: inTree };
    }
    pending.push(...folders.reverse());
  }
}

/** The first line of most files; nothing of one that cannot be read. */
const headOf = (absolute: string): string => readRegularText(absolute, HEAD_BYTES, 'head') ?? '';

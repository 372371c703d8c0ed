import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CallSite, type Definition, ToolMissing } from './call-site.ts';
import { filesOf, textOf } from './files-of.ts';
import { runTool } from './run-tool.ts';

/** A crate of the tree: what the compiler has to be told of it. */
interface Crate {
  name: string;
  /** Relative to the root of the tree. */
  entry: string;
  edition: string;
  features: string[];
  /** Crates of the tree that it needs, by the name it calls them: the folders of their manifests. */
  needs: { name: string; folder: string; features: string[] }[];
  folder: string;
}

/** Where a name of the source leads, by its line and column counted from 1 and 0. */
interface Link {
  line: number;
  name: string;
  /** The text around it, as far as it tells a call. */
  before: string;
  next: string;
  isForeignTrait: boolean;
  /** File of the tree, or undefined for another crate's. */
  target: { path: string; line: number } | undefined;
}

const BOOTSTRAP = { RUSTC_BOOTSTRAP: '1' };

/**
 * Calls of a Rust tree by the links which the documentation's source pages give every name of a body, found by type checking.
 * Each crate is read alone with the default features that need no other crate: what does not compile so tells nothing.
 */
export async function rustdocCalls(root: string): Promise<CallSite[]> {
  const sites: CallSite[] = [];
  const folder = await mkdtemp(path.join(tmpdir(), 'workspace-memory-rustdoc-'));
  const failed: string[] = [];
  const crates = await cratesOf(root);
  try {
    for (const crate of crates) {
      const pages = path.join(folder, 'pages', crate.name);
      const flags = ['--generate-link-to-definition', '--document-private-items', '-o', pages];
      try {
        const needed = await libraries({ root, folder, crates }, crate);
        await runTool('rustdoc', [...flagsOf(root, crate), ...needed, ...flags], {
          cwd: root,
          env: BOOTSTRAP,
        });
      } catch (error) {
        if (error instanceof ToolMissing) throw error;
        failed.push(crate.name);
        continue;
      }
      sites.push(...(await readPages(root, pages, crate)));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  if (failed.length > 0)
    console.error(`no truth for crates that need what is not in the tree: ${failed.join(', ')}`);
  return sites;
}

function flagsOf(root: string, crate: Crate): string[] {
  const features = crate.features.flatMap((feature) => ['--cfg', `feature="${feature}"`]);
  const named = ['--crate-name', crate.name, '--edition', crate.edition];
  return [path.join(root, crate.entry), ...named, ...features, '-Zunstable-options', '--cap-lints=allow'];
}

interface Workspace {
  root: string;
  folder: string;
  crates: readonly Crate[];
}

/** The crates of the tree that one needs, compiled as far as types go, as options of a compiler. */
async function libraries(workspace: Workspace, crate: Crate): Promise<string[]> {
  const { root, folder, crates } = workspace;
  const options = ['-L', folder];
  for (const need of crate.needs) {
    const other = crates.find((one) => one.folder === need.folder);
    if (!other) continue;
    const library = path.join(folder, `lib${other.name}.rmeta`);
    if (!(await readFile(library).catch(() => null))) {
      const needed = await libraries(workspace, other);
      const given = { ...other, features: [...new Set([...other.features, ...need.features])] };
      const output = ['--crate-type', 'lib', '--emit', 'metadata', '-o', library];
      await runTool('rustc', [...flagsOf(root, given), ...needed, ...output], { cwd: root, env: BOOTSTRAP });
    }
    options.push('--extern', `${need.name}=${library}`);
  }
  return options;
}

async function cratesOf(root: string): Promise<Crate[]> {
  const crates: Crate[] = [];
  for (const manifest of await filesOf(root, ['toml'])) {
    if (path.posix.basename(manifest) !== 'Cargo.toml') continue;
    const text = await textOf(root, manifest);
    const name = /^\[package\][^[]*?^name\s*=\s*"([^"]+)"/msu.exec(text)?.[1];
    if (name === undefined || /^proc-macro\s*=\s*true/mu.test(text)) continue;
    const given = /^\[lib\][^[]*?^path\s*=\s*"([^"]+)"/msu.exec(text)?.[1] ?? 'src/lib.rs';
    const entry = path.posix.join(path.posix.dirname(manifest), given);
    if (!(await readFile(path.join(root, entry)).catch(() => null))) continue;
    const edition = /^edition\s*=\s*"(\d+)"/mu.exec(text)?.[1] ?? '2021';
    const folder = path.posix.dirname(manifest);
    const needs = needsOf(text, folder);
    crates.push({
      name: name.replaceAll('-', '_'),
      entry,
      edition,
      features: featuresOf(text),
      needs,
      folder,
    });
  }
  return crates;
}

function needsOf(text: string, folder: string): Crate['needs'] {
  const table = /^\[dependencies\]\n(.*?)(?=^\[|$(?![\s\S]))/msu.exec(text)?.[1] ?? '';
  return [...table.matchAll(/^([\w-]+)\s*=\s*\{([^}]*)\}/gmu)].flatMap(([, name = '', given = '']) => {
    const place = /\bpath\s*=\s*"([^"]+)"/u.exec(given)?.[1];
    if (place === undefined || /\boptional\s*=\s*true/u.test(given)) return [];
    const features = [...(/\bfeatures\s*=\s*\[([^\]]*)\]/u.exec(given)?.[1] ?? '').matchAll(/"([^"]+)"/gu)];
    return [
      {
        name: name.replaceAll('-', '_'),
        folder: path.posix.join(folder, place),
        features: features.map(([, one = '']) => one),
      },
    ];
  });
}

/** Features that `default` switches on, without those that are or need an optional dependency. */
function featuresOf(text: string): string[] {
  const table = /^\[features\]\n(.*?)(?=^\[|$(?![\s\S]))/msu.exec(text)?.[1] ?? '';
  const listed = new Map(
    [...table.matchAll(/^([\w-]+)\s*=\s*\[([^\]]*)\]/gmu)].map(([, name = '', list = '']) => [
      name,
      [...list.matchAll(/"([^"]+)"/gu)].map(([, one = '']) => one),
    ]),
  );
  const needs = (name: string): boolean =>
    (listed.get(name) ?? []).some(
      (one) =>
        one.startsWith('dep:') ||
        /^[^?]*\//u.test(one) ||
        !(listed.has(one) || one.includes('?/')) ||
        needs(one),
    );
  const on = new Set<string>();
  const add = (name: string): void => {
    if (on.has(name) || !listed.has(name)) return;
    if (!needs(name)) on.add(name);
    for (const one of listed.get(name) ?? []) add(one);
  };
  add('default');
  on.delete('default');
  return [...on];
}

async function readPages(root: string, pages: string, crate: Crate): Promise<CallSite[]> {
  const sources = path.join(pages, 'src', crate.name);
  const sites: CallSite[] = [];
  const base = path.posix.dirname(crate.entry);
  const read = async (page: string): Promise<void> => {
    const file = path.posix.join(base, page.slice(0, -'.html'.length));
    const source = await textOf(root, file).catch(() => null);
    if (source === null) return;
    const html = await readFile(path.join(sources, page), 'utf8');
    for (const link of linksOf(html, page, base)) {
      if (!isCall(link)) continue;
      const found = link.target && (await definition(root, link.target, link.name));
      if (found && found.path === file && found.line === link.line) continue;
      // Which implementation of a foreign trait runs is not told.
      const targets = found ? [found] : link.isForeignTrait ? null : [];
      sites.push({ path: file, line: link.line, name: link.name, targets });
    }
  };
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(path.join(sources, folder), { withFileTypes: true })) {
      const inside = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) await walk(inside);
      else if (entry.name.endsWith('.rs.html')) await read(inside);
    }
  };
  await walk('');
  return sites;
}

/** Called, or made with its fields; not where a pattern takes it apart, nor where a declaration or type names it. */
function isCall({ name, before, next }: Link): boolean {
  const opening = /^\s*(?:::\s*<[^()]*>\s*)?([({!])/u.exec(next)?.[1];
  if (opening === undefined || (opening === '!' && next.startsWith('!='))) return false;
  if (opening === '!') return true;
  if (
    opening === '{' &&
    !(/^[A-Z]/u.test(name) && /(?:[=({,;]|=>|\b(?:return|else|break))\s*(?:\w+::)*$/u.test(before))
  )
    return false;
  return !/^[A-Z]/u.test(name) || !isPattern(next);
}

function isPattern(next: string): boolean {
  let depth = 0;
  for (let at = 0; at < next.length; at += 1) {
    const character = next.charAt(at);
    if ('({['.includes(character)) depth += 1;
    if (')}]'.includes(character) && (depth -= 1) === 0)
      return /^[)}\s]*(?:=>|=[^=]|\||if\b)/u.test(next.slice(at + 1));
  }
  return false;
}

function linksOf(html: string, page: string, base: string): Link[] {
  const code = /<code>([\s\S]*?)<\/code>/u.exec(html)?.[1] ?? '';
  const links: Link[] = [];
  let line = 0;
  const pattern = /<a href="?#?(\d+)"?\s+id="?\d+"?[^>]*>\d+<\/a>|<a[^>]*?href="([^"]+)"[^>]*>([^<]*)<\/a>/gu;
  for (const match of code.matchAll(pattern)) {
    if (match[1] !== undefined) {
      line = Number(match[1]);
      continue;
    }
    const [, , href = '', text = ''] = match;
    const name = text.split('::').at(-1) ?? text;
    const end = match.index + match[0].length;
    const next = plain(code.slice(end, end + 3_000));
    const before = plain(code.slice(Math.max(0, match.index - 600), match.index).replace(/^[^<]*>/u, ''));
    const [file = '', anchor = ''] = href.split('#', 2);
    const at = Number(/^\d+/u.exec(anchor)?.[0]);
    const isSource = file === '' || file.endsWith('.rs.html');
    const target = file === '' ? page : path.posix.normalize(path.posix.join(path.posix.dirname(page), file));
    const isOwn = isSource && !target.startsWith('..') && at > 0;
    const inTree = isOwn
      ? { path: path.posix.join(base, target.slice(0, -'.html'.length)), line: at }
      : undefined;
    const isForeignTrait = !inTree && /\btrait\.\w+\.html#/u.test(href);
    links.push({ line, name, before, next, target: inTree, isForeignTrait });
  }
  return links;
}

/** The declaration at a line: what it declares is in its first words. */
async function definition(
  root: string,
  { path: file, line }: { path: string; line: number },
  called: string,
): Promise<Definition | undefined> {
  const lines = (await textOf(root, file).catch(() => '')).split('\n');
  for (let at = line; at < line + 40; at += 1) {
    const text = lines[at - 1] ?? '';
    const declared =
      /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:default|const|async|unsafe|extern(?:\s+"[^"]*")?)\s+)*(fn|struct|enum|union|trait|macro_rules!)\s+(\w+)/u.exec(
        text,
      );
    if (declared?.[2]) {
      // A parameter may stand on the line of its function.
      const isParameter =
        declared[2] !== called && new RegExp(String.raw`[(,]\s*(?:mut )?${called}\s*:`, 'u').test(text);
      return { path: file, line: at, name: declared[2], kind: isParameter ? 'value' : 'callable' };
    }
    // Attributes and comments stand before what is declared.
    if (!/^\s*(?:#|\/\/|\/\*|\*|$)/u.test(text)) break;
  }
  return { path: file, line, name: called, kind: 'value' };
}

function plain(html: string): string {
  return unescaped(
    html.replaceAll(/<a href="?#?\d+"?\s+id=[^>]*>\d+<\/a>/gu, '').replaceAll(/<[^>]*>/gu, ''),
  );
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

import { isValueKind } from '../file-index.ts';
import { type Anchor, type AnchorSymbol, isTestPath } from './anchor.ts';
import type { Mention, Mentions } from './mentions.ts';
import { unquoted } from './same-value.ts';

export interface AnchoredText {
  mentions: Mentions;
  /** That it is about, as given. */
  files: readonly string[];
  /** That its session edited. */
  edited: readonly string[];
}

const SYMBOLS_MAX = 8;
/** With more a text is about no file in particular. */
const FILES_MAX = 5;

/**
 * The symbols that a text is about: those that it names beyond doubt, else its files. A name counts when it is written as
 * code and one symbol alone has it, or when a file of the text has it.
 * @param symbols all that have one of the names, and the modules of its files
 */
export function chooseAnchors(
  { mentions, files, edited }: AnchoredText,
  symbols: readonly AnchorSymbol[],
): Anchor[] {
  const named = [...files, ...mentions.paths];
  const isIn = (paths: readonly string[]) => (symbol: AnchorSymbol) =>
    paths.some((path) => isSamePath(path, symbol));
  const byName = Map.groupBy(
    symbols.filter(({ kind }) => kind !== 'module'),
    ({ name }) => name,
  );
  const chosen = new Map<string, Anchor>();
  for (const mention of mentions.names) {
    const candidates = (byName.get(mention.name) ?? []).filter((symbol) => hasOwners(symbol, mention));
    const inFile =
      candidates.length > 0
        ? candidates.filter(isIn(named))
        : mention.ends.length > 0
          ? routesOf(symbols.filter(isIn(named)), mention)
          : [];
    const inEdited = inFile.length > 0 ? inFile : candidates.filter(isIn(edited));
    const found = likeliest(inEdited.length > 0 ? inEdited : sure(mention, candidates));
    const [one] = oneOf(found, mention);
    // A word that is no code may be any word, unless what it names stands for itself in the file.
    if (
      !one ||
      (!mention.isMarked &&
        !isConstant(one) &&
        (isValueKind(one.kind) ? !isSaid(one, mentions) : one.qualifiedName !== one.name))
    )
      continue;
    const reason = inFile.length === 0 && inEdited.length > 0 ? 'edited' : 'named';
    chosen.set(`${one.repository}\0${one.path}\0${one.qualifiedName}`, symbolAnchor(one, reason));
  }
  if (chosen.size === 0)
    for (const one of oneOf(symbols.filter(isIn(files)).filter(isToldByValue(mentions)), { owners: [] }))
      chosen.set('', symbolAnchor(one, 'named'));
  const all = [...chosen.values()];
  if (all.length > 0) return withoutClassesOf(all).slice(0, SYMBOLS_MAX);
  const modules = symbols.filter(({ kind }) => kind === 'module');
  const ofFiles = modules.filter(isIn(files.length > 0 ? files : mentions.paths));
  return ofFiles.length > FILES_MAX ? [] : ofFiles.map(fileAnchor);
}

/** One word in capitals with a value, as `REGION`: in a text of its file it means nothing else. Members of an enumeration mostly have none. */
const isConstant = ({ kind, name, value }: AnchorSymbol): boolean =>
  kind === 'constant' && value !== null && /^[A-Z][A-Z\d]{3,}$/u.test(name);

/** Whether a text says the value as well, as "timeout is 30" does. */
const isSaid = ({ value }: AnchorSymbol, { values }: Mentions): boolean => values.has(plainValue(value));

/** Shorter values are anybody's. */
const TELLING_VALUE = 5;

/** Whether a value or its last part is one that a text says, and too long for chance: `postgres:12`, `1.4.2`. */
const isToldByValue =
  ({ values }: Mentions) =>
  ({ value }: AnchorSymbol): boolean => {
    const plain = plainValue(value);
    return [...values].some(
      (said) =>
        said.length >= TELLING_VALUE &&
        (said === plain || plain.endsWith(`:${said}`) || plain.endsWith(`/${said}`)),
    );
  };

/** Without quotes, and of a stage of a Dockerfile without its name. */
const plainValue = (value: string | null): string =>
  value === null ? '' : (unquoted(value) ?? value).replace(/ as \S+$/iu, '');

/** Of one name, functions and classes come before constants, types and routes, and these before properties and keys. */
function likeliest(candidates: readonly AnchorSymbol[]): readonly AnchorSymbol[] {
  const ranks = candidates.map(({ kind }) => (isValueKind(kind) ? (isPart(kind) ? 2 : 1) : 0));
  const best = Math.min(...ranks);
  return candidates.filter((_, at) => ranks[at] === best);
}

const isPart = (kind: AnchorSymbol['kind']): boolean => kind === 'property' || kind === 'key';

/** Whether a symbol stands in what is written before its name: a class, a module, a variable that is called like it. */
function hasOwners({ kind, qualifiedName, path }: AnchorSymbol, { owners }: Mention): boolean {
  const owner = owners.at(-1)?.toLowerCase();
  if (owner === undefined || (kind === 'route' && qualifiedName.startsWith('ANY '))) return true;
  const parts = qualifiedName.toLowerCase().split(/[. ]/u).slice(0, -1);
  const file = path.toLowerCase().split(/[/.]/u);
  return parts.includes(owner) || (parts.length === 0 && file.includes(owner));
}

/** Routes of a text's files that end a path which it names, whatever its parameters are called there: of the longest end. */
function routesOf(symbols: readonly AnchorSymbol[], mention: Mention): readonly AnchorSymbol[] {
  const routes = symbols.filter((symbol) => symbol.kind === 'route' && hasOwners(symbol, mention));
  for (const end of [mention.name, ...mention.ends]) {
    const found = routes.filter(({ name }) => plainRoute(name) === plainRoute(end));
    if (found.length > 0) return found;
  }
  return [];
}

const plainRoute = (path: string): string =>
  path.replaceAll(/\{[^{}]*\}|:\w+|<[^<>]*>/gu, '{}').replace(/(?<=.)\/$/u, '');

/** Where no file says which, it has to be written as code, and be one symbol. */
const sure = ({ isMarked }: Mention, candidates: readonly AnchorSymbol[]): readonly AnchorSymbol[] =>
  isMarked ? candidates : [];

/** The one that is meant: of production code rather than of tests, at the top of its file rather than inside of something. */
function oneOf(
  candidates: readonly AnchorSymbol[],
  { owners }: Pick<Mention, 'owners'>,
): readonly AnchorSymbol[] {
  const production = candidates.filter(({ path }) => !isTestPath(path));
  const left = production.length > 0 ? production : candidates;
  const places = new Set(
    left.map(({ repository, path, qualifiedName }) => `${repository}\0${path}\0${qualifiedName}`),
  );
  if (places.size === 1) return left.slice(0, 1);
  if (owners.length > 0) return [];
  const top = left.filter(({ name, qualifiedName }) => name === qualifiedName);
  return top.length === 1 ? top : [];
}

/** A class that is named with its own method is named to say which method. */
const withoutClassesOf = (anchors: readonly Anchor[]): Anchor[] =>
  anchors.filter(
    ({ path, name }) => !anchors.some((other) => other.path === path && other.name.startsWith(`${name}.`)),
  );

const symbolAnchor = (symbol: AnchorSymbol, reason: 'named' | 'edited'): Anchor => ({
  repository: symbol.repository,
  kind: 'symbol',
  reason,
  path: symbol.path,
  name: symbol.qualifiedName,
  signatureHash: symbol.signatureHash,
  bodyHash: symbol.bodyHash,
  value: symbol.value,
});

const fileAnchor = (symbol: AnchorSymbol): Anchor => ({
  ...symbolAnchor(symbol, 'named'),
  kind: 'file',
  reason: 'file',
  name: '',
});

/** A session may have run above or below the top of the tree: one path ends with the other. */
export function isSamePath(given: string, { path }: Pick<AnchorSymbol, 'path'>): boolean {
  const plain = given.replaceAll('\\', '/').replace(/^(?:\.{0,2}\/)+/u, '');
  if (plain === path || path.endsWith(`/${plain}`)) return true;
  return path.includes('/') && plain.endsWith(`/${path}`);
}

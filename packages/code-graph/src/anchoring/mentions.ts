/** A name that a text gives to code. */
export interface Mention {
  /** Its last part. */
  name: string;
  /** Names before it, the nearest last: `['Store']` of `Store.save`. */
  owners: readonly string[];
  /** Whether the text says that it is code: marks around it, call parentheses, or a form that no word has. */
  isMarked: boolean;
  /** Of the path of a route, what a router that is mounted below says of it, the longest first. */
  ends: readonly string[];
}

export interface Mentions {
  names: readonly Mention[];
  /** Paths with a folder or an extension, as written. */
  paths: readonly string[];
  /** Words with a digit, as a value may be written: `30`, `postgres:12`. */
  values: ReadonlySet<string>;
}

/** Names and paths of a text that are looked up. */
const NAMES_MAX = 200;
const PATHS_MAX = 50;
const VALUES_MAX = 200;
const TEXT_MAX = 40_000;

const CODE = /`{1,3}(?<code>[^`\n]{1,200})`{1,3}/gu;
const PATH =
  /(?<![\w@/.+-])(?:\.{0,2}\/)?(?:[\w@.+-]{1,80}\/){0,12}[\w@+-][\w@.+-]{0,80}\.[A-Za-z]\w{0,7}(?![\w/-])/gu;
const NAME = /(?<![\w$])[A-Za-z_$][\w$]{0,79}(?:(?:\.|::|#|->)[A-Za-z_$][\w$]{0,79}){0,5}(?<call>\()?/gu;
/** A path of a service behind its method, or in code marks: `GET /users/{id}`. */
const ROUTE =
  /(?:\b(?<verb>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+|`)(?<path>\/[\w{}:*~$%-][\w{}:.*~$%/-]{0,150})/gu;
const BETWEEN_VALUES = /[\s"'`()<>,;=]+|[.:!?](?=\s|$)/u;
const JOINT = /\.|::|#|->/u;

/** An inner capital or underscore: `getUser`, `HTTPServer`, `get_user`. */
const IDENTIFIER = /[a-z\d][A-Z]|[A-Z]{2}[a-z]|[A-Za-z\d]_[A-Za-z\d]/u;

/** Shorter names are words, or anybody's. */
const LENGTH_MIN = 3;

/**
 * Names of code that a text may mean, by how they are written alone: a name in code marks, with call parentheses, with its owner
 * before it, in camel or snake case; any other word as one that only a file can confirm.
 */
export function mentionsIn(text: string): Mentions {
  const whole = text.slice(0, TEXT_MAX);
  const names = new Map<string, Mention>();
  const paths = new Set<string>();
  for (const [path] of whole.matchAll(PATH)) if (path.includes('/') || isFile(path)) paths.add(path);
  const add = (written: string, isCode: boolean) => {
    const parts = written.split(JOINT).filter((part) => !SELF.has(part));
    const name = parts.at(-1);
    if (name === undefined || name.length < LENGTH_MIN) return;
    const owners = parts.slice(0, -1);
    const key = [...owners, name].join('.');
    // An owner has to be the symbol's, so `Store.save` says enough.
    const isMarked = isCode || owners.length > 0 || IDENTIFIER.test(name);
    if (names.get(key)?.isMarked !== true) names.set(key, { name, owners, isMarked, ends: [] });
  };
  for (const { groups } of whole.matchAll(CODE)) {
    const code = groups?.['code']?.trim() ?? '';
    // A command or an expression names many things in passing: one name alone, with or without its arguments, is meant.
    const [first] = code.matchAll(NAME);
    if (first?.index !== 0) continue;
    const written = first[0].replace(/\($/u, '');
    const rest = code.slice(written.length);
    if (rest === '' || /^\([^()]{0,120}\)(?:\s*[:=-].{0,80})?$/u.test(rest)) add(written, true);
  }
  for (const { groups } of whole.matchAll(ROUTE)) {
    const [name = '', verb] = [groups?.['path'], groups?.['verb']];
    names.set(`${verb ?? ''} ${name}`, {
      name,
      owners: verb ? [verb] : [],
      isMarked: true,
      ends: routeEnds(name),
    });
  }
  for (const match of whole.matchAll(NAME)) {
    if (names.size >= NAMES_MAX) break;
    const isCall = match.groups?.['call'] !== undefined;
    add(match[0].replace(/\($/u, ''), isCall);
  }
  return {
    names: [...names.values()],
    paths: [...paths].slice(0, PATHS_MAX),
    values: new Set(
      whole
        .split(BETWEEN_VALUES)
        .filter((word) => /\d/u.test(word))
        .slice(0, VALUES_MAX),
    ),
  };
}

/** `/me` of `/users/me`; `/` of `/users`. */
function routeEnds(path: string): string[] {
  const [first = '', ...rest] = path.split('/').slice(1);
  const ends = rest.map((_, at) => `/${rest.slice(at).join('/')}`).filter((end) => end !== '/');
  return rest.join('') === '' && first !== '' ? ['/'] : ends;
}

const SELF = new Set(['this', 'self', 'cls', 'super', '']);

/** A file's name alone, of an extension that code has; `e.g.` and `Store.save` are none. */
const isFile = (name: string): boolean =>
  /\.(?:[cm]?[jt]sx?|py|pyi|go|rs|java|kt|kts|rb|php|cs|c|h|cc|cpp|hpp|swift|scala|sh|vue|svelte|json|ya?ml|toml|sql|proto|graphqls?)$/u.test(
    name,
  );

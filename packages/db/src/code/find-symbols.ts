import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { isThere } from '../is-there.ts';
import { col } from '../row.ts';
import { nullable, uuid, textArray } from '../sql-values.ts';
import { readSymbols, symbolTables, type CodeSymbolRow } from './code-symbol-row.ts';

export async function hasSymbols(db: Database, workspaceId: WorkspaceId): Promise<boolean> {
  return isThere(db, sql`select from code_symbols where workspace_id = ${uuid(workspaceId)}`);
}

const NAMED_MAX = 20;

/**
 * The symbol of an id, or those of a name: written exactly so first, those in larger scopes before those deep inside.
 * @param named `name` may be qualified (`Store.save`); `path` is a whole path or the end of one
 * @returns at most 20
 */
export async function findSymbols(
  db: Database,
  workspaceId: WorkspaceId,
  named: { id: string } | { name: string; path: string | null },
): Promise<CodeSymbolRow[]> {
  const found = await readSymbols(db, workspaceId, {
    picked:
      'id' in named
        ? sql`select ${uuid(named.id)} id, 1 place, null::json extra`
        : byName(workspaceId, { ...named, name: composedName(named.name) }),
  });
  return found.map(({ body }) => body);
}

function byName(workspaceId: WorkspaceId, { name, path }: { name: string; path: string | null }): SQL {
  const last = name.split('.').at(-1) ?? name;
  // A file is found by its path, through the name of its module: that without folders and ending.
  const stem = (name.split('/').at(-1) ?? name).replace(/\.\w+$/u, '');
  const order = sql`s.name <> ${last}::text, s.qualified_name <> ${name}::text, char_length(s.qualified_name),
    s.kind <> 'class', r.name, f.path, s.start_line, s.id`;
  return sql`select s.id, (row_number() over (order by ${order}))::int place, null::json extra
    from ${symbolTables(workspaceId)}
    where lower(s.name) in (lower(${last}::text), lower(${stem}::text))
      and (lower(s.name) = lower(${name}::text) or lower(s.qualified_name) = lower(${name}::text)
        or lower(s.qualified_name) like lower(${`%.${likeLiteral(name)}`}::text))
      and coalesce('/' || f.path like ${nullable(path === null ? null : `%/${likeLiteral(path)}`, 'text')}, true)
    order by ${order} limit ${NAMED_MAX}::int`;
}

/** The share of letter triples that two names must have in common. */
const LEAST = 0.35;

/** Symbols whose names look most like a name that none has, by the triples of letters they share, the most alike first. */
export async function findNearestSymbols(
  db: Database,
  workspaceId: WorkspaceId,
  { name, repository }: { name: string; repository: string | null },
): Promise<CodeSymbolRow[]> {
  const letters = Array.from(
    composedName(name)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  );
  const triples = [...new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))];
  if (triples.length === 0) return [];
  const found = await readSymbols(db, workspaceId, {
    picked: sql`select id, (row_number() over (order by alike desc, name, id))::int place, null::json extra
      from (
        select distinct on (s.name) s.id, s.name, 2.0 * t.shared / (${triples.length}::int
          + greatest(1, char_length(s.name) - 2)) alike
        from ${symbolTables(workspaceId)} cross join lateral (
          select count(*) shared from unnest(${textArray(triples)}) triple
          where position(triple in replace(lower(s.name), '_', '')) > 0) t
        where t.shared > 0 and coalesce(${nullable(repository, 'text')} in (r.name, r.origin), true)
        order by s.name, s.kind = 'module', f.path, s.start_line) n
      where alike >= ${LEAST}::float8 order by alike desc, name, id limit 5`,
  });
  return found.map(({ body }) => body);
}

interface SearchSymbolsOptions {
  /**
   * A part of the name, or with a dot in it of the qualified name; upper and lower case count as the same. Of several words
   * the qualified name holds all.
   */
  name: string | null;
  /** A PostgreSQL regular expression over the path. */
  pathPattern: string | null;
  kind: string | null;
  /** Its label or its origin. */
  repository: string | null;
  /** A regular expression over the paths of those that come last, of tests. */
  last: string;
  /** At most 500. */
  limit: number;
  offset: number;
}

/** Functions and classes come before constants and keys, and production before tests, where names tie. */
const isOfValue = sql`s.kind not in ('function', 'class', 'module')`;
const isLast = (last: string) => sql`f.path ~ ${last}::text`;

/** `usr`, `cfg`, `msg`: behind the first letter no vowel is left. */
export const isAbbreviation = (word: string): boolean => /^[a-z][b-df-hj-np-tv-z]{1,5}$/u.test(word);

/** A part of a name that begins with a word, `old` of `DeleteOldItems` and not of `folder`, or that an abbreviation stands for: `cfg` of `loadConfig`. */
function partOf(word: string): string {
  const [first = '', ...rest] = word;
  const [small, large] = isAbbreviation(word) ? ['[a-z]*', '[A-Z]*'] : ['', ''];
  const capital = first.toUpperCase();
  return `(^|[^A-Za-z])${first}${small}${rest.join(small)}|${capital}${small}${rest.join(small)}|(^|[^A-Za-z])${capital}${large}${rest.join(large).toUpperCase()}`;
}

/** How much a word counts in the name of a value, of a test, and beside the name, where in that of a function or class it counts 1. */
const SAID_BY_VALUE = 0.8;
const SAID_BY_TEST = 0.6;
const SAID_BESIDE_NAME = 0.5;

/**
 * Symbols whose names, comments and signatures hold several of some words: a word counts by how few hold it.
 * @returns those first that hold most, two thirds at least
 */
export async function findSymbolsByWords(
  db: Database,
  workspaceId: WorkspaceId,
  {
    words,
    repository,
    last,
    limit,
  }: { words: readonly string[]; repository: string | null; last: string; limit: number },
): Promise<{ symbol: CodeSymbolRow; isMost: boolean }[]> {
  const found = await readSymbols(db, workspaceId, {
    extra: col.bool`is_most`,
    // A text is made once a symbol, not once a word: that is most of the time. A star is in the part of an abbreviation.
    expressions: sql`said as materialized (
        select s.id, w.told, w.named, char_length(s.qualified_name) size,
          case when ${isLast(last)} then ${SAID_BY_TEST}::float8 when ${isOfValue} then ${SAID_BY_VALUE}::float8 else 1 end trust
        from (
          select *, lower(concat_ws(' ', qualified_name, doc, signature)) text from code_symbols
          where workspace_id = ${uuid(workspaceId)} offset 0) s
        join code_files f on f.workspace_id = s.workspace_id and f.id = s.file_id
        join code_repositories r on r.workspace_id = f.workspace_id and r.id = f.repository_id
        cross join lateral (
          select array_agg(n) told, array_agg(n) filter (where s.name ~ part) named
          from unnest(${textArray(words)}, ${textArray(words.map(partOf))}) with ordinality a(word, part, n)
          where position(word in s.text) > 0 or position('*' in part) > 0 and s.name ~ part) w
        where w.told is not null and coalesce(${nullable(repository, 'text')} in (r.name, r.origin), true)),
      weights as materialized (select n, ln(1 + (select count(*) from said)::float8 / count(*)) weight from said, unnest(told) n group by n)`,
    picked: sql`select id, (row_number() over (order by is_most desc, score desc, size, id))::int place, to_json(is_most) extra
      from (
        select id, size, cardinality(told) * 3 >= ${2 * words.length}::int is_most, trust * (select sum(weight
            * case when n = any(named) then 1 else ${SAID_BESIDE_NAME}::float8 end) from weights where n = any(told)) score
        from said where named is not null and cardinality(told) > 1 or cardinality(told) = ${words.length}::int) n
      order by is_most desc, score desc, size, id limit ${limit}::int`,
  });
  return found.map(({ body, extra }) => ({ symbol: body, isMost: extra }));
}

/** Symbols by name, path and kind: of a name the whole ones first, then those that begin with it, then the shortest. */
export async function searchSymbols(
  db: Database,
  workspaceId: WorkspaceId,
  { name: asked, pathPattern, kind, repository, last, limit, offset }: SearchSymbolsOptions,
): Promise<CodeSymbolRow[]> {
  const name = asked === null ? null : composedName(asked);
  const conditions: SQL[] = [sql`true`];
  const order: SQL[] = [];
  if (name !== null) {
    const words = name.split(/\s/u).filter((word) => word !== '');
    const isQualified = words.length > 1 || name.includes('.');
    const written = sql.raw(isQualified ? 'lower(s.qualified_name)' : 'lower(s.name)');
    // `put_message` is asked for where `putMessage` is written, and the other way round.
    const searched = sql`translate(${written}, '_-', '')`;
    const joined = name.replaceAll(/(?<=.)[_-](?=.)/gu, '');
    const literal = likeLiteral(joined);
    for (const word of words)
      conditions.push(
        sql`${searched} like lower(${`%${likeLiteral(word.replaceAll(/(?<=.)[_-](?=.)/gu, ''))}%`}::text)`,
      );
    order.push(
      sql`${written} <> lower(${name}::text)`,
      sql`${searched} <> lower(${joined}::text)`,
      sql`${searched} not like lower(${`${literal}%`}::text)`,
      isOfValue,
      isLast(last),
      sql`char_length(s.qualified_name)`,
    );
  }
  if (pathPattern !== null) conditions.push(sql`f.path ~ ${pathPattern}::text`);
  if (repository !== null) conditions.push(sql`${repository}::text in (r.name, r.origin)`);
  if (kind !== null) conditions.push(sql`s.kind = ${kind}::text`);
  order.push(sql`r.name`, sql`f.path`, sql`s.start_line`, sql`s.id`);
  const by = sql.join(order, sql`, `);
  const found = await readSymbols(db, workspaceId, {
    picked: sql`select s.id, (row_number() over (order by ${by}))::int place, null::json extra
      from ${symbolTables(workspaceId)} where ${sql.join(conditions, sql` and `)} order by ${by}
        limit ${limit}::int offset ${offset}::int`,
  });
  return found.map(({ body }) => body);
}

/** A name as the index has it, its accents composed with their letters; a path stays as the file system has it. */
const composedName = (name: string): string => (name.includes('/') ? name : name.normalize('NFC'));

const likeLiteral = (text: string): string => text.replaceAll(/[\\%_]/gu, String.raw`\$&`);

/** Whether a symbol's name holds one of the lexemes. One index look-up by file, not by symbol. */
export async function hasCodeWords(
  db: Database,
  workspaceId: WorkspaceId,
  lexemes: readonly string[],
): Promise<boolean> {
  return isThere(
    db,
    sql`select from code_files where workspace_id = ${uuid(workspaceId)} and words && ${textArray(lexemes)}`,
  );
}

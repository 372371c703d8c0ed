import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, type TomlTable } from 'smol-toml';
import { messageOf } from '@memory/text/error-facts';
import { MalformedError, type FileEdit } from './text-edit.ts';

/**
 * A table of ours in a TOML file, `[parent.name]`: written as a block at the end, so that not a byte of the rest changes, or
 * into the parent where that is an inline table. Every result is read again and compared.
 */
export function tomlEdit(
  path: string,
  [parent, name]: readonly [string, string],
  table: TomlTable,
): FileEdit {
  const read = (text: string): TomlTable => {
    try {
      // Its tables have no prototype, which a comparison would take for a difference.
      return JSON.parse(JSON.stringify(parse(text.replace(/^\uFEFF/u, '')))) as TomlTable;
    } catch (error) {
      throw new MalformedError(`${path} is no valid TOML: ${messageOf(error).split('\n')[0]}`, {
        cause: error,
      });
    }
  };
  const ours = (value: TomlTable) => (value[parent] as TomlTable | undefined)?.[name];
  const without = (text: string): string => {
    const before = read(text);
    if (ours(before) === undefined) return text;
    const now = withoutInline(withoutBlocks(text, `${parent}.${name}`), [parent, name]);
    const expected = structuredClone(before);
    const table = expected[parent] as TomlTable;
    delete table[name];
    if (Object.keys(table).length === 0) delete expected[parent];
    const left = read(now);
    if (isDeepStrictEqual(left[parent], {})) delete left[parent];
    if (!isDeepStrictEqual(left, expected))
      throw new MalformedError(
        `${path}: [${parent}.${name}] is written in a way that is not safe to change; remove it first.`,
      );
    return now;
  };
  return {
    path,
    add(before) {
      if (before !== undefined && isDeepStrictEqual(ours(read(before)), table)) return before;
      const rest = without(before ?? '');
      const eol = rest.includes('\r\n') ? '\r\n' : '\n';
      const inline = inlineTable(rest, parent);
      const now = inline
        ? rest.slice(0, inline.end) + asMember(rest, inline, { name, table }) + rest.slice(inline.end)
        : withBlock(
            rest,
            stringify({ [parent]: { [name]: table } })
              .trim()
              .replaceAll('\n', eol),
            eol,
          );
      if (!isDeepStrictEqual(ours(read(now)), table))
        throw new MalformedError(`${path}: [${parent}] is written in a way that is not safe to add to.`);
      return now;
    },
    remove(text) {
      const now = without(text);
      return now.trim() === '' ? undefined : now;
    },
  };
}

function withBlock(text: string, block: string, eol: string): string {
  const gap = text.trim() === '' ? '' : text.endsWith(eol) ? eol : eol + eol;
  return `${text}${gap}${block}${eol}`;
}

/** Without the tables of that name and below it: from their header to the next one. Comments there are not ours. */
function withoutBlocks(text: string, name: string): string {
  const kept: string[] = [];
  let inside = false;
  let isComment = false;
  for (const line of text.split(/(?<=\n)/u)) {
    const header = headerOf(line);
    if (header !== undefined) inside = header === name || header.startsWith(`${name}.`);
    isComment = line.trim() === '' ? isComment : line.trimStart().startsWith('#');
    if (!inside || isComment) kept.push(line);
  }
  const left = kept.join('');
  // The empty line that stood before ours.
  return left === text ? text : left.replace(/(\r?\n)\r?\n$/u, '$1');
}

interface Span {
  start: number;
  /** Place of the bracket that closes it. */
  end: number;
}

interface Opening {
  /** The text before the key. */
  head: string;
  /** Behind the bracket. */
  start: number;
}

/** Where `name = {` stands, with or without quotes. */
function* openingsOf(text: string, name: string): Generator<Opening> {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isQuoted = text[at - 1] === '"' && text[at + name.length] === '"';
    const head = text.slice(0, isQuoted ? at - 1 : at);
    const sign = text.slice(at + name.length + (isQuoted ? 1 : 0)).trimStart();
    const value = sign.slice(1).trimStart();
    const isWord = /^[\s,{]?$/u.test(head.slice(-1));
    if (isWord && sign.startsWith('=') && value.startsWith('{'))
      yield { head, start: text.length - value.length + 1 };
  }
}

/** The text between the brackets of `name = { … }`, at the beginning of a line. */
function inlineTable(text: string, name: string): Span | undefined {
  for (const { head, start } of openingsOf(text, name))
    if (head.slice(head.lastIndexOf('\n') + 1).trim() === '') return spanFrom(text, start);
  return undefined;
}

/** Up to the bracket that closes what was opened before `start`; brackets in strings do not count. */
function spanFrom(text: string, start: number): Span | undefined {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"' || character === "'") {
      at += 1;
      while (at < text.length && text[at] !== character) at += character === '"' && text[at] === '\\' ? 2 : 1;
    } else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (depth === 0) return { start, end: at };
  }
  return undefined;
}

/** Our table as the last member of an inline one. */
function asMember(text: string, { start, end }: Span, { name, table }: { name: string; table: TomlTable }) {
  const before = text.slice(start, end);
  const member = `${name} = ${inlineOf(table)}`;
  if (before.trim() === '') return ` ${member} `;
  return before.trimEnd().endsWith(',') ? ` ${member}` : `, ${member}`;
}

const inlineOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(inlineOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${key} = ${inlineOf(each)}`)
    .join(', ')} }`;
};

/** Without our member of an inline table, and the comma that joins it to the others. */
function withoutInline(text: string, [parent, name]: readonly [string, string]): string {
  const table = inlineTable(text, parent);
  if (!table) return text;
  const inside = text.slice(table.start, table.end);
  const [found] = openingsOf(inside, name);
  const member = found && spanFrom(inside, found.start);
  if (!member) return text;
  const before = found.head.trimEnd();
  const after = inside.slice(member.end + 1);
  const left = before.endsWith(',')
    ? before.slice(0, -1) + after
    : found.head + after.replace(/^[ \t]*,/u, '');
  return text.slice(0, table.start) + (left.trim() === '' ? '' : left) + text.slice(table.end);
}

/** The name in `[name]` or `[[name]]`. */
function headerOf(line: string): string | undefined {
  const text = line.trimStart();
  if (!text.startsWith('[')) return undefined;
  const inside = text.slice(text.startsWith('[[') ? 2 : 1);
  return inside
    .slice(0, Math.max(0, inside.indexOf(']')))
    .trim()
    .replaceAll('"', '');
}

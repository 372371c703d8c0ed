import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, type TomlTable } from 'smol-toml';
import { MalformedError, type FileEdit } from './file-edit.ts';

/**
 * A table of ours in a TOML file, `[parent.name]`: written as a block at the end, so that not a byte of the rest changes.
 * Every result is read again and compared.
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
      throw new MalformedError(`${path} is no valid TOML: ${(error as Error).message.split('\n')[0]}`, {
        cause: error,
      });
    }
  };
  const ours = (value: TomlTable) => (value[parent] as TomlTable | undefined)?.[name];
  const without = (text: string): string => {
    const before = read(text);
    if (ours(before) === undefined) return text;
    const now = withoutBlocks(text, `${parent}.${name}`);
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
      const block = stringify({ [parent]: { [name]: table } })
        .trim()
        .replaceAll('\n', eol);
      const gap = rest.trim() === '' ? '' : rest.endsWith(eol) ? eol : eol + eol;
      const now = `${rest}${gap}${block}${eol}`;
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

/** Without the tables of that name and below it: from their header to the next one. */
function withoutBlocks(text: string, name: string): string {
  const kept: string[] = [];
  let inside = false;
  for (const line of text.split(/(?<=\n)/u)) {
    const header = headerOf(line);
    if (header !== undefined) inside = header === name || header.startsWith(`${name}.`);
    if (!inside) kept.push(line);
  }
  // The empty line that stood before ours.
  return kept.join('').replace(/(\r?\n)\r?\n$/u, '$1');
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

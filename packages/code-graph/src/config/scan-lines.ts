/** A key, table, message or instruction of a file that configures or declares. */
export interface ConfigEntry {
  /** Names from the outermost one to its own. */
  path: readonly string[];
  kind: 'key' | 'type';
  startLine: number;
  endLine: number;
  /** The text without comments; the same for the same meaning. */
  value: string;
  /** Whether the value is short and says something by itself, as that of a table or message does not. */
  isScalar: boolean;
}

/** Formats without a parser that is worth its size: read line by line, by the words that open a declaration. */
export type ScannedFormat = 'toml' | 'env' | 'sql' | 'dockerfile' | 'proto' | 'graphql';

/** A longer line is data; what is read of a line may take time by its square. */
const LINE_MAX = 4_000;

/** The keys, tables, messages and instructions of a source, in order. */
export function scanLines(source: string, format: ScannedFormat): ConfigEntry[] {
  return scanners[format](source.split('\n').map((line) => (line.length > LINE_MAX ? '' : line)));
}

const scanners: Record<ScannedFormat, (lines: readonly string[]) => ConfigEntry[]> = {
  toml: scanToml,
  env: (lines) =>
    lines.flatMap((line, at) => {
      const [, name, value = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/u.exec(line) ?? [];
      return name === undefined ? [] : [entry([name], { at, value: withoutComment(value, '#') })];
    }),
  sql: scanSql,
  dockerfile: scanDockerfile,
  proto: (lines) =>
    scanBlocks(lines, {
      open: /^(?:message|enum|service|oneof|extend)\s+(?<name>[\w.]+)/u,
      members: [
        /^(?:(?:optional|repeated|required)\s+)?(?:map\s*<[^>]*>|rpc|option|[\w.]+)\s+\(?(?<name>[\w.]+)\)?\s*(?<value>(?:=|\().*)/u,
        /^(?<name>\w+)\s*(?<value>=\s*-?\w+.*)/u,
      ],
    }),
  graphql: (lines) =>
    scanBlocks(lines, {
      open: /^(?:extend\s+)?(?:type|input|enum|interface|union|scalar|directive)\s+@?(?<name>\w+)/u,
      members: [/^(?<name>\w+)(?<value>\s*(?:\(.*\)\s*)?(?::.*)?)$/su],
    }),
};

/** A value over more lines than this is cut off: its brackets never close. */
const VALUE_LINES_MAX = 400;

const entry = (
  path: readonly string[],
  {
    at,
    end = at,
    value,
    kind = 'key',
  }: { at: number; end?: number; value: string; kind?: ConfigEntry['kind'] },
): ConfigEntry => ({
  path,
  kind,
  startLine: at + 1,
  endLine: end + 1,
  value: value.trim().replaceAll(/\s+/gu, ' '),
  isScalar: kind === 'key',
});

/** Without a comment to the end of the line; a mark within quotes begins none. */
export function withoutComment(line: string, mark: string): string {
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (line.startsWith(mark, at) && (mark !== '#' || at === 0 || /\s/u.test(line.charAt(at - 1))))
      return line.slice(0, at);
  }
  return line;
}

/** How many brackets a line opens and does not close; within quotes none counts. */
function opened(line: string): number {
  let [open, quote] = [0, ''];
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote !== '') {
      if (character === '\\' && quote === '"') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (/[[{(]/u.test(character)) open += 1;
    else if (/[\]})]/u.test(character)) open -= 1;
  }
  return open;
}

/** The line of a place in a source, from 1. */
export function lineFinder(source: string): (place: number) => number {
  const starts = [0, ...Array.from(source.matchAll(/\n/gu), ({ index }) => index + 1)];
  return (place) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

function scanToml(lines: readonly string[]): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let table: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = withoutComment(lines[at] ?? '', '#').trim();
    const header = /^\[\[?([^\]]+)\]\]?$/u.exec(line)?.[1];
    if (header !== undefined) {
      table = dotted(header);
      continue;
    }
    const [, key, first = ''] = /^([\w."'-]+)\s*=(.*)$/su.exec(line) ?? [];
    if (key === undefined) continue;
    const start = at;
    let value = first.trimStart();
    let depth = opened(value);
    const long = /^("""|''')/u.exec(value)?.[1];
    const isOpen = () => (long === undefined ? depth > 0 : value.split(long).length < 3);
    while (isOpen() && at + 1 < lines.length && at - start < VALUE_LINES_MAX) {
      const more = withoutComment(lines[(at += 1)] ?? '', '#').trim();
      value += `\n${more}`;
      depth += opened(more);
    }
    entries.push(entry([...table, ...dotted(key)], { at: start, end: at, value }));
  }
  return entries;
}

const dotted = (name: string): string[] =>
  [...name.matchAll(/"([^"]*)"|'([^']*)'|([^.\s"']+)/gu)].map(([, a, b, c]) => a ?? b ?? c ?? '');

const CREATE =
  /^create\s+(?:or\s+replace\s+)?(?:global\s+|local\s+|temp(?:orary)?\s+|unlogged\s+|unique\s+|materialized\s+|recursive\s+)*(?<what>table|view|index|type|function|procedure|trigger|sequence|domain|schema)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(?<name>[\w."`[\]]+)/iu;
const ADD_COLUMN =
  /^alter\s+table\s+(?:only\s+)?(?:if\s+exists\s+)?(?<table>[\w."`[\]]+)\s+add\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?(?<name>[\w"`]+)(?<value>[^;]*)/iu;
const NO_COLUMN = /^(?:constraint|primary|foreign|unique|check|exclude|key|index|like)$/iu;

/** Tables and what else is created, with the columns of tables. */
function scanSql(lines: readonly string[]): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  const plain = lines
    .map((line) => withoutComment(line, '--'))
    .join('\n')
    .replaceAll(/\/\*.*?(?:\*\/|$)/gsu, (text) => text.replaceAll(/[^\n]/gu, ' '));
  const lineAt = lineFinder(plain);
  for (const { 0: statement, index } of plain.matchAll(/[^;]+/gu)) {
    const start = index + statement.search(/\S|$/u);
    const text = statement.trim();
    const place = { at: lineAt(start) - 1, end: lineAt(index + statement.trimEnd().length) - 1 };
    const created = CREATE.exec(text)?.groups;
    const added = ADD_COLUMN.exec(text)?.groups;
    if (added)
      entries.push(
        entry([bare(added['table']), bare(added['name'])], { ...place, value: added['value'] ?? '' }),
      );
    if (!created) continue;
    const name = bare(created['name']);
    entries.push(entry([name], { ...place, value: text, kind: 'type' }));
    const open = text.indexOf('(');
    if (created['what']?.toLowerCase() !== 'table' || open < 0) continue;
    let from = open + 1;
    for (const column of topLevel(text.slice(open + 1))) {
      const [, column_name = '', value = ''] = /^\s*([\w"`[\]]+)(.*)$/su.exec(column) ?? [];
      const at = lineAt(start + from + column.search(/\S|$/u)) - 1;
      if (column_name !== '' && !NO_COLUMN.test(column_name))
        entries.push(entry([name, bare(column_name)], { at, value }));
      from += column.length + 1;
    }
  }
  return entries;
}

const bare = (name = ''): string => name.replaceAll(/["`[\]]/gu, '');

/** Parts between commas, up to the bracket that closes what the text stands in. */
function topLevel(text: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < text.length && depth >= 0; at += 1) {
    const character = text.charAt(at);
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && character === ',')) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return parts;
}

function scanDockerfile(lines: readonly string[]): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const start = at;
    let line = lines[at] ?? '';
    while (/\\\s*$/u.test(line) && at + 1 < lines.length)
      line = `${line.replace(/\\\s*$/u, '')} ${lines[(at += 1)] ?? ''}`;
    const [, word = '', rest = ''] = /^\s*([A-Za-z]+)\s+(.*)$/su.exec(line) ?? [];
    const instruction = word.toUpperCase();
    const place = { at: start, end: at };
    if (instruction === 'ENV' || instruction === 'ARG')
      for (const [, name = '', value = ''] of rest.matchAll(
        /\b([A-Za-z_]\w*)(?:=|\s+)("[^"]*"|'[^']*'|\S*)/gu,
      ))
        entries.push(entry([name], { ...place, value }));
    else if (instruction === 'FROM')
      entries.push(entry([/\sas\s+(\S+)/iu.exec(rest)?.[1] ?? 'FROM'], { ...place, value: rest }));
    else if (/^(?:EXPOSE|CMD|ENTRYPOINT|USER|WORKDIR|HEALTHCHECK|STOPSIGNAL)$/u.test(instruction))
      entries.push(entry([instruction], { ...place, value: rest }));
  }
  return entries;
}

/** Of GraphQL what stands behind the name; of protobuf all of the line, where the type stands before it. */
const valueOf = (behind = '', line: string): string =>
  behind.startsWith(':') ? behind.slice(1) : behind.startsWith('(') ? behind : line.replace(/[;{]\s*$/u, '');

/** Blocks within blocks: each holds the text of those within. */
const BLOCKS_MAX = 20;

/** Blocks in braces and their members, one a line. */
function scanBlocks(
  lines: readonly string[],
  { open, members }: { open: RegExp; members: readonly RegExp[] },
): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  const stack: { path: string[]; place: number; depth: number }[] = [];
  let [depth, isComment] = [0, false];
  for (const [at, written] of lines.entries()) {
    if (isComment) {
      isComment = !/\*\/|"""/u.test(written);
      continue;
    }
    if (/^\s*"""/u.test(written) || /^\s*\/\*/u.test(written)) {
      isComment = !/"""[^"]*"""|\*\//u.test(written);
      continue;
    }
    const line = withoutComment(withoutComment(written, '//'), '#').trim();
    const around = stack.at(-1);
    const name = open.exec(line)?.groups?.['name'];
    if (name !== undefined) {
      const path = [...(around?.path ?? []), name];
      entries.push(entry(path, { at, value: line, kind: 'type' }));
      if (line.includes('{') && stack.length < BLOCKS_MAX)
        stack.push({ path, place: entries.length - 1, depth });
    } else if (around && depth === around.depth + 1) {
      const found = members.map((member) => member.exec(line)?.groups).find(Boolean);
      if (found?.['name'] !== undefined)
        entries.push(
          entry([...around.path, found['name']], { at, value: valueOf(found['value']?.trimStart(), line) }),
        );
    }
    for (const of of stack) {
      const block = entries[of.place];
      if (block && of.place !== entries.length - 1)
        [block.value, block.endLine] = [`${block.value} ${line}`, at + 1];
    }
    depth += opened(line);
    while (stack.length > 0 && depth <= (stack.at(-1)?.depth ?? 0)) stack.pop();
  }
  return entries;
}

import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  getNodeValue,
  findNodeAtLocation,
  modify,
  parseTree,
  printParseErrorCode,
  type FormattingOptions,
  type JSONPath,
  type ParseError,
} from 'jsonc-parser';
import { MalformedError, type FileEdit } from './file-edit.ts';

export type JsonChange =
  /** A value of ours under a key of ours. */
  | { at: JSONPath; value: unknown }
  /** A value that the file needs and that may be the user's: set where absent, never removed. */
  | { at: JSONPath; fallback: unknown }
  /** Items of ours in a list of the host's. */
  | { at: JSONPath; items: readonly unknown[]; isOurs: (item: unknown) => boolean };

const BOM = '\uFEFF';

/** Changes JSON with or without comments; what it does not know stays as it is, comments and order included. */
export function jsonEdit(path: string, changes: readonly JsonChange[]): FileEdit {
  return {
    path,
    add(before) {
      const { bom, text } = split(before ?? '');
      const format = formatOf(text);
      let now = text.trim() === '' ? '{}' : text;
      const tree = parse(path, now);
      for (const change of changes) {
        if ('items' in change) now = addItems(path, now, change, format);
        else if ('value' in change || findNodeAtLocation(tree, change.at) === undefined)
          now = set(now, change.at, 'value' in change ? change.value : change.fallback, format);
      }
      if (
        before !== undefined &&
        isDeepStrictEqual(valueOf(path, now), valueOf(path, text.trim() === '' ? '{}' : text))
      )
        return before;
      return bom + (now.endsWith('\n') ? now : `${now}${format.eol ?? '\n'}`);
    },
    remove(before) {
      const { bom, text } = split(before);
      const format = formatOf(text);
      let now = text;
      for (const change of changes) {
        if ('fallback' in change) continue;
        if ('items' in change) now = withoutItems(path, now, change, format);
        else if (find(path, now, change.at) !== undefined) now = set(now, change.at, undefined, format);
        now = withoutEmptyParents(path, now, change.at, format);
      }
      const left = Object.keys(valueOf(path, now) as object);
      const fallbacks = changes.flatMap((change) => ('fallback' in change ? [String(change.at[0])] : []));
      return left.every((key) => fallbacks.includes(key)) ? undefined : bom + now;
    },
  };
}

interface Items {
  at: JSONPath;
  items: readonly unknown[];
  isOurs: (item: unknown) => boolean;
}

function addItems(
  path: string,
  text: string,
  { at, items, isOurs }: Items,
  format: FormattingOptions,
): string {
  const list = listAt(path, text, at);
  if (list === undefined) return set(text, at, items, format);
  if (isDeepStrictEqual(list.filter(isOurs), items)) return text;
  let now = withoutItems(path, text, { at, items, isOurs }, format);
  for (const item of items) now = insert(now, [...at, -1], item, format);
  return now;
}

function withoutItems(path: string, text: string, { at, isOurs }: Items, format: FormattingOptions): string {
  const list = listAt(path, text, at) ?? [];
  let now = text;
  for (const [index, item] of [...list.entries()].toReversed())
    if (isOurs(item)) now = set(now, [...at, index], undefined, format);
  return now;
}

/** Lists and objects that are empty now and only held our part. */
function withoutEmptyParents(path: string, text: string, at: JSONPath, format: FormattingOptions): string {
  let now = text;
  for (let length = at.length; length > 0; length -= 1) {
    const parent = at.slice(0, length);
    const value = find(path, now, parent);
    if (typeof value !== 'object' || value === null || Object.keys(value).length > 0) continue;
    now = set(now, parent, undefined, format);
  }
  return now;
}

function listAt(path: string, text: string, at: JSONPath): unknown[] | undefined {
  const value = find(path, text, at);
  if (value === undefined || Array.isArray(value)) return value;
  throw new MalformedError(`${path}: ${at.join('.')} should be a list.`);
}

function find(path: string, text: string, at: JSONPath): unknown {
  const node = findNodeAtLocation(parse(path, text), at);
  return node === undefined ? undefined : getNodeValue(node);
}

const set = (text: string, at: JSONPath, value: unknown, formattingOptions: FormattingOptions): string =>
  applyEdits(text, modify(text, at, value, { formattingOptions }));

const insert = (text: string, at: JSONPath, value: unknown, formattingOptions: FormattingOptions): string =>
  applyEdits(text, modify(text, at, value, { formattingOptions, isArrayInsertion: true }));

const valueOf = (path: string, text: string): unknown => getNodeValue(parse(path, text));

function parse(path: string, text: string) {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw new MalformedError(`${path} is no valid JSON (line ${line}: ${printParseErrorCode(error.error)}).`);
  }
  if (tree?.type !== 'object') throw new MalformedError(`${path} should hold a JSON object.`);
  return tree;
}

const split = (text: string) =>
  text.startsWith(BOM) ? { bom: BOM, text: text.slice(BOM.length) } : { bom: '', text };

/** As the file has it. */
function formatOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/mu.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

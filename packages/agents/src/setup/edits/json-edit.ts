import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  getNodeValue,
  findNodeAtLocation,
  modify,
  parseTree,
  printParseErrorCode,
  type Edit,
  type FormattingOptions,
  type JSONPath,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { MalformedError, type FileEdit } from './text-edit.ts';

export type JsonChange =
  /** A value of ours under a key of ours. */
  | { at: JSONPath; value: unknown }
  /** A value that the file needs and that may be the user's: set where absent, never removed. */
  | { at: JSONPath; fallback: unknown }
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
        refuseUnfit(path, tree, change.at);
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
      let now = text;
      for (const change of changes) {
        if ('fallback' in change) continue;
        const rest =
          'items' in change
            ? withoutItems(path, now, change)
            : find(path, now, change.at) === undefined
              ? now
              : without(now, change.at);
        // Where nothing of ours stood, what is empty is the user's.
        if (rest !== now) now = withoutEmptyParents(path, rest, change.at);
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
  let now = withoutItems(path, text, { at, items, isOurs });
  for (const item of items) now = insert(now, [...at, -1], item, format);
  return now;
}

function withoutItems(path: string, text: string, { at, isOurs }: Items): string {
  const list = listAt(path, text, at) ?? [];
  let now = text;
  for (const [index, item] of [...list.entries()].toReversed())
    if (isOurs(item)) now = without(now, [...at, index]);
  return now;
}

/** Lists and objects that are empty now and only held our part; one with a comment is the user's. */
function withoutEmptyParents(path: string, text: string, at: JSONPath): string {
  let now = text;
  for (let length = at.length; length > 0; length -= 1) {
    const parent = at.slice(0, length);
    const node = findNodeAtLocation(parse(path, now), parent);
    if (node?.children?.length !== 0 || holdsComment(now, node)) continue;
    now = without(now, parent);
  }
  return now;
}

const holdsComment = (text: string, { offset, length }: Node): boolean =>
  text.slice(offset + 1, offset + length - 1).trim() !== '';

function listAt(path: string, text: string, at: JSONPath): unknown[] | undefined {
  const value = find(path, text, at);
  if (value === undefined || Array.isArray(value)) return value;
  throw new MalformedError(`${path}: ${at.join('.')} should be a list.`);
}

function find(path: string, text: string, at: JSONPath): unknown {
  const node = findNodeAtLocation(parse(path, text), at);
  return node === undefined ? undefined : getNodeValue(node);
}

const set = (text: string, at: JSONPath, value: unknown, format: FormattingOptions): string =>
  applyEdits(
    text,
    modify(text, at, value, {}).map((edit) => laidOut(edit, { text, at, value, format })),
  );

const insert = (text: string, at: JSONPath, value: unknown, format: FormattingOptions): string =>
  applyEdits(
    text,
    modify(text, at, value, { isArrayInsertion: true }).map((edit) =>
      laidOut(edit, { text, at, value, format }),
    ),
  );

/** Without a value, and the comma that joins it to the others. The library is wrong about the last of a list on one line. */
function without(text: string, at: JSONPath): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const value = tree && findNodeAtLocation(tree, at);
  const item = typeof at.at(-1) === 'number' ? value : value?.parent;
  if (!item) return text;
  const siblings = item.parent?.children ?? [];
  const place = siblings.indexOf(item);
  const [before, after] = [siblings[place - 1], siblings[place + 1]];
  const end = item.offset + item.length;
  if (before) return text.slice(0, before.offset + before.length) + text.slice(end);
  if (after) return text.slice(0, item.offset) + text.slice(after.offset);
  return text.slice(0, item.offset).trimEnd() + text.slice(end).replace(/^\s*,?\s*/u, '');
}

/**
 * The library's edit with our part on lines of its own. The library would lay out the lines around it, too, which are the
 * user's. A file of one line that holds something stays one.
 */
function laidOut(
  edit: Edit,
  { text, at, value, format }: { text: string; at: JSONPath; value: unknown; format: FormattingOptions },
): Edit {
  const [, comma = '', key = '', json = ''] =
    /^(,?)((?:"(?:[^"\\]|\\.)*": )?)([^]*?),?$/u.exec(edit.content) ?? [];
  const { eol = '\n', insertSpaces, tabSize = 2 } = format;
  const unit = insertSpaces ? ' '.repeat(tabSize) : '\t';
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const isOneLine = !text.trimEnd().includes('\n') && (tree?.children ?? []).length > 0;
  if (value === undefined || json === '' || isOneLine) return edit;
  const parents = at.map((_, length) => tree && findNodeAtLocation(tree, at.slice(0, length)));
  const parent = parents.findLast((node) => node !== undefined);
  const line = text.slice(text.lastIndexOf('\n', parent?.offset ?? 0) + 1);
  const outer = /^[ \t]*/u.exec(line)?.[0] ?? '';
  const pretty = JSON.stringify(JSON.parse(json), undefined, unit).replaceAll('\n', `${eol}${outer}${unit}`);
  // A value in the place of another begins where that did.
  if (edit.length > 0) return { ...edit, content: pretty };
  const rest = text.slice(edit.offset, (parent?.offset ?? 0) + (parent?.length ?? 0));
  const closes = /^[ \t,]*[\]}]$/u.test(rest) ? `${eol}${outer}` : '';
  return { ...edit, content: `${comma}${eol}${outer}${unit}${key}${pretty}${closes}` };
}

/** The library's names of errors, in words for a person who mends the file. */
const WORDS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word that is neither in quotes nor true, false or null',
  InvalidNumberFormat: 'a number that is none',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing behind a name',
  CommaExpected: 'a comma is missing before this',
  CloseBraceExpected: 'a } is missing',
  CloseBracketExpected: 'a ] is missing',
  EndOfFileExpected: 'something follows behind its end',
  UnexpectedEndOfComment: 'a comment has no end',
  UnexpectedEndOfString: 'a text has no closing quote',
  UnexpectedEndOfNumber: 'a number has no end',
  InvalidUnicode: String.raw`four digits are missing behind a \u`,
  InvalidEscapeCharacter: 'a backslash stands before a letter that takes none',
  InvalidCharacter: 'a text holds a tab or another character that has to be escaped',
};

const valueOf = (path: string, text: string): unknown => getNodeValue(parse(path, text));

function parse(path: string, text: string) {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    const name = printParseErrorCode(error.error);
    throw new MalformedError(`${path} is no valid JSON: line ${line}, ${WORDS[name] ?? name}.`);
  }
  if (tree?.type !== 'object') throw new MalformedError(`${path} should hold a JSON object.`);
  return tree;
}

/** @throws MalformedError where our part has no place, or an agent would read another value of that name */
function refuseUnfit(path: string, tree: Node, at: JSONPath): void {
  for (const [depth, name] of at.entries()) {
    const object = findNodeAtLocation(tree, at.slice(0, depth));
    const named = object?.children?.filter(({ children }) => children?.[0]?.value === name) ?? [];
    if (object !== undefined && object.type !== 'object')
      throw new MalformedError(
        `${path}: "${at.slice(0, depth).join('.')}" should be an object, and is none.`,
      );
    if (named.length > 1)
      throw new MalformedError(
        `${path} holds "${name}" ${named.length} times, of which agents read the last: make it one.`,
      );
  }
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

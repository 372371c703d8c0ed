import { isDeepStrictEqual } from 'node:util';
import { isCollection, isMap, isPair, parseDocument, stringify, type Document, type YAMLMap } from 'yaml';
import { MalformedError, type FileEdit } from './text-edit.ts';

/** A value of ours at a path of two names in a YAML file; what stands around it keeps its bytes, comments among it. */
export function yamlEdit(
  path: string,
  [parent, name]: readonly [parent: string, name: string],
  value: unknown,
): FileEdit {
  const at = [parent, name];
  const read = (text: string) => {
    const document = parseDocument(text);
    const [error] = document.errors;
    if (error?.code === 'MULTIPLE_DOCS')
      throw new MalformedError(
        `${path} holds several YAML documents (---), of which one is read: make it one.`,
      );
    if (error)
      throw new MalformedError(`${path} is no valid YAML${lineOf(error)}: ${error.message.split('\n')[0]}`);
    for (const each of [document.contents, document.get(parent, true)])
      if (each && !isMap(each) && toJson(each) !== null)
        throw new MalformedError(
          `${path}: ${each === document.contents ? 'it' : `"${parent}"`} should hold a YAML mapping.`,
        );
    return document;
  };
  return {
    path,
    add(before) {
      const text = before ?? '';
      const document = read(text);
      if (before !== undefined && isDeepStrictEqual(toJson(document.getIn(at, true)), value)) return before;
      const bare = document.hasIn(at) ? without(text, document, at) : text;
      document.setIn(at, document.createNode(value));
      return likeIt(document, bare && put(bare, read(bare), { at, value }));
    },
    remove(text) {
      const document = read(text);
      const cut = without(text, document, at);
      document.deleteIn(at);
      const holder = document.get(parent, true);
      const isEmpty = isMap(holder) && holder.items.length === 0;
      if (isEmpty) document.delete(parent);
      const rest = isMap(document.contents) && document.contents.items.length > 0;
      if (!rest) return undefined;
      return likeIt(document, isEmpty ? cut && without(cut, read(cut), [parent]) : cut);
    },
  };
}

const toJson = (node: unknown): unknown => (node as { toJSON?: () => unknown } | undefined)?.toJSON?.();

const lineOf = ({ linePos }: { linePos?: [{ line: number }, ...unknown[]] | undefined }): string =>
  linePos ? ` (line ${linePos[0].line})` : '';

/** The text, where it says what it should; else the library's, which lays comments out anew. */
function likeIt(document: Document, text: string | undefined): string {
  if (text !== undefined) {
    const now = parseDocument(text);
    if (now.errors.length === 0 && isDeepStrictEqual(now.toJSON(), document.toJSON())) return text;
  }
  return document.toString({ lineWidth: 0 });
}

/** The text with our lines behind the last of their parent's. */
function put(
  text: string,
  document: Document,
  { at: [parent = '', name = ''], value }: { at: readonly string[]; value: unknown },
): string | undefined {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = (content: unknown, indent: string) =>
    stringify(content, { lineWidth: 0 })
      .trimEnd()
      .split('\n')
      .map((line) => indent + line + eol)
      .join('');
  const holder = document.get(parent, true);
  const [first] = isMap(holder) && !holder.flow ? holder.items : [];
  if (isMap(holder) && first) {
    const start = startOf(first);
    const end = endOf(text, holder);
    if (start === undefined || end === undefined) return undefined;
    const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
    const before = text.slice(0, end);
    return before + (before.endsWith('\n') ? '' : eol) + lines({ [name]: value }, indent) + text.slice(end);
  }
  if (document.has(parent)) return undefined;
  return text + (text === '' || text.endsWith('\n') ? '' : eol) + lines({ [parent]: { [name]: value } }, '');
}

/** The text without the lines of a name and its value. */
function without(text: string, document: Document, at: readonly string[]): string | undefined {
  const holder = at.length > 1 ? document.getIn(at.slice(0, -1), true) : document.contents;
  if (!isMap(holder) || holder.flow) return undefined;
  const pair = holder.items.find(({ key }) => toJson(key) === at.at(-1) || key === at.at(-1));
  const start = pair && startOf(pair);
  const end = pair && endOf(text, pair);
  if (start === undefined || end === undefined) return undefined;
  return text.slice(0, text.lastIndexOf('\n', start - 1) + 1) + text.slice(end);
}

const startOf = ({ key }: { key: unknown }): number | undefined =>
  (key as { range?: [number, number, number] } | null)?.range?.[0];

/** Where the line behind the last one of a node begins. */
function endOf(text: string, node: unknown): number | undefined {
  if (isPair(node)) return endOf(text, node.value ?? node.key);
  if (isCollection(node) && !node.flow && node.items.length > 0) return endOf(text, node.items.at(-1));
  const range = (node as { range?: [number, number, number] } | YAMLMap | null)?.range;
  if (!range) return undefined;
  // A block of text ends with its line.
  const line = text.indexOf('\n', Math.max(range[0], range[1] - 1));
  return line < 0 ? text.length : line + 1;
}

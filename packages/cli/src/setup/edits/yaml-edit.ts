import { isDeepStrictEqual } from 'node:util';
import { isMap, parseDocument } from 'yaml';
import { MalformedError, type FileEdit } from './file-edit.ts';

/** A value of ours at a path of a YAML file; comments and order stay. */
export function yamlEdit(path: string, at: readonly string[], value: unknown): FileEdit {
  const read = (text: string) => {
    const document = parseDocument(text);
    const [error] = document.errors;
    if (error) throw new MalformedError(`${path} is no valid YAML: ${error.message.split('\n')[0]}`);
    if (document.contents !== null && !isMap(document.contents))
      throw new MalformedError(`${path} should hold a YAML mapping.`);
    return document;
  };
  return {
    path,
    add(before) {
      const document = read(before ?? '');
      const current = document.getIn(at, true) as { toJSON?: () => unknown } | undefined;
      if (before !== undefined && isDeepStrictEqual(current?.toJSON?.(), value)) return before;
      document.setIn(at, document.createNode(value));
      return document.toString({ lineWidth: 0 });
    },
    remove(text) {
      const document = read(text);
      document.deleteIn(at);
      const parent = document.getIn(at.slice(0, -1), true);
      if (at.length > 1 && isMap(parent) && parent.items.length === 0) document.deleteIn(at.slice(0, -1));
      return isMap(document.contents) && document.contents.items.length > 0
        ? document.toString({ lineWidth: 0 })
        : undefined;
    },
  };
}

import type { FileEdit } from './file-edit.ts';

/** A file that is ours alone. */
export const ownFile = (path: string, text: string, mode?: number): FileEdit => ({
  path,
  add: () => text,
  remove: () => undefined,
  isWhole: true,
  ...(mode === undefined ? {} : { mode }),
});

const BEGIN = '<!-- workspace-memory: begin -->';
const END = '<!-- workspace-memory: end -->';

/** A paragraph of ours in a file of rules that the user writes, too. */
export function ruleBlock(path: string, text: string): FileEdit {
  const block = `${BEGIN}\n${text.trim()}\n${END}\n`;
  const without = (before: string) => {
    const begin = before.indexOf(BEGIN);
    const end = before.indexOf(END, begin);
    if (begin < 0 || end < 0) return before;
    const after = before.slice(end + END.length).replace(/^\r?\n/u, '');
    return before.slice(0, begin).replace(/\n\n$/u, '\n') + after;
  };
  return {
    path,
    add(before = '') {
      if (before.includes(block)) return before;
      const rest = without(before);
      if (rest.trim() === '') return block;
      return `${rest}${rest.endsWith('\n') ? '\n' : '\n\n'}${block}`;
    },
    remove(before) {
      const rest = without(before);
      return rest.trim() === '' ? undefined : rest;
    },
  };
}

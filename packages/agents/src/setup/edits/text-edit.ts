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

/** A file of rules without our paragraph. */
export function withoutRuleBlock(text: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END, begin);
  if (begin < 0 || end < 0) return text;
  const after = text.slice(end + END.length).replace(/^\r?\n/u, '');
  return text.slice(0, begin).replace(/\n\n$/u, '\n') + after;
}

/** A paragraph of ours in a file of rules that the user writes, too. */
export function ruleBlock(path: string, text: string): FileEdit {
  const block = `${BEGIN}\n${text.trim()}\n${END}\n`;
  return {
    path,
    add(before = '') {
      if (before.includes(block)) return before;
      const rest = withoutRuleBlock(before);
      if (rest.trim() === '') return block;
      return `${rest}${rest.endsWith('\n') ? '\n' : '\n\n'}${block}`;
    },
    remove(before) {
      const rest = withoutRuleBlock(before);
      return rest.trim() === '' ? undefined : rest;
    },
  };
}

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

/** Our part in a file of the user's, beside whatever else stands there. */
export interface FileEdit {
  path: string;
  /**
   * The file with our part in it, each part once.
   * @param text undefined: there is no such file
   * @throws MalformedError
   */
  add(text: string | undefined): string;
  /** The file without our part, whatever the user changed in the rest. @returns undefined when nothing is left */
  remove(text: string): string | undefined;
  isWhole?: boolean;
  /** Executables of hosts that start a file. */
  mode?: number;
}

/** A file that its host could not read either is left as it is. */
export class MalformedError extends Error {}

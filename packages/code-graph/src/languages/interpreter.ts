/** As much of a script as its first line is looked for in, in bytes. */
export const HEAD_BYTES = 100;

const nameOf = (program: string): string => program.slice(program.lastIndexOf('/') + 1);

/**
 * The program that a script names in its first line, without the version: `python` of `#!/usr/bin/env -S python3.12 -u`.
 * @returns undefined where the text begins otherwise
 */
export function interpreterOf(source: string): string | undefined {
  if (!source.startsWith('#!')) return undefined;
  const [line = ''] = source.slice(2, HEAD_BYTES).split(/[\r\n]/u, 1);
  const [program = '', ...rest] = line.split(/[ \t]/u).filter(Boolean);
  // What stands before the program are options of env and variables that it sets.
  const named =
    nameOf(program) === 'env' ? rest.find((word) => !word.startsWith('-') && !word.includes('=')) : program;
  return nameOf(named ?? '').split(/-?\d/u, 1)[0];
}

import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

/** A regular expression as it runs. */
export interface Regex {
  source: string;
  flags: string;
}

export interface RegexesOfFile {
  /** Written out in the source. */
  literals: Regex[];
  /** How many places make one of strings, by `new RegExp` or `RegExp`. */
  made: number;
}

/** The regular expressions in a source file. */
export function regexesOf(file: string): RegexesOfFile {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: RegexesOfFile = { literals: [], made: 0 };
  const makes = (callee: object) => {
    if ('name' in callee && callee.name === 'RegExp') found.made += 1;
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.literals.push({ source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: ({ callee }) => makes(callee),
    CallExpression: ({ callee }) => makes(callee),
  }).visit(program);
  return found;
}

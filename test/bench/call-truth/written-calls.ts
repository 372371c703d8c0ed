/** A name that may be called where it stands; whether it is one, the language server tells. */
export interface WrittenCall {
  /** Both counted from 0, as the protocol of language servers counts. */
  line: number;
  character: number;
  name: string;
  /** Behind a dot or an arrow, where nothing is declared. */
  isMember: boolean;
}

/** How a language writes what is no code, and calls. */
export interface Writing {
  /** Comments and literals, which hold no calls. */
  blanked: RegExp;
  /** A called name in the group `name`. */
  call: RegExp;
}

const DOUBLE = String.raw`"(?:[^"\\\n]|\\.)*"`;
const SINGLE = String.raw`'(?:[^'\\\n]|\\.)*'`;

/** An attribute of a declaration reads like a call, and clangd finds the declaration there. */
const ATTRIBUTE = String.raw`\b(?:__attribute__|__declspec|alignas)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;

/** Python: comments, strings of both lengths. */
export const pythonWriting: Writing = {
  blanked: new RegExp(String.raw`"""[\s\S]*?"""|'''[\s\S]*?'''|#[^\n]*|${DOUBLE}|${SINGLE}`, 'gu'),
  call: /(?<![\w.])(?:def|class)\s+\w+|(?<name>[A-Za-z_]\w*)\s*\(/gu,
};

/**
 * C and C++: comments, strings, characters, lines of the preprocessor that call nothing, and attributes. Bases before the body of
 * a class are no calls, nor is `override` before that of a method, where clangd finds what is overridden.
 */
export const cWriting: Writing = {
  blanked: new RegExp(
    String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*|^[ \t]*#[ \t]*include[^\n]*|${ATTRIBUTE}|${DOUBLE}|${SINGLE}`,
    'gmu',
  ),
  call: /\b(?:class|struct)\s+[\w\s]+:\s[^;{}()]*\{|\b(?:override|final)\b|(?<name>[A-Za-z_]\w*)\s*(?:<[\w\s:,*&]*>\s*)?[({]/gu,
};

/** Called names as written, found without a parser so that no grammar has a say in it. */
export function writtenCalls(source: string, { blanked, call }: Writing): WrittenCall[] {
  const code = source.replaceAll(blanked, (text) => text.replaceAll(/[^\n]/gu, ' '));
  const starts = [0];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  const calls: WrittenCall[] = [];
  let line = 0;
  for (const match of code.matchAll(call)) {
    const name = match.groups?.['name'];
    if (name === undefined) continue;
    const at = match.index + match[0].indexOf(name);
    while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= at) line += 1;
    const isMember = /(?:\.|->)\s*$/u.test(code.slice(Math.max(0, at - 4), at));
    calls.push({ line, character: at - (starts[line] ?? 0), name, isMember });
  }
  return calls;
}

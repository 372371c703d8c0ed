/** One name a Rust `use` brings in: its whole path, and the name it has here (`*` for all). */
export interface UsedName {
  path: string[];
  local: string;
}

/** The names of a Rust use tree such as `a::{self, b::C as D, e::*}`; at most 500. */
export function useTree(text: string): UsedName[] {
  const names: UsedName[] = [];
  expand(text.replaceAll(/\/\/[^\n]*|\/\*.*?(?:\*\/|$)/gs, ' ').trim(), [], names, 0);
  return names;
}

function expand(text: string, prefix: readonly string[], names: UsedName[], depth: number): void {
  if (depth > 10 || names.length >= 500 || text === '') return;
  const brace = text.indexOf('{');
  if (brace >= 0 && text.endsWith('}')) {
    const inner = [...prefix, ...segments(text.slice(0, brace))];
    for (const part of splitGroup(text.slice(brace + 1, -1))) expand(part.trim(), inner, names, depth + 1);
    return;
  }
  const [whole = '', alias] = text.split(/\sas\s/).map((part) => part.trim());
  const own = segments(whole);
  const path = [...prefix, ...(own.length === 1 && own[0] === 'self' && prefix.length > 0 ? [] : own)];
  const last = path.at(-1);
  if (last !== undefined && alias !== '_') names.push({ path, local: alias ?? last });
}

function segments(path: string): string[] {
  return path
    .split('::')
    .map((part) => part.trim())
    .filter(Boolean);
}

function splitGroup(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of text) {
    if (character === ',' && depth === 0) {
      parts.push(part);
      part = '';
      continue;
    }
    depth += character === '{' ? 1 : character === '}' ? -1 : 0;
    part += character;
  }
  return [...parts, part];
}

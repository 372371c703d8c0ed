import { readFileSync } from 'node:fs';

/** Values by `section.name` or `section.subsection.name`; the last one counts, as for Git. Includes are not followed. */
export function readGitConfig(path: string): Map<string, string> {
  const values = new Map<string, string>();
  let section = '';
  for (const line of textOf(path).split(/\r?\n/u)) {
    const head = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/u.exec(line);
    if (head)
      section = [(head[1] ?? '').toLowerCase(), head[2]].filter((part) => part !== undefined).join('.');
    const entry = /^\s*([a-zA-Z][\w-]*)\s*=\s*(.*?)\s*$/u.exec(line);
    if (entry) values.set(`${section}.${(entry[1] ?? '').toLowerCase()}`, unquoted(entry[2] ?? ''));
  }
  return values;
}

const unquoted = (value: string): string =>
  value.startsWith('"') ? value.slice(1).replace(/".*$/u, '') : value.replace(/\s+[#;].*$/u, '');

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

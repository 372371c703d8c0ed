import { readFileSync } from 'node:fs';

/** Values by `section.name` or `section.subsection.name`; the last one counts, as for Git. Includes are not followed. */
export function readGitConfig(path: string): Map<string, string> {
  const values = new Map<string, string>();
  let section = '';
  for (const given of textOf(path).split('\n')) {
    const line = given.trim();
    if (line.startsWith('[')) section = sectionOf(line);
    const sign = line.indexOf('=');
    if (sign < 1 || /^[[#;]/u.test(line)) continue;
    values.set(
      `${section}.${line.slice(0, sign).trim().toLowerCase()}`,
      unquoted(line.slice(sign + 1).trim()),
    );
  }
  return values;
}

/** `[remote "origin"]` is `remote.origin`. */
function sectionOf(line: string): string {
  const [name = '', subsection] = line.slice(1).split('"');
  const section = (name.split(']')[0] ?? '').trim().toLowerCase();
  return subsection === undefined ? section : `${section}.${subsection}`;
}

/** Without quotes, and without a comment behind. */
function unquoted(value: string): string {
  if (value.startsWith('"')) return value.slice(1).split('"')[0] ?? '';
  return (value.split(/\s[#;]/u)[0] ?? '').trim();
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

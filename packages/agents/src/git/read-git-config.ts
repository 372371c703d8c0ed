import { readRegularText } from '@memory/text/strange-files';

/** Git's own settings have some hundred lines. */
const BYTES_MAX = 2 ** 20;

/** Values by `section.name` or `section.subsection.name`, in their order. Includes are not followed. */
export function readGitConfig(path: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  let section = '';
  for (const given of (readRegularText(path, BYTES_MAX) ?? '').split('\n')) {
    const line = given.trim();
    if (line.startsWith('[')) section = sectionOf(line);
    const sign = line.indexOf('=');
    if (sign < 1 || /^[[#;]/u.test(line)) continue;
    const name = `${section}.${line.slice(0, sign).trim().toLowerCase()}`;
    const value = unquoted(line.slice(sign + 1).trim());
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
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

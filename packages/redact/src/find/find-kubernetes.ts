import { beginsRedacted } from '../placeholder.ts';
import type { Finding } from '../redaction.ts';

const KIND =
  /^[ \t]{0,20}[\\"']{0,9}kind[\\"']{0,9}[ \t]{0,8}:[ \t]{0,8}[\\"']{0,9}Secret[\\"']{0,9}[ \t]{0,20},?$/;
const ENTRY =
  /^([ \t]{0,80}[\\"']{0,9}[\w.-]{1,253}[\\"']{0,9}[ \t]{0,8}:)([ \t]{1,20})([\\"']{0,9})([^\r\n]{1,100000}?)([\\"']{0,9},?\r?)$/;
const DATA = /^([ \t]{0,80})[\\"']{0,9}(?:data|stringData)[\\"']{0,9}[ \t]{0,8}:[ \t]{0,8}\{?[ \t]{0,8}\r?$/;

const HINT = /(?:\b|(?<=\\[nrt]))kind\b[\\"' \t:]{1,12}Secret\b/;

/** Finds the values below `data:` and `stringData:` in manifests of Kubernetes secrets. */
export function findKubernetes(text: string): Finding[] {
  if (!text.includes('kind') || !HINT.test(text)) return [];
  const found: Finding[] = [];
  // Line breaks may be written out, as in JSON; they come back as they were.
  const pieces = text.split(/(\r?\n|\\{1,8}n)/);
  const lines = pieces.filter((_, index) => index % 2 === 0);
  const breaks = pieces.filter((_, index) => index % 2 === 1);
  let from = 0;
  let offset = 0;
  for (let at = 1; at <= lines.length; at += 1) {
    if (at < lines.length && !lines[at]?.startsWith('---')) continue;
    const manifest = lines.slice(from, at);
    const isSecret = manifest.some((line) => KIND.test(line));
    const manifestBreaks = breaks.slice(from, at);
    if (isSecret) found.push(...findInManifest(manifest, manifestBreaks, offset));
    offset += lengthOf(manifest) + lengthOf(manifestBreaks);
    from = at;
  }
  return found;
}

const lengthOf = (parts: readonly string[]) => parts.reduce((sum, { length }) => sum + length, 0);

/** @param offset of the manifest in the text */
function findInManifest(manifest: readonly string[], breaks: readonly string[], offset: number): Finding[] {
  const found: Finding[] = [];
  // Both are depths of indentation; undefined outside of the data, and outside of a value of several lines.
  let data: number | undefined;
  let block: number | undefined;
  let next = offset;
  for (const [index, line] of manifest.entries()) {
    const start = next;
    next += line.length + (breaks[index]?.length ?? 0);
    const depth = line.length - line.trimStart().length;
    const isBlank = line.trim() === '';
    const last = found.at(-1);
    if (block !== undefined && last && (isBlank || depth > block)) {
      last.end = start + line.length;
      continue;
    }
    block = undefined;
    if (data !== undefined && !isBlank && depth <= data) data = undefined;
    if (data === undefined) {
      const opened = DATA.exec(line);
      if (opened) data = (opened[1] ?? '').length;
      continue;
    }
    const [, name = '', gap = '', quote = '', value = ''] = ENTRY.exec(line) ?? [];
    if (value === '' || beginsRedacted(value) || /^(?:\{\{|\$\{|<|\{$)/.test(value)) continue;
    const valueStart = start + name.length + gap.length + quote.length;
    found.push({ start: valueStart, end: valueStart + value.length, kind: 'kubernetes-secret' });
    if (/^[|>][+-]?$/.test(value)) block = depth;
  }
  return found;
}

import { beginsRedacted, placeholder } from './placeholder.ts';
import type { Redaction } from './redaction.ts';

const KIND =
  /^[ \t]{0,20}[\\"']{0,9}kind[\\"']{0,9}[ \t]{0,8}:[ \t]{0,8}[\\"']{0,9}Secret[\\"']{0,9}[ \t]{0,20},?$/;
const ENTRY =
  /^([ \t]{0,80}[\\"']{0,9}[\w.-]{1,253}[\\"']{0,9}[ \t]{0,8}:)([ \t]{1,20})([\\"']{0,9})([^\r\n]{1,100000}?)([\\"']{0,9},?\r?)$/;
const DATA = /^([ \t]{0,80})[\\"']{0,9}(?:data|stringData)[\\"']{0,9}[ \t]{0,8}:[ \t]{0,8}\{?[ \t]{0,8}\r?$/;

const HINT = /(?:\b|(?<=\\[nrt]))kind\b[\\"' \t:]{1,12}Secret\b/;

/** Replaces the values below `data:` and `stringData:` in manifests of Kubernetes secrets. */
export function redactKubernetes(text: string): Redaction {
  if (!HINT.test(text)) return { text, kinds: [] };
  const kinds: string[] = [];
  // Line breaks may be written out, as in JSON; they come back as they were.
  const pieces = text.split(/(\r?\n|\\{1,8}n)/);
  const lines = pieces.filter((_, index) => index % 2 === 0);
  const breaks = pieces.filter((_, index) => index % 2 === 1);
  let redacted = '';
  let from = 0;
  for (let at = 1; at <= lines.length; at += 1) {
    if (at < lines.length && !lines[at]?.startsWith('---')) continue;
    const manifest = lines.slice(from, at);
    const isSecret = manifest.some((line) => KIND.test(line));
    redacted += isSecret
      ? redactManifest(manifest, breaks.slice(from, at), kinds)
      : manifest.map((line, index) => line + (breaks[from + index] ?? '')).join('');
    from = at;
  }
  return { text: redacted, kinds };
}

function redactManifest(manifest: readonly string[], breaks: readonly string[], kinds: string[]): string {
  // Both are depths of indentation; undefined outside of the data, and outside of a value of several lines.
  let data: number | undefined;
  let block: number | undefined;
  let redacted = '';
  for (const [index, line] of manifest.entries()) {
    const depth = line.length - line.trimStart().length;
    const isBlank = line.trim() === '';
    const end = breaks[index] ?? '';
    if (block !== undefined && (isBlank || depth > block)) continue;
    block = undefined;
    if (data !== undefined && !isBlank && depth <= data) data = undefined;
    if (data === undefined) {
      const opened = DATA.exec(line);
      if (opened) data = (opened[1] ?? '').length;
      redacted += line + end;
      continue;
    }
    const [, name = '', gap = '', quote = '', value = '', after = ''] = ENTRY.exec(line) ?? [];
    if (value === '' || beginsRedacted(value) || /^(?:\{\{|\$\{|<|\{$)/.test(value)) {
      redacted += line + end;
      continue;
    }
    kinds.push('kubernetes-secret');
    redacted += name + gap + quote + placeholder('kubernetes-secret') + after + end;
    if (/^[|>][+-]?$/.test(value)) block = depth;
  }
  return redacted;
}

import type { Finding } from './redaction.ts';

const HEADER =
  /----(?:-BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-| BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY )----/g;

// Line breaks may be written out (`\n`), as in JSON and environment files; lines may begin with a mark, as in comments,
// quotations and patches, or be strings that are joined. A short last line counts only right before the footer, so that
// words behind a key that was cut off stay.
const BODY =
  /(?:\s+|\\+[nr]|["'`+>#*|,]{1,3}(?=[\s"'\\A-Za-z0-9+/]|----[- ]END)|(?<=\n[ \t]{0,8})-{1,2}(?=[ A-Za-z0-9+/])|(?:Proc-Type|DEK-Info|Version|Comment|Subject|X-[\w-]{1,40}): ?(?:[^\n\\]|\\+["'])*|[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/=]+(?=(?:\s|\\+[nr])*----[- ]END))*/y;
const FOOTER = /----(?:-END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-| END (?:[A-Z0-9]+ )*PRIVATE KEY )----/y;

/**
 * Finds PEM, PGP and SSH2 private keys, also ones whose end was cut off. A header alone, as code mentions it, is no key
 * and stays.
 */
export function findPrivateKeys(text: string): Finding[] {
  const found: Finding[] = [];
  for (const header of text.matchAll(HEADER)) {
    if (header.index < (found.at(-1)?.end ?? 0)) continue;
    const bodyStart = header.index + header[0].length;
    const bodyEnd = endOf(BODY, text, bodyStart);
    if (!/[A-Za-z0-9+/=]{16}/.test(text.slice(bodyStart, bodyEnd))) continue;
    found.push({ start: header.index, end: endOf(FOOTER, text, bodyEnd), kind: 'private-key' });
  }
  return found;
}

function endOf(sticky: RegExp, text: string, from: number): number {
  sticky.lastIndex = from;
  const match = sticky.exec(text);
  return match === null ? from : from + match[0].length;
}

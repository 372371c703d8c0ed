import { isPlaceholder } from '../placeholder.ts';
import { isReference } from '../is-reference.ts';
import type { Finding } from '../redaction.ts';

/** `https:/user:password@host`; a drive of Windows has one letter. */
const NORMALIZED =
  /(?<=[A-Za-z][A-Za-z\d+.-])(?<!\bfile):\/(?!\/)[^\s/?#:@[\]"'`<>]{0,100}:([^\s/?#@"'`<>]{1,200})@/g;
/** `jdbc:oracle:thin:scott/tiger@host` */
const ORACLE = /jdbc:oracle:(?:thin|oci8?):[\w$#.]{1,60}\/([^\s/@"'`<>]{1,100})@/g;

/**
 * Finds the password in `scheme://user:password@host`; scheme, user and host stay, because they say what was
 * connected to. A password with a raw `@`, `/`, `?` or `#` is found too, and one behind a single slash: what is stored as the
 * path of a file has no doubled ones.
 */
export function findUrlPasswords(text: string): Finding[] {
  const found: Finding[] = [];
  // A whole run is taken at once and split, so that no character is looked at from two starting points.
  for (const { 0: run, index } of text.matchAll(/:\/\/[^\s"'`<>]+/g)) {
    let offset = index + '://'.length;
    for (const part of run.split('://').slice(1)) {
      const password = passwordIn(part);
      if (password)
        found.push({ start: offset + password.start, end: offset + password.end, kind: 'password' });
      offset += part.length + '://'.length;
    }
  }
  for (const pattern of [NORMALIZED, ORACLE])
    for (const { 0: whole, 1: password = '', index } of text.matchAll(pattern)) {
      if (isPlaceholder(password) || isReference(password)) continue;
      const end = index + whole.length - '@'.length;
      found.push({ start: end - password.length, end, kind: 'password' });
    }
  return found.toSorted((a, b) => a.start - b.start);
}

function passwordIn(afterScheme: string): { start: number; end: number } | undefined {
  const user = /^[^/?#:@[\]]*:/.exec(afterScheme);
  if (user === null) return undefined;
  const start = user[0].length;
  const authorityEnd = afterScheme.slice(start).search(/[/?#]/);
  const authority = authorityEnd < 0 ? afterScheme : afterScheme.slice(0, start + authorityEnd);
  let end = authority.lastIndexOf('@');
  // `localhost:5173/@scope` has a port; anything else before the slash can only be a password that contains one.
  if (end < start && !/^\d*$/.test(authority.slice(start))) end = afterScheme.lastIndexOf('@');
  if (end <= start) return undefined;
  const password = afterScheme.slice(start, end);
  return isPlaceholder(password) || isReference(password) ? undefined : { start, end };
}

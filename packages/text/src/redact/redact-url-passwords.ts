import { isPlaceholder, placeholder } from './placeholder.ts';
import { isReference } from './is-reference.ts';
import type { Redaction } from './redaction.ts';

/**
 * Replaces the password in `scheme://user:password@host`; scheme, user and host stay, because they say what was
 * connected to. A password with a raw `@`, `/`, `?` or `#` is found too.
 */
export function redactUrlPasswords(text: string): Redaction {
  const kinds: string[] = [];
  // A whole run is taken at once and split, so that no character is looked at from two starting points.
  const redacted = text.replace(/:\/\/[^\s"'`<>]+/g, (run) =>
    run
      .split('://')
      .map((part, index) => {
        const password = index === 0 ? undefined : passwordIn(part);
        if (password === undefined) return part;
        kinds.push('password');
        return part.slice(0, password.start) + placeholder('password') + part.slice(password.end);
      })
      .join('://'),
  );
  return { text: redacted, kinds };
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

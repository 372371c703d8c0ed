import { withoutEnd } from '../without-end.ts';
import { beginsRedacted, placeholder } from './placeholder.ts';
import type { Redaction } from './redaction.ts';

const STATEMENT =
  /\b((?:password|passphrase|passcode|passwort|kennwort|pwd|api[ -]?key|secret[ -]?key)[ \t]{1,4}(?:is|was|ist|lautet)(?:[ \t]{1,4}now)?(?:[ \t]{0,4}:)?[ \t]{1,4}["'`“]?)([^\s"'`”“<>,;(){}[\]]{6,200})/gi;

/** Replaces what a sentence calls a password: `the password is …`. Words stay; a secret has digits or odd signs. */
export function redactStatements(text: string): Redaction {
  const kinds: string[] = [];
  const redacted = text.replace(STATEMENT, (whole: string, before: string, given: string) => {
    const value = withoutEnd(given, '.!?:');
    const isWord = !/\d/.test(value) && !/[^\w.'-]/.test(value);
    if (value.length < 6 || isWord || beginsRedacted(value) || /^[\d.]+%?$|^[$%\\]|\//.test(value))
      return whole;
    kinds.push('password');
    return before + placeholder('password') + given.slice(value.length);
  });
  return { text: redacted, kinds };
}

import { withoutEnd } from '../without-end.ts';
import { looksRandom } from './looks-random.ts';
import { beginsRedacted, placeholder } from './placeholder.ts';
import type { Redaction } from './redaction.ts';

/** A line break may be written out, as in JSON. */
const BEGINNING = String.raw`(?:\b|(?<=\\[nrt]))`;
const VALUE = String.raw`["'\`“*]{0,3})(?<value>[^\s"'\`”“<>,;(){}[\]|\\]{6,400})`;
const PASSWORD = 'password|passphrase|passcode|passwort|kennwort|pwd';
/** `for staging`, `of the admin user`. */
const OF_WHAT = String.raw`(?:[ \t]{1,4}(?:for|of|on|in|to|at|für|von)(?:[ \t]{1,4}[\w'./@-]{1,40}){1,5}?)?`;
const IS = String.raw`[ \t]{1,4}(?:is|was|ist|lautet)(?:[ \t]{1,4}now)?(?:[ \t]{0,4}:)?[ \t]{1,4}`;

const SENTENCES = [
  new RegExp(String.raw`${BEGINNING}(?<before>(?<password>${PASSWORD})${OF_WHAT}${IS}${VALUE}`, 'gi'),
  new RegExp(
    String.raw`${BEGINNING}(?<before>(?:api[ -]?key|(?:secret|access|admin|private|signing|encryption|master)[ -]key|secret|token|pass)${OF_WHAT}${IS}${VALUE}`,
    'gi',
  ),
  // `user ada and password …`
  new RegExp(
    String.raw`${BEGINNING}(?<before>(?:and|with|using|und|mit)[ \t]{1,4}(?:the[ \t]{1,4})?(?:${PASSWORD}|pass)[ \t]{1,4}${VALUE}`,
    'gi',
  ),
  // `Credentials for staging: ada / …`
  new RegExp(
    String.raw`${BEGINNING}(?<before>(?:credentials?|creds|logins?)${OF_WHAT}[ \t]{0,4}(?::|is|are)[ \t]{1,4}[^\s/:]{1,60}[ \t]{0,4}[/:][ \t]{0,4}${VALUE}`,
    'gi',
  ),
];

/** Replaces what a sentence calls a password, a key or a token. Words stay; a secret has digits or odd signs. */
export function redactStatements(text: string): Redaction {
  const kinds: string[] = [];
  let redacted = text;
  for (const sentence of SENTENCES)
    redacted = redacted.replace(sentence, (whole: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as { before: string; value: string; password?: string };
      const value = withoutEnd(groups.value, '.!?:*');
      if (beginsRedacted(value) || !(groups.password === undefined ? looksRandom(value) : isOdd(value)))
        return whole;
      kinds.push('password');
      return groups.before + placeholder('password') + groups.value.slice(value.length);
    });
  return { text: redacted, kinds };
}

function isOdd(value: string): boolean {
  const isWord = !/\d/.test(value) && !/[^\w.'-]/.test(value);
  return value.length >= 6 && !isWord && !/^[\d.]+%?$|^[$%\\]|\//.test(value);
}

import { withoutEnd } from '@memory/text/without-end';
import { looksRandom } from '../looks-random.ts';
import { beginsRedacted } from '../placeholder.ts';
import type { Finding } from '../redaction.ts';

/** A line break may be written out, as in JSON. */
const BEGINNING = String.raw`(?:\b|(?<=\\[nrt]))`;
const VALUE = String.raw`["'\`“*]{0,3})(?<value>[^\s"'\`”“<>,;(){}[\]|\\]{6,400})`;
const PASSWORD =
  'password|passphrase|passcode|passwort|kennwort|pwd|pw|mot de passe|contraseña|wachtwoord|senha';
const PASSWORD_HINT = /pass|kennwort|pwd?|contrase|wachtwoord|senha/i;
/** `for staging`, `of the admin user`. */
const OF_WHAT = String.raw`(?:[ \t]{1,4}(?:for|of|on|in|to|at|für|von)(?:[ \t]{1,4}[\w'./@-]{1,40}){1,5}?)?`;
const IS = String.raw`[ \t]{1,4}(?:is|was|ist|lautet|est|es|é)(?:[ \t]{1,4}now)?(?:[ \t]{0,4}:)?[ \t]{1,4}`;

/** Each with words of which it holds one: to look for those takes a tenth of the time. */
const SENTENCES: readonly (readonly [hint: RegExp, sentence: RegExp])[] = [
  [
    PASSWORD_HINT,
    new RegExp(String.raw`${BEGINNING}(?<before>(?<password>${PASSWORD})${OF_WHAT}${IS}${VALUE}`, 'gi'),
  ],
  [
    /key|secret|token|pass/i,
    new RegExp(
      String.raw`${BEGINNING}(?<before>(?:api[ -]?key|(?:secret|access|admin|private|signing|encryption|master)[ -]key|secret|token|pass)${OF_WHAT}${IS}${VALUE}`,
      'gi',
    ),
  ],
  // `API key: …`, in two words; in one it is an assignment.
  [
    /key/i,
    new RegExp(
      String.raw`${BEGINNING}(?<before>(?:api|secret|access)[ ]key[ \t]{0,4}[:=][ \t]{0,4}${VALUE}`,
      'gi',
    ),
  ],
  // `user ada and password …`
  [
    PASSWORD_HINT,
    new RegExp(
      String.raw`${BEGINNING}(?<before>(?:and|with|using|und|mit)[ \t]{1,4}(?:the[ \t]{1,4})?(?:${PASSWORD}|pass)[ \t]{1,4}${VALUE}`,
      'gi',
    ),
  ],
  // `Credentials for staging: ada / …`
  [
    /cred|login/i,
    new RegExp(
      String.raw`${BEGINNING}(?<before>(?:credentials?|creds|logins?)${OF_WHAT}[ \t]{0,4}(?::|is|are)[ \t]{1,4}[^\s/:]{1,60}[ \t]{0,4}[/:][ \t]{0,4}${VALUE}`,
      'gi',
    ),
  ],
  // `log in as admin / …`
  [
    /log|sign/i,
    new RegExp(
      String.raw`${BEGINNING}(?<before>(?:log(?:ged|ging)?|sign(?:ed|ing)?)[ -]?(?:in|on)[ \t]{1,4}(?:as|with)[ \t]{1,4}[^\s/:]{1,60}(?:[ \t]{1,4}/|:)[ \t]{1,4}${VALUE}`,
      'gi',
    ),
  ],
  // `recovery code …`
  [
    /(?:recovery|backup|scratch)[ -]code/i,
    new RegExp(
      String.raw`${BEGINNING}(?<before>(?:recovery|backup|scratch)[ -]codes?(?:${IS}|[ \t]{0,4}:?[ \t]{1,4})${VALUE}`,
      'gi',
    ),
  ],
];

/** Finds what a sentence calls a password, a key or a token. Words stay; a secret has digits or odd signs. */
export function findStatements(text: string): Finding[] {
  const found: Finding[] = [];
  for (const [hint, sentence] of SENTENCES) {
    if (!hint.test(text)) continue;
    for (const { groups, index } of text.matchAll(sentence)) {
      const { before = '', value: given = '', password } = groups ?? {};
      const value = withoutEnd(given, '.!?:*');
      if (beginsRedacted(value) || !(password === undefined ? looksRandom(value) : isOdd(value))) continue;
      const start = index + before.length;
      found.push({ start, end: start + value.length, kind: 'password' });
    }
  }
  return found;
}

function isOdd(value: string): boolean {
  const isWord = !/\d/.test(value) && !/[^\w.'-]/.test(value);
  return value.length >= 6 && !isWord && !/^[\d.]+%?$|^[$%\\]|\//.test(value);
}

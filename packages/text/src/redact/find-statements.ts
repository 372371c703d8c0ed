import { withoutEnd } from '../without-end.ts';
import { looksRandom } from './looks-random.ts';
import { beginsRedacted } from './placeholder.ts';
import type { Finding } from './redaction.ts';

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

/** Finds what a sentence calls a password, a key or a token. Words stay; a secret has digits or odd signs. */
export function findStatements(text: string): Finding[] {
  const found: Finding[] = [];
  for (const sentence of SENTENCES)
    for (const { groups, index } of text.matchAll(sentence)) {
      const { before = '', value: given = '', password } = groups ?? {};
      const value = withoutEnd(given, '.!?:*');
      if (beginsRedacted(value) || !(password === undefined ? looksRandom(value) : isOdd(value))) continue;
      const start = index + before.length;
      found.push({ start, end: start + value.length, kind: 'password' });
    }
  return found;
}

function isOdd(value: string): boolean {
  const isWord = !/\d/.test(value) && !/[^\w.'-]/.test(value);
  return value.length >= 6 && !isWord && !/^[\d.]+%?$|^[$%\\]|\//.test(value);
}

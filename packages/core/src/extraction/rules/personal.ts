import { passesIban, passesLuhn } from '@memory/redact';

const MAIL = /[\w.+-]@[\w-]+\.[\w.-]{2}/;
const NUMBER = /(?<![\w.,/-])[+(]{0,2}\d[\d ()/-]{7,22}\d(?![\w-]|\.\d)/g;
const DATE = /^\d{4}-\d\d-|^\d{1,2}[/-]\d{1,2}[/-]/;
const CARD = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g;
// The shortest have 15 signs; the check digits of a part number may fit.
const ACCOUNT = /\b[A-Z]{2}\d{2}(?=[ A-Z\d]{11})(?: ?[A-Z\d]{1,4}){3,8}\b/g;
/** “Mrs. van Dalen”, “Herr Stieglitz”, “patient Sigrid Holm”: how people are named who are no colleagues. */
const NAMED =
  /(?<![\p{L}])((?:mr|mrs|ms|miss|dr|sir|madam|herrn?|frau|m|mme|mlle|monsieur|madame|sr|sra|srta|señora?|don|doña|patient(?:in)?|customer|client|kund(?:e|in)|contact|ansprechpartner(?:in)?)\.?,? )((?:(?:van|von|de|der|den|zu|la|le|del|di|da) )*\p{Lu}[\p{L}'’-]+(?: (?:(?:van|von|de|der|den|zu|la|le|del|di|da) )*\p{Lu}[\p{L}'’-]+){0,3})/giu;
/** How to get in: “Schließfach 3307”, “the door code is 2041”. */
const ENTRY =
  /\b(?:pin|(?:door|gate|entry|alarm|tür|tor)[ -]?code|locker|schlie(?:ß|ss)fach|schlüssel(?:kasten|safe)|tresor|casier|taquilla)(?: (?:code|number|nummer|nr\.?|is|ist|es|est))?:? \d{3,8}\b/iu;
const UNWRITTEN =
  /\b(?:(?:not|never) in writing|nicht schriftlich|nicht auf(?:zu)?schreiben|off the record|off disk|(?:don['’]?t|never)(?: you dare)? (?:write|note|put|store) (?:it|this|that|them) (?:down|anywhere|in)|(?:keep|leave) (?:it|this|that|them|him|her) out of|schreib das nicht auf|pas par écrit|no por escrito)\b/iu;

/** Whether a text tells how to reach or to pay somebody or how to get in, or is not to be written down; cards and accounts by their check digits. */
export const isPersonal = (text: string): boolean =>
  MAIL.test(text) ||
  ENTRY.test(text) ||
  UNWRITTEN.test(text) ||
  (text.match(NUMBER) ?? []).some(isDialled) ||
  (text.match(CARD) ?? []).some((number) => passesLuhn(number.replace(/\D/g, ''))) ||
  (text.match(ACCOUNT) ?? []).some((number) => passesIban(number.replaceAll(' ', '')));

/** As many digits as somebody dials or is registered by, in groups or with a sign before them. */
const isDialled = (number: string): boolean => {
  const { length } = number.replace(/\D/g, '');
  return length >= 9 && length <= 15 && !DATE.test(number) && /^[+(0]|\D/.test(number);
};

/** A text without the names of people who are spoken of with a form of address, and without lines that tell how to reach somebody. */
export const withoutPeople = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !isPersonal(line))
    .join('\n')
    .replaceAll(NAMED, (whole: string, address: string, name: string) =>
      // A sentence ends in “the client. Next week”.
      /^\p{Lu}|^(?:van|von|de|der) /u.test(name) && !/\p{L}{5}\./u.test(address) ? `${address}[name]` : whole,
    );

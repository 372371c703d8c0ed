import { withoutEnd } from '@memory/text/without-end';
import { beginsRedacted, isConstraint, isOdd, isRandom, type Finding } from '../values.ts';
import { findByRules, rulesOf } from './rules.ts';

const SIGNS = String.raw`[^\s"'\`”“<>,;(){}[\]|\\]`;
const PASSWORD =
  '(?:password|passphrase|passcode|passwort|kennwort|pwd|pw|mot de passe|contraseña|wachtwoord|senha)';
/** `the new`, `our staging`. */
const WHOSE = String.raw`(?:[ \t]{1,4}(?!to\b)[\w'-]{1,20}){0,4}?`;

const MACROS = {
  PASSWORD,
  WHOSE,
  VALUE: String.raw`(?:\\{0,8}["'\`“*]){0,3}<<${SIGNS}{6,400}>>`,
  KEY: '(?:api[ -]?key|(?:secret|access|admin|private|signing|encryption|master)[ -]key|secret|token|pass)',
  /** `for staging`, `of the admin user`. */
  OF: String.raw`(?:[ \t]{1,4}(?:for|of|on|in|to|at|für|von|vom|zum|zur|des|der|im|am|beim)(?:[ \t]{1,4}[\w'./@-]{1,40}){1,5}?)?`,
  IS: String.raw`[ \t]{1,4}(?:is|was|ist|lautet|est|es|é)(?:[ \t]{1,4}(?:now|jetzt|nun|neu))?(?:[ \t]{0,4}:)?[ \t]{1,4}`,
  /** `sees`, `without`: behind `the user` these begin a sentence, and are no name. */
  DOES: String.raw`(?:sees?|saw|enter(?:s|ed)?|types?|typed|needs?|requires?|required|has|had|have|gets?|got|sends?|sent|sets?|forgets?|forgot|lost|loses|lacks?|us(?:es|ed)|chang(?:es|ed)|reset(?:s|ting)?|provides?|submits?|wants?|opens?|finds?|shows?|hits?|may|must|can|should|without|or|sieht|sah|braucht|hat|hatte|gibt|tippt|setzt|ändert|vergisst|vergaß|verliert|bekommt|nutzt|findet|öffnet|ohne|oder|kann|muss|soll|darf)\b`,
  CHANGED: '(?:chang(?:ed?|ing)|rotated?|reset|set|updated?|switched)',
};

/** Sentences that say a password, a key, codes to get in without a second factor, and what wallets are made of. */
const SENTENCES = rulesOf(
  String.raw`
the password is … :: said :: {HINT} :: odd :: {B}{PASSWORD}{OF}{IS}{VALUE}
the key is … :: said :: key|secret|token|pass :: random :: {B}{KEY}{OF}{IS}{VALUE}
API key: … (in one word it is an assignment) :: said :: key :: random :: {B}(?:api|secret|access)[ ]key[ \t]{0,4}[:=][ \t]{0,4}{VALUE}
user ada and password … :: said :: {HINT} :: random :: {B}(?:and|with|using|und|mit)[ \t]{1,4}(?:(?:the|dem|einem)[ \t]{1,4})?(?:{PASSWORD}|pass)[ \t]{1,4}{VALUE}
user root passwort … :: said :: {HINT} :: random :: {B}(?:user(?:name)?|login|account|benutzer(?:name)?|nutzer|konto)[ \t]{0,2}:?[ \t]{1,4}(?!{DOES})[\w.@-]{1,60},?[ \t]{1,4}(?:{PASSWORD}|pass)[ \t]{0,2}:?[ \t]{1,4}{VALUE}
password for the database: … :: said :: {HINT} :: random :: {B}{PASSWORD}{OF}[ \t]{0,4}[:=][ \t]{1,4}(?!\d{1,3}[ -]|[\w-]{1,60}[=.(]){VALUE}
admin (password …) :: said :: {HINT} :: odd :: (?<=[(\[])(?:{PASSWORD}|pass)[ \t]{0,2}[:=]?[ \t]{1,4}{VALUE}
changed the root password to … :: said :: {HINT} :: odd :: {B}{CHANGED}{WHOSE}[ \t]{1,4}{PASSWORD}{OF}[ \t]{1,4}to[ \t]{1,4}{VALUE}
habe das Passwort auf … gesetzt :: said :: {HINT} :: odd :: {B}{PASSWORD}{OF}(?:[ \t]{1,4}[\wäöüß]{1,15}){0,4}?[ \t]{1,4}auf[ \t]{1,4}{VALUE}(?=["'”*]{0,3}[ \t]{1,4}(?:gesetzt|geändert|gestellt|umgestellt|zurückgesetzt))
app password: four groups :: said :: app[ -]?pass :: any :: {B}app[ -]?passw(?:ord|ort){OF}(?:{IS}|[ \t]{0,4}:[ \t]{1,4})["']?<<[a-z]{4}(?:[ ][a-z]{4}){3}>>(?!\w)
key of a WLAN :: said :: wi-?fi|wlan :: odd :: {B}(?:wi-?fi|wlan)[^\n]{0,60}?[ \t](?:schlüssel|key|code)[ \t]{0,4}[:=]?[ \t]{1,4}{VALUE}
new Wallet("0x…") :: said :: wallet :: any :: {B}wallet\(\\{0,8}["'](?:0x)?<<[0-9a-f]{64}>>(?![0-9a-z])
the password was rotated to … :: said :: {HINT} :: odd :: {B}{PASSWORD}{OF}[ \t]{1,4}(?:was|is|has[ \t]been|got)[ \t]{1,4}{CHANGED}[ \t]{1,4}to[ \t]{1,4}{VALUE}
use … as the password :: said :: {HINT} :: odd :: {B}(?:use|using|set|choose|chose|enter|type|try|took|take)[ \t]{1,4}{VALUE}(?=["'”*]{0,3}[ \t]{1,4}(?:as|for){WHOSE}[ \t]{1,4}{PASSWORD}\b)
Credentials for staging: ada / … :: said :: cred|login :: random :: {B}(?:credentials?|creds|logins?){OF}[ \t]{0,4}(?::|is|are)[ \t]{1,4}[^\s/:]{1,60}[ \t]{0,4}[/:][ \t]{0,4}{VALUE}
log in as admin / … :: said :: log|sign :: random :: {B}(?:log(?:ged|ging)?|sign(?:ed|ing)?)[ -]?(?:in|on)[ \t]{1,4}(?:as|with)[ \t]{1,4}[^\s/:]{1,60}(?:[ \t]{1,4}/|:)[ \t]{1,4}{VALUE}
recovery codes :: said :: (?:recovery|backup|scratch)[ -]code :: numbered :: {B}(?:recovery|backup|scratch)[ -]codes?(?:{IS}|[ \t]{0,4}:?[ \t]{1,4})<<(?:[\da-z][\da-z-]{5,20}[ ,]{1,3}){0,15}[\da-z][\da-z-]{5,20}>>
a PIN :: said :: pin :: any :: {B}pin{OF}(?:{IS}|[ \t]{0,4}[:=][ \t]{0,4})\\{0,8}["']?<<\d{4,8}>>(?![\w-]|\.\d)
Ethereum :: said :: private[ _-]?key :: any :: {B}private[ _-]?key[^\n0-9a-f]{0,20}?(?:0x)?(?<=[^0-9a-z]|0x)<<[0-9a-f]{64}>>(?![0-9a-z])
words of a wallet :: said :: mnemonic|(?:seed|recovery|secret)[ _-](?:phrase|words) :: any :: {B}(?:mnemonic|(?:seed|recovery|secret)[ _-](?:phrase|words))[^\n\w]{1,8}(?:(?:is|was|are)[^\n\w]{1,8})?<<(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}>>(?!\w)
`
    .replaceAll('{HINT}', 'pass|kennwort|pwd?|contrase|wachtwoord|senha')
    .replaceAll('{VALUE}', () => MACROS.VALUE),
  'gi',
  MACROS,
);

/** `… is the password`: the value stands before. */
const IS_PASSWORD = new RegExp(
  String.raw`["'\`”*]{0,3}[ \t]{1,4}(?:is|was|ist)[ \t]{1,4}(?:the|my|our|your|its|das|mein)${WHOSE}[ \t]{1,4}${PASSWORD}\b`,
  'gi',
);
const NO_SIGN = /[\s"'`”“<>,;(){}[\]|\\]/;

/** The end of a line that names the next one: `Password:`, `Your new token`, `$ cat config/master.key`. */
const LABEL =
  /(?:(?:(?<![\w./=-])|(?<=\\n))(?<password>password|passphrase|passwort|kennwort|pass(?=:)|pwd|pw)|(?:\b|(?<=\\n))(?<key>token|secret|key))(?:[ \t]{1,4}\([^()\n]{0,40}\))?(?<colon>:?)[ \t*]{0,8}(?:\r?\n|\\{1,8}n|\\{1,8}r\\{1,8}n)(?:[ \t]{0,40}(?:\r?\n|\\{1,8}n|\\{1,8}r\\{1,8}n))?[ \t>]{0,40}(?:\\{0,8}["'`*]){0,3}(?<value>(?![\w.-]{1,80}[=:]|[@#])[^\s"'`”“<>,;(){}[\]|\\]{6,400})(?=(?:\\{0,8}["'`*]){0,3}[ \t]{0,8}(?:\r?\n|\\|<|$))/gi;
const NO_LABEL =
  /(?:public|primary|foreign|partition|sort|cache|host|fingerprint|idempotency)[ _-]?(?:\w{1,20}[ _-])?key$/i;

/** Finds what a sentence or the line before calls a password, a key or a token. Words stay; a secret has digits or odd signs. */
export function findStatements(text: string): Finding[] {
  const found = findByRules(text, SENTENCES);
  const take = (start: number, given: string, accepts: (value: string) => boolean): void => {
    const value = withoutEnd(given, '.!?:*');
    if (!beginsRedacted(value) && !isConstraint(value) && accepts(value))
      found.push({ start, end: start + value.length, kind: 'password' });
  };
  for (const { index } of text.matchAll(IS_PASSWORD)) {
    const word =
      text
        .slice(Math.max(0, index - 400), index)
        .split(NO_SIGN)
        .at(-1) ?? '';
    // Behind the name of a file, as `grep` prints it.
    const value = word.replace(/^(?=[\w-]{0,100}[./])[\w./-]{0,300}:/, '');
    take(index - value.length, value, isOdd);
  }
  for (const { 0: whole, groups, index } of text.matchAll(LABEL)) {
    const { password, key = '', value = '', colon = '' } = groups ?? {};
    const before =
      text
        .slice(Math.max(0, index - 80), index)
        .split(/\n|\\n/)
        .at(-1) ?? '';
    if (NO_LABEL.test(before + key)) continue;
    // A label, and no sentence that happens to end in the word.
    const isLabel = colon !== '' || before.trim().split(/\s+/).length <= 2;
    take(index + whole.length - value.length, value, (word) =>
      password === undefined ? isRandom(word) : isLabel && isOdd(word),
    );
  }
  return found;
}

/** Of payment cards, in one or in groups; ISO/IEC 7812. */
const CARD =
  /(?<![\w.,/+-])(?:3[47](?:[ .\u00A0\u202F-]?\d){13}|(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|35[2-8]\d|6(?:011|5\d{2}|4[4-9]\d))([ .\u00A0\u202F-]?)\d{4}\1\d{4}\1\d{4})(?![\w-]|[.,]\d)/g;
/** Test numbers of payment services have few different digits; these have more, and stand in documents everywhere. */
const DIGITS_LEAST = 6;
const TEST_CARDS = new Set(['378282246310005', '371449635398431', '6011000990139424', '4917610000000000']);

/** ISO 13616: country, two check digits, account; the length is the country's. */
const IBAN =
  /(?<![A-Za-z0-9])(?:[A-Z]{2}\d{2}(?:[ \u00A0]?[A-Z0-9]{4}){2,7}(?:[ \u00A0]?[A-Z0-9]{1,3})?|[a-z]{2}\d{2}(?: ?[a-z]{4})?(?: ?\d{4}){2,7}(?: ?\d{1,3})?)(?![A-Za-z0-9])/g;
const LENGTHS =
  'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BR29BY28CH21CR22CY28CZ24DE22DK18DO28EE20EG29ES24FI18FO18FR27GB22GE22GI23GL18GR27GT28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MR27MT31MU30NL18NO15PK24PL28PS29PT25QA29RO24RS22SA24SE24SI19SK24SM27TN24TR26UA29VA22VG24XK20';

/** Finds numbers of payment cards (by Luhn's check digit) and of bank accounts (IBAN, by theirs), which are of customers. */
export function findNumbers(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { 0: written, index } of text.matchAll(CARD)) {
    const number = written.replaceAll(/\D/g, '');
    if (new Set(number).size >= DIGITS_LEAST && !TEST_CARDS.has(number) && passesLuhn(number))
      found.push({ start: index, end: index + written.length, kind: 'card-number' });
  }
  for (const { 0: written, index } of text.matchAll(IBAN)) {
    // The words behind it may look like its next group.
    const length = lengthOf(written.slice(0, 2).toUpperCase());
    const end = endOf(written, length);
    const account = written.slice(0, end).replaceAll(/\s/g, '');
    if (end > 0 && account.length === length && passesIban(account))
      found.push({ start: index, end: index + end, kind: 'iban' });
  }
  return found;
}

/** Luhn's sum: from the end every second digit counts twice. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let at = number.length - 1, isSecond = false; at >= 0; at -= 1, isSecond = !isSecond) {
    const value = Number(number[at]) * (isSecond ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function lengthOf(country: string): number {
  for (let at = 0; at < LENGTHS.length; at += 4)
    if (LENGTHS.startsWith(country, at)) return Number(LENGTHS.slice(at + 2, at + 4));
  return Infinity;
}

/** Where so many signs besides blanks end; 0 where there are fewer. */
function endOf(written: string, length: number): number {
  let seen = 0;
  for (let at = 0; at < written.length; at += 1) {
    if (/\S/.test(written[at] ?? '')) seen += 1;
    if (seen === length) return at + 1;
  }
  return 0;
}

/** The check of an IBAN without blanks: its first four signs at the end, and letters as the numbers 10 to 35, it leaves 1 of 97. */
export function passesIban(account: string): boolean {
  let rest = 0;
  for (const sign of account.slice(4) + account.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

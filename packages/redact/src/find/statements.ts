import { withoutEnd } from '@memory/text/without-end';
import { beginsRedacted, isOdd, isRandom, type Finding } from '../values.ts';
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
  OF: String.raw`(?:[ \t]{1,4}(?:for|of|on|in|to|at|für|von|des|der|im|am|beim)(?:[ \t]{1,4}[\w'./@-]{1,40}){1,5}?)?`,
  IS: String.raw`[ \t]{1,4}(?:is|was|ist|lautet|est|es|é)(?:[ \t]{1,4}(?:now|jetzt|nun|neu))?(?:[ \t]{0,4}:)?[ \t]{1,4}`,
  CHANGED: '(?:chang(?:ed?|ing)|rotated?|reset|set|updated?|switched)',
};

/** Sentences that say a password, a key, codes to get in without a second factor, and what wallets are made of. */
const SENTENCES = rulesOf(
  String.raw`
the password is … :: said :: {HINT} :: odd :: {B}{PASSWORD}{OF}{IS}{VALUE}
the key is … :: said :: key|secret|token|pass :: random :: {B}{KEY}{OF}{IS}{VALUE}
API key: … (in one word it is an assignment) :: said :: key :: random :: {B}(?:api|secret|access)[ ]key[ \t]{0,4}[:=][ \t]{0,4}{VALUE}
user ada and password … :: said :: {HINT} :: random :: {B}(?:and|with|using|und|mit)[ \t]{1,4}(?:the[ \t]{1,4})?(?:{PASSWORD}|pass)[ \t]{1,4}{VALUE}
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
    if (!beginsRedacted(value) && accepts(value))
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

import { beginsRedacted } from '../placeholder.ts';
import { isReference } from '../is-reference.ts';
import type { Finding } from '../redaction.ts';

/** `host:port:database:user:password`, a line of its own. */
const PGPASS =
  /(?<=^|\\n)((?=[^:\n]{0,255}[A-Za-z*])[\w.*-]{1,255}:(?:\d{4,5}|\*):[\w.*-]{1,63}:[\w.*@-]{1,63}:)([^\s:\\]{4,200})(?=$|\r|\\)/gm;
/** `machine HOST login USER password …`, on one line or several. */
const NETRC =
  /(?:\b|(?<=\\[nrt]))((?:machine\s{1,20}[^\s\\]{1,255}|default)(?:\s|\\{1,8}[nrt]){1,20}login\s{1,20}[^\s\\]{1,100}(?:\s|\\{1,8}[nrt]){1,20}password\s{1,20})([^\s"'\\]{3,})/g;
/** `"auth": "…"` of Docker, `_auth=…` of npm: user and password in base64. */
const BASIC =
  /((?:\\{0,8}"auth\\{0,8}"[ \t]{0,8}:[ \t]{0,8}\\{0,8}"|(?:\b|(?<=\\[nrt]))_auth[ \t]{0,8}=[ \t]{0,8}"?))([A-Za-z0-9+/]{8,4096}={0,2})/g;
/** A key of PuTTY: the lines after the number of its lines. */
const PUTTY =
  /(Private-Lines: \d{1,4}(?:\r?\n|\\{1,8}[rn]){1,2}[ \t>#]{0,40})([A-Za-z0-9+/=]{16,}(?:(?:\r?\n|\\{1,8}[rn]){1,2}[ \t>#]{0,40}(?:[A-Za-z0-9+/]{16,}|[A-Za-z0-9+/]{0,16}=)={0,2}){0,200}(?:(?:\r?\n|\\{1,8}[rn]){0,2}[ \t>#]{0,40}Private-(?:MAC|Hash): [0-9a-f]{40,64})?)/g;
/** The second half of a pair of AWS keys has no form; it stands right behind the first. */
const AWS_PAIR =
  /((?:AKIA|ASIA)[A-Z2-7]{16}[\s"',:;|/]{1,20}(?:[a-z_ ]{1,40}[\s"'=:]{1,8})?)([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/g;

/** `WIFI:S:name;T:WPA;P:password;;` */
const WIFI = /(WIFI:(?:[A-OQ-Z]:(?:\\.|[^;\\\n]){0,100};){0,6}P:)((?:\\[^n]|[^;\\\n]){4,100})(?=;)/g;
/** In the settings of wireless networks, where a password may have blanks. */
const WPA = /((?:psk=|wpa-(?:psk|passphrase)[ \t]{1,8})\\{0,8}")([^"\\\n]{8,63})(?=\\{0,8}")/g;
const WPA_BARE = /(wpa-(?:psk|passphrase)[ \t]{1,8})([^\s"\\]{8,64})/g;
/** The private parts of a key as .NET writes it; the factors say as much as the exponent. */
const XML_KEY = /(<(?:D|P|Q|DP|DQ|InverseQ)>)([A-Za-z0-9+/=\s\\]{20,4000})(?=<)/g;
/** The private parts of a JSON web key. */
const JSON_KEY =
  /(\\{0,8}["'](?:d|p|q|dp|dq|qi|k)\\{0,8}["'][ \t]{0,8}:[ \t]{0,8}\\{0,8}["'])([\w-]{20,4000})(?=\\{0,8}["'])/g;
/** Passwords of LDAP as hashes. */
const LDAP_HASH = /(\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT)\})([A-Za-z0-9+/=$.]{16,200})/g;

/**
 * Finds passwords in files that hold nothing else: `.pgpass`, `.netrc`, Docker's and npm's settings, keys of wireless networks,
 * PuTTY, .NET and the web.
 */
export function findCredentialFiles(text: string): Finding[] {
  const found: Finding[] = [];
  const find = (
    [pattern, ...hints]: readonly [RegExp, ...string[]],
    kind: string,
    accepts: (value: string) => boolean = () => true,
  ) => {
    if (hints.length > 0 && !hints.some((hint) => text.includes(hint))) return;
    for (const { 0: whole, 1: before = '', 2: value = '', index } of text.matchAll(pattern))
      if (!beginsRedacted(value) && !isReference(value) && accepts(value))
        found.push({ start: index + before.length, end: index + whole.length, kind });
  };
  find([PGPASS], 'password');
  find([NETRC, 'login'], 'password');
  // Below `auths` stands nothing else, whatever a helper made of it.
  find([BASIC, 'auth'], 'credentials', text.includes('"auths') ? () => true : isUserAndPassword);
  find([PUTTY, 'Private-Lines'], 'private-key');
  find([AWS_PAIR, 'AKIA', 'ASIA'], 'aws-key');
  find([WIFI, 'WIFI:'], 'password');
  find([WPA, 'psk=', 'wpa-'], 'password');
  find([WPA_BARE, 'wpa-'], 'password');
  find([LDAP_HASH, '{S', '{MD5', '{CRYPT'], 'password-hash');
  if (text.includes('RSAKeyValue') || text.includes('RSAParameters')) find([XML_KEY], 'private-key');
  if (/["']kty\\{0,8}["']/.test(text)) find([JSON_KEY], 'private-key');
  return found;
}

const isUserAndPassword = (base64: string): boolean =>
  /^[\x20-\x7e]{1,200}:[\x20-\x7e]+$/.test(atob(base64.slice(0, base64.length - (base64.length % 4))));

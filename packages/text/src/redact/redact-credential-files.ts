import { beginsRedacted, placeholder } from './placeholder.ts';
import { isReference } from './is-reference.ts';
import type { Redaction } from './redaction.ts';

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
  /(Private-Lines: \d{1,4}(?:\r?\n|\\{1,8}[rn]))((?:[A-Za-z0-9+/=]{16,}(?:\r?\n|\\{1,8}[rn])?){1,200}(?:Private-MAC: [0-9a-f]{40,64})?)/g;
/** The second half of a pair of AWS keys has no form; it stands right behind the first. */
const AWS_PAIR =
  /((?:AKIA|ASIA)[A-Z2-7]{16}[\s"',:;|/]{1,20}(?:[a-z_ ]{1,40}[\s"'=:]{1,8})?)([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/g;

/** Replaces passwords in files that hold nothing else: `.pgpass`, `.netrc`, Docker's and npm's settings, PuTTY keys. */
export function redactCredentialFiles(text: string): Redaction {
  const kinds: string[] = [];
  const put =
    (kind: string, accepts: (value: string) => boolean = () => true) =>
    (whole: string, before: string, value: string): string => {
      if (beginsRedacted(value) || isReference(value) || !accepts(value)) return whole;
      kinds.push(kind);
      return before + placeholder(kind);
    };
  const redacted = text
    .replace(PGPASS, put('password'))
    .replace(NETRC, put('password'))
    .replace(BASIC, put('credentials', isUserAndPassword))
    .replace(PUTTY, put('private-key'))
    .replace(AWS_PAIR, put('aws-key'));
  return { text: redacted, kinds };
}

const isUserAndPassword = (base64: string): boolean =>
  /^[\x20-\x7e]{1,200}:[\x20-\x7e]+$/.test(atob(base64.slice(0, base64.length - (base64.length % 4))));

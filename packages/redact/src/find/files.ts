import { beginsRedacted, type Finding, isKeyword, isRandom, isReference } from '../values.ts';
import { findByRules, rulesOf } from './rules.ts';

/** Settings, files of keys, and statements of databases, in which letters of either case may stand. */
const RULES = [
  ...rulesOf(
    String.raw`
.pgpass :: password :: :(?:\d{4,5}|\*): :: any :: (?<=^|\\n)[ \t]{0,40}(?=[\d._-]{0,60}[A-Za-z*])[\w.*-]{1,255}:(?:\d{4,5}|\*):[\w.*-]{1,63}:[\w.*@-]{1,63}:<<[^\s:\\]{4,200}>>(?=$|\r|\\)
.netrc :: password :: login :: any :: {B}(?:machine\s{1,20}[^\s\\]{1,255}|default){GAP}login\s{1,20}[^\s\\]{1,100}{GAP}password\s{1,20}<<[^\s"'\\]{3,}>>
PuTTY :: private-key :: Private-Lines :: any :: Private-Lines: \d{1,4}{BREAK}<<[A-Za-z0-9+/=]{16,}(?:{BREAK}(?:[A-Za-z0-9+/]{16,}|[A-Za-z0-9+/]{0,16}=)={0,2}){0,200}(?:(?:\r?\n|\\{1,8}[rn]){0,2}[ \t>#]{0,40}Private-(?:MAC|Hash): [0-9a-f]{40,64})?>>
the second key of AWS, right behind the first :: aws-key :: AKIA|ASIA :: any :: (?:AKIA|ASIA)[A-Z2-7]{16}[\s"',:;|/]{1,20}(?:[a-z_ ]{1,40}[\s"'=:]{1,8})?<<[A-Za-z0-9/+]{40}>>(?![A-Za-z0-9/+=])
a code of wireless networks :: password :: WIFI: :: any :: WIFI:(?:[A-OQ-Z]:(?:\\.|[^;\\\n]){0,100};){0,6}P:<<(?:\\[^n]|[^;\\\n]){4,100}>>(?=;)
settings of wireless networks, with blanks :: password :: psk=|wpa- :: any :: (?:psk=|wpa-(?:psk|passphrase)[ \t]{1,8})\\{0,8}"<<[^"\\\n]{8,63}>>(?=\\{0,8}")
settings of wireless networks :: password :: wpa- :: any :: wpa-(?:psk|passphrase)[ \t]{1,8}<<[^\s"\\]{8,64}>>
a plan of changes, whose first value is replaced :: password :: -> :: any :: \[redacted:password\]\\{0,8}["'][ \t]{1,4}->[ \t]{1,4}\\{0,8}"<<[^"\\\n]{4,400}>>(?=\\{0,8}")
LDAP :: password-hash :: \{S|\{MD5|\{CRYPT :: any :: \{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT)\}<<[A-Za-z0-9+/=$.]{16,200}>>
.NET, the private parts of a key :: private-key :: RSAKeyValue|RSAParameters :: any :: <(?:D|P|Q|DP|DQ|InverseQ)><<[A-Za-z0-9+/=\s\\]{20,4000}>>(?=<)
a JSON web key, its private parts :: private-key :: ["']kty :: any :: \\{0,8}["'](?:d|p|q|dp|dq|qi|k)\\{0,8}["'][ \t]{0,8}:[ \t]{0,8}\\{0,8}["']<<[\w-]{20,4000}>>(?=\\{0,8}["'])
Redis :: password :: requirepass|masterauth :: any :: {B}(?:requirepass|masterauth)[ \t]{1,4}\\{0,8}["']?<<[^\s"'|;&<>()\\]{3,200}>>(?=[ \t"'\\]{0,20}(?:$|\\|\n))
Cisco :: password :: enable|username|snmp-server :: numbered :: {B}(?:(?:enable|username[ \t]{1,4}\S{1,60}(?:[ \t]{1,4}privilege[ \t]{1,4}\d{1,2})?)[ \t]{1,4}(?:secret|password)[ \t]{1,4}(?:\d[ \t]{1,4})?|snmp-server[ \t]{1,4}community[ \t]{1,4})<<[^\s"'<>\\]{4,200}>>
`,
    'gm',
  ),
  // PostgreSQL and Redshift, where other attributes of the role may stand between; MySQL, Oracle, ClickHouse; SQL Server; Oracle without quotes.
  ...rulesOf(
    String.raw`
a role :: password :: password :: password :: {B}(?:create|alter){GAP}(?:role|user|group)\b[^;]{0,300}?{B}password{GAP}{QUOTED}
a user :: password :: identified :: password :: {B}identified(?:{GAP}with{GAP}['"]?\w{1,40}['"]?)?{GAP}(?:by|as){GAP}(?:password{GAP})?{QUOTED}
set password :: password :: password :: password :: {B}set{GAP}password(?:{GAP}for{GAP}[^\s=]{1,100})?\s{0,20}=\s{0,8}(?:password\(\s{0,8})?{QUOTED}
with password :: password :: password :: password :: {B}with{GAP}password\s{0,8}=\s{0,8}N?{QUOTED}
a user, bare :: password :: identified :: password :: {B}(?:create|alter){GAP}user{GAP}["\w$#.]{1,60}{GAP}identified{GAP}by{GAP}<<[^\s'";\\]{3,60}>>
`.replaceAll('{QUOTED}', () => String.raw`\\{0,8}['"]<<[^'"\n\\]{3,200}>>`),
    'gi',
  ),
];

/** Docker and npm: user and password in base64. */
const [BASIC] = rulesOf(
  String.raw`
auth :: credentials :: auth :: any :: (?:\\{0,8}"auth\\{0,8}"[ \t]{0,8}:[ \t]{0,8}\\{0,8}"|{B}_auth[ \t]{0,8}=[ \t]{0,8}"?)<<[A-Za-z0-9+/]{8,4096}={0,2}>>
`,
  'g',
);

const isUserAndPassword = (base64: string): boolean =>
  /^[\x20-\x7e]{1,200}:[\x20-\x7e]+$/.test(atob(base64.slice(0, base64.length - (base64.length % 4))));

/**
 * Finds passwords in files that hold nothing else (`.pgpass`, `.netrc`, Docker's and npm's settings, keys of wireless networks,
 * PuTTY, .NET and the web, settings of devices), in statements of databases and in secrets of Kubernetes.
 */
export function findInFiles(text: string): Finding[] {
  // Below `auths` stands nothing else, whatever a helper made of it.
  const basic = BASIC && { ...BASIC, accepts: text.includes('"auths') ? () => true : isUserAndPassword };
  return [...findByRules(text, basic ? [...RULES, basic] : RULES), ...findKubernetes(text)];
}

const KIND =
  /^[ \t]{0,20}[\\"']{0,9}kind[\\"']{0,9}[ \t]{0,8}:[ \t]{0,8}[\\"']{0,9}Secret[\\"']{0,9}[ \t]{0,20},?$/;
const ENTRY =
  /^([ \t]{0,80}[\\"']{0,9}[\w.-]{1,253}[\\"']{0,9}[ \t]{0,8}:)([ \t]{1,20})([\\"']{0,9})([^\r\n]{1,100000}?)([\\"']{0,9},?\r?)$/;
const DATA = /^([ \t]{0,80})[\\"']{0,9}(?:data|stringData)[\\"']{0,9}[ \t]{0,8}:[ \t]{0,8}\{?[ \t]{0,8}\r?$/;

const HINT = /(?:\b|(?<=\\[nrt]))kind\b[\\"' \t:]{1,12}Secret\b/;

/** Finds the values below `data:` and `stringData:` in manifests of Kubernetes secrets. */
function findKubernetes(text: string): Finding[] {
  if (!text.includes('kind') || !HINT.test(text)) return [];
  const found: Finding[] = [];
  // Line breaks may be written out, as in JSON.
  const pieces = text.split(/(\r?\n|\\{1,8}n)/);
  const lines = pieces.filter((_, index) => index % 2 === 0);
  const breaks = pieces.filter((_, index) => index % 2 === 1);
  let from = 0;
  let offset = 0;
  for (let at = 1; at <= lines.length; at += 1) {
    if (at < lines.length && !lines[at]?.startsWith('---')) continue;
    const manifest = lines.slice(from, at);
    const manifestBreaks = breaks.slice(from, at);
    if (manifest.some((line) => KIND.test(line)))
      found.push(...findInManifest(manifest, manifestBreaks, offset));
    offset += lengthOf(manifest) + lengthOf(manifestBreaks);
    from = at;
  }
  return found;
}

const lengthOf = (parts: readonly string[]) => parts.reduce((sum, { length }) => sum + length, 0);

/** @param offset of the manifest in the text */
function findInManifest(manifest: readonly string[], breaks: readonly string[], offset: number): Finding[] {
  const found: Finding[] = [];
  // Both are depths of indentation; undefined outside of the data, and outside of a value of several lines.
  let data: number | undefined;
  let block: number | undefined;
  let next = offset;
  for (const [index, line] of manifest.entries()) {
    const start = next;
    next += line.length + (breaks[index]?.length ?? 0);
    const depth = line.length - line.trimStart().length;
    const isBlank = line.trim() === '';
    const last = found.at(-1);
    if (block !== undefined && last && (isBlank || depth > block)) {
      last.end = start + line.length;
      continue;
    }
    block = undefined;
    if (data !== undefined && !isBlank && depth <= data) data = undefined;
    if (data === undefined) {
      const opened = DATA.exec(line);
      if (opened) data = (opened[1] ?? '').length;
      continue;
    }
    const [, name = '', gap = '', quote = '', value = ''] = ENTRY.exec(line) ?? [];
    if (value === '' || beginsRedacted(value) || /^(?:\{\{|\$\{|<|\{$)/.test(value)) continue;
    const valueStart = start + name.length + gap.length + quote.length;
    found.push({ start: valueStart, end: valueStart + value.length, kind: 'kubernetes-secret' });
    if (/^[|>][+-]?$/.test(value)) block = depth;
  }
  return found;
}

/** A cell of a head that says what stands below it. */
const NAME =
  /^(?:[\w ]{0,30}[ _-])?(?:(?<password>password|passwort|kennwort|passwd|pass|pwd)|secret|(?:access|api|auth|refresh)?[ _-]?token|(?:api|access|private|secret)[ _-]?key)$/i;
/** A tab may be written out. */
const SEPARATORS = [/\|/, /│/, /\t/, /\\{1,8}t/, /;/, /,/];
/** Cells of a head are words. */
const WORDS = /^["']?[\p{L}\w .#-]{0,40}["']?$/u;
/** Between head and rows: `| --- |`, `----+----`. */
const RULED = /^[\s|│+:=─┼-]*$/u;
const HEAD_MAX = 1_000;

/** A cell that may be such a head, by its end. */
const CELL =
  /(?:pass(?:word|wort|wd)?|kennwort|pwd|secret|token|key)["']?[ \t]{0,40}(?:[|│\t;,\r\n<]|\\{1,8}[trn"]|$)/gi;
const LINE_END = /\r?\n|\\{1,8}r\\{1,8}n|\\{1,8}n|$/g;

/** Finds the values of tables (CSV, Markdown, those of databases) in columns that are called passwords, secrets, tokens or keys. */
export function findInColumns(text: string): Finding[] {
  const found: Finding[] = [];
  let readUpTo = 0;
  for (const { index } of text.matchAll(CELL)) {
    if (index < readUpTo) continue;
    const start = startOfLine(text, index);
    const head = lineAt(text, start);
    readUpTo = head.next;
    const names = head.text.replaceAll(/<[^<>]{0,200}>/g, '');
    const separator = SEPARATORS.map((sign) => sign.exec(names)?.[0]).find((sign) => sign !== undefined);
    if (separator === undefined || names.length > HEAD_MAX) continue;
    const cells = names.split(separator).map((cell) => cell.trim());
    if (cells.filter(Boolean).length < 2 || !cells.every((cell) => WORDS.test(cell))) continue;
    const columns = cells.flatMap((cell, column) => {
      const named = NAME.exec(cell.replaceAll(/["']/g, ''));
      return named ? [{ column, isPassword: named.groups?.['password'] !== undefined }] : [];
    });
    for (let row = head.next; columns.length > 0 && row < text.length;) {
      const line = lineAt(text, row);
      const parts = line.text.split(separator);
      const isRule = RULED.test(line.text) && line.text.trim() !== '';
      if (!isRule && parts.length !== cells.length) break;
      if (!isRule)
        for (const { column, isPassword } of columns) {
          const part = parts[column] ?? '';
          const value = (part.split('<')[0] ?? '').trim().replaceAll(/^\\{0,8}["'`]|\\{0,8}["'`]$/g, '');
          if (!isSecret(value, isPassword)) continue;
          const before = parts
            .slice(0, column)
            .reduce((sum, { length }) => sum + length + separator.length, row + part.indexOf(value));
          found.push({ start: before, end: before + value.length, kind: 'password' });
        }
      row = line.next;
      readUpTo = row;
    }
  }
  return found;
}

function startOfLine(text: string, index: number): number {
  const before = text.slice(Math.max(0, index - HEAD_MAX), index);
  const last = Math.max(before.lastIndexOf('\n') + 1, /^[^]*\\n/.exec(before)?.[0].length ?? 0);
  return Math.max(0, index - HEAD_MAX) + last;
}

/** Line breaks may be written out, as in JSON. */
function lineAt(text: string, start: number): { text: string; next: number } {
  LINE_END.lastIndex = start;
  const { 0: end = '', index = text.length } = LINE_END.exec(text) ?? {};
  return { text: text.slice(start, index), next: index + (end.length || 1) };
}

function isSecret(value: string, isPassword: boolean): boolean {
  if (value.length < 4 || /\s/.test(value) || beginsRedacted(value) || isReference(value) || isKeyword(value))
    return false;
  return isPassword ? /\d|[^\w.'-]/.test(value) : isRandom(value) || /^[\da-f]{16,}$/i.test(value);
}

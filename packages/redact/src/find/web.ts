import {
  beginsRedacted,
  isPlaceholder,
  isRandom,
  isReference,
  type Finding,
  isOdd,
  looksRandom,
} from '../values.ts';
import { findByRules, rulesOf } from './rules.ts';

const RULES = [
  ...rulesOf(
    String.raw`
an address as the path of a file (a drive of Windows has one letter) :: password :: :/ :: any :: (?<=[A-Za-z][A-Za-z\d+.-])(?<!\bfile):\/(?!\/)[^\s/?#:@[\]"'<>]{0,100}:<<[^\s/?#@"'<>]{1,200}>>@
Oracle :: password :: jdbc:oracle :: any :: jdbc:oracle:(?:thin|oci8?):[\w$#.]{1,60}\/<<[^\s/@"'<>]{1,100}>>@
a webhook :: webhook :: hook :: any :: (?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/\d{15,20}\/|hooks\.zapier\.com\/hooks\/catch\/|\.webhook\.office\.com\/webhookb2\/)<<[\w/@-]{16,}>>
a cookie that only sessions have :: cookie :: ses|sid|__ :: random :: {B}(?:JSESSIONID|PHPSESSID|ASP\.NET_SessionId|connect\.sid|laravel_session|_gitlab_session|__Secure-[\w.-]{1,40}|__Host-[\w.-]{1,40})=<<[\w%.~+/-]{16,}>>
`,
    'g',
  ),
  // A word that follows a scheme in prose is no credential, which mixes digits or cases. Parameters called token or secret are assignments.
  ...rulesOf(
    String.raw`
a scheme :: credentials :: bearer|basic|token|ssws :: random :: \b(?:bearer|basic|token|ssws)[ \t]{1,20}<<[\w.~+/-]+=*>>
a header :: credentials :: authorization :: header :: \bauthorization\\{0,8}["']?[ \t]{0,4}:[ \t]{1,4}["']?<<[\w.~+/-]{20,}=*>>
a parameter that opens a door :: signature :: = :: unlikely :: [?&;#][\w.~-]{0,60}?(?:code|key|auth|sig|sign|signature|hmac|ticket|otp|hash|session|sid|invite|invitation|jwt|assertion|credential)=<<[\w%+/.~-]{16,}=*>>
a link that logs in :: link :: / :: unlikely :: /(?:[\w-]{0,40}[-_])?(?:reset|magic|verify|verification|confirm|confirmation|activate|activation|invites?|invitations?|unlock|recover|recovery|signin|login|sso|passwordless)(?:[-_][\w-]{0,40})?/<<[\w%.~=-]{16,}>>
`,
    'gi',
  ),
];

/** The rest of the line; a quote or an escape ends it, as in a command or in JSON. */
const COOKIES =
  /(?:\b|(?<=\\[nrt]))((?:(?:set-)?cookie2?["']?[ \t]{0,8}:[ \t]{0,8}|curl[^\n]{0,200}?[ \t](?:-b|--cookie)[ \t=]{1,4})\\{0,8}["']?)([^\n\r"'`\\]{1,4096})/gi;
const COOKIE = rulesOf(
  String.raw`
a pair :: cookie :: * :: cookie :: (?<![\w!#$%&*+.^~-])(?<name>[\w!#$%&*+.^~-]+)=<<[^\s;,"]{8,}>>
`,
  'g',
);

/**
 * Finds what opens a door in addresses, headers and cookies: passwords and tokens before `@`, codes, keys and signatures of
 * parameters, links that log in, webhooks, credentials of `Authorization`, sessions. Scheme, user, host and names stay, because
 * they say what was connected to.
 */
export function findOnTheWeb(text: string): Finding[] {
  const found = findByRules(text, RULES);
  if (/cookie|curl/i.test(text))
    for (const { 1: name = '', 2: pairs = '', index } of text.matchAll(COOKIES))
      found.push(...moved(findByRules(pairs, COOKIE), index + name.length));
  // A whole run is taken at once and split, so that no character is looked at from two starting points.
  for (const { 0: run, index } of text.matchAll(/:\/\/[^\s"'`<>]+/g)) {
    let offset = index + '://'.length;
    for (const part of run.split('://').slice(1)) {
      found.push(...moved(findUser(part), offset));
      offset += part.length + '://'.length;
    }
  }
  return found;
}

const moved = (findings: readonly Finding[], by: number): Finding[] =>
  findings.map(({ start, end, kind }) => ({ start: start + by, end: end + by, kind }));

/** With a dot or a port: others may be a part of a password. */
const HOST = /^(?:(?:[\w-]{1,63}\.){1,8}[a-z]{2,63}|localhost|[\w.-]{1,63}:\d{2,5})(?:[/?#:]|$)/i;

/** A password with a raw `@`, `/`, `?` or `#` is found too. @param address what follows the scheme */
function findUser(address: string): Finding[] {
  const [, user = '', sign] = /^([^/?#:@[\]]*)([:@])?/.exec(address) ?? [];
  const token =
    user.length >= 20 && isRandom(user) ? [{ start: 0, end: user.length, kind: 'credentials' }] : [];
  if (sign === '@') return token;
  if (sign === undefined) return [];
  const start = user.length + 1;
  const authorityEnd = address.slice(start).search(/[/?#]/);
  const authority = authorityEnd < 0 ? address : address.slice(0, start + authorityEnd);
  let end = authority.lastIndexOf('@');
  const last = address.lastIndexOf('@');
  // `localhost:5173/@scope` has a port; anything else before the slash can only be a password that contains one.
  if (end < start && !/^\d*$/.test(authority.slice(start))) end = last;
  // `p@ss/word@db.example`
  if (!HOST.test(authority.slice(end + 1)) && HOST.test(address.slice(last + 1))) end = last;
  if (end <= start) return [];
  const password = address.slice(start, end);
  if (isPlaceholder(password) || isReference(password) || beginsRedacted(password)) return token;
  return [...token, { start, end, kind: 'password' }];
}

/** Macros of the table below; a value is as a shell reads it, a word may stand in quotes that are escaped (a command in JSON). */
const GAP = String.raw`(?:[ \t]|\\{1,8}(?:\r?\n|n))`;
const MACROS: Readonly<Record<string, string>> = {
  GAP,
  VALUE: String.raw`(?:\\{1,8}["'])?(?<value>"[^"\n]{1,200}"|'[^'\n]{1,200}'|(?:[^\s"'\`|;&<>()\\]|\\(?!\\{0,7}["'])){1,200})`,
  WORD: String.raw`\\{0,8}["']?(?<value>[^\s"'\`|;&<>()\\]{1,200})`,
  SET: `(?:=|${GAP}{1,4})`,
  PIPED: String.raw`(?:\\{1,8}["'])?[ \t]{0,4}\|[^\n]{0,200}?(?:password-stdin|passwd --stdin|cryptsetup|passin stdin|sudo -S|chpasswd|secrets?[ :](?:put|set|add|create)|versions add|env add \w{0,60}(?:SECRET|TOKEN|KEY|PASS))`,
};

/**
 * Commands that take a password as an argument, and how: `curl -u ada:…`, `mysql -p…`, `scott/tiger@db`. Of `oathtool` it is the
 * secret of one-time passwords, of `echo` what a command behind it reads as a password.
 */
const COMMANDS = String.raw`
rclone[ \t]{1,4}obscure :: ^GAP{1,4}VALUE
curl|wget|https?|xh|rclone :: GAP(?:-[fgiksvLNOS]{0,8}u|--user|--proxy-user|-a|--auth|-U)(?:=|GAP{0,4})\\{0,8}["']?[^\s"':=\\]{1,100}:(?<value>[^\s"'|;&<>()\\]{1,200})
mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump :: GAP-pVALUE
7z|7za|7zz|7zr|rar|unrar :: GAP-h?pVALUE
pdftk|nmcli :: GAP(?:(?:input|owner|user)_pw|wifi-sec\.psk|password)GAP{1,4}VALUE
qpdf :: GAP--(?:password=|encrypt[ \t]{1,4})VALUE
useradd|usermod :: GAP(?:-p|--password)SETVALUE
xfreerdp|wlfreerdp :: GAP/p:VALUE
wpa_passphrase :: ^GAP{1,4}[^\s-]\S{0,60}GAP{1,4}VALUE
lftp :: GAP-uGAP{0,4}[^\s,]{1,100},(?<value>[^\s"'|;&<>()\\]{1,200})
bw[ \t]{1,4}login :: ^GAP{1,4}[^\s@]{1,60}@\S{1,100}GAP{1,4}VALUE
chpasswd :: ^[ \t]{0,4}<<<[ \t]{0,4}["']?[^\s"':]{1,60}:(?<value>[^\s"'|;&<>()\\]{1,200})
sshpass|mongo|mongosh|mongodump|mongorestore|mongoimport|mongoexport :: GAP-pGAP{0,4}VALUE
(?:docker|podman|helm|az|oras|buildah|skopeo|cf|oc)[ \t]{1,4}(?:[a-z]{1,12}[ \t]{1,4})?login :: GAP(?:-p|--password)SETVALUE
redis-cli :: GAP-aGAP{1,4}VALUE
sqlcmd|bcp|osql|ipmitool|mosquitto_pub|mosquitto_sub|zip|unzip|zipcloak :: GAP-[a-zA-Z0-9]{0,6}PGAP{0,4}VALUE
ldapsearch|ldapadd|ldapmodify|ldapwhoami|ldappasswd :: GAP-wGAP{0,4}VALUE
snmpwalk|snmpget|snmpset|snmpbulkwalk :: GAP-cGAP{0,4}VALUE
openssl :: [ \t]-(?:(?:passin|passout|pass)[ \t]{1,4}pass:|k[ \t]{1,4})VALUE
smbclient|mount\.cifs|rpcclient :: [ \t]-U[ \t]{0,4}["']?[^\s"'%]{1,100}%(?<value>[^\s"']{1,200})
htpasswd :: ^(?=[^\n]{0,80}[ \t]-[a-zA-Z]{0,6}b)(?:[ \t]{1,4}-\w{1,8}){1,6}(?:[ \t]{1,4}[^\s-]\S{0,100}){1,2}[ \t]{1,4}VALUE(?=[ \t\\]{0,8}(?:$|[|;&<>"#]|\\n))
net[ \t]{1,4}(?:use|user) :: ^(?:GAP{1,4}[^\s/]\S{0,100}){1,2}?GAP{1,4}(?<value>[^\s/"'\\][^\s"'|;&<>()]{2,200})(?=GAP{1,4}/)
oathtool :: GAP["']?(?<value>[A-Za-z0-9]{16,128}={0,6})
sqlplus|sqlldr|expdp|impdp|rman|sqlcl :: GAP["']?(?![-/])[\w$#.]{1,60}/(?<value>[^\s"'@/|;&<>()\\]{1,100})
gh[ \t]{1,4}secret[ \t]{1,4}set :: GAP(?:-b|--body)SETWORD
aws[ \t]{1,4}secretsmanager :: GAP--secret-stringSETWORD
az[ \t]{1,4}keyvault|aws[ \t]{1,4}ssm(?=[^\n]{0,300}SecureString) :: GAP--valueSETWORD
ConvertTo-SecureString :: ^GAP{1,4}(?:-String[ \t]{1,4})?WORD
(?<=[\w-][ \t]{1,4})secrets?[ \t:](?:set|add|put|create) :: ^GAP{1,4}[A-Z][A-Z\d_]{1,60}GAP{1,4}WORD
echo|printf :: ^GAP(?:-n[ \t]{1,4})?VALUE(?=PIPED)
`
  .trim()
  .split('\n')
  .map((line) => line.split(' :: ') as [names: string, argument: string]);

const START = String.raw`(?:(?<![\w./\\-])|(?<=\\[nrt]))`;
const COMMAND = new RegExp(`${START}(?:${COMMANDS.map(([names]) => `(${names})`).join('|')})(?=${GAP})`, 'g');
const ARGUMENTS = COMMANDS.map(([, argument]) => {
  const filled = argument.replaceAll(/SET(?=[VW])|VALUE|WORD|PIPED|GAP/g, (macro) => MACROS[macro] ?? macro);
  return new RegExp(filled);
});
const SPAN = 400;

/** Commands that set variables of a platform: those of `secrets` are secret whatever they are called, of others what looks so. */
const PAIRS = new RegExp(
  String.raw`(?<=[\w-][ \t]{1,4})(?:(?<all>secrets?[ \t:](?:set|add|put|create|import)|create[ \t]{1,4}secret)|(?:config|env|vars?|variables)[: \t](?:set|add)|variables[ \t]{1,4}--set)(?=${GAP})`,
  'g',
);
const PAIR = /(?<=[\s"'=])[A-Za-z][\w.-]{0,80}=\\{0,8}["']?(?<value>[^\s"'`|;&<>()\\]{3,400})/g;

/** Finds passwords that stand in commands: `curl -u user:…`, `mysql -p…`, `fly secrets set NAME=…` and their like. */
export function findCommands(text: string): Finding[] {
  const found: Finding[] = [];
  // The value is the end of its match.
  const take = (
    match: RegExpExecArray | null | undefined,
    offset: number,
    accepts: (value: string) => boolean,
  ): void => {
    const value = match?.groups?.['value'] ?? '';
    const quote = /^["']/.exec(value)?.[0].length ?? 0;
    const bare = value.slice(quote, value.length - quote);
    if (!match || bare.length < 3 || bare.startsWith('-') || isReference(bare) || beginsRedacted(bare))
      return;
    const end = offset + match.index + match[0].length - quote;
    if (accepts(bare)) found.push({ start: end - bare.length, end, kind: 'password' });
  };
  for (const command of text.matchAll(COMMAND)) {
    const start = command.index + command[0].length;
    const argument = ARGUMENTS[command.slice(1).findIndex((group) => group !== undefined)];
    take(argument?.exec(lineFrom(text, start)), start, () => true);
  }
  for (const { 0: command, groups, index } of text.matchAll(PAIRS)) {
    const start = index + command.length;
    for (const pair of lineFrom(text, start).matchAll(PAIR))
      take(pair, start, (value) => groups?.['all'] !== undefined || (isOdd(value) && looksRandom(value)));
  }
  return found;
}

/** The rest of a command, over lines that end in a backslash. */
const lineFrom = (text: string, start: number): string =>
  text.slice(start, start + SPAN).split(/(?<!\\\r?)\r?\n/, 1)[0] ?? '';

import { beginsRedacted, isPlaceholder, isRandom, isReference, type Finding } from '../values.ts';
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

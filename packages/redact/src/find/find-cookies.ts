import { looksRandom } from '../looks-random.ts';
import type { Finding } from '../redaction.ts';

/** The rest of the line; a quote or an escape ends it, as in a command or in JSON. */
const HEADER =
  /(?:\b|(?<=\\[nrt]))((?:(?:set-)?cookie2?["']?[ \t]{0,8}:[ \t]{0,8}|curl[^\n]{0,200}?[ \t](?:-b|--cookie)[ \t=]{1,4})\\{0,8}["']?)([^\n\r"'`\\]{1,4096})/gi;
const PAIR = /([\w!#$%&*+.^~-]{1,100}=)([^\s;,"]{8,})/g;
/** Names that only sessions have, wherever they stand. */
const SESSION =
  /(?:\b|(?<=\\[nrt]))((?:JSESSIONID|PHPSESSID|ASP\.NET_SessionId|connect\.sid|laravel_session|_gitlab_session|__Secure-[\w.-]{1,40}|__Host-[\w.-]{1,40})=)([\w%.~+/-]{16,})/g;
const ATTRIBUTE = /^(?:expires|max-age|domain|path|samesite|priority)=$/i;

/** Finds the values of cookies that look made by a generator; names and settings stay. */
export function findCookies(text: string): Finding[] {
  const found: Finding[] = [];
  const take = ({ 1: name = '', 2: value = '', index }: RegExpExecArray, offset = 0) => {
    if (ATTRIBUTE.test(name) || !looksRandom(value) || value.includes('[redacted:')) return;
    const start = offset + index + name.length;
    found.push({ start, end: start + value.length, kind: 'cookie' });
  };
  if (/cookie|curl/i.test(text))
    for (const { 1: name = '', 2: pairs = '', index } of text.matchAll(HEADER))
      for (const pair of pairs.matchAll(PAIR)) take(pair, index + name.length);
  for (const session of text.matchAll(SESSION)) take(session);
  return found;
}

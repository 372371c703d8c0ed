import { looksRandom } from './looks-random.ts';
import { placeholder } from './placeholder.ts';
import type { Redaction } from './redaction.ts';

/** The rest of the line; a quote or an escape ends it, as in a command or in JSON. */
const HEADER =
  /(?:\b|(?<=\\[nrt]))((?:(?:set-)?cookie2?["']?[ \t]{0,8}:[ \t]{0,8}|curl[^\n]{0,200}?[ \t](?:-b|--cookie)[ \t=]{1,4})\\{0,8}["']?)([^\n\r"'`\\]{1,4096})/gi;
const PAIR = /([\w!#$%&*+.^~-]{1,100}=)([^\s;,"]{8,})/g;
/** Names that only sessions have, wherever they stand. */
const SESSION =
  /(?:\b|(?<=\\[nrt]))((?:JSESSIONID|PHPSESSID|ASP\.NET_SessionId|connect\.sid|laravel_session|_gitlab_session|__Secure-[\w.-]{1,40}|__Host-[\w.-]{1,40})=)([\w%.~+/-]{16,})/g;
const ATTRIBUTE = /^(?:expires|max-age|domain|path|samesite|priority)=$/i;

/** Replaces the values of cookies that look made by a generator; names and settings stay. */
export function redactCookies(text: string): Redaction {
  const kinds: string[] = [];
  const pairOf = (whole: string, name: string, value: string): string => {
    if (ATTRIBUTE.test(name) || !looksRandom(value) || value.includes('[redacted:')) return whole;
    kinds.push('cookie');
    return name + placeholder('cookie');
  };
  const redacted = text
    .replace(HEADER, (_whole, name: string, pairs: string) => name + pairs.replace(PAIR, pairOf))
    .replace(SESSION, pairOf);
  return { text: redacted, kinds };
}

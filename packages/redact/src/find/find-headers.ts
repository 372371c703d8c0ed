import { looksRandom } from '../looks-random.ts';
import type { Finding } from '../redaction.ts';

const CREDENTIALS = /\b(bearer|basic|token|ssws)([ \t]{1,20})([\w.~+/-]+=*)/gi;
/** A header without a scheme. */
const BARE = /\b(authorization\\{0,8}["']?[ \t]{0,4}:[ \t]{1,4}["']?)([\w.~+/-]{20,}=*)/gi;
const WEBHOOK =
  /(hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/\d{15,20}\/|hooks\.zapier\.com\/hooks\/catch\/|\.webhook\.office\.com\/webhookb2\/)([\w/@-]{16,})/g;
/** Signatures of addresses that open a door by themselves: Azure, AWS, Google. */
const SIGNATURE = /([?&](?:sig|X-Amz-Signature|X-Goog-Signature|X-Amz-Security-Token)=)([\w%+/.~-]{32,}=*)/gi;

/**
 * Finds the credentials in `Authorization` headers (`Bearer …`, `Basic …`, `Token …`), in addresses of webhooks and
 * in signed addresses. The scheme stays. A word that follows a scheme in prose is none: credentials mix digits or cases.
 */
export function findHeaders(text: string): Finding[] {
  const found: Finding[] = [];
  const take = (match: RegExpExecArray, value: string, kind: string) => {
    const end = match.index + match[0].length;
    found.push({ start: end - value.length, end, kind });
  };
  for (const match of text.matchAll(CREDENTIALS)) {
    const [, , , value = ''] = match;
    if (looksRandom(value)) take(match, value, 'credentials');
  }
  for (const match of text.matchAll(BARE)) {
    const [, , value = ''] = match;
    if (looksRandom(value) && !/^[A-Za-z_$][\w$]*\./.test(value)) take(match, value, 'credentials');
  }
  for (const match of text.matchAll(WEBHOOK)) take(match, match[2] ?? '', 'webhook');
  for (const match of text.matchAll(SIGNATURE)) take(match, match[2] ?? '', 'signature');
  return found;
}

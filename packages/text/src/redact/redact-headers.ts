import { looksRandom } from './looks-random.ts';
import { placeholder } from './placeholder.ts';
import type { Redaction } from './redaction.ts';

const CREDENTIALS = /\b(bearer|basic|token|ssws)([ \t]{1,20})([\w.~+/-]+=*)/gi;
/** A header without a scheme. */
const BARE = /\b(authorization\\{0,8}["']?[ \t]{0,4}:[ \t]{1,4}["']?)([\w.~+/-]{20,}=*)/gi;
const WEBHOOK =
  /(hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/\d{15,20}\/|hooks\.zapier\.com\/hooks\/catch\/|\.webhook\.office\.com\/webhookb2\/)([\w/@-]{16,})/g;
/** Signatures of addresses that open a door by themselves: Azure, AWS, Google. */
const SIGNATURE = /([?&](?:sig|X-Amz-Signature|X-Goog-Signature|X-Amz-Security-Token)=)([\w%+/.~-]{32,}=*)/gi;

/**
 * Replaces the credentials in `Authorization` headers (`Bearer …`, `Basic …`, `Token …`), in addresses of webhooks and
 * in signed addresses. The scheme stays. A word that follows a scheme in prose is none: credentials mix digits or cases.
 */
export function redactHeaders(text: string): Redaction {
  const kinds: string[] = [];
  const put = (kind: string): string => {
    kinds.push(kind);
    return placeholder(kind);
  };
  const redacted = text
    .replace(CREDENTIALS, (whole: string, scheme: string, gap: string, value: string) =>
      looksRandom(value) ? scheme + gap + put('credentials') : whole,
    )
    .replace(BARE, (whole: string, name: string, value: string) =>
      looksRandom(value) && !/^[A-Za-z_$][\w$]*\./.test(value) ? name + put('credentials') : whole,
    )
    .replace(WEBHOOK, (_whole, address: string) => address + put('webhook'))
    .replace(SIGNATURE, (_whole, name: string) => name + put('signature'));
  return { text: redacted, kinds };
}

import { placeholder } from './placeholder.ts';
import type { Redaction } from './redaction.ts';

const CREDENTIALS = /\b(bearer|basic|token)([ \t]+)([\w.~+/-]+=*)/gi;
const SLACK_HOOK = /(hooks\.slack\.com\/(?:services|workflows)\/)([\w/-]{20,})/g;

/**
 * Replaces the credentials in `Authorization` headers (`Bearer …`, `Basic …`, `Token …`) and in Slack's webhook
 * addresses. The scheme stays. A word that follows a scheme in prose is none: credentials mix digits or cases.
 */
export function redactHeaders(text: string): Redaction {
  let count = 0;
  const replaceValue =
    (kind: string) =>
    (whole: string, ...groups: (string | undefined)[]) => {
      const [before = '', gap = '', value = ''] = groups;
      if (!looksRandom(value)) return whole;
      count += 1;
      return before + gap + placeholder(kind);
    };
  const headers = text.replace(CREDENTIALS, replaceValue('credentials'));
  const redacted = headers.replace(SLACK_HOOK, (_whole, address: string) => {
    count += 1;
    return address + placeholder('slack-webhook');
  });
  return { text: redacted, count };
}

function looksRandom(value: string): boolean {
  if (value.length < 8 || /^\/|\/$|\.\w{1,4}$/.test(value)) return false;
  const mixesCases = /[a-z][A-Z].*[a-z]|[A-Z]{2}[a-z]/.test(value);
  return value.length >= 16 ? /\d/.test(value) || mixesCases : /\d/.test(value) && /[A-Za-z]/.test(value);
}

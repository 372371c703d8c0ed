import { placeholder } from './placeholder.ts';
import { redactAssignments } from './redact-assignments.ts';
import { redactHeaders } from './redact-headers.ts';
import { redactPrivateKeys } from './redact-private-keys.ts';
import { redactPrivateParts } from './redact-private-parts.ts';
import { redactUrlPasswords } from './redact-url-passwords.ts';
import type { Redaction } from './redaction.ts';
import { tokenRules } from './token-rules.ts';

// From the widest to the narrowest, so that a secret inside another counts once.
const steps = [
  redactPrivateParts,
  redactPrivateKeys,
  redactUrlPasswords,
  redactTokens,
  redactHeaders,
  redactAssignments,
];

/**
 * Replaces what must not be kept by `[redacted:<kind>]`: `<private>` parts, private keys, passwords in addresses and
 * connection strings, well-known tokens, credentials in headers, and values assigned to names such as `PASSWORD`.
 * Redacting twice changes nothing, and the time is linear in the length. It goes by known forms: a secret that
 * looks like an ordinary word, in a place that does not name it, is not found.
 * @returns the text, and how many secrets were replaced
 */
export function redactSecrets(text: string): Redaction {
  let redacted = text;
  let total = 0;
  for (const step of steps) {
    const { text: next, count } = step(redacted);
    redacted = next;
    total += count;
  }
  return { text: redacted, count: total };
}

function redactTokens(text: string): Redaction {
  let count = 0;
  let redacted = text;
  for (const { kind, pattern } of tokenRules) {
    redacted = redacted.replace(pattern, () => {
      count += 1;
      return placeholder(kind);
    });
  }
  return { text: redacted, count };
}

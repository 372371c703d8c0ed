import { redactAssignments } from './redact-assignments.ts';
import { redactCommands } from './redact-commands.ts';
import { redactCookies } from './redact-cookies.ts';
import { redactCredentialFiles } from './redact-credential-files.ts';
import { redactHeaders } from './redact-headers.ts';
import { redactKubernetes } from './redact-kubernetes.ts';
import { redactPrivateKeys } from './redact-private-keys.ts';
import { redactPrivateParts } from './redact-private-parts.ts';
import { redactRandomWords } from './redact-random-words.ts';
import { redactStatements } from './redact-statements.ts';
import { redactTokens } from './redact-tokens.ts';
import { redactUrlPasswords } from './redact-url-passwords.ts';
import type { Redaction } from './redaction.ts';

// From the widest to the narrowest, so that a secret inside another counts once.
const steps = [
  redactPrivateParts,
  redactPrivateKeys,
  redactKubernetes,
  redactCredentialFiles,
  redactUrlPasswords,
  redactTokens,
  redactCookies,
  redactHeaders,
  redactCommands,
  redactAssignments,
  redactStatements,
  redactRandomWords,
];

const PASSES_MAX = 4;

/**
 * Replaces what must not be kept by `[redacted:<kind>]`: `<private>` parts, private keys, passwords in addresses and
 * connection strings, well-known tokens, credentials in headers, commands and files of credentials, and values assigned
 * to names such as `PASSWORD`. Redacting twice changes nothing, and the time is linear in the length. It goes by known
 * forms: a secret that looks like an ordinary word, in a place that does not name it, is not found.
 */
export function redactSecrets(text: string): Redaction {
  let redacted = text;
  const kinds: string[] = [];
  // What stood before a secret may have hidden the next one; only a text that held one is read again.
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const before = kinds.length;
    for (const step of steps) {
      const found = step(redacted);
      redacted = found.text;
      kinds.push(...found.kinds);
    }
    if (kinds.length === before) break;
  }
  return { text: redacted, kinds };
}

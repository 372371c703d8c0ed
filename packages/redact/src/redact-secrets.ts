import { findAssignments } from './find/find-assignments.ts';
import { findCommands } from './find/find-commands.ts';
import { findCookies } from './find/find-cookies.ts';
import { findCredentialFiles } from './find/find-credential-files.ts';
import { findHeaders } from './find/find-headers.ts';
import { findKubernetes } from './find/find-kubernetes.ts';
import { findNamedValues } from './find/find-named-values.ts';
import { findPrivateKeys } from './find/find-private-keys.ts';
import { findPrivateParts } from './find/find-private-parts.ts';
import { findRandomWords } from './find/find-random-words.ts';
import { findSqlPasswords } from './find/find-sql-passwords.ts';
import { findStatements } from './find/find-statements.ts';
import { findTokens } from './find/find-tokens.ts';
import { findUrlPasswords } from './find/find-url-passwords.ts';
import { findWalletKeys } from './find/find-wallet-keys.ts';
import { Reading } from './reading.ts';
import type { Finding, Redaction } from './redaction.ts';

// From the widest to the narrowest, so that a secret inside another counts once.
const finders: readonly ((text: string) => Finding[])[] = [
  findPrivateParts,
  findPrivateKeys,
  findKubernetes,
  findCredentialFiles,
  findUrlPasswords,
  findTokens,
  findWalletKeys,
  findCookies,
  findHeaders,
  findCommands,
  findSqlPasswords,
  findNamedValues,
  findAssignments,
  findStatements,
  findRandomWords,
];

const PASSES_MAX = 4;

/**
 * Replaces what must not be kept by `[redacted:<kind>]`: `<private>` parts, private keys, passwords in addresses and
 * connection strings, well-known tokens, credentials in headers, commands and files of credentials, and values assigned
 * to names such as `PASSWORD`; as they are written, and as they are read where marks stand in them. Redacting twice changes
 * nothing, and the time is linear in the length. It goes by known forms: a secret that looks like an ordinary word, in a
 * place that does not name it, is not found.
 */
export function redactSecrets(text: string): Redaction {
  let redacted = text;
  const kinds: string[] = [];
  // What stood before a secret may have hidden the next one; only a text that held one is read again.
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const before = kinds.length;
    // What is written shows but the beginning of a secret that a mark interrupts, so it comes second.
    for (const read of [Reading.plain, Reading.written]) {
      const reading = read(redacted);
      if (!reading) continue;
      for (const find of finders) {
        const findings = apart(find(reading.text));
        if (findings.length === 0) continue;
        reading.replace(findings);
        kinds.push(...findings.map(({ kind }) => kind));
      }
      redacted = reading.source;
    }
    if (kinds.length === before) break;
  }
  return { text: redacted, kinds };
}

/** In order; what overlaps is one. */
function apart(findings: Finding[]): Finding[] {
  const joined: Finding[] = [];
  for (const finding of findings.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && finding.start < last.end) last.end = Math.max(last.end, finding.end);
    else if (finding.end > finding.start) joined.push({ ...finding });
  }
  return joined;
}

import { redactSecrets, withoutPrivateParts } from '@memory/redact';
import { stripRecalled } from '@memory/text/recall';
import { redactPatch } from './redact-patch.ts';

/** A secret that lies across the place where a long text is cut would be half a secret, which nobody knows for one. */
const BORDER = 4_096;

/**
 * A text as it may be kept: without secrets, private parts and what we injected, and of a long one the beginning and the
 * end. Redaction takes some 1 ms for 1,000 characters, so that only what is kept is looked through, and a border, which
 * is thrown away.
 * @param max characters kept
 */
export function cleanText(text: string, max: number): string {
  // Both may be longer than what is kept of them, so that they are looked for in all of it.
  const stripped = stripRecalled(withoutPrivateParts(text));
  if (stripped.length <= max + 2 * BORDER) return clipped(redacted(wellFormed(stripped)), max);
  const tailMax = Math.floor(max / 3);
  const headMax = max - tailMax;
  const head = redacted(wellFormed(stripped.slice(0, headMax + BORDER)));
  const tail = redacted(wellFormed(stripped.slice(-(tailMax + BORDER))));
  return joined(
    head.slice(0, Math.min(headMax, Math.max(0, head.length - BORDER))),
    tail.slice(Math.max(BORDER, tail.length - tailMax)),
  );
}

/** Parts marked private leave no trace; what was secret says so. */
const redacted = (text: string): string =>
  redactSecrets(redactPatch(text)).text.replaceAll('[redacted:private]', '').trim();

function clipped(text: string, max: number): string {
  if (text.length <= max) return text;
  const tailMax = Math.floor(max / 3);
  return joined(text.slice(0, max - tailMax), text.slice(-tailMax));
}

const joined = (head: string, tail: string): string => wellFormed(`${head}\n…\n${tail}`);

/** PostgreSQL keeps no NUL, and half a surrogate pair has no UTF-8. */
const wellFormed = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

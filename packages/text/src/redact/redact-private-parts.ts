import { placeholder } from './placeholder.ts';
import type { Redaction } from './redaction.ts';

const TAG = /<(\/?)private(?:\s[^<>]*)?>/gi;

/** What stands before a type's argument (`Local<Private>`) or a mention in code marks, and not before a part. */
const MENTION = /(?:^|[^\\])[\w.`]$/;

/**
 * Replaces `<private>…</private>` parts. Parts nest; one that is never closed runs to the end of the text, since what
 * was cut off is more likely its end than its beginning. A closing tag without an opening one is left as it is.
 */
export function redactPrivateParts(text: string): Redaction {
  let kept = '';
  let keptUpTo = 0;
  const kinds: string[] = [];
  for (const { start, end } of privateParts(text)) {
    if (start < keptUpTo) continue;
    kept += text.slice(keptUpTo, start) + placeholder('private');
    keptUpTo = end;
    kinds.push('private');
  }
  return { text: kept + text.slice(keptUpTo), kinds };
}

/** In their order; one within another comes after it. */
function privateParts(text: string): { start: number; end: number }[] {
  const open: number[] = [];
  const parts: { start: number; end: number }[] = [];
  for (const { 0: tag, 1: slash, index } of text.matchAll(TAG)) {
    if (slash !== '/') open.push(index);
    else {
      const start = open.pop();
      if (start !== undefined) parts.push({ start, end: index + tag.length });
    }
  }
  const cutOff = open.find((start) => !MENTION.test(text.slice(Math.max(0, start - 2), start)));
  if (cutOff !== undefined) parts.push({ start: cutOff, end: text.length });
  return parts.toSorted((a, b) => a.start - b.start);
}

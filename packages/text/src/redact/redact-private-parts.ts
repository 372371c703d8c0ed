import { placeholder } from './placeholder.ts';
import type { Redaction } from './redaction.ts';

const TAG = /<(\/?)private(?:\s[^<>]*)?>/gi;

/**
 * Replaces `<private>…</private>` parts. Parts nest; one that is never closed runs to the end of the text, since what
 * was cut off is more likely its end than its beginning. A closing tag without an opening one is left as it is.
 */
export function redactPrivateParts(text: string): Redaction {
  let kept = '';
  let keptUpTo = 0;
  let depth = 0;
  const kinds: string[] = [];
  for (const tag of text.matchAll(TAG)) {
    const closes = tag[1] === '/';
    if (!closes && depth === 0) {
      kept += text.slice(keptUpTo, tag.index) + placeholder('private');
      kinds.push('private');
    }
    if (closes && depth === 1) keptUpTo = tag.index + tag[0].length;
    depth = closes ? Math.max(0, depth - 1) : depth + 1;
  }
  return { text: depth > 0 ? kept : kept + text.slice(keptUpTo), kinds };
}

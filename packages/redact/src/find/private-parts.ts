import type { Finding } from '../values.ts';

const TAG = /<(\/?)private(\s[^<>]*)?>/gi;

/** Stands before a type's argument (`Local<Private>`) or a mention in code marks, and not before a part. */
const MENTION = /(?:^|[^\\])[\w.`]$/;

/**
 * Finds `<private>…</private>` parts. Parts nest; one that is never closed runs to the end of the text, since what
 * was cut off is more likely its end than its beginning. A closing tag without an opening one is left as it is, and so is
 * what holds words and no attributes and is never closed: `<private IP of the host>` stands for something to fill in.
 */
export function findPrivateParts(text: string): Finding[] {
  const open: { start: number; isTag: boolean }[] = [];
  const parts: Finding[] = [];
  for (const { 0: tag, 1: slash, 2: within = '', index } of text.matchAll(TAG)) {
    if (slash !== '/') open.push({ start: index, isTag: within.trim() === '' || within.includes('=') });
    else {
      const last = open.pop();
      if (last) parts.push({ start: last.start, end: index + tag.length, kind: 'private' });
    }
  }
  const cutOff = open.find(
    ({ start, isTag }) => isTag && !MENTION.test(text.slice(Math.max(0, start - 2), start)),
  );
  if (cutOff) parts.push({ start: cutOff.start, end: text.length, kind: 'private' });
  return parts;
}

/** A text without its private parts, which leave no trace. */
export function withoutPrivateParts(text: string): string {
  if (!/<private/i.test(text)) return text;
  let rest = '';
  let from = 0;
  for (const { start, end } of findPrivateParts(text).toSorted((a, b) => a.start - b.start)) {
    rest += text.slice(from, Math.max(from, start));
    from = Math.max(from, end);
  }
  return rest + text.slice(from);
}

import { withoutEnd } from '@memory/text/without-end';

/** The sentences of a prose text; line breaks between paragraphs or list items end one too. */
export function sentencesOf(text: string): string[] {
  return tidy(text.split(/\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)|(?<=[.!?])\s+(?=[A-Z“"'`(])/));
}

/** The sentences of something that was typed in a hurry: they begin with a small letter as often as not. */
export function spokenSentencesOf(text: string): string[] {
  return tidy(text.split(/\n+|(?<=[.!?…])\s+/));
}

function tidy(sentences: readonly string[]): string[] {
  return sentences
    .map((sentence) =>
      sentence
        .replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((sentence) => sentence !== '');
}

/** At most `max` UTF-16 units, cut between words and marked with `…` when something is missing. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  const lastSpace = head.lastIndexOf(' ');
  const cut = lastSpace > max / 2 ? head.slice(0, lastSpace) : head;
  // A cut between the two halves of a surrogate pair would leave text that cannot be stored.
  return `${withoutEnd(cut.replace(/[\uD800-\uDBFF]$/, ''), ' \t\r\n,;:–-')}…`;
}

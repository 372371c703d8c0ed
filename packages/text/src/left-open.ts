/** Headings of a summary under which something is left open, and under which what earlier sessions left open is done. */
export const OPEN_HEADING = 'Left open';
export const DONE_HEADING = 'Done that was open';

export interface LeftOpen {
  text: string;
  /** When its session ended. */
  since: string;
}

const LENGTH = 240;

/** Words by which people say in a summary of their own that something is not done. */
const OPEN =
  /\b(?:left open|still (?:open|to do|missing|fails?|needs?)|to-?do|not (?:yet|done)|remains?|remaining|next(?: step)?:?|follow[- ]?up|unfinished|open (?:question|point|issue)s?|bleibt offen|noch offen|noch nicht|nächste schritte|steht noch aus|reste à faire|pas encore|pendiente|todavía no)\b|^[-*\s]*(?:open|offen|todo):/iu;

/** Matters that summaries left open and no later one settled, the newest session first. */
export function leftOpen(sessions: readonly { summary: string; ended_at: string }[]): LeftOpen[] {
  const closed = new Set<string>();
  const found: LeftOpen[] = [];
  for (const { summary, ended_at: since } of sessions) {
    const listed = itemsUnder(summary, OPEN_HEADING);
    const open =
      listed.length > 0 || summary.includes('## ')
        ? listed
        : sentencesOf(summary).filter((sentence) => OPEN.test(sentence));
    for (const text of open.map((each) => each.slice(0, LENGTH)))
      if (!closed.has(text) && !found.some((known) => known.text === text)) found.push({ text, since });
    for (const text of itemsUnder(summary, DONE_HEADING)) closed.add(text.slice(0, LENGTH));
  }
  return found;
}

function itemsUnder(summary: string, heading: string): string[] {
  const lines = summary.split('\n');
  const at = lines.indexOf(`## ${heading}`);
  if (at < 0) return [];
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  return rest
    .slice(0, end < 0 ? undefined : end)
    .flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
}

const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+|(?<=[.!?])\s+/)
    .map((sentence) => sentence.replace(/^[-*•\s]+/, '').trim())
    .filter((sentence) => sentence !== '');

import { clip, sentencesOf } from '@memory/text/sentences';

/** Words by which people say that something is not done. */
const OPEN =
  /\b(?:left open|still (?:open|to do|missing|fails?|needs?)|to-?do|not (?:yet|done)|remains?|remaining|next(?: step)?:?|follow[- ]?up|unfinished|open (?:question|point|issue)s?)\b|^[-*\s]*open:/iu;

const THREADS_MAX = 3;
const LENGTH = 200;

/** What the latest sessions left open, by their own summaries. */
export function openThreads(
  sessions: readonly { summary: string; date: string }[],
): { text: string; date: string }[] {
  return sessions
    .flatMap(({ summary, date }) =>
      sentencesOf(summary)
        .filter((sentence) => OPEN.test(sentence))
        .map((sentence) => ({ text: clip(sentence, LENGTH), date })),
    )
    .slice(0, THREADS_MAX);
}

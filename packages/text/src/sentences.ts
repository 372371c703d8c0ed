import { withoutEnd } from './without-end.ts';

/** A line of code, of an error, of a log, of headers, of a form or a quotation, and no speech. */
const PASTED =
  /^(?:\s*(?:[>❯⎿✓✗✘+]|[-+]\s+\/\/|<[!/a-z]|\||File "|Traceback \(|The above exception was|During handling of|\[?(?:20\d\d-\d\d-\d\d[T ])?\d\d:\d\d:\d\d[.,\]Z]|\[(?:info|warn|warning|error|debug)\]|npm (?:ERR!|error|warn) |[\w-]{1,60}\.(?:js|ts|tsx|py|go|rb):\d|HTTP\/\d|(?:content|accept|access|cache|set|user|x)-[a-z-]{2,40}: )| {4,}(?![-*•\d\s])|\t)/i;
/** A line that opens or closes a block of code. */
const FENCE = /^ {0,3}(?:```|~~~).*$/m;
/** Somebody else's words: a mail that is passed on, an error in quotation marks. */
const QUOTED = /["“„«][^"“”„«»\n]{50,}["”“»]/g;
const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)]|\([a-z\d]\))\s+/;

/** Dots that end no sentence: “St. Moritz”, “z. B.”, “die vom 15. Bezirk”, “ab 1.11. um fünf”, “ab 8. April”. */
const DOTS = [
  /(?<!\p{L})[zdu]\.(?=\s[bha]\.)/giu,
  /(?<!\p{L})(?:mrs?|ms|dr|prof|st|nr|ca|bzw|inkl|vs|abs|e\.g|i\.e|(?<=[zdu]\.\u2060?\s?)[bha])\./giu,
  /(?<=\p{L} )No\.(?=\s\d)/gu,
  /(?<!\p{L})(?:der|die|das|de[nms]|am|vom|zum|im|beim|jede[nmrs]?) \d{1,2}\.(?=\s(?!und |aber |dann )\p{L})/giu,
  /(?<!\p{L})(?:ab|am|bis|vom|zum|seit|de[nm]) [0-3]?\d\.[01]?\d\./giu,
  /(?<![\d.,:])[0-3]?\d\.(?=\s(?:jan|feb|märz?|apr|mai|jun|jul|aug|sep|okt|nov|dez))/giu,
];
const withDots = (text: string): string => DOTS.reduce((all, dots) => all.replace(dots, '$&\u2060'), text);

export function sentencesOf(text: string): string[] {
  return tidy(
    withDots(prose(text)).split(/\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)|(?<=[.!?])\s+(?=[\p{Lu}“„"'`(])/u),
  );
}

/** The sentences of something that was typed in a hurry: they begin with a small letter as often as not. */
export function spokenSentencesOf(text: string): string[] {
  const said = prose(text)
    .split('\n')
    .filter((line) => !PASTED.test(line))
    .map((line) => line.replace(QUOTED, '…'));
  return tidy(said.flatMap((line) => withDots(line).split(/(?<=[.!?…]["”)]?|[:;]-?[)D(])\s+/i)));
}

/** Without blocks of code, in which nobody says anything; a heading is a paragraph of its own. */
function prose(text: string): string {
  const parts = text.split(FENCE);
  // One that is never closed may be all there is.
  const said = parts.filter((_, place) => place % 2 === 0 || place === parts.length - 1);
  return said.join('\n\n').replace(/^#{1,6} .*$/gm, '\n$&\n');
}

function tidy(sentences: readonly string[]): string[] {
  return sentences
    .map((sentence) => sentence.replaceAll('\u2060', '').replace(BULLET, '').replace(/\s+/g, ' ').trim())
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

import { withoutEnd } from '@memory/text/without-end';
import { clip } from '@memory/text/sentences';

const TITLE_MAX = 120;

const FILLERS =
  /^(?:(?:ok(?:ay)?|so|and|but|well|great|good|cool|nice|hm+|ugh|argh|aha|ah|oh|yes|yeah|yep|nope|please|pls|plz|actually|also|then|btw|done|fixed|right|thanks|thank you|thx|ty|wait|alright|perfect|in short|summary|to sum up|hi|hey|look|listen|sorry|u[hm]+|er+m?|yo|dude|lol|ffs|wtf|damn|lovely|brilliant|awesome|super|sweet|finally|sick|wow|(?:for )?(?:god|heaven|christ)['’]?s sake|hell yeah|while you['’]re (?:there|at it)|one more thing|oh|k|no(?=[,.!]| no\b| wait\b))\b[\s,.:;!–-]*)+/i;

/** Names the part of a report or the field of a form that the sentence stands in. */
const LABEL = /^(?:(?:the )?(?:root cause|problem|issue|solution|fix|cause)|[a-z]{2,20}_[a-z_]{2,20}):\s+/i;

/** What is said after the sentence. */
const ENDS = /(?:,? (?:lol|haha|tho|btw|pls|please|thx|thanks|ok\?|right\?))[\s.!]*$/i;

/** A sentence as a title: without its label, fillers and final stop, beginning with a capital unless with a name of code. */
export function titleOf(sentence: string): string {
  const told = sentence.replaceAll('**', '').replace(LABEL, '').replace(FILLERS, '').replace(ENDS, '');
  const bare = withoutEnd(told, ' \t\r\n.;:!,') || sentence;
  const capital = /^[a-z]+(?:['’][a-z]+)?(?:[ ,;:–-]|$)/.test(bare)
    ? bare.charAt(0).toUpperCase() + bare.slice(1)
    : bare;
  return clip(capital, TITLE_MAX);
}

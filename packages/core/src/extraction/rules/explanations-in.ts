import { begins, cueOf, LIKELY, READ_MAX, says, SLIGHT, STRONG, type Cue, type CueRule } from './cue.ts';
import { sentencesOf } from '@memory/text/sentences';

const SENTENCE_MIN = 20;
/** Fewer words say what was done (“Set to 50 ms.”), not what holds. */
const WORDS_MIN = 6;
/** From here on a sentence says more than that something is done. */
const WORDS_MANY = 12;
const LENGTH_BONUS = 0.25;

/** How agents tell what was the matter, what they chose and measured, and what holds since. */
// A pure call, so that functions which draw no memories leave the rules out.
const rules: CueRule[] = /* @__PURE__ */ (() =>
  [
    says(
      'incident',
      STRONG,
      'root cause',
      '(?:c[ao]mes?|coming|stem(?:s|med)|result(?:s|ed)) from',
      '(?:was|is|were|are) (?:caused|triggered) by',
      'due to',
      'turn(?:s|ed) out',
      '(?:problem|issue|bug|culprit|reason|cause|hang|leak|crash|failure|error|fault|delay|trouble)s? (?:was|were|is)',
      '(?:which|that|this) (?:is|was|explains) why',
      "that['’]?s why",
      'traced (?:it |this )?(?:back )?to',
      'boil(?:s|ed) down to',
      'it was .{1,40} (?:that|who|which)',
    ),
    begins('incident', STRONG, 'found (?:it|the)'),
    says(
      'incident',
      LIKELY,
      'because',
      '(?:fails?|broke|breaks|happens?|differs?) since',
      '\\w+, since',
      '(?:avoid|prevent|hide|mask)(?:s|ed)?',
      'hid',
      'since the',
      '(?:is|are|was|were) treated as',
      '(?:expect|assume|wait|ignore|overwrite|truncate|drop|treat|miss|skip|count|lock|scan|cache|swallow)(?:s|ed|es|ped)\\b(?! (?:now|any ?more))',
      '\\w+, so (?:it|they|that|the|every|each|both|all|one)',
    ),
    says(
      'decision',
      STRONG,
      '(?:I|we) (?:chose|picked|decided|went with|settled|kept|prefer)',
      'on purpose',
      'deliberately',
      'not (?:needed|worth)',
      'nothing is guessed',
      'rather than',
      'instead of',
      'so that',
    ),
    says(
      'discovery',
      LIKELY,
      '\\d.{0,80}\\b(?:instead of|fell|rose|dropped|down|took|takes|costs?|saves?|per cent|percent|faster|slower|median|p9\\d|times)',
      'from \\d.{0,40} to \\d+',
      '\\d ?(?:ms|s|kB|MB|GB|min(?:utes)?|seconds|hours)',
      '(?:fell|rose|dropped|takes|took|costs?|saves?) .{0,40}\\d+',
    ),
    says(
      'decision',
      SLIGHT,
      'now',
      'no longer',
      'any ?more',
      'never',
      'always',
      'only',
      'nobody',
      'nothing',
      'at (?:most|least|the latest)',
      'once',
      'from .{1,30} on',
      're(?:fuse|ject)(?:s|d|ed)?',
      'until',
      'unless',
      'every',
      'both',
      'each',
      'per',
      'alike',
      'exactly',
      'without',
      'ignored?',
      'kept',
      'deleted',
      'allowed',
      'limited',
      'capped',
      'moved',
      'gone',
      'stays?',
      'falls? back',
      'answers?',
      'follows?',
      'no \\w+',
      '\\d+',
      '(?:is|are) (?:\\w+ly )?(?:\\w{2,}ed|kept|put|sent|read|built|shown|made|taken|given|written|drawn|left|set)',
    ),
  ].map(({ source, ...rule }) => ({ ...rule, pattern: new RegExp(source, 'i') })))();

/** “Found it.”, “I see the problem:”: what follows is the cause. */
const ANNOUNCED =
  /^(?:(?:ah|aha|ok|okay|interesting|great|hm+|right)[,.! ]+)?(?:(?:I(?:['’]ve| have)? )?(?:found|see|spotted|can see|know) (?:it|what|why|(?:the|a|our) (?:bug|issue|problem|cause|reason|culprit))\b.{0,30}|there it is|got it|that explains it|interesting|bingo|here['’]?s (?:what happens|what['’]s (?:happening|going on)|why|the (?:bug|issue|problem|cause|reason)))[.!:]*$/i;

/** Talk about the work itself, and what asks or offers. */
const PROGRESS =
  /\?$|^(?:I['’]?ll|I will|I['’]?m (?:going|looking|checking)|let me|looking|checking|running|reading|next|first|understood|anything|shall|should I|want me|would you|here (?:is|are)|you['’]re right|(?:all )?(?:the )?(?:\d+ )?tests? (?:pass|are)|updated|bumped|renamed|pushed|committed|merged|tagged)\b|\b(?:was not it|wasn['’]t it|so it['’]s not|I (?:think|suppose|suspect|guess|assume)|maybe|perhaps|possibly|probably)\b/i;

/** What was tried and went well is told of every change, in about the same words. */
const CHECKED = new RegExp(
  [
    '^[✓✔✅☑]|[✓✔✅☑]$',
    '\\btests?\\b.{0,60}\\bpass(?:ed|es|ing)?\\b',
    '\\b\\d+ (?:tests? )?(?:passed|xfailed|skipped)\\b',
    '^(?:verified|created (?:and ran|comprehensive|custom)|now,? (?:let me|I)|the above exception was|the (?:problem|issue) was twofold)\\b',
    '^the (?:original|exact) .{0,80}\\b(?:works?|fails|example|mcve)\\b',
    "^I(?:['’]ve| have)? successfully \\w+ (?:the|a) (?:bug|issue|problem)\\b(?! (?:where|by|that|which))",
    '^the fix (?:maintains|follows|matches|is (?:minimal|a simple|simple))\\b',
  ].join('|'),
  'i',
);

/** The sentences of an agent that explain, and how much; progress reports explain nothing. */
export function explanationsIn(content: string): Cue[] {
  return sentencesOf(content).flatMap((sentence, place, sentences) => {
    const read = sentence.slice(0, READ_MAX);
    if (PROGRESS.test(read) || CHECKED.test(read) || sentence.length < SENTENCE_MIN) return [];
    if (ANNOUNCED.test((sentences[place - 1] ?? '').slice(0, READ_MAX)))
      return { type: 'incident', sentence, weight: STRONG };
    const cue = cueOf(sentence, read, rules);
    if (cue === undefined) return [];
    const words = sentence.split(' ').length;
    if (words < WORDS_MIN && cue.weight < STRONG) return { ...cue, weight: cue.weight / 2 };
    return words < WORDS_MANY ? cue : { ...cue, weight: cue.weight + LENGTH_BONUS };
  });
}

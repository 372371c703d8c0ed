import { begins, cueOf, LIKELY, READ_MAX, says, SLIGHT, STRONG, type Cue, type CueRule } from './cue.ts';
import { spokenSentencesOf } from '@memory/text/sentences';

const SENTENCE_MIN = 8;

const DONT = "(?:do not|don['’]?t)";

/** Whose word decides. */
const AUTHORITY =
  '(?:legal|compliance|security|privacy|data protection|dpo|audit(?:ors?)?|lawyers?|board|management|boss|c[te]o|customers?|clients?|ops|sre|finance|account(?:ing|ants?)|regulator|ministry|authorit(?:y|ies)|vendor|manufacturer|support|people|team|works council|union|doctor|law|contract|gdpr|regulation|policy|licen[cs]e)';
const RULED =
  '(?:insist(?:s|ed)?|said|says?|told (?:me|us)|decided|confirmed|requires?|demands?|forbids?|forbade|prohibits?|agreed|approved|rejected|promised|signed off|w(?:as|ere) (?:very |quite |absolutely )?(?:clear|strict|firm))';

/** How people insist, decide and forbid, whatever their tone: standing orders first, then choices, then single wishes. */
// A pure call, so that functions which draw no memories leave the rules out.
const rules: CueRule[] = /* @__PURE__ */ (() =>
  [
    says(
      'convention',
      STRONG,
      'from (?:now|here) on',
      '(?:in|for) (?:the )?future',
      'going forward',
      'once and for all',
      'at all times',
      'as a rule',
      'house rule',
      'no exceptions?',
      'in any case',
      'under no circumstances?',
      'on no account',
      'no matter (?:what|how|who)',
      'next time',
      // “Tests only run with STRIPE_MOCK=1, otherwise …”
      '(?:only|always|never|must|needs?)\\b.{1,40}\\b\\w{2,30}_\\w{2,30}=\\w+',
      'we (?:should |must |have to )?(?:stay|remain) (?:on|with|at|off)',
      'until further notice',
      'never (?:ever )?again',
      '(?:is|are) (?:forbidden|taboo|off[- ]limits|not allowed|not permitted|mandatory)',
      'hands off',
      'leave .{1,40} alone',
      "I don['’]t (?:ever )?want",
      '(?:not |non-)negotiable',
      'for ever',
      // What had to be said twice is meant to last.
      "I(?:['’]ve| have)? (?:already )?(?:said|told you|asked|mentioned|written)\\b.{0,30}\\b(?:before|already|again|twice|times)",
      'as (?:we |was |were )?(?:agreed|decided|promised|discussed)',
      "(?:is|are|['’]s|['’]re) not optional",
      // Who has a say, and the only way something is done.
      '(?:has|have|needs?|wants?) to (?:approve|sign|confirm|review|agree|check|see|ok)',
      'only ever',
      '(?:only|never) (?:happens?|runs?|goes|comes?|gets?) \\w+',
      'nobody (?:does|may|can|should|is|ever|but)',
      '(?:the|a|our|is) rule (?:that|here|is|in)',
      '(?:every|each|all|any) \\w+ (?:must|has to|have to|needs? to|should)',
      // “We write British English in the docs.”
      'we (?:write|use|call|name|put|keep|spell|version|pin|store) (?!this\\b|that\\b|it\\b|them\\b).{2,50}\\b(?:in|for|with|at|on|from) (?:the|our|all|every)',
      '(?:(?:everything|everyone|everybody|all|nobody) but|(?:everything|everyone|everybody|all|nothing|nobody) (?:except|apart from|other than))',
      // “We test the restore each first Monday.”
      'we \\w+\\b.{1,60}\\b(?:each|every) (?:\\w+ )?(?:morning|day|night|week|month|quarter|year|sprint|release|monday|tuesday|wednesday|thursday|friday|saturday|sunday)',
      // What is ordered with what happens else.
      '(?:otherwise|or else|else) \\w+',
      // A limit holds until somebody changes it.
      '(?:max(?:imum)?|min(?:imum)?|at (?:most|least)|no (?:more|less|later|earlier) than|(?:stay|keep|kept|be|is|remain)s?\\b.{0,15}\\b(?:under|below|above|over|within)) (?:\\w+ ){0,2}(?:\\d+|once|twice|one|two|three)',
      '(?:done|finished|ready|over|sent|there) by (?:\\d+|noon|midnight|monday|tuesday|wednesday|thursday|friday|saturday|sunday)',
      "(?:should|shall|may|must)(?: not|n['’]?t) \\w+\\b.{0,40}\\bat all",
      '(?:no|never|without) .{1,40}\\b(?:anywhere|everywhere|whatsoever|at all|pls|please)',
      // “They only do IO”, “that way from here on”.
      '(?:they|we|it|activities|services|handlers|tests|components|controllers|modules) only (?!if\\b|when\\b)\\w+',
      "we (?:do not|don['’]?t|no longer) support",
      // “Nobody runs apply from a laptop, only the pipeline does that.”
      '(?:nobody|no one) (?!(?:know|care|need|notice|complain|remember|understand|read|seem|like|want|use)s?\\b)\\w+s\\b',
      'only (?:the|a|an|our) \\w+ (?:does|do|may|can|should|is) (?:that|it|this|so|allowed)',
      // What was tried once is not to be tried again.
      "(?:I|we)(?: have|['’]ve)? (?:already )?tried\\b.{1,80}\\b(?:un\\w{3,12}able|worse|useless|no good|broke|failed|crashed|slower|(?:did|does|do|was|is|were|are)(?: not|n['’]t))",
      "(?:(?:should|must|can|may|shall|do|does|could)(?: not|n['’]?t)|never) (?:\\w+ ){0,3}(?:below|above|under|over|beyond|past|more than|less than) \\d+",
      '(?:that|this|the same) way (?:from|everywhere|always|please)',
    ),
    begins(
      'convention',
      STRONG,
      '(?:(?:ok(?:ay)?|and|so|please|pls|plz|but|also|then|great|good|well|no|yes|yeah|btw|hey|hi|thanks|thx|generally|again|just|remember|note|important|wait|sorry|look|listen|seriously)[\\s,.:;!–-]+){0,4}(?:always|never)\\s+\\w+',
      // What a person asks to be remembered, whatever it is.
      '(?:(?:ok(?:ay)?|and|so|please|pls|but|also|great|good|well|btw|hey|thanks)[\\s,.:;!–-]+){0,3}(?:remember|memori[sz]e)(?: that| this)?(?: ?[:,–-])? (?!me|when|how|why|what|to|if|the (?:time|day))\\w+',
      '(?:.{0,50}\\b)?(?:stop|quit) (?!it\\b)\\w+ing',
    ),
    says(
      'convention',
      STRONG,
      '(?:must|shall|should|may|can|we|you|to|and|but|please|pls)\\s+(?:always|never|not ever)\\s+\\w+',
      `${DONT}\\b.{1,70}\\b(?:ever|again|any ?more)`,
      'nobody\\b.{1,70}\\bagain',
      `${DONT} (?:you )?(?:ever|dare)`,
      "must(?: not|n['’]?t| never| stay| remain)",
      '(?:may|shall) not',
      '(?:has|have) to stay',
      "we (?:never|always|only|don['’]t|do not) \\w+.{0,80}\\bhere",
      '(?:our|the) (?:convention|policy|rule|standard) (?:is|says)',
      'no \\w+ (?:is|are|were|be|gets?|should|may|can) (?:be )?ever',
      '(?:keep|bear) in mind',
      'make it a (?:rule|habit)',
      '(?:go(?:es)?|has to go|must go) (?:through|via|over)',
      '(?:ask|check with) .{1,30} (?:first|before)',
      'without asking',
      // “Deploys run with make, never with kubectl.”
      '\\w+[`"\\x27)]?, (?:and )?never (?:with|by|via|through|from|in|on|into|as|without|before|after|directly|manually)',
      // “Use npm ci in the Dockerfile, not npm install.”
      '(?:use|take|write|call|run|send|store|read|put)\\b.{2,60}, (?:and )?not (?!yet|sure|now|really|only)\\w+',
      // “Rates come from the accountant's sheet, not from the internet.”
      '(?:comes?|goes|go|runs?|lives?|belongs?|stands?|stays?|are|is) \\b.{2,60}, not (?:from|to|in|on|by|with|the|a|an) ',
      'keep .{2,60} (?:with|in|at|on|free of|out of|away from|under|below|as)',
    ),
    says(
      'convention',
      LIKELY,
      "(?:we|you|it|they) should(?: not|n['’]?t)",
      // What it is, and what it is not: “semicolons not commas”.
      '(?!(?:is|are|was|were|be|been|am|do|does|did|has|have|had|will|would|can|could|should|must|may|might|or|and|but|why|if|to|of|i|we|you|they|it|that|this|there|still|just|really|maybe|probably|definitely|apparently|please|pls|so|then)\\b)\\w+ not (?!sure|yet|really|only|just|so|too|quite|even|that|because|working|found|able|been|being|to\\b)\\w+',
      'last (?:time|year|month|summer|winter|spring|autumn|release)\\b.{1,60}',
      '(?:please|pls|plz)\\b.{1,80}\\b(?:if|when|unless|until|after|before)',
      // Who relies on it.
      '(?:our|the|their|its) [\\w-]{2,20} (?:checks?|needs?|expects?|reads?|parses?|rel(?:y|ies) on|depends? on|looks? for|asks? for) (?:that|it|this|for it|them)',
      '(?:every|each) (?:single )?time',
      'until then',
      '(?:fyi|for your information|just so you know|known (?:thing|issue))',
      "that['’]?s (?:how|because|normal|intended|on purpose|by design)",
      'by (?:law|contract|design)',
      'I told',
      'as I said',
      'how (?:many times|often) (?:do|must|have) I',
      "(?:don['’]?t|do not) forget",
      'remember that',
      'it is (?:very )?important (?:that|to)',
      'generally',
      'in general',
      'for (?:all|every)',
      'everywhere',
      'whenever',
      'only (?:when|if|on|in|for|with|by|after|from|during)',
      'must be',
      'at (?:most|least|the (?:latest|earliest))',
      'no (?:more|less|later|earlier) than',
      'max(?:imum)?',
      'min(?:imum)?',
      '(?:appreciate|grateful|glad|happy|love|prefer|like|nice|great|lovely|best) (?:it )?if',
      'if (?:we|you) could (?:always|never|only|keep|please)',
      '(?:signed off|approved|reviewed|checked) by',
    ),
    says(
      'convention',
      STRONG,
      `${AUTHORITY}\\b[^.!?]{0,40}?\\b${RULED}`,
      '(?:she|he|they) (?:insist(?:s|ed)?|decided|told (?:me|us)|requires?|demands?|forbids?|promised)',
    ),
    says(
      'decision',
      STRONG,
      'going with',
      "(?:we(?:['’]ll| will)? )?go (?:with|for)",
      "we['’]?ll (?:take|keep|use|stay with)",
      '(?:take|took|choose|chose|pick) (?:the )?(?:first|second|third|former|latter|option|variant)',
      "let['’]?s (?:go with|stay with|stick (?:to|with)|keep|take|use|drop|switch)",
      "I(?:['’]d| would) (?:rather|prefer)",
      'stick (?:to|with)',
      '(?:go(?:ing)?|switch(?:ing)?|roll(?:ing)?) back to',
      'settled? on',
      'decided',
      'instead of',
      'rather than',
      '(?:is|are|would be) (?:better|safer|cheaper|enough|simpler)',
      'no wait',
      'drop (?:it|that|the)',
      'option (?:[a-d]|\\d)',
      'not worth',
    ),
    begins('decision', STRONG, '[\\w ./-]{1,30} then(?=[.,!]|$)'),
    says(
      'decision',
      LIKELY,
      'not \\w[^.!?]{0,40}\\b(?:but|only)',
      '\\w+, not \\w+',
      'keep (?:both|it|them|the)',
      'use (?:the|a|an|our|only|one)',
      'make it',
      'move (?:it )?to',
      'put (?:it|them|that|this|the)',
      'set (?:it|the)',
      'change (?:it|the)',
      'leave (?:it|the|that)',
      'ignore',
      'append',
      'translate',
      'replace',
      'reject',
      'refuse',
      'round',
      'compare',
      'ask',
      'block',
      'allow',
      'limit',
      'cap',
    ),
    says(
      'decision',
      SLIGHT,
      // What is ordered once.
      'revert',
      'get rid',
      'btw',
      'by the way',
      'ditch',
      'scrap',
      "(?:that|this|it) (?:did|does)(?: not|n['’]?t) (?:really |quite )?(?:work|help)",
      'remove',
      'delete',
      'show',
      'must',
      'should',
      'shall',
      'needs? to',
      '(?:has|have) to',
      'only',
      'both',
      'because',
      'since',
      'otherwise',
      'so that',
      'cause',
      'enough',
      'until',
      'unless',
      'except',
      'actually',
      'no(?=[,.])',
    ),
    says('decision', SLIGHT / 2, '\\d+'),
  ].map(({ source, ...rule }) => ({ ...rule, pattern: new RegExp(source, 'i') })))();

/** “Only the pipeline does that, ok?” asks nothing. */
const TAG =
  /,? (?:ok(?:ay)?|right|alright|yeah|yes|got it|understood|please|pls|thanks|deal|agreed|clear)\?$/i;

const QUESTION =
  /^(?:(?:and|so|but|ok|also|then)[ ,]+)*(?:can|could|would|will|should|shall|is|are|do|does|did|what|why|how|who|when|where|which)\b/i;

/** A question that asks for a rule in polite words. */
const POLITE =
  /\b(?:can|could|would|will|may|might) (?:we|you|I)\b.{0,120}\b(?:always|never|only|ever|make sure|all)\b/i;
const HEDGED =
  /\b(?:maybe|perhaps|not sure|might|wonder|any idea|what do you think|wants? to know|curious)\b/i;

/** What a thing always or never does, or somebody does not do, is a complaint or a report, no rule. */
const COMPLAINT =
  /\b(?:it|this|that|which|he|she|they|ci|builds?|tests?|pages?|app|server)\s+(?:always|never)\s+(?!be\b|have\b)\w+(?:s|ed|ing)\b|\bas always\b|\b(?:only|just) (?:in|on|with|when|for|since|after)\b[^.!?]{0,60}\b(?:is|are|was|works?|worked|looks?) (?:fine|ok|okay|good|alright|correct)\b|\b(?:I|they|you|users?|people) (?:do not|don['’]?t) (?!(?:ever )?want)|\bnever (?:seen|heard|had|saw|works?|worked|mind)\b/i;

/** The sentences of a person that insist, decide or demand, and how much. */
export function ordersIn(content: string): Cue[] {
  return spokenSentencesOf(content).flatMap((sentence) => {
    const read = sentence.slice(0, READ_MAX);
    const asks = sentence.endsWith('?') && !(TAG.test(read) && !QUESTION.test(read));
    const states = !asks && !HEDGED.test(read);
    if (sentence.length < SENTENCE_MIN || !(states || POLITE.test(read))) return [];
    return cueOf(sentence, read.replace(COMPLAINT, ' '), rules) ?? [];
  });
}

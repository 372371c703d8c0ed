import type { ExtractedMemoryType, Fact } from '../extracted-memory.ts';
import { clip } from '@memory/text/sentences';
import { failureLine } from './failure-line.ts';
import { finderOf, isQuestion } from './phrases.ts';
import { said, type Sentence, type Turn } from './turns.ts';
import { bareOf, filesNamedIn, keysIn, titleOf } from './wording.ts';

/** A remark of a few words (“Always.”) holds nothing to keep. */
const SENTENCE_MIN = 30;
const NARRATIVE_MAX = 2_000;
const CHANGES_MAX = 3;
const CHANGE_MAX = 400;

/** A word before a sentence, or the kind of a note, names its type. */
const LABELS: [ExtractedMemoryType, RegExp][] = [
  ['decision', /^(?:decision|decided|entscheidung)(?:: |$)/i],
  ['incident', /^(?:incident|root cause|cause|ursache)(?:: |$)/i],
  ['convention', /^(?:convention|(?:house )?rule|regel)(?:: |$)/i],
  ['architecture', /^(?:architecture|design)(?:: |$)/i],
  ['pattern', /^pattern(?:: |$)/i],
  ['discovery', /^(?:discovery|finding|learned|measured)(?:: |$)/i],
];

/** How something is stated that is not only said in passing, in order of worth. */
const STATED = (
  [
    ['incident', 'root cause was|is|of; bug|failure|crash|outage|regression ~8 was|is caused by'],
    [
      'decision',
      "we|we've|i|team ~1 decided|chose|chosen|agreed|settled|rejected; we're|are going with; i|we|i've|we've ~1 tried|tested|evaluated|considered ~20 rejected|dropped|discarded|abandoned; ruled out; decided against",
    ],
    ['convention', '^ always|never; we always|never; must|should always|never; ^ ~1 from now on'],
    ['architecture', 'is|are split|layered|organized|organised|divided into|as|by; the architecture is|of'],
    [
      'discovery',
      'turns|turned out that|to; we|i discovered|learned|noticed that; we|i found out that; ^ measured ~20 #',
    ],
  ] as const
).map(([type, phrases]) => ({ type, finder: finderOf(phrases.split('; ')) }));

/** Questions, guesses and denials state nothing. */
const UNCERTAIN = finderOf(
  'if|whether|unless|should|could|might|maybe|perhaps we|i|the; not|never|havent|hasnt ~1 decided|agreed|settled; no|unknown root cause; not the root cause; was|were rejected'.split(
    '; ',
  ),
);

/** Facts written down on purpose, or said under a label of their own: one of each observation at most. */
export const statementsOf = (turn: Turn): Fact[] =>
  [...turn.notes, ...turn.answers].flatMap((observation) => {
    const sentences = said(observation, 'agent', turn.number);
    const kind = turn.notes.includes(observation) ? labelOf(observation.kind ?? '') : undefined;
    const found = sentences.flatMap((sentence) => statedIn(sentence, turn.notes.includes(observation)) ?? []);
    const [first] = sentences.flatMap((sentence) =>
      kind !== undefined && isLong(sentence.text) ? [{ type: kind, sentence, isExplicit: true }] : [],
    );
    const ofKind = found.find(({ type }) => type === kind);
    const best =
      found.find(({ isExplicit }) => isExplicit) ??
      (ofKind ? { ...ofKind, isExplicit: true } : first) ??
      STATED.map(({ type }) => found.find((stated) => stated.type === type)).find(
        (stated) => stated !== undefined,
      );
    return best === undefined ? [] : [factOf(best, sentences, turn)];
  });

interface Stated {
  type: ExtractedMemoryType;
  sentence: Sentence;
  isExplicit: boolean;
}

const labelOf = (text: string): ExtractedMemoryType | undefined =>
  LABELS.find(([, label]) => label.test(text))?.[0];
const isLong = (text: string): boolean => text.length >= SENTENCE_MIN && !isQuestion(text);

function statedIn(sentence: Sentence, isNote: boolean): Stated | undefined {
  const { text, words, cues } = sentence;
  const label = labelOf(text);
  if (label !== undefined)
    return isLong(text.slice(text.indexOf(': ') + 2))
      ? { type: label, sentence, isExplicit: true }
      : undefined;
  // An agent's answer states decisions; the rest is told apart by what was asked.
  const type = STATED.find((stated) => (isNote || stated.type === 'decision') && stated.finder(words))?.type;
  return type === undefined || !isLong(text) || UNCERTAIN(words) || cues.has('reported')
    ? undefined
    : { type, sentence, isExplicit: false };
}

function factOf({ type, sentence, isExplicit }: Stated, sentences: readonly Sentence[], turn: Turn): Fact {
  const { observation } = sentence;
  const rest = sentences
    .slice(sentences.indexOf(sentence))
    .map(({ text }) => text)
    .join(' ');
  const title = titleOf(bareOf(sentence.text));
  const named = [...observation.files, ...filesNamedIn(sentence.text)];
  // A cause is worth more with what failed before it and with what was changed for it.
  const isCause = type === 'incident';
  const failure = isCause
    ? turn.runs.findLast((run) => run.failure && run.result.occurred_at < observation.occurred_at)?.failure
    : undefined;
  const changes = isCause
    ? turn.edits
        .map((edit) => edit.observation)
        .filter((change) => change.occurred_at > observation.occurred_at)
    : [];
  return {
    type,
    title,
    paragraphs: [
      failure ? failureLine(failure.content) : '',
      observation.content.length <= NARRATIVE_MAX ? observation.content : rest.slice(0, NARRATIVE_MAX),
      ...changes.slice(0, 1).map(({ content }) => clip(content, CHANGE_MAX)),
    ].filter((part) => part !== ''),
    speaker: 'agent',
    turn: turn.number,
    subject: [...keysIn(title)].slice(0, 3).join(' '),
    files: [
      ...named,
      ...(named.length > 0
        ? changes.slice(0, CHANGES_MAX)
        : turn.edits.map((edit) => edit.observation)
      ).flatMap(({ files }) => files),
    ],
    cites: [
      ...(failure ? [failure.id] : []),
      observation.id,
      ...changes.slice(0, CHANGES_MAX).map(({ id }) => id),
    ],
    weight: isExplicit ? 4 : type === 'discovery' ? 2 : 3,
    isExplicit,
  };
}

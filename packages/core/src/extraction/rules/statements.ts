import type { ExtractedMemoryType, Fact } from '../extracted-memory.ts';
import { clip } from '@memory/text/sentences';
import { failureLine } from './failures.ts';
import type { Cue } from './cues.ts';
import { isQuestion } from './phrases.ts';
import { said, type Sentence, type Turn } from './turns.ts';
import { titleOf } from './title.ts';
import { filesNamedIn, keysIn } from './wording.ts';

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

/** By which words something is stated that is not only said in passing, in order of worth. */
const STATED: [ExtractedMemoryType, readonly Cue[]][] = [
  ['decision', ['decided']],
  ['discovery', ['learned']],
  ['incident', ['cause']],
  ['convention', ['always', 'never']],
  ['architecture', ['built']],
];

/** “We tried …”, and no heading that says so. */
const OWN = /^[^#*:`]*?\b(?:we|i|wir|ich|nous|on|hemos|he)\b/i;

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
      STATED.map(([type]) => found.find((stated) => stated.type === type)).find(
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
  const { text, cues } = sentence;
  const label = labelOf(text);
  if (label !== undefined)
    return isLong(text.slice(text.indexOf(': ') + 2))
      ? { type: label, sentence, isExplicit: true }
      : undefined;
  // An agent's answer states decisions of its own; the rest is told apart by what was asked.
  const [type] =
    STATED.find(
      ([each, signs]) => (isNote || (each === 'decision' && OWN.test(text))) && cues.has(...signs),
    ) ?? [];
  return type === undefined || !isLong(text) || cues.has('undecided', 'reported')
    ? undefined
    : { type, sentence, isExplicit: false };
}

function factOf({ type, sentence, isExplicit }: Stated, sentences: readonly Sentence[], turn: Turn): Fact {
  const { observation } = sentence;
  const rest = sentences
    .slice(sentences.indexOf(sentence))
    .map(({ text }) => text)
    .join(' ');
  const title = titleOf({ sentences: [sentence], worthOf: () => 1 });
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

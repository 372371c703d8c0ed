import type { ExtractedMemoryType, Fact } from '../extracted-memory.ts';
import { clip } from '@memory/text/sentences';
import { failureLine } from './failures.ts';
import type { Cue } from './cues.ts';
import { isQuestion } from './phrases.ts';
import { said, type Sentence, type Turn } from './turns.ts';
import { titleOf } from './title.ts';
import { bareOf, filesNamedIn } from './wording.ts';

/** A remark of a few words (“Always.”) holds nothing to keep. */
const SENTENCE_MIN = 30;
const NARRATIVE_MAX = 2_000;
const CHANGES_MAX = 3;
const CHANGE_MAX = 400;

/** In order of worth: the word before a sentence, or the kind of a note, that names a type, and how it is stated without. */
const TYPES: [ExtractedMemoryType, label: RegExp, stated: readonly Cue[]][] = [
  ['decision', /^(?:decision|decided|entscheidung)(?:: |$)/i, ['decided']],
  ['discovery', /^(?:discovery|finding|learned|measured)(?:: |$)/i, ['learned']],
  ['incident', /^(?:incident|root cause|cause|ursache)(?:: |$)/i, ['cause']],
  ['convention', /^(?:convention|(?:house )?rule|regel)(?:: |$)/i, ['always', 'never']],
  ['architecture', /^(?:architecture|design)(?:: |$)/i, ['built']],
  ['pattern', /^pattern(?:: |$)/i, []],
];

const labelOf = (text: string): ExtractedMemoryType | undefined =>
  TYPES.find(([, label]) => label.test(text))?.[0];

const isStated = ({ cues }: Sentence, signs: readonly Cue[]): boolean =>
  cues.has(...signs) && !cues.has('undecided', 'reported');

/** Facts that were written down on purpose: one of each note at most. */
export const notedIn = (turn: Turn): Fact[] =>
  turn.notes.flatMap((note) => {
    const kind = labelOf(note.kind ?? '');
    const sentences = said(note, 'agent', turn.number);
    const long = sentences.filter(({ text }) => bareOf(text).length >= SENTENCE_MIN && !isQuestion(text));
    const stated = TYPES.flatMap(([type, , signs]) => {
      const sentence = long.find((each) => isStated(each, signs));
      return sentence ? [{ type, sentence }] : [];
    });
    const labelled = long.find(({ text }) => labelOf(text) !== undefined);
    const sentence =
      labelled ?? stated.find(({ type }) => type === (kind ?? type))?.sentence ?? (kind && long[0]);
    if (sentence === undefined) return [];
    const named = (labelled && labelOf(labelled.text)) ?? kind;
    const rest = sentences.slice(sentences.indexOf(sentence));
    const type = named ?? stated[0]?.type ?? 'general';
    return [factOf({ sentence, rest, turn, type, isExplicit: named !== undefined })];
  });

interface Noted {
  sentence: Sentence;
  /** It, and what follows. */
  rest: readonly Sentence[];
  turn: Turn;
  type: ExtractedMemoryType;
  isExplicit: boolean;
}

function factOf({ sentence, rest, turn, type, isExplicit }: Noted): Fact {
  const note = sentence.observation;
  const title = titleOf({ sentences: [sentence], worthOf: () => 1 });
  const named = [...note.files, ...filesNamedIn(sentence.text)];
  const changes = turn.edits.map(({ observation }) => observation);
  // A cause is worth more with what failed before it and with what was changed for it.
  const isCause = type === 'incident';
  const failure = turn.runs.findLast(
    (run) => isCause && run.failure && run.result.occurred_at < note.occurred_at,
  )?.failure;
  const mended = changes
    .filter(({ occurred_at }) => isCause && occurred_at > note.occurred_at)
    .slice(0, CHANGES_MAX);
  return {
    type,
    title,
    paragraphs: [
      ...(failure ? [failureLine(failure.content)] : []),
      note.content.length <= NARRATIVE_MAX
        ? note.content
        : rest
            .map(({ text }) => text)
            .join(' ')
            .slice(0, NARRATIVE_MAX),
      ...mended.slice(0, 1).map(({ content }) => clip(content, CHANGE_MAX)),
    ].filter((part) => part !== ''),
    speaker: 'agent',
    turn: turn.number,
    files: [...named, ...(named.length > 0 ? mended : changes).flatMap(({ files }) => files)],
    cites: [failure, note, ...mended].flatMap((each) => each?.id ?? []),
    weight: isExplicit ? 4 : type === 'discovery' ? 2 : 3,
    isExplicit,
  };
}

import type { ExtractedMemoryType, Fact } from '../extracted-memory.ts';
import type { SessionObservation } from '../session-observation.ts';
import { clip } from '@memory/text/sentences';
import { failureLine } from './failures.ts';
import type { Cue } from './cues.ts';
import { isQuestion } from './phrases.ts';
import { said, type Turn } from './turns.ts';
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

/** Facts that were written down on purpose: one of each note at most. */
export const notedIn = (turn: Turn): Fact[] => turn.notes.flatMap((note) => factOf(note, turn) ?? []);

function factOf(note: SessionObservation, turn: Turn): Fact | undefined {
  const sentences = said(note, 'agent', turn.number);
  const long = sentences.filter(({ text }) => bareOf(text).length >= SENTENCE_MIN && !isQuestion(text));
  const kind = labelOf(note.kind ?? '');
  const labelled = long.find(({ text }) => labelOf(text));
  const named = labelOf(labelled?.text ?? '') ?? kind;
  const [stated] = TYPES.flatMap(([type, , signs]) => {
    const sentence = long.find(({ cues }) => cues.has(...signs) && !cues.has('undecided', 'reported'));
    return sentence && type === (kind ?? type) ? [{ type, sentence }] : [];
  });
  const sentence = labelled ?? stated?.sentence ?? (kind && long[0]);
  const type = named ?? stated?.type;
  if (sentence === undefined || type === undefined) return undefined;
  const changes = turn.edits.map(({ observation }) => observation);
  // A cause is worth more with what failed before it and with what was changed for it.
  const isCause = type === 'incident';
  const failure = turn.runs.findLast(
    (run) => isCause && run.failure && run.result.occurred_at < note.occurred_at,
  )?.failure;
  const mended = changes
    .filter(({ occurred_at }) => isCause && occurred_at > note.occurred_at)
    .slice(0, CHANGES_MAX);
  const behind = sentences.slice(sentences.indexOf(sentence)).map(({ text }) => text);
  const paragraphs = [
    failure ? failureLine(failure.content) : '',
    note.content.length <= NARRATIVE_MAX ? note.content : behind.join(' ').slice(0, NARRATIVE_MAX),
    mended[0] ? clip(mended[0].content, CHANGE_MAX) : '',
  ];
  const files = [...note.files, ...filesNamedIn(sentence.text)];
  return {
    type,
    title: titleOf({ sentences: [sentence], worthOf: () => 1 }),
    paragraphs: paragraphs.filter((part) => part !== ''),
    speaker: 'agent',
    turn: turn.number,
    files: [...files, ...(files.length > 0 ? mended : changes).flatMap((change) => change.files)],
    cites: [failure, note, ...mended].flatMap((each) => each?.id ?? []),
    weight: named ? 4 : type === 'discovery' ? 2 : 3,
    isExplicit: named !== undefined,
  };
}

import type { Fact } from '../extracted-memory.ts';
import { isContradiction, isTelling } from './causes.ts';
import { choiceOf, isMereChoice, recordedChoice } from './choices.ts';
import { composed, TOLD_MAX } from './compose.ts';
import { Cues, LASTING } from './cues.ts';
import { isLasting } from './lasting.ts';
import { isMereSecret, isOfLife, isPersonal } from './personal.ts';
import { isQuestion, isRequest, wordsOf } from './phrases.ts';
import { sentencesOf } from '@memory/text/sentences';
import { sentenceOf, type Sentence, type Turn, type ValueChange } from './turns.ts';
import { bareOf, keysAmong, leans, overlap } from './wording.ts';
import { has, isAmountOf, isForGood, numbersIn, WORTH_LEAST, worthOf, type Place } from './worth.ts';

/** A prompt so long, or with headings, is a document. */
const PASTED_MIN = 1_500;

/** Asks nothing, but for a rule or a deed: “Can you raise the pool to 80?” */
const isSpoken = (said: Sentence): boolean =>
  (said.cues.has(...LASTING) || isRequest(said.words) || !isQuestion(said.text)) &&
  (isForGood(said) || !(said.cues.has('unreal', 'elsewhere', 'joke') || isMereRetraction(said))) &&
  !isPersonal(said.text) &&
  !isMereSecret(said.text);

/** Telling words of a retraction that says no more. */
const TAKEN_BACK = 3;

/** “Scratch that”, “we could use Redis, no, forget it”; not “scratch that, a lock of Postgres does it”. */
const isMereRetraction = ({ text, keys, cues }: Sentence): boolean =>
  cues.has('retract') &&
  (keys.size <= TAKEN_BACK || new Cues(wordsOf(text.split(/[,;:–—] /).at(-1) ?? '')).has('retract'));

/** Settlements of a person in a turn: a choice among ways, or the rules, values and other decisions of its prompt. */
export function ordersOf(place: Place): Fact[] {
  const { turn, before } = place;
  const { asked, person, edits } = turn;
  if (asked === undefined || person.length === 0) return [];
  const isRecorded = asked.kind === 'user_choice';
  const proposal = isRecorded ? asked : before.at(-1)?.answers.at(-1);
  const choice = isRecorded
    ? recordedChoice(asked.content)
    : proposal && choiceOf(before.at(-1)!, asked.content);
  if (isRecorded && choice === undefined) return [];
  const isDocument = asked.content.length > PASTED_MIN || /^#{1,4} /m.test(asked.content);
  const isOwn = (said: Sentence) => isSpoken(said) && (edits.length > 0 || !isOfLife(said, turn.agent));
  const spoken = isDocument || isContradiction(place) ? [] : person.filter(isOwn);
  const isWorth = spoken.some((sentence) => worthOf(sentence, place) >= WORTH_LEAST);
  if (choice === undefined && !isWorth) return [];
  const ofProposal = {
    speaker: 'agent',
    observation: proposal ?? asked,
    turn: turn.number,
    isReport: false,
  } as const;
  // The way that was chosen, under the question that it answers; words in the same breath are its reason.
  const option = sentencesOf(choice?.chosen ?? '').map((text) => sentenceOf(text, ofProposal));
  const sentences = [
    ...option,
    ...spoken.filter(({ words }) => option.length === 0 || !isMereChoice(words, choice?.chosen ?? '')),
  ];
  const question = before.at(-1)?.person.findLast(({ text, keys }) => isQuestion(text) && keys.size > 1);
  const orderOf = (matter: readonly Sentence[], from = place): Fact[] => {
    const value = choice ? undefined : valueIn(matter, turn);
    const isConvention =
      choice === undefined &&
      value === undefined &&
      (has(matter, ...LASTING) || (edits.length === 0 && has(matter, 'must', 'forbid')));
    const isCause = matter.length < sentences.length && matter.every(tellsCause);
    const fact = composed({
      type: isConvention ? 'convention' : isCause ? 'incident' : 'decision',
      sentences: matter,
      told: accountOf(matter, turn, matter.length < sentences.length),
      place: from,
      weight: choice || isConvention ? 3 : 2,
      chosen: choice && {
        about: [question && !choice.isNamed ? question : sentenceOf(choice.question, ofProposal)],
        rejected: choice.rejected,
      },
      value,
    });
    return fact ? [{ ...fact, speaker: 'person', cites: [...new Set([asked.id, ...fact.cites])] }] : [];
  };
  // The turn before is about the first of them.
  const apart = (choice ? [] : mattersOf(sentences, place)).flatMap((matter, at) =>
    orderOf(matter, at > 0 ? { ...place, before: [] } : place),
  );
  return apart.length > 1 && apart.every((fact) => isLasting(fact, place)) ? apart : orderOf(sentences);
}

/** “That is why the importer is slow”, “… is slow because …” */
const tellsCause = ({ cues }: Sentence): boolean =>
  !cues.has(...LASTING, 'forbid') && (cues.has('cause') || (cues.has('reason') && cues.has('trouble')));

/** “Also, …”, “übrigens …” */
const GOES_ON =
  /^(?:(?:oh|ach|ok(?:ay)?)[, ]+)?(?:and|also(?=,| (?:the|we|please|no|never|always|don['’]?t|all|every)(?!\p{L}))|by the way|btw|one more thing|und(?! zwar)|außerdem|übrigens|et|aussi|au fait|y|además|por cierto)(?!\p{L})/iu;
/** So likely worth a memory, and with so many telling words, a sentence may be a matter of its own. */
const APART = 0.25;
const APART_KEYS = 3;

/** The sentences of a prompt by matter: a rule behind its cause is another, and one that goes on where it shares no word. */
function mattersOf(sentences: readonly Sentence[], place: Place): Sentence[][] {
  const isOwn = (said: Sentence) =>
    worthOf(said, place) >= APART && said.keys.size >= APART_KEYS && !leans(bareOf(said.text));
  return sentences.reduce<Sentence[][]>((matters, said) => {
    const last = matters.at(-1) ?? [];
    const isApart = last.every(tellsCause)
      ? said.cues.has(...LASTING)
      : GOES_ON.test(said.text) && overlap(keysAmong(matters.flat()), said.keys) === 0;
    const isNew = isApart && last.some(isOwn) && isOwn(said);
    return isNew || last.length === 0 ? [...matters, [said]] : [...matters.slice(0, -1), [...last, said]];
  }, []);
}

/** The agent's account of an order: a short answer tells what was asked for, of a long one what shares words with it. */
function accountOf(sentences: readonly Sentence[], { agent, edits }: Turn, isPart = false): Sentence[] {
  const reports = agent.filter(
    (sentence) => isTelling(sentence) && (sentence.isReport || edits.length === 0),
  );
  const keys = keysAmong(sentences);
  const numbers = sentences.flatMap(({ text }) => numbersIn(text));
  const confirmed = reports.filter(
    (report) =>
      overlap(report.keys, keys) >= 0.3 || numbersIn(report.text).some((number) => numbers.includes(number)),
  );
  const isAll = !isPart && edits.length > 0 && confirmed.length === 0 && agent.length <= TOLD_MAX;
  return (isAll ? reports : confirmed).slice(0, TOLD_MAX);
}

/** The value that sentences name and an edit sets. */
const valueIn = (sentences: readonly Sentence[], { edits }: Turn): ValueChange | undefined => {
  const numbers = sentences.flatMap(({ text }) => numbersIn(text));
  const values = edits.flatMap((edit) => edit.values);
  return values.find(({ value }) => numbers.some((number) => isAmountOf(value, number)));
};

import type { Fact } from '../extracted-memory.ts';
import { choiceOf, isMereChoice, recordedChoice, type Choice } from './choices.ts';
import { composed, TOLD_MAX } from './compose.ts';
import { LASTING } from './cues.ts';
import { isPersonal } from './personal.ts';
import { isQuestion, isRequest } from './phrases.ts';
import { sentencesOf } from '@memory/text/sentences';
import { sentenceOf, type Sentence, type Turn, type ValueChange } from './turns.ts';
import { keysAmong, overlap, refers } from './wording.ts';
import { openness } from './openness.ts';
import { has, numbersIn, WORTH_LEAST, worthOf, type Place } from './worth.ts';

/** A prompt so long, or with headings, is a document. */
const PASTED_MIN = 1_500;
/** A sentence that so likely leaves something open settles nothing. */
const OPEN = 0.4;

type Statement = readonly Sentence[];

/** “Can you raise the pool to 80?” is an order where that was done. */
const isOrder = (sentence: Sentence, turn: Turn): boolean =>
  sentence.cues.has(...LASTING) || (isRequest(sentence.words) && valueIn([sentence], turn) !== undefined);

const isSpoken = (sentence: Sentence, turn: Turn): boolean =>
  (isOrder(sentence, turn) || !isQuestion(sentence.text)) &&
  !sentence.cues.has('unreal', 'elsewhere', 'joke', 'retract') &&
  !isPersonal(sentence.text);

/** Settlements of a person in a turn: a choice among ways, rules, values and other decisions. */
export function ordersOf(place: Place): Fact[] {
  const { turn, before } = place;
  const { asked, person, agent, edits } = turn;
  if (asked === undefined) return [];
  const recorded = asked.kind === 'user_choice' ? recordedChoice(asked.content) : undefined;
  if (asked.kind === 'user_choice' && recorded === undefined) return [];
  const proposal = recorded ? asked : before.at(-1)?.answers.at(-1);
  const choice = recorded ?? (proposal && choiceOf(proposal.content, asked.content));
  const isDocument = asked.content.length > PASTED_MIN || /^#{1,4} /m.test(asked.content);
  const spoken = isDocument ? [] : person.filter((sentence) => isSpoken(sentence, turn));
  const reports = agent.filter(
    (sentence) => isTelling(sentence) && (sentence.isReport || edits.length === 0),
  );
  const worth = (sentence: Sentence) => (openness(sentence, place) >= OPEN ? 0 : worthOf(sentence, place));
  const statements = statementsIn(spoken, worth);
  const facts = choice && proposal ? [chosen(choice, proposal, { place, statements, reports })] : [];
  return [
    ...facts,
    ...statements.flatMap((statement) =>
      statement.some((sentence) => worth(sentence) >= WORTH_LEAST)
        ? orderOf(statement, { place, reports })
        : [],
    ),
  ].filter((fact) => fact !== undefined);
}

export const isTelling = ({ cues, text, words }: Sentence): boolean =>
  !cues.has('reported', 'guess', 'unreal', 'later') &&
  !isQuestion(text) &&
  !/:$|^[#|>]|\|/.test(text) &&
  words.length > 3 &&
  text.length < 600 &&
  !isPersonal(text);

/** The value that a statement names and an edit sets. */
const valueIn = (statement: Statement, turn: Turn): ValueChange | undefined => {
  const numbers = statement.flatMap(({ text }) => numbersIn(text));
  const values = turn.edits.flatMap((edit) => edit.values);
  return values.find(({ value }) => numbersIn(value).some((number) => numbers.includes(number)));
};

/** The fact of a statement, with what the agent reports of it. */
function orderOf(
  statement: Statement,
  { place, reports }: { place: Place; reports: Statement },
): Fact | undefined {
  const { turn } = place;
  const { agent, edits } = turn;
  const numbers = statement.flatMap(({ text }) => numbersIn(text));
  const value = valueIn(statement, turn);
  const keys = keysAmong(statement);
  const confirmed = reports.filter(
    (report) =>
      overlap(report.keys, keys) >= 0.3 || numbersIn(report.text).some((number) => numbers.includes(number)),
  );
  const isShort = agent.length <= TOLD_MAX;
  const isConvention =
    value === undefined &&
    (has(statement, ...LASTING) || (edits.length === 0 && has(statement, 'must', 'forbid')));
  // A short answer tells what was asked for; of a long one what shares words with it.
  const told = (edits.length > 0 && confirmed.length === 0 && isShort ? reports : confirmed).slice(
    0,
    TOLD_MAX,
  );
  return composed({
    type: isConvention ? 'convention' : 'decision',
    sentences: statement,
    told,
    place,
    weight: isConvention ? 3 : 2,
    value,
  });
}

/** Sentences of one prompt by matter: one that says little of its own goes on from the one before it. */
function statementsIn(sentences: Statement, worth: (sentence: Sentence) => number): Sentence[][] {
  const statements: Sentence[][] = [];
  for (const sentence of sentences) {
    const last = statements.at(-1);
    const { keys } = sentence;
    const known = keysAmong(last ?? []);
    const isOther =
      sentence.text.length >= 40 &&
      keys.size > 1 &&
      known.size > 1 &&
      overlap(keys, known) === 0 &&
      !refers(sentence.words) &&
      worth(sentence) >= WORTH_LEAST;
    if (last === undefined || isOther) statements.push([sentence]);
    else last.push(sentence);
  }
  return statements;
}

/** The way that was chosen, under the question that it answers; words in the same breath are its reason. */
function chosen(
  choice: Choice,
  proposal: Turn['answers'][number],
  { place, statements, reports }: { place: Place; statements: Sentence[][]; reports: Statement },
): Fact | undefined {
  const { turn, before } = place;
  const ofProposal = { speaker: 'agent', observation: proposal, turn: turn.number, isReport: false } as const;
  const option = sentencesOf(choice.chosen).map((text) => sentenceOf(text, ofProposal));
  const asked = before
    .at(-1)
    ?.person.filter(({ text, keys }) => isQuestion(text) && keys.size > 1)
    .slice(-1);
  const reasons = statements
    .splice(0)
    .flat()
    .filter(({ words }) => choice.chosen === '' || !isMereChoice(words, choice.chosen));
  const sentences = [...option, ...reasons];
  const keys = keysAmong(sentences);
  const fact = composed({
    type: 'decision',
    sentences,
    told: reports.filter((sentence) => overlap(sentence.keys, keys) >= 0.3).slice(0, TOLD_MAX),
    place,
    weight: 3,
    chosen: {
      about: asked?.length && !choice.isNamed ? asked : [sentenceOf(choice.question, ofProposal)],
      rejected: choice.rejected,
    },
  });
  return (
    fact && {
      ...fact,
      speaker: 'person',
      cites: [...new Set([...(turn.asked ? [turn.asked.id] : []), ...fact.cites])],
    }
  );
}

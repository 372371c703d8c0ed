import type { ExtractedMemoryType, Fact } from '../extracted-memory.ts';
import { acceptedOf, choiceOf, isAboutWork, proposes, recordedChoice, type Choice } from './choices.ts';
import type { Cue } from './cues.ts';
import { isPersonal } from './personal.ts';
import { isQuestion } from './phrases.ts';
import { statementsOf } from './statements.ts';
import { sentenceOf, type Sentence, type Turn, type ValueChange } from './turns.ts';
import {
  bareOf,
  filesNamedIn,
  keysIn,
  keysOf,
  leans,
  overlap,
  points,
  refers,
  titleOf,
  TITLE_MAX,
  topicIn,
} from './wording.ts';

/** Turns after one in which something was wrong, within which it may be found and mended. */
const THREAD = 2;
/** Of a longer prompt much is pasted. */
const SPOKEN_MAX = 300;
/** A prompt so long, or with headings, is a document. */
const PASTED_MIN = 1_500;
const RULE_MAX = 240;
const PARAGRAPH_MAX = 600;
/** Sentences of the agent that a memory quotes. */
const TOLD_MAX = 3;
/** Sentences of an answer that explains one thing. */
const SHORT = 5;
const TALK = 10;

/** A turn with those around it. */
interface Place {
  turn: Turn;
  before: readonly Turn[];
  after: readonly Turn[];
}

/** Facts that a session settled, in its order: the last word on each subject. */
export function factsOf(turns: readonly Turn[]): Fact[] {
  const found = turns.flatMap((turn, at) => {
    const place = { turn, before: turns.slice(0, at), after: turns.slice(at + 1) };
    return merged([...statementsOf(turn), ...ordersOf(place), ...causesOf(place)]);
  });
  return lastWords(found, turns);
}

// A person's word

/** Sentences of one matter: what is ordered, and what goes on from it. */
type Statement = readonly Sentence[];

const has = (statement: Statement, ...cues: readonly Cue[]): boolean =>
  statement.some((sentence) => sentence.cues.has(...cues));

/** How a thing is ordered for good, or at least said to be so. */
const STRONG: readonly Cue[] = ['never', 'always', 'prefer'];
const ORDERS: readonly Cue[] = [...STRONG, 'forbid', 'must', 'decide', 'correct', 'order', 'authority'];
/** “Semicolons, not commas”; a longer sentence with a contrast explains. */
const CONTRAST_MAX = 120;
const GROUNDS: readonly Cue[] = ['reason', 'authority', 'contrast', 'correct'];

function isSpoken({ cues, text }: Sentence): boolean {
  const isPassedOn = cues.has('reported') && !cues.has('authority');
  const isAsked = isQuestion(text) && !(cues.has('ask') && cues.has(...STRONG));
  return !isPassedOn && !isAsked && !cues.has('unreal', 'elsewhere') && !isPersonal(text);
}

/** A sentence in jest is not in earnest, nor is the one before it. */
const inEarnest = ({ cues }: Sentence, at: number, all: Statement): boolean =>
  !cues.has('joke') && !(all[at + 1]?.cues.has('joke') ?? false);

/** Somebody speaks, to somebody: in the first or second person, or in orders. */
const isVoiced = ({ words, cues, text }: Sentence): boolean =>
  text.length <= RULE_MAX &&
  (cues.has('order', 'forbid', 'decide') ||
    words.some(({ text: word }) => VOICE.has(word)) ||
    /^(?:always|never|immer|nie|toujours|jamais|siempre|nunca)\b/i.test(text));
const VOICE = new Set(
  "i i'm i'd i've we we're we've you your our us me my let's please pls ich wir du ihr uns mir mein unser unsere bitte je on nous vous mon notre yo nosotros mi nuestro nuestra".split(
    ' ',
  ),
);

/** It tells what code does: `run()` is never called. */
const isDescription = ({ text, words, cues }: Sentence): boolean =>
  /\p{Ll}\p{Lu}\p{Ll}|\w\(\)|\w\.(?:go|ts|js|py|rs|rb|java|kt|cpp|php)\b/u.test(text) &&
  !cues.has('must', 'forbid', 'order', 'decide') &&
  !words.some(({ text: word }) => VOICE.has(word));

/** “It always fails” complains, “since it is always local” explains, “I think it never does” guesses. */
const isRule = ({ cues, words, text }: Sentence): boolean =>
  cues.has(...STRONG) &&
  keysOf(words).size > 1 &&
  !cues.has('guess', 'trouble') &&
  text.length <= RULE_MAX &&
  !/^(?:since|because|if|when|while|as|weil|da|wenn|falls|puisque|si|porque)\b/i.test(text) &&
  !points(bareOf(text)) &&
  !/^["“„]/.test(text);

/** Something is wrong, or is to be looked into; an order that says why it is given is none. */
function isComplaint({ person, asked }: Turn): boolean {
  if ((asked?.content.length ?? 0) > SPOKEN_MAX) return false;
  const isOrdered = ({ cues }: Sentence) =>
    cues.has(...STRONG, 'forbid') ||
    (cues.has('must', 'decide') && (cues.has('order') || !cues.has('trouble')));
  const order = person.findIndex((sentence) => isOrdered(sentence) && !sentence.cues.has('trouble'));
  const trouble = person.findIndex(
    (sentence) => sentence.cues.has('trouble') && (!isOrdered(sentence) || has(person, 'look')),
  );
  // “That did not work, back to Postgres”, “we decided on a pool, since theirs leaks”.
  const isDecided = person.some(({ cues }, at) => {
    const [decides, troubles] = [cues.place('decide')?.from, cues.place('trouble')?.from];
    if (decides === undefined) return false;
    return troubles === undefined ? at > trouble && !cues.has('look') : decides < troubles;
  });
  return trouble >= 0 && (order < 0 || trouble < order) && !isDecided;
}

function ordersOf(place: Place): Fact[] {
  const { turn, before, after } = place;
  const { asked, person, agent, edits } = turn;
  const [next] = after;
  const isDeclined = edits.length === 0 && (agent[0]?.cues.has('decline') ?? false);
  if (asked === undefined || isDeclined || TAKES_BACK_OWN.test(next?.asked?.content ?? '')) return [];
  const previous = before.at(-1);
  const recorded = asked.kind === 'user_choice' ? recordedChoice(asked.content) : undefined;
  if (asked.kind === 'user_choice' && recorded === undefined) return [];
  const proposal = recorded ? asked : previous?.answers.at(-1);
  const accepted = () =>
    proposal && edits.length > 0 ? acceptedOf(proposal.content, asked.content) : undefined;
  const choice =
    recorded ??
    (proposal && (choiceOf(proposal.content, previous?.asked?.content ?? '', asked.content) ?? accepted()));
  const said = choice === undefined || choice.rest === asked.content ? person : restOf(choice, turn);
  const spoken = said.filter(inEarnest).flatMap(corrected).filter(isSpoken);
  const isLong = asked.content.length > SPOKEN_MAX;
  const isDocument = asked.content.length > PASTED_MIN || /^#{1,4} /m.test(asked.content);
  const statements = isDocument
    ? []
    : statementsIn(
        spoken.filter((sentence) =>
          isLong ? isRule(sentence) && isVoiced(sentence) : !isDescription(sentence),
        ),
      );
  const reports = agent.filter(
    (sentence) => isTelling(sentence) && (sentence.isReport || edits.length === 0),
  );
  const facts = choice && proposal ? [chosen(choice, proposal, { place, statements, reports })] : [];
  const isTrouble = choice === undefined && isComplaint(turn);
  return [
    ...facts,
    ...statements.map((statement) => orderOf(statement, { place, reports, isTrouble })),
  ].filter((fact) => fact !== undefined);
}

const TAKES_BACK_OWN =
  /^(?:scratch that|forget (?:that|what I said)|vergiss das|doch nicht|oublie ça|olvida eso)\b/i;

/** Words that lead up to a request. */
const LEAD = /^(?:(?:ok|okay|yes|no|and|now|then|please|so|also|great|cool|sorry|let['’]?s),? )*/i;
/** Asks for something to be done now. */
const TASK =
  /^(?:generate|commit|push|run|check|review|explain|show|tell|create|implement|look|read|open|try|test|investigate|continue|update|fix|go|log|list|find|search|merge|rebase|wait)\b/i;

/** The fact of an order: a rule, or what was changed for it; none where it is not worth a memory. */
function orderOf(
  statement: Statement,
  { place, reports, isTrouble }: { place: Place; reports: Statement; isTrouble: boolean },
): Fact | undefined {
  const { turn } = place;
  const { agent, edits } = turn;
  const numbers = statement.flatMap(({ text }) => numbersIn(text));
  const value = netValues(turn).find((each) =>
    numbers.includes(/^([\d.,:_]+)[a-z]+$/i.exec(each.value)?.[1] ?? each.value),
  );
  // A long answer without a change discusses what was said.
  const isTalked = edits.length === 0 && agent.length > TALK;
  const isStanding = !isTalked && statement.some(isRule);
  if (
    has(statement, 'later') ||
    (isTrouble && value === undefined && !isStanding && !has(statement, 'authority'))
  )
    return undefined;
  const keys = keysOf(statement.flatMap(({ words }) => words));
  const confirmed = reports.filter(
    (report) =>
      overlap(keysOf(report.words), keys) >= 0.3 ||
      numbersIn(report.text).some((number) => numbers.includes(number)),
  );
  const isRestated =
    agent.length <= 2 &&
    !turn.person.some(({ text }) => isQuestion(text)) &&
    agent.some(({ words }) => overlap(keysOf(words), keys) > 0);
  const isKept =
    edits.length === 0 && (agent.length === 0 || isRestated || has(agent.slice(0, 2), 'acknowledge'));
  const isInstead = statement.some((sentence) => sentence.isInstead);
  const isShort = agent.length <= TOLD_MAX;
  const isCounted =
    edits.length > 0 &&
    isShort &&
    reports.some(({ text }) => numbersIn(text).some((number) => numbers.includes(number)));
  const isGrounded =
    isInstead ||
    isCounted ||
    value !== undefined ||
    statement.some(({ text }) => tellsQuantity(text)) ||
    has(statement, ...GROUNDS) ||
    (has(statement, 'decide') && has(statement, 'trouble'));
  const isOrdered =
    isInstead ||
    value !== undefined ||
    statement.some(
      ({ cues, text }) => cues.has(...ORDERS) || (cues.has('contrast') && text.length <= CONTRAST_MAX),
    );
  // A ban or limit that makes no edit at once is meant to last. An order that makes one has to say why, how much or instead of what.
  const isAcknowledged = has(agent.slice(0, 2), 'acknowledge') || (isRestated && has(statement, 'forbid'));
  const isTask = TASK.test((statement[0]?.text ?? '').replace(LEAD, ''));
  const isKeptRule = isKept && !isTask && has(statement, 'must', 'forbid') && (isGrounded || isAcknowledged);
  if (!isStanding && has(statement, 'guess') && !(isShort && edits.length > 0)) return undefined;
  const isSettled =
    edits.length > 0
      ? isOrdered
      : isKept &&
        !isTask &&
        (isInstead ||
          has(statement, 'decide', 'must', 'forbid') ||
          (agent.length === 0 && has(statement, 'contrast')));
  if (
    !isStanding &&
    !isKeptRule &&
    !(isSettled && isGrounded && !statement.some(({ text }) => isAboutWork(text)))
  )
    return undefined;
  const isConvention = value === undefined && (isStanding || isKeptRule);
  // A short answer tells what was asked for; of a long one what shares words with it.
  const told = (edits.length > 0 && confirmed.length === 0 && isShort ? reports : confirmed).slice(
    0,
    TOLD_MAX,
  );
  // Of what was changed the agent says best what holds now; of a rule the person does.
  const candidates = isConvention ? statement : [...statement, ...(isShort ? told : [])];
  return composed({
    type: isConvention ? 'convention' : 'decision',
    sentences: statement,
    told,
    candidates,
    place,
    weight: isStanding ? 3 : 2,
    value,
  });
}

/** “That is outdated, we are on 5.2”: what is put in place of what is taken back. */
function corrected(sentence: Sentence): Sentence[] {
  const place = sentence.cues.place('retract');
  if (place === undefined) return [sentence];
  const marks = sentence.words.filter(({ text }, at) => at >= place.to - 1 && /^[,:;–-]$/.test(text));
  const mark = marks.findLast(({ text }) => text === ':') ?? marks[0];
  const other = mark && { ...sentenceOf(sentence.text.slice(mark.end).trim(), sentence), isInstead: true };
  return other === undefined || other.words.length < 4 || other.cues.has('retract') || points(other.text)
    ? []
    : [other];
}

/** Sentences of one prompt by matter: one that orders nothing of its own goes on from the one before it. */
function statementsIn(sentences: Statement): Sentence[][] {
  const statements: Sentence[][] = [];
  for (const sentence of sentences) {
    const last = statements.at(-1);
    const keys = keysOf(sentence.words);
    const known = keysOf(last?.flatMap(({ words }) => words) ?? []);
    const isLong = sentence.text.length >= 40 && keys.size > 1 && known.size > 1;
    const isOther =
      isLong &&
      overlap(keys, known) === 0 &&
      !refers(sentence.words) &&
      sentence.cues.has(...STRONG, 'contrast', 'forbid', 'must') &&
      has(last ?? [], ...ORDERS);
    if (last === undefined || isOther) statements.push([sentence]);
    else last.push(sentence);
  }
  return statements;
}

const restOf = ({ rest }: Choice, { asked, number }: Turn): Sentence[] =>
  asked === undefined
    ? []
    : rest
        .split(/(?<=[.!?…])\s+|\n+/)
        .filter((text) => text.trim() !== '')
        .map((text) =>
          sentenceOf(text, { speaker: 'person', observation: asked, turn: number, isReport: false }),
        );

function chosen(
  choice: Choice,
  proposal: Turn['answers'][number],
  { place, statements, reports }: { place: Place; statements: Sentence[][]; reports: Statement },
): Fact | undefined {
  const { turn } = place;
  const option = sentenceOf(choice.chosen, {
    speaker: 'agent',
    observation: proposal,
    turn: turn.number,
    isReport: false,
  });
  const confirmed = reports.filter(
    (sentence) => overlap(keysOf(sentence.words), keysOf(option.words)) >= 0.3,
  );
  // A statement about the choice in the same breath is its reason; one that orders something else stands by itself.
  const reasons = statements.filter(
    (statement) => !statement.some(isRule) || keysOf(statement[0]?.words ?? []).size < 2,
  );
  for (const reason of reasons) statements.splice(statements.indexOf(reason), 1);
  const isShort = turn.agent.length <= TOLD_MAX;
  const told = (confirmed.length > 0 || turn.edits.length === 0 || !isShort ? confirmed : reports).slice(
    0,
    TOLD_MAX,
  );
  // “B, but cap it at 20”: the report says what holds of an option that was changed.
  const changed = reasons
    .flat()
    .flatMap(({ text }) => numbersIn(text))
    .filter((number) => !numbersIn(option.text).includes(number));
  const adapted = told.filter(({ text }) => numbersIn(text).some((number) => changed.includes(number)));
  // Where the prompt names the way itself, that is enough.
  const sentences = [...(choice.rest === turn.asked?.content ? [] : [option]), ...reasons.flat()];
  if (keysOf(option.words).size < 2 && (told.length === 0 || !isShort)) return undefined;
  const fact = composed({
    type: 'decision',
    sentences,
    told,
    candidates: adapted.length > 0 ? adapted : [option, ...(isShort ? told : [])],
    place,
    weight: 3,
    rejected: choice.rejected,
  });
  return (
    fact && {
      ...fact,
      speaker: 'person',
      cites: [...new Set([...(turn.asked ? [turn.asked.id] : []), ...fact.cites])],
    }
  );
}

// An agent's word

const isTelling = ({ cues, text, words }: Sentence): boolean =>
  !cues.has('reported', 'guess', 'unreal', 'later') &&
  !isQuestion(text) &&
  !/:$|^[#|>]|\|/.test(text) &&
  words.length > 3 &&
  text.length < PARAGRAPH_MAX &&
  !isPersonal(text);

/** The agent's findings where something was wrong: the cause that it names, else what explains most. */
function causesOf(place: Place): Fact[] {
  const { turn, before, after } = place;
  const { agent, edits } = turn;
  const [next] = after;
  const isOwn = isComplaint(turn);
  // The next thing that the person says ends what the agent found.
  if (has(next?.person.slice(0, 3) ?? [], 'retract')) return isOwn && next ? contradicted(place, next) : [];
  const isTrouble =
    isOwn || before.slice(-THREAD).some((earlier) => isComplaint(earlier) && earlier.edits.length === 0);
  const isAgreed = has(next?.person.slice(0, 2) ?? [], 'acknowledge');
  const soon = after.slice(0, THREAD);
  const until = soon.findIndex(isComplaint);
  const isChanged =
    edits.length > 0 || (until < 0 ? soon : soon.slice(0, until)).some((later) => later.edits.length > 0);
  const weighed = agent.map((sentence, at) => {
    const { cues, words, text } = sentence;
    const ahead = agent[at - 1];
    const isNamed =
      cues.has('cause') || (ahead !== undefined && ahead.words.length <= 5 && ahead.cues.has('cause'));
    const isPlain =
      cues.has('explain') &&
      !points(bareOf(text)) &&
      !tellsSince(text.split(';')[0] ?? '') &&
      (isOwn || (edits.length > 0 && !sentence.isReport)) &&
      agent.length <= SHORT;
    if (
      !isTelling(sentence) ||
      words.length < 6 ||
      keysOf(words).size < 3 ||
      TELLS_WHAT_WAS_DONE.test(bareOf(text)) ||
      SUPPOSES.test(text) ||
      cues.has('did') ||
      !(isNamed || isPlain) ||
      proposes(sentence.observation.content)
    )
      return { sentence, isNamed, weight: 0 };
    const isFirst = isOwn && !sentence.isReport && edits.length > 0;
    return {
      sentence,
      isNamed,
      weight:
        (isNamed ? 2 : 0) +
        (cues.has('explain') ? 1 : 0) +
        Math.min(1, keysOf(words).size / 8) +
        (isFirst ? 0.5 : 0),
    };
  });
  const [best] = weighed.toSorted((a, b) => b.weight - a.weight);
  if (best === undefined || best.weight < 0.5) return [];
  if (
    !(isTrouble && (isChanged || isAgreed)) &&
    !(best.isNamed && (isTrouble || NAMES.test(best.sentence.text)))
  )
    return [];
  const at = agent.indexOf(best.sentence);
  const around = agent
    .slice(Math.max(0, at - 1), at + 3)
    .filter((sentence) => isTelling(sentence) && sentence.words.length > 5);
  const fact = composed({
    type: 'incident',
    sentences: around,
    told: [],
    candidates: [best.sentence],
    place,
    weight: best.isNamed ? 3 : 2,
  });
  return fact ? [fact] : [];
}

/** “Wrapped the object in `useMemo`”, “The fix adds validation”. */
const TELLS_WHAT_WAS_DONE = /^(?:I |[Tt]he fix|Root cause fix|Found it|\p{Lu}\p{L}+ed\b)/u;
const SUPPOSES = /\b(?:would|could|might|may|should|würde|könnte|sollte|pourrait|devrait|podría|debería)\b/i;

/** It is said to be the cause in so many words. */
const NAMES =
  /^\W*(?:so |and )?(?:the )?(?:root cause|actual (?:cause|bug)|cause|culprit|bug|problem|issue|ursache|grund|cause racine|causa)\b(?<!(?:problem|issue)(?=:)).{0,40}?(?:\b(?:is|was|ist|war|est|était|es|era)\b|:)(?! (?:well|clear|under|un|not|still))/iu;

/** Tells what holds since it was mended. */
const tellsSince = (text: string): boolean =>
  /\b(?:now|jetzt|ahora|maintenant)\b/i.test(text) ||
  /\b(?:tests?|lint|build|checks?|tous|alle) .{0,30}\b(?:pass|passes|clean|green|grün)\b/i.test(text);

/** The matter as the person corrects it. */
function contradicted(place: Place, next: Turn): Fact[] {
  const sentences = next.person
    .flatMap((sentence) => (sentence.cues.has('retract') ? corrected(sentence) : []))
    .filter((sentence) => isSpoken(sentence) && sentence.words.length > 5);
  if (sentences.length === 0 || next.edits.length > 0) return [];
  const fact = composed({
    type: 'incident',
    sentences,
    told: [],
    candidates: sentences,
    place: { ...place, turn: next, before: [] },
    weight: 2,
  });
  return fact ? [fact] : [];
}

// Wording

interface Composition {
  type: ExtractedMemoryType;
  sentences: Statement;
  /** The agent's account of it. */
  told: Statement;
  /** Those that may be the title. */
  candidates: Statement;
  place: Place;
  weight: number;
  rejected?: readonly string[];
  value?: ValueChange | undefined;
}

/** A fact with a title that needs no other sentence; undefined where there is none. */
function composed({
  type,
  sentences,
  told,
  candidates,
  place: { turn, before },
  weight,
  rejected = [],
  value,
}: Composition): Fact | undefined {
  const [best] = candidates.toSorted((a, b) => clarity(b, value?.value) - clarity(a, value?.value));
  if (best === undefined) return undefined;
  const core = grown(best, sentences);
  const keys = keysIn(core);
  const topic = topicOf(turn, before, keys);
  const isThin =
    points(core) ||
    keys.size < (value === undefined && numbersIn(core).length > 0 ? 3 : 2) ||
    (best.speaker === 'person' && continues(best, sentences));
  const named =
    value === undefined || overlap(keysIn(value.text), keys) > 0
      ? undefined
      : `${value.text} in ${value.file.split('/').at(-1)}`;
  const title = titleOf(core, named ?? (isThin ? topic : undefined));
  if (keysIn(title).size < 2 || (leans(bareOf(best.text)) && !title.includes(': ') && !/[`\d]/.test(title)))
    return undefined;
  const quoted = [sentences, told.filter((sentence) => !sentences.includes(sentence))];
  const paragraphs = quoted
    .map((part) =>
      part
        .map(({ text }) => text)
        .join(' ')
        .slice(0, PARAGRAPH_MAX),
    )
    .filter((text) => text !== '');
  const others =
    rejected.length === 0
      ? []
      : [`Not chosen: ${rejected.map((option) => option.slice(0, 200)).join(' / ')}`];
  const changes = turn.edits.slice(0, TOLD_MAX).map(({ observation }) => observation.id);
  return {
    type,
    title,
    paragraphs: [...paragraphs, ...others],
    speaker: best.speaker,
    turn: turn.number,
    subject: value?.text ?? topic ?? [...keysIn(title)].slice(0, 3).join(' '),
    files: [...new Set([...turn.edits.flatMap(({ files }) => files), ...filesNamedIn(paragraphs.join(' '))])],
    cites: [...new Set([...quoted.flat().map(({ observation }) => observation.id), ...changes])],
    weight,
    isExplicit: false,
  };
}

/** Values that a turn set, without those that it set again. */
const netValues = ({ edits }: Turn): ValueChange[] =>
  edits.flatMap(({ values }, at) =>
    values.filter(({ line }) => !edits.slice(at + 1).some(({ removed }) => removed.has(line))),
  );

/** How well a sentence says a fact by itself. */
function clarity({ text, words, cues, speaker }: Sentence, value: string | undefined): number {
  const bare = bareOf(text);
  return (
    Math.min(8, keysOf(words).size) / 4 +
    (value !== undefined && text.includes(value) ? 1 : 0) +
    (speaker === 'person' && cues.has('never', 'always', 'must', 'order') ? 0.5 : 0) -
    (points(bare) ? 2 : leans(bare) ? 0.75 : 0) -
    (cues.has('did') || TELLS_WHAT_WAS_DONE.test(bare) ? 1 : 0) -
    (words.length < 4 ? 2 : 0) -
    (bare.length > TITLE_MAX ? 0.5 : 0)
  );
}

/** Whether it says more of something that stands in what was said before it. */
const continues = (best: Sentence, sentences: Statement): boolean =>
  leans(best.text, 4) ||
  /^(?:then|dann|but|aber|alors|entonces|pero|mais|not|nicht|nur|only|seulement|solo)\b/i.test(best.text) ||
  (sentences[0]?.cues.has('correct') ?? false);

/** A person's words as one sentence, where that makes a title; else the best of them with what follows. */
function grown(best: Sentence, sentences: Statement): string {
  if (best.speaker === 'agent') return bareOf(best.text);
  const own = sentences.filter(
    (sentence, place) =>
      sentence.speaker === 'person' &&
      (sentence === best ||
        (sentence.words.length > 2 &&
          !(place === 0 && points(bareOf(sentence.text))) &&
          keysOf(sentence.words).size > 0 &&
          !isQuestion(sentence.text) &&
          !(sentence.cues.has('trouble') && !sentence.cues.has(...ORDERS)))),
  );
  const at = own.indexOf(best);
  const texts = own.map(({ text }, place) =>
    place === 0 ? bareOf(text) : bareOf(text).replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase()),
  );
  const whole = texts.join(', ');
  let core = bareOf(best.text);
  if (whole.length <= TITLE_MAX) return whole;
  for (const more of texts.slice(at + 1)) {
    if (core.length > TITLE_MAX / 2 || core.length + more.length + 2 > TITLE_MAX) break;
    core = `${core}, ${more}`;
  }
  return core;
}

/** A number of something. */
const QUANTITY =
  /\b\d[\d.,:]{0,12}\s?(?:%|[kmµ]?[smhv]\b|[kmg]?hz\b|[kmg]i?b\b|k\b|px|pt|db|mm|cm|euro|uhr|points?|min(?:utes?|uten|utos)?\b|seconds?|sekunden|hours?|stunden|horas?|heures?|days?|tage?n?|jours?|días?|weeks?|wochen|months?|years?|times|mal|entries|rows|items|lines|pages)/iu;
/** A bound, or how often. */
const BOUND =
  /\b(?:max|min|most|least|below|above|under|over|within|per|limit|cap|to|at|by|of|than|distance|auf|bis|unter|über|höchstens|mindestens|maximal|à|máximo|mínimo)\s(?:\w+\s)?\d|\b(?:once|twice|einmal|zweimal)\b|\d (?:then|dann)\b|so \d|\d then\b/iu;
const tellsQuantity = (text: string): boolean => QUANTITY.test(text) || BOUND.test(text);
const numbersIn = (text: string): string[] =>
  text.match(/\d[\d.,:]*\d|\d|\b(?:once|twice|einmal|zweimal)\b/gi) ?? [];

/** The topic of the turn, by its own words or by those before it, unless what is told names it already. */
function topicOf(turn: Turn, before: readonly Turn[], told: ReadonlySet<string>): string | undefined {
  return [turn, ...before.slice(-3).toReversed()]
    .filter(({ asked }) => (asked?.content.length ?? 0) <= SPOKEN_MAX)
    .flatMap(({ person }) => person)
    .filter(({ text, cues }) => !cues.has('retract', 'joke') && !text.includes('://') && !/^\d/.test(text))
    .map(({ text }) => topicIn(text))
    .find((topic) => topic !== undefined && [...keysIn(topic)].some((key) => !told.has(key)));
}

// The last word

const isSame = (a: Fact, b: Fact, share = 0.6): boolean => overlap(keysIn(a.title), keysIn(b.title)) >= share;

/** Of what one turn says twice the weightier. */
function merged(facts: readonly Fact[]): Fact[] {
  const kept: Fact[] = [];
  for (const fact of facts) {
    const at = kept.findIndex((other) => isSame(other, fact, other.speaker === fact.speaker ? 0.8 : 0.6));
    const known = kept[at];
    const cites = [...new Set([...(known?.cites ?? []), ...fact.cites])];
    if (known === undefined) kept.push(fact);
    else kept[at] = { ...(fact.weight > known.weight ? fact : known), cites };
  }
  return kept;
}

/** Without what a later turn changed: it took away the lines that were put there, or says otherwise of the same. */
function lastWords(facts: readonly Fact[], turns: readonly Turn[]): Fact[] {
  const linesOf = (side: 'added' | 'removed', isMeant: (turn: Turn) => boolean) =>
    new Set(turns.filter(isMeant).flatMap(({ edits }) => edits.flatMap((edit) => [...edit[side]])));
  return facts.filter((fact, place) => {
    const later = facts.slice(place + 1).filter(({ turn }) => turn > fact.turn);
    if (fact.isExplicit) return true;
    if (later.some((other) => other.type === fact.type && isSame(other, fact, 0.8))) return false;
    // Of what was found on the way to a cause the last counts.
    const isOnTheWay = (other: Fact) =>
      other.type === 'incident' &&
      other.turn - fact.turn <= THREAD &&
      !turns.some((turn) => turn.number > fact.turn && turn.number <= other.turn && isComplaint(turn));
    if (fact.type === 'incident') return fact.weight > 2 || !later.some(isOnTheWay);
    const added = [...linesOf('added', ({ number }) => number === fact.turn)];
    const gone = linesOf('removed', ({ number }) => number > fact.turn);
    return added.length === 0 || added.filter((line) => gone.has(line)).length < added.length / 2;
  });
}

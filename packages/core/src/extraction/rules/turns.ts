import { normalizeFilePath, type Speaker } from '@memory/contracts';
import type { SessionObservation } from '../session-observation.ts';
import { Cues } from './cues.ts';
import { isQuestion, NAMES_A_TEXT, wordsOf, type Word } from './phrases.ts';
import { withoutReadOut } from './read-out.ts';
import { roleOf } from './role-of.ts';
import { keysAmong, keysIn, keysOf, overlap } from './wording.ts';
import { sentencesOf, spokenSentencesOf } from '@memory/text/sentences';

export interface Sentence {
  text: string;
  words: readonly Word[];
  /** Its telling words: what a long session asks of each sentence again and again. */
  keys: ReadonlySet<string>;
  cues: Cues;
  speaker: Speaker;
  observation: SessionObservation;
  /** The turn in which it was said. */
  turn: number;
  /** Something was changed before it in its turn. */
  isReport: boolean;
}

/** A name that a line of an edit gives a number. */
export interface ValueChange {
  file: string;
  name: string;
  value: string;
}

interface Edit {
  observation: SessionObservation;
  files: readonly string[];
  removed: ReadonlySet<string>;
  added: ReadonlySet<string>;
  values: readonly ValueChange[];
}

interface Run {
  command: string;
  /** The output of a run that failed. */
  failure: SessionObservation | undefined;
  result: SessionObservation;
}

/** One prompt of a person, and all that came of it until the next. */
export interface Turn {
  /** From 1; what was said before the first prompt is turn 0. */
  number: number;
  asked: SessionObservation | undefined;
  person: readonly Sentence[];
  agent: Sentence[];
  /** The agent's answers, whole. */
  answers: SessionObservation[];
  /** Written down on purpose: decisions, notes. */
  notes: SessionObservation[];
  edits: Edit[];
  runs: Run[];
  /** Subjects of commits that somebody told of. */
  commits: string[];
}

export function turnsOf(observations: readonly SessionObservation[]): Turn[] {
  const turns: Turn[] = [];
  let command = '';
  const current = (): Turn => turns.at(-1) ?? begin(turns, undefined);
  for (const observation of observations) {
    const { content } = observation;
    const role = roleOf(observation);
    if (role === 'request') begin(turns, observation);
    else if (role === 'remark') {
      const turn = current();
      turn.answers.push(observation);
      turn.agent.push(...said(observation, 'agent', turn.number, turn.edits.length > 0));
    } else if (role === 'note') current().notes.push(observation);
    else if (role === 'change') current().edits.push(editOf(observation));
    else if (role === 'commit' && !content.startsWith('$ '))
      current().commits.push(content.split('\n', 1)[0] ?? '');
    else if (role === 'commit' || role === 'action') command = content;
    else if (role === 'result' || role === 'failure') {
      const ran = /^\$ .*/.exec(content)?.[0] ?? command;
      const failure = role === 'failure' ? observation : undefined;
      current().runs.push({ command: ran.replace(/^\$ /, ''), failure, result: observation });
      command = '';
    }
  }
  return turns;
}

function begin(turns: Turn[], asked: SessionObservation | undefined): Turn {
  const last = turns.at(-1);
  if (last && asked && isUnsaid(last, asked.content))
    Object.assign(last, { person: [] }, last.edits.length === 0 && { agent: [] });
  const number = asked === undefined ? 0 : (last?.number ?? 0) + 1;
  const person = asked === undefined ? [] : said(asked, 'person', number);
  const empty = { agent: [], answers: [], notes: [], edits: [], runs: [], commits: [] };
  const turn: Turn = { number, asked, person, ...empty };
  turns.push(turn);
  return turn;
}

/** “Scratch that”, “just kidding”, “war Unsinn” at the beginning of a prompt. */
const TAKES_BACK =
  /(?<!\p{L})(?:(?:quatsch|unsinn|nonsense)[,.!] )?(?:(?:scratch|strike) that|(?:forget+|disregard|ignore) (?:it(?! for now)|(?:that|this|everything)(?= ?(?:$|[^\p{L} ]))|(?:that|what) i (?:just )?(?:said|wrote)|(?:my|the) (?:last|previous) \p{L}+)|never ?mind(?= ?(?:$|[^\p{L} ]))|i take (?:that|it) back|(?:just |only |am |i'm |^)(?:kidding|joking)|jk|(?:was|it's) (?:just )?an? (?:joke|(?:bad|stupid|silly) idea)|wrong (?:repo|project|window|chat|session)|(?:vergiss|streich|ignorier|ignoriere) (?:es|das(?= ?(?:$|[^\p{L} ]| wieder))|meine letzte)|vergisses|war (?:nur |doch |natürlich )?(?:ein |eine )?(?:scherz|witz|spa(?:ß|ss)|unsinn|quatsch|blödsinn|blöde idee)|nur spa(?:ß|ss)|nehme? (?:ich )?(?:das )?zurück|falsches (?:projekt|repo|fenster)|oubliez?(?: ça| cela|(?= ?(?:$|[,.!])))|laissez? tomber|je (?:plaisante|rigole)|c'était une? (?:blague|bêtise)|trompé de (?:projet|repo|fenêtre)|olvídalo|olvida (?:eso|lo)|(?:era|es) (?:una )?broma|déjalo|no me hagas caso|ni caso)(?!\p{L})/iu;
const BEGINS = 80;

/** Whether a prompt takes back what the one before it said: it names nothing else there, and the agent asked and brought up nothing. */
function isUnsaid({ person, agent }: Turn, prompt: string): boolean {
  const said = prompt.slice(0, BEGINS);
  const { 0: phrase, index = 0 } = TAKES_BACK.exec(said) ?? {};
  const isNews = ({ text, words }: Sentence) =>
    (words.length > 3 && isQuestion(text)) || NAMES_A_TEXT.test(text);
  if (phrase === undefined || agent.some(isNews)) return false;
  const [about = ''] =
    /^ (?:about|with|for|on|mit|über|bei) [^,.;!?]*/.exec(said.slice(index + phrase.length)) ?? [];
  const named = keysIn(said.slice(0, index) + about);
  return named.size === 0 || overlap(named, keysAmong(person)) > 0;
}

/** All that is said in a turn: the prompt, then the answers. */
export const speechOf = ({ person, agent }: Turn): Sentence[] => [...person, ...agent];

export function said(
  observation: SessionObservation,
  speaker: Speaker,
  turn: number,
  isReport = false,
): Sentence[] {
  const { content } = observation;
  const sentences = speaker === 'person' ? spokenSentencesOf(withoutReadOut(content)) : sentencesOf(content);
  return sentences.map((text) => sentenceOf(text, { speaker, observation, turn, isReport }));
}

export function sentenceOf(
  text: string,
  origin: Pick<Sentence, 'speaker' | 'observation' | 'turn' | 'isReport'>,
): Sentence {
  const words = wordsOf(text);
  return { ...origin, text, words, keys: keysOf(words), cues: new Cues(words) };
}

const REMOVED = /^-(?!--)\s?(.*)$/;
const ADDED = /^\+(?!\+\+)\s?(.*)$/;

function editOf(observation: SessionObservation): Edit {
  const lines = observation.content.split('\n');
  const marked = (mark: RegExp) =>
    new Set(lines.map((line) => mark.exec(line)?.[1]?.trim() ?? '').filter((line) => /\w{2}/.test(line)));
  const [removed, added] = [marked(REMOVED), marked(ADDED)];
  const files = observation.files.map(normalizeFilePath).filter((file) => file !== '');
  const values = [...added].flatMap((line) => {
    const [, name = '', value = ''] = SETS.exec(plain(line)) ?? [];
    return keysIn(name).size > 0 ? [{ file: files[0] ?? '', name, value }] : [];
  });
  return { observation, files, removed, added, values };
}

/** Characters of a line that are read for a value. */
const VALUE_MAX = 80;
/** `ttl = "7m"`, `"ttl": 7` */
const SETS = /(?<![\w.$-])([\p{L}_][\w.$-]{0,40})["'`]?(?: = |=|: )["'`]?(\d[\w.]{0,20})/u;
/** `ttl: u32 = 7`, `ttl := 7`, `#define TTL 7` */
const plain = (line: string): string =>
  line
    .slice(0, VALUE_MAX)
    .replace(/^#define (\w+)/, '$1 =')
    .replace(/: ?\w{0,20}(?= ?= )/, '');

import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A memory as an agent stores it; `replaces` names an earlier one that no longer holds. */
export interface StoryMemory {
  id: string;
  /** Days since the story began. */
  day: number;
  title: string;
  type: string;
  text: string;
  tags: string[];
  files: string[];
  replaces?: string;
  /** False where the one who stored it did not say what it replaces. */
  stated?: boolean;
}

/** A question as it is typed or pasted. */
export interface Question {
  ask: string;
  /** Memories that answer it, by their ids in the story. */
  want: string[];
}

/** One thing that happened in a session: who spoke, or what was run (a command with its output) or edited. */
export type Turn = Partial<Record<'user' | 'assistant' | 'run' | 'edit', string>>;

/** Something worth keeping that is said in a session. */
export interface Fact {
  fact: string;
  /** A memory states the fact when it holds, of each of these, one of the words between the bars. */
  says: string[];
  /** The memory of the story that says so already. */
  stored?: string;
}

export interface StorySession {
  branch: string;
  turns: Turn[];
  draws: Fact[];
}

export interface Questions {
  answerable: Question[];
  /** Without an answer, about matters of the project. */
  near: Pick<Question, 'ask'>[];
  /** Without an answer, about other matters. */
  far: Pick<Question, 'ask'>[];
  /** In other words than the memory's: abbreviations, synonyms. */
  glossary: Question[];
  /** In other languages. */
  languages: Question[];
}

export interface Story {
  memories: StoryMemory[];
  questions: Questions;
  /** Sessions of the story itself, which may repeat what is stored. */
  sessions: StorySession[];
  /** Sessions of other people on other projects, to see whether rules hold elsewhere, by the name of their file. */
  otherSessions: Record<string, StorySession[]>;
  /** Imported documents: noise, they answer none of the questions. */
  pages: { title: string; content: string; source: string }[];
}

/**
 * Half of the questions and sessions is looked at while ranking is tuned, the other is set aside; `unseen` is the story of
 * another project, written before a change and measured after it.
 */
export type Half = 'tuned' | 'held-out' | 'unseen';

const UNSEEN_SESSIONS = ['first', 'second', 'third', 'fourth'].map((name) => `sessions.${name}`);

const folder = new URL('./', import.meta.url);

export function loadStory(half: Half): Story {
  const isUnseen = half === 'unseen';
  const place = isUnseen ? new URL('unseen/', folder) : folder;
  const read = (name: string) => readFileSync(new URL(name, place), 'utf8');
  const parts = isUnseen ? ['questions'] : [`questions.${half}`, `sessions.${half}`];
  const [questions, sessions = []] = parts.map((name) => parse(read(`${name}.yaml`)) as unknown);
  const others = isUnseen ? UNSEEN_SESSIONS : ['sessions.voices'];
  return {
    memories: parse(read('memories.yaml')) as StoryMemory[],
    questions: questions as Questions,
    sessions: sessions as StorySession[],
    otherSessions: Object.fromEntries(
      others.map((name) => [name, parse(read(`${name}.yaml`)) as StorySession[]]),
    ),
    pages: readdirSync(new URL('pages/', place))
      .toSorted()
      .map((name) => {
        const content = read(`pages/${name}`);
        return { title: /^# (.+)/.exec(content)?.[1] ?? name, content, source: `handbook/${name}` };
      }),
  };
}

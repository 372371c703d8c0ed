import type { Requirement } from '../requirement.ts';

const section = 'docs/decisions/sessions.md#73-what-rules-draw-from-plain-speech';

/** What rules make of a session without a text generator. */
export const extraction = {
  'extraction.insisted': {
    section,
    text: 'What a person insists on, whatever their tone, is drawn with a title that is one.',
  },
  'extraction.explained': {
    section,
    text: 'What turned out to be the cause is drawn with what was asked and with the files of the exchange; dropped guesses are not.',
  },
  'extraction.chosen': {
    section,
    text: 'What was chosen over what is drawn as a decision with its reason.',
  },
  'extraction.chores': {
    section,
    text: 'Nothing is drawn from chores, questions about the code, small talk and complaints.',
  },
  'extraction.rank': {
    section,
    text: 'What is drawn is less important than what was stored on purpose.',
  },
  'extraction.reports': {
    section,
    text: 'What an agent reports of every change (it is fixed, tests pass, the example works), blocks of code, and what a form or a quotation says in a request name no memory.',
  },
  'extraction.told': {
    section,
    text: 'What a stored memory says already is cited and not drawn again; another number is another fact.',
  },
  'summary.outcome': {
    section,
    text: 'A summary by rules names causes, commits however they were made, the last test run, whether it came before the last change, the closing words of the agent, and what was stored.',
  },
} as const satisfies Record<string, Requirement>;

import { under } from '../requirement.ts';

/** Results of the rules for a session without a text generator. */
export const extraction = under({
  'docs/decisions/sessions.md#73-what-rules-draw-from-plain-speech': {
    'extraction.insisted':
      'What a person insists on, whatever their tone, is drawn with a title that is one.',
    'extraction.explained':
      'What turned out to be the cause is drawn with the files of the turn; dropped guesses are not.',
    'extraction.subject':
      'A bare answer is titled with what it answers, and no title begins with a way that was only offered.',
    'extraction.chosen': 'What was chosen over what is drawn as a decision with its reason.',
    'extraction.chores': 'Nothing is drawn from chores, questions about the code, small talk and complaints.',
    'extraction.rank': 'What is drawn is less important than what was stored on purpose.',
    'extraction.reports':
      'What an agent reports of every change (it is fixed, tests pass, the example works), blocks of code, and what a form or a quotation says in a request name no memory.',
    'extraction.told':
      'What a stored memory says already is cited and not drawn again; another number is another fact.',
    'summary.outcome':
      'A summary by rules says first what came of the session (reports that hold to the end, else what was asked for and changed, else an answer; commits however they were made; the last test run, whether it came before the last change), then what changed, was decided, was found, is open and was stored.',
    'extraction.last-word':
      'The last word on a subject wins; what the next turn contradicts, what is meant in jest, told of another project or read from a file is not drawn.',
    'extraction.languages':
      'What is forbidden, ordered and preferred is drawn in English, German, French and Spanish.',
    'extraction.personal':
      'Addresses, telephone numbers, accounts and, unless a setting keeps them, names with a form of address stay out of what is drawn.',
    'extraction.of-others':
      'A text that is read out, speech of the life beside the work and a mere secret are no memory.',
    'summary.left-open':
      'What is put off, a check that fails to the end and next steps are left open until a later session does them.',
  },
  'docs/using.md#where-you-left-off': {
    'sessions.resume':
      '`workspace-memory resume` prints what the sessions of a project left open, and for how long.',
  },
});

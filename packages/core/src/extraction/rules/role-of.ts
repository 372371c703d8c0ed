import type { SessionObservation } from '../session-observation.ts';

/** Part of an observation in its session: a note was written down on purpose; reports of other agents and summaries say what was said or read before. */
export type Role =
  | 'request'
  | 'remark'
  | 'note'
  | 'change'
  | 'commit'
  | 'action'
  | 'result'
  | 'failure'
  | 'read';

// Kinds are free text: `user_prompt`, `UserPromptSubmit` and `user-prompt` mean the same.
const rolesByKind: [RegExp, Role][] = [
  [/subagent|compact|inject/, 'read'],
  [/prompt|request|^user/, 'request'],
  [/error|fail|exception/, 'failure'],
  [/commit/, 'commit'],
  [/edit|write|change|patch/, 'change'],
  [/result|posttool|output|^test/, 'result'],
  [/message|assistant|answer/, 'remark'],
  [/note|thought|remark|decision|discovery|incident|convention|architecture|pattern/, 'note'],
];
const EDITING_TOOL = /^(?:edit|write|multiedit|notebookedit|apply_?patch|str_?replace\w*|create_file)$/i;
const FAILED =
  /^exit(?: code)?:? (?!141\b)[1-9]|^Traceback \(most recent|\b[1-9]\d* (?:tests? )?(?:failed|failing)\b(?!=)|\berror TS\d+/m;
// `… | head` ends its producer with SIGPIPE; that is no failure.
const BROKEN_PIPE = /^exit(?: code)?:? 141\b/;

/** `<task-notification>` and the like: an agent's own tools speak in the place of the person. */
const SENT_BY_A_PROGRAM = /^\s*<[a-z]+(?:-[a-z]+)+[ >]/;

/** The role of an observation, by its kind, its tool, and for a result whether it tells of a failure. */
export function roleOf({ kind, tool_name, content }: SessionObservation): Role {
  // An observation that names neither was written down by a person: a tool's call or output comes with the name of the tool.
  if (kind === null && tool_name === null) return 'note';
  const name = (kind ?? '').toLowerCase().replace(/[^a-z]/g, '');
  const byKind = rolesByKind.find(([pattern]) => pattern.test(name))?.[1];
  if (byKind === 'request' && SENT_BY_A_PROGRAM.test(content)) return 'read';
  if (byKind === 'failure') return BROKEN_PIPE.test(content) ? 'result' : 'failure';
  if (byKind !== undefined && byKind !== 'result') return byKind;
  if (tool_name !== null && EDITING_TOOL.test(tool_name)) return 'change';
  if (byKind === undefined) return 'action';
  return FAILED.test(content) ? 'failure' : 'result';
}

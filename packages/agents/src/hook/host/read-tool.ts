import { isRecord, listOf, messageText, numberOf, recordOf, textOf, type Payload } from './payload.ts';
import type { Reading } from './host.ts';

// The names of tools differ by host and version; what they do is told by their parameters where a name is not known.
const EDITS = new Set([
  'edit',
  'multiedit',
  'write',
  'create',
  'delete',
  'applypatch',
  'notebookedit',
  'searchreplace',
  'writefile',
  'writetofile',
  'writecode',
  'editfile',
  'editnotebookfile',
  'createfile',
  'deletefile',
  'inserteditintofile',
  'multireplacestringinfile',
  'fswrite',
]);
/** `replace`, `replace_in_file`, `replace_string_in_file`, `str_replace_editor`, … */
const REPLACES = /^(?:multi)?(?:str)?replace/u;
const isEdit = (name: string): boolean => {
  const letters = name.toLowerCase().replaceAll(/[_-]/gu, '');
  return EDITS.has(letters) || REPLACES.test(letters);
};
const COMMANDS =
  /^(?:bash|shell|power_?shell|execute|exec|exec_command|local_shell|run_shell_command|run_command|execute_(?:command|bash)|run_in_terminal|run_?terminal_?c(?:ommand|md)|terminal|developer__shell)$/iu;
const READS = /^(?:read|view|read_?file|read_many_files|fs_read|view_file|open_file)$/iu;

const ASKS = /^(?:ask_?user_?question|request_?user_?input|ask_?(?:followup_?)?question)$/iu;
/** A person's refusal, in the words of hosts. */
const REFUSED = /^(?:The user doesn't want to|User rejected|\[Request interrupted|exec command rejected)/iu;

const FILE_FIELDS = [
  'file_path',
  'filePath',
  'notebook_path',
  'target_file',
  'TargetFile',
  'AbsolutePath',
  'absolute_path',
  'path',
  'file',
];

/** The new text of an edit, or the text of a new file. */
const AFTER_FIELDS = [
  'new_string',
  'newString',
  'new_str',
  'newText',
  'new_text',
  'new_source',
  'content',
  'contents',
  'file_text',
  'code',
  'CodeContent',
  'diff',
];

const OUTPUT_FIELDS = [
  'output',
  'aggregated_output',
  'formatted_output',
  'textResultForLlm',
  'llmContent',
  'error',
  'message',
];

interface ToolCall {
  tool: string;
  input: Payload;
  /** As the host has it: text, or an object around it. */
  response?: unknown;
  /** The host says by the event whether it failed; others by `success` in the response. */
  failed?: boolean;
  /** The call has not been made yet. */
  isAhead?: boolean;
}

/** An edit, a command, or a failure; of what is only read, the file alone. */
export function readTool({ tool, input, response, failed: isTold, isAhead = false }: ToolCall): Reading {
  const failed = isTold ?? (isRecord(response) && response['success'] === false);
  const name = tool.split(/__|[./]/u).at(-1) ?? tool;
  const command = commandOf(input);
  const patch = patchIn(textOf(input, 'patch', 'input', 'patchText') ?? command ?? '');
  const isPatch = patch !== undefined;
  const files = isPatch ? filesOfPatch(patch) : filesOf(input);
  if (READS.test(name)) return { tool, files, wants: 'file' };
  if (ASKS.test(name) && !isAhead && !failed) return { tool, ...answerOf(input, response) };
  if (failed && REFUSED.test(outputOf(response))) return { tool, files };
  if (isEdit(name) || isPatch) {
    const edited = isPatch ? partsOfPatch(patch, files[0]) : partsOf(input);
    if (isAhead) return { tool, files, edited, wants: 'file' };
    const output = outputOf(response);
    if (failed || (isPatch && exitCodeOf(response, output)))
      return { kind: 'failure', tool, files, text: output };
    return { kind: 'edit', tool, files, edited, text: isPatch ? patch : changeOf(input), wants: 'file' };
  }
  if (COMMANDS.test(name) && command !== undefined) {
    if (isAhead) return { tool };
    const output = outputOf(response);
    const exitCode = exitCodeOf(response, output) ?? (failed ? 1 : undefined);
    return { kind: 'command', tool, text: command, output, ...(exitCode === undefined ? {} : { exitCode }) };
  }
  if (failed) return { kind: 'failure', tool, text: outputOf(response) };
  return { tool };
}

/** The question, the choice and the rest; an answer in the person's own words is kept like any prompt. */
function answerOf(input: Payload, response: unknown): Pick<Reading, 'kind' | 'text'> {
  const answers = isRecord(response) ? recordOf(response, 'answers') : {};
  const said = outputOf(response);
  const [first, ...others] = listOf(input['questions'])
    .filter(isRecord)
    .flatMap((asked) => {
      const question = textOf(asked, 'question') ?? '';
      const options = listOf(asked['options']).filter(isRecord);
      const given = answers[question];
      const answer =
        typeof given === 'string' ? given : (said.split(`"${question}"="`)[1]?.split('"')[0] ?? '');
      const chosen = options.find((option) => textOf(option, 'label') === answer);
      const rest = options.flatMap((option) => (option === chosen ? [] : (textOf(option, 'label') ?? [])));
      const words = [answer, textOf(chosen ?? {}, 'description')].filter(Boolean).join(': ');
      const lines =
        chosen && rest.length > 0 ? [question, words, `Not chosen: ${rest.join(' / ')}`] : [words];
      return question === '' || answer === ''
        ? []
        : [{ isChoice: chosen !== undefined, text: lines.join('\n') }];
    });
  if (first === undefined) return {};
  const isChoice = first.isChoice && others.length === 0;
  return {
    kind: isChoice ? 'choice' : 'prompt',
    text: [first, ...others].map(({ text }) => text).join('\n\n'),
  };
}

function filesOf(input: Payload): string[] {
  const own = textOf(input, ...FILE_FIELDS);
  const listed = [
    ...listOf(input['files']),
    ...listOf(input['replacements']),
    ...listOf(input['edits']),
  ].flatMap((item) =>
    typeof item === 'string' ? [item] : isRecord(item) ? (textOf(item, ...FILE_FIELDS) ?? []) : [],
  );
  return [...new Set([...(own === undefined ? [] : [own]), ...listed])];
}

/** Also where a shell is given it: `apply_patch <<'EOF'`. */
const patchIn = (text: string): string | undefined => {
  const from = text.search(/(?<!\S)\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: )/u);
  return from < 0 ? undefined : text.slice(from).split(/(?<=\n\*\*\* End Patch)/u, 1)[0];
};

const filesOfPatch = (patch: string): string[] => [
  ...new Set(
    Array.from(patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gmu), ([, file = '']) =>
      file.trim(),
    ),
  ),
];

/** Texts of a file before and after a patch, a part for each place. */
function partsOfPatch(patch: string, file: string | undefined): string[] {
  const sections = patch.split(/^\*\*\* (?:Add|Update|Delete) File: /mu);
  const own = sections.find((section) => file !== undefined && section.startsWith(`${file}\n`)) ?? '';
  return own
    .split('\n')
    .slice(1)
    .join('\n')
    .split(/^@@/mu)
    .flatMap((part) => [withoutMarks(part, '+'), withoutMarks(part, '-')])
    .filter((part) => part.trim() !== '');
}

/** Lines of a patch as they are on one of its sides. */
const withoutMarks = (part: string, other: '+' | '-'): string =>
  part
    .split('\n')
    .filter((line) => !line.startsWith(other) && !line.startsWith('***'))
    .map((line) => line.slice(1))
    .join('\n');

function commandOf(input: Payload): string | undefined {
  const given = input['command'] ?? input['cmd'];
  // Codex once passed `["bash", "-lc", "npm test"]`.
  if (Array.isArray(given))
    return given
      .map(String)
      .slice(/^(?:ba|z)?sh$/u.test(String(given[0])) ? 2 : 0)
      .join(' ');
  return textOf(input, 'command', 'cmd', 'command_line', 'CommandLine', 'script');
}

/** Old and new lines as a patch shows them; of a new file its text. */
function changeOf(input: Payload): string {
  const changes = changesOf(input).map(({ before, after }) => {
    return [...marked('- ', before), ...marked('+ ', after)].join('\n');
  });
  return changes.filter((change) => change !== '').join('\n\n');
}

function changesOf(input: Payload): { before: string | undefined; after: string | undefined }[] {
  const edits = listOf(input['edits']).concat(listOf(input['replacements'])).filter(isRecord);
  return (edits.length > 0 ? edits : [input]).map((edit) => ({
    before: textOf(edit, 'old_string', 'oldString', 'old_str', 'oldText', 'old_text', 'old_source'),
    after: textOf(edit, ...AFTER_FIELDS),
  }));
}

/** The replaced text and the new one; of a file that is written as a whole nothing says which part is another. */
const partsOf = (input: Payload): string[] =>
  changesOf(input).flatMap(({ before, after }) => (before === undefined ? [] : [before, after ?? '']));

const marked = (mark: string, text: string | undefined): string[] =>
  text === undefined ? [] : text.split('\n').map((line) => mark + line);

function outputOf(response: unknown): string {
  if (typeof response === 'string') {
    const parsed = response.startsWith('{') ? recordOf({ response }, 'response') : {};
    return Object.keys(parsed).length > 0 ? outputOf(parsed) : response;
  }
  if (!isRecord(response)) return messageText(response);
  const streams = [textOf(response, 'stdout'), textOf(response, 'stderr')].filter(
    (text) => text !== undefined,
  );
  if (streams.length > 0) return streams.join('\n');
  return textOf(response, ...OUTPUT_FIELDS) ?? messageText(response);
}

function exitCodeOf(response: unknown, output: string): number | undefined {
  const record = isRecord(response)
    ? response
    : typeof response === 'string'
      ? recordOf({ response }, 'response')
      : {};
  const told =
    numberOf(record, 'exit_code', 'exitCode', 'returncode', 'return_code') ??
    numberOf(recordOf(record, 'metadata'), 'exit', 'exit_code', 'exitCode');
  if (told !== undefined) return told;
  const written =
    /(?:^|\n)\W{0,3}(?:Process )?(?:exit(?:ed)?(?: with)?(?: exit)?(?: code| status)?):? (-?\d{1,10})\b/iu.exec(
      output.slice(0, 400) + '\n' + output.slice(-200),
    );
  return written ? Number(written[1]) : undefined;
}

import type { CapturedEvent, EventKind } from '../capture/captured-event.ts';

export interface ObservationBody {
  event_id: string;
  kind: string;
  content: string;
  tool_name: string | null;
  files: string[];
  occurred_at: string;
}

/** The kinds that the service's rules know by their words: requests, remarks, changes, commits, results, failures. */
const KINDS: Readonly<Record<EventKind, string>> = {
  session_start: 'session_start',
  prompt: 'user_prompt',
  choice: 'user_choice',
  answer: 'assistant_message',
  edit: 'edit',
  command: 'command',
  failure: 'failure',
  compaction: 'compaction',
  subagent_start: 'subagent_start',
  subagent_stop: 'subagent_message',
  session_end: 'session_end',
  injection: 'injection',
};

/** Events that a session's record tells by itself. */
const UNTOLD: ReadonlySet<EventKind> = new Set(['session_start', 'session_end']);

/** Code points that the service takes. */
const CONTENT_MAX = 9_900;

/** An event as observations: none for the ends of a session, and for a command what was run and what came of it. */
export function toObservations({
  id,
  kind,
  text,
  output,
  exitCode,
  tool,
  files = [],
  at,
}: CapturedEvent): ObservationBody[] {
  if (UNTOLD.has(kind)) return [];
  const base = { tool_name: tool ?? null, files, occurred_at: at };
  if (kind !== 'command') {
    const content = kind === 'edit' ? [files.join(', '), text].filter(Boolean).join('\n') : text;
    return content.trim() === '' && files.length === 0
      ? []
      : [{ ...base, event_id: id, kind: KINDS[kind], content: clipped(content || files.join(', ')) }];
  }
  const hasOutcome = output !== undefined || exitCode !== undefined;
  const isCommit = (exitCode ?? 0) === 0 && commits(text);
  return [
    { ...base, event_id: id, kind: isCommit ? 'commit' : KINDS.command, content: clipped(`$ ${text}`) },
    ...(hasOutcome
      ? [
          {
            ...base,
            event_id: `${id}-out`,
            kind: 'command_output',
            content: clipped([`exit code: ${exitCode ?? 0}`, output].filter(Boolean).join('\n')),
          },
        ]
      : []),
  ];
}

/** Whether one of the commands of a line is `git … commit`. */
const commits = (line: string): boolean =>
  line.split(/[|;&\n]/u).some((command) => {
    const words = command.trim().split(/\s/u);
    return words[0] === 'git' && words.includes('commit');
  });

const clipped = (text: string): string => (text.length <= CONTENT_MAX ? text : text.slice(0, CONTENT_MAX));

/** The request that opens a session, from any event of it: several hosts tell of no start. */
export const sessionBody = ({
  project,
  branch,
  author,
  origin,
  host,
}: Pick<CapturedEvent, 'project' | 'branch' | 'author' | 'origin' | 'host'>) => ({
  project_name: project,
  branch_name: branch,
  user_email: author === undefined || author.length > 254 ? null : author,
  metadata: { agent: host, ...(origin === undefined ? {} : { origin }) },
});

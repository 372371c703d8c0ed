import { clip } from '@memory/text/sentences';
import type { Turn } from './turns.ts';
import { overlap } from './wording.ts';
import type { Place } from './worth.ts';

const TELLING = [
  /^\W*\w*(?:Error|Exception)\b: \S/,
  /\berror TS\d+/,
  /^\s*(?:x|×|✗|✘) \S/,
  /\b(?:FAIL|failed|failing|not found|cannot|denied|refused)\b/i,
];

const EXIT_CODE = /^exit(?: code)?:? \d+:?/;

/**
 * The line of a failing output that says most about what went wrong, at most 160 characters. Empty when nothing in
 * the output of a command tells; an error that somebody reported in words tells by its first line.
 */
export function failureLine(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.replace(EXIT_CODE, '').trim())
    .filter((line) => /\w/.test(line));
  const telling = TELLING.map((pattern) => lines.find((line) => pattern.test(line)));
  const fallback = EXIT_CODE.test(output) ? '' : (lines[0] ?? '');
  return clip(telling.find((line) => line !== undefined) ?? fallback, 160);
}

export type Run = Turn['runs'][number];

/** Its output is an answer, not a failure: a search that finds nothing exits with 1. */
const LOOKS =
  /^(?:cd|grep|rg|ls|cat|find|which|test|diff|sed|head|tail|git (?:diff|log|status|show|grep)|gh|echo|curl|awk|jq|wc|stat|ps|kill|rm|mkdir|cp|mv|sleep|perl|python3? -|node -e)/;

/** The run that a turn ends with, where it failed and nobody ran it again or mended something. */
export function unfixedIn({ turn, after }: Place): Run | undefined {
  const last = turn.runs.at(-1);
  if (!last?.failure) return undefined;
  const isMended = turn.edits.some(({ observation }) => observation.occurred_at > last.result.occurred_at);
  const checks = checksIn(last);
  const isAgain = (run: Run) => checksIn(run).some((other) => checks.some((check) => isSame(other, check)));
  return isMended || checks.length === 0 || after.some(({ runs }) => runs.some(isAgain)) ? undefined : last;
}

/** Whether the checks of a command that failed pass where they are run last; absent where they are not run. */
export function passesIn(command: string, turns: readonly Turn[]): boolean | undefined {
  const runs = turns.flatMap((turn) => turn.runs);
  const last = checksIn({ command }).map((check) =>
    runs.findLast((run) => checksIn(run).some((other) => isSame(other, check) && !isNarrower(other, check))),
  );
  return last.length === 0 || last.includes(undefined) ? undefined : last.every((run) => !run?.failure);
}

type Words = ReadonlySet<string>;

/** Of each command of a line of a shell that does something the words that are no options. */
const checksIn = ({ command }: Pick<Run, 'command'>): Words[] =>
  command
    .split('\n', 1)
    .flatMap((first) => first.split(/\s(?:&&?|\|\||;)\s|;\s/))
    .map((part) => (part.split(/\s(?:\d?>|\|)/)[0] ?? '').trim())
    .filter((part) => part !== '' && !LOOKS.test(part))
    .map(
      (part) =>
        new Set(
          part
            .replace(SETTINGS, '')
            .split(/\s+/)
            .filter((word) => !OPTION.test(word)),
        ),
    );

const SETTINGS = /^(?:[A-Z_]{1,40}=\S{0,80} ){1,9}/;
const OPTION = /^(?:-[^=]*|--?(?:count|tb|reporter|timeout|workers)=.*|npx)$/;

/** Whether two commands run the same: one holds most words of the other. */
const isSame = (a: Words, b: Words): boolean => overlap(a, b) >= 0.75;

/** “pytest tests/test_a.py” passes for no “pytest”, nor does “make” for “make test”; “pytest” does for both of its. */
const isNarrower = (command: Words, check: Words): boolean =>
  [...command].some((word) => !check.has(word)) ||
  [...check].some((word) => !command.has(word) && !/[./]/.test(word));

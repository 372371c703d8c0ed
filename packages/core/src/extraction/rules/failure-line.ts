import { clip } from '@memory/text/sentences';

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

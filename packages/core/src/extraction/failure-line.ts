import { clip } from './sentences.ts';

const TELLING = [
  /^\W*\w*(?:Error|Exception)\b: \S/,
  /\berror TS\d+/,
  /^\s*(?:x|×|✗|✘) \S/,
  /\b(?:FAIL|failed|failing|not found|cannot|denied|refused)\b/i,
];

/** The line of a failing output that says most about what went wrong, at most 160 characters; empty when it says nothing. */
export function failureLine(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^exit(?: code)?:? \d+:?/, '').trim())
    .filter((line) => /\w/.test(line));
  const telling = TELLING.map((pattern) => lines.find((line) => pattern.test(line)));
  return clip(telling.find((line) => line !== undefined) ?? lines[0] ?? '', 160);
}

import { placeholder } from './placeholder.ts';
import { isSecretValue } from './is-secret-value.ts';
import type { Redaction } from './redaction.ts';

// The name may have anything before it (`DB_PASSWORD`, `clientSecret`) and nothing after it (`passwordHash` is none).
const NAME =
  '(?<name>pass(?:word|wd|phrase|code)|pwd|secret|token|credentials?|' +
  '(?:api|access|secret|private|signing|encryption|account|shared_?access|master|service_?role)[_-]?key)';
const SEPARATOR = String.raw`(?<separator>\\*["'\`]?(?:[ \t]*(?::=|=>|[:=](?![=>]))[ \t]*|[ \t]+(?<=--[\w-]*[ \t]+)))`;
const ASSIGNMENT = new RegExp(`${NAME}${SEPARATOR}`, 'gi');

// What follows the separator: a quoted literal, one quoted with escaped quotes (JSON inside JSON), or a bare word.
const QUOTED = /(?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'|`[^`\\\n]*(?:\\.[^`\\\n]*)*`)/y;
const ESCAPED = /(\\+["'])[^"'\\\n]+\1/y;
const BARE = /(?:\[redacted:[a-z-]+\]|[^\s"'`<>,;&|(){}[\]\\]+)+/y;

/**
 * Replaces the values of assignments whose name says that they are secret: `PASSWORD=…`, `"api_key": "…"`,
 * `password: …`, `--token …`, `;Password=…;`. Variables, types, calls and masks stay.
 */
export function redactAssignments(text: string): Redaction {
  let kept = '';
  let keptUpTo = 0;
  let count = 0;
  ASSIGNMENT.lastIndex = 0;
  for (let found = ASSIGNMENT.exec(text); found !== null; found = ASSIGNMENT.exec(text)) {
    const start = found.index + found[0].length;
    const literal =
      matchAt(QUOTED, text, start) ?? matchAt(ESCAPED, text, start) ?? matchAt(BARE, text, start);
    if (literal === undefined) continue;
    const quote = /^\\*["'`]/.exec(literal)?.[0] ?? '';
    const end = start + literal.length;
    const value = literal.slice(quote.length, literal.length - quote.length);
    const { name = '', separator = '' } = found.groups ?? {};
    if (isSecretValue({ name, separator, value, isQuoted: quote !== '', next: text[end] ?? '' })) {
      kept += text.slice(keptUpTo, start) + quote + placeholder('password') + quote;
      keptUpTo = end;
      count += 1;
    }
    // A quoted literal that stays may hold an assignment itself; a bare word that stays is not read again.
    ASSIGNMENT.lastIndex = quote !== '' && keptUpTo !== end ? start + quote.length : end;
  }
  return { text: kept + text.slice(keptUpTo), count };
}

function matchAt(sticky: RegExp, text: string, from: number): string | undefined {
  sticky.lastIndex = from;
  return sticky.exec(text)?.[0];
}

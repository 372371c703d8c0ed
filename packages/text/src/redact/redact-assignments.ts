import { placeholder } from './placeholder.ts';
import { isSecretValue } from './is-secret-value.ts';
import type { Redaction } from './redaction.ts';

// The name may have anything before it (`DB_PASSWORD`, `clientSecret`) and little after it (`passwordHash` is none).
const NAME =
  '(?<name>pass(?:word|wd|phrase|code)|passwort|kennwort|contraseña|senha|пароль|密码|密碼|パスワード|비밀번호|' +
  'pass|pwd|secret|token|credentials?|private_key_id|' +
  '(?:api|access|auth|secret|private|signing|encryption|account|shared_?access|master|service_?role|subscription)[_-]?key)' +
  '(?:_base|_?\\d{1,2}|_(?:prod|production|staging|dev|test|live|old|new|primary|secondary))?';
// A flag (`--token value`) has two dashes before its name. The ends of quotes may be escaped (JSON inside JSON).
const SEPARATOR = String.raw`(?<separator>\\*["'\`]?(?:[ \t]{0,20}(?::=|=>|[:=：＝](?![=>:]))[ \t]*|(?<=--[\w-]{0,60})[ \t]{1,20}))`;
/** The whole name of a field, for values that stand in fields rather than in text. */
export const ASSIGNMENT_NAME = new RegExp(`${NAME}$`, 'i');
const ASSIGNMENT = new RegExp(`${NAME}${SEPARATOR}`, 'gi');

// What follows the separator: a quoted literal, one quoted with escaped quotes (JSON inside JSON), or a bare word.
const QUOTED = /(?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'|`[^`\\\n]*(?:\\.[^`\\\n]*)*`)/y;
const ESCAPED = /(\\{1,8}["'])[^"'\\\n]+\1/y;
const BARE = /(?:\[redacted:[a-z-]{1,40}\]|[^\s"'`<>,;&|(){}[\]\\]+)+/y;
// YAML puts a long value on the lines below: `password: |`.
const BLOCK = /[|>][+-]?[ \t]{0,8}(?:\r?\n|\\{1,8}n)[ \t]{1,40}/y;

/**
 * Replaces the values of assignments whose name says that they are secret: `PASSWORD=…`, `"api_key": "…"`,
 * `password: …`, `--token …`, `;Password=…;`. Variables, types, calls and masks stay.
 */
export function redactAssignments(text: string): Redaction {
  const kinds: string[] = [];
  let kept = '';
  let keptUpTo = 0;
  ASSIGNMENT.lastIndex = 0;
  for (let found = ASSIGNMENT.exec(text); found !== null; found = ASSIGNMENT.exec(text)) {
    const { name = '', separator = '' } = found.groups ?? {};
    const separatorEnd = found.index + found[0].length;
    const start = separatorEnd + (matchAt(BLOCK, text, separatorEnd)?.length ?? 0);
    const literal =
      matchAt(QUOTED, text, start) ?? matchAt(ESCAPED, text, start) ?? matchAt(BARE, text, start);
    if (literal === undefined || !isName(text, found.index, name, separator)) continue;
    const quote = /^\\*["'`]/.exec(literal)?.[0] ?? '';
    const end = start + literal.length;
    const value = literal.slice(quote.length, literal.length - quote.length);
    const isSecret = isSecretValue({
      name,
      separator: separator.replace('：', ':').replace('＝', '='),
      value,
      isQuoted: quote !== '',
      next: text[end] ?? '',
    });
    if (isSecret) {
      kept += text.slice(keptUpTo, start) + quote + placeholder('password') + quote;
      keptUpTo = end;
      kinds.push('password');
    }
    // A quoted literal that stays may hold an assignment itself; a bare word that stays is not read again.
    ASSIGNMENT.lastIndex = quote !== '' && keptUpTo !== end ? start + quote.length : end;
  }
  return { text: kept + text.slice(keptUpTo), kinds };
}

/**
 * `pass` counts as the last word of a name (`DB_PASS`, `smtpPass`), not as the end of one (`bypass`, `compass`). Between
 * colons a word is a part of an identifier (`arn:…:secret:name`).
 */
function isName(text: string, index: number, name: string, separator: string): boolean {
  if (separator === ':' && text[index - 1] === ':') return false;
  if (name.toLowerCase() !== 'pass') return true;
  const before = text[index - 1] ?? '';
  return name === 'PASS' ? !/[A-Za-z]/.test(before) : name === 'Pass' ? /[a-z]/.test(before) : before === '_';
}

function matchAt(sticky: RegExp, text: string, from: number): string | undefined {
  sticky.lastIndex = from;
  return sticky.exec(text)?.[0];
}

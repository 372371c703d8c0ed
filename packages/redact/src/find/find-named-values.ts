import { ASSIGNMENT_NAME } from './find-assignments.ts';
import { isSecretValue } from '../is-secret-value.ts';
import { looksRandom } from '../looks-random.ts';
import type { Finding } from '../redaction.ts';

const QUOTE = String.raw`\\{0,8}["']?`;
const SIGN = String.raw`${QUOTE}[ \t]{0,4}[:=][ \t]{0,4}`;
/** Between two fields: a comma, a line break (which may be written out), blanks. */
const NEXT = String.raw`${QUOTE}[ \t]{0,4},?[ \t]{0,20}(?:(?:\r?\n|\\{1,8}n)[ \t]{0,80})?${QUOTE}`;
const NAME = String.raw`(?<![\w-])(?:name|key)${SIGN}${QUOTE}([\w.-]{1,100})`;

const VALUE = new RegExp(String.raw`(?<![\w-])value${SIGN}`, 'gi');
const BEFORE = new RegExp(`${NAME}${NEXT}$`, 'i');
const AFTER = new RegExp(`^${NEXT}${NAME}`, 'i');
const LITERAL = /"[^"\\\n]{1,400}"|'[^'\\\n]{1,400}'|(\\{1,8}")[^"\\\n]{1,400}\1|[^\s"'`,{}[\]\\]{1,400}/y;
/** How far a name may be from its value. */
const SPAN = 300;

/**
 * Finds the values of pairs of fields: `name: DB_PASSWORD` and `value: …`, in either order, as manifests of Kubernetes, definitions
 * of tasks and records of requests have them.
 */
export function findNamedValues(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { 0: field, index } of text.matchAll(VALUE)) {
    const start = index + field.length;
    LITERAL.lastIndex = start;
    const [literal = ''] = LITERAL.exec(text) ?? [];
    const quote = /^\\*["']/.exec(literal)?.[0].length ?? 0;
    const value = literal.slice(quote, literal.length - quote);
    const end = start + literal.length - quote;
    if (value === '' || value.startsWith('[redacted:')) continue;
    const name =
      BEFORE.exec(text.slice(Math.max(0, index - SPAN), index))?.[1] ??
      AFTER.exec(text.slice(end, end + SPAN))?.[1];
    if (name !== undefined && isSecretOf(name, value))
      found.push({ start: start + quote, end, kind: 'password' });
  }
  return found;
}

/** Whether a value is secret because of the name that another field gives it. */
export function isSecretOf(name: string, value: string): boolean {
  if (/^(?:set-)?cookie$/i.test(name)) return looksRandom(value);
  const secretName = ASSIGNMENT_NAME.exec(name)?.groups?.['name'];
  return (
    secretName !== undefined &&
    isSecretValue({ name: secretName, separator: ':', value, isQuoted: true, next: '' })
  );
}

import { beginsRedacted, isSecretValue, looksRandom, type Finding, type Form } from '../values.ts';
import { QUOTE } from './rules.ts';

// The name may have anything before it (`DB_PASSWORD`, `clientSecret`) and little after it (`passwordHash` is none).
const NAME =
  '(?<name>pass(?:word|wd|phrase|code)|passwort|kennwort|contraseña|senha|пароль|mot de passe|密码|密碼|パスワード|비밀번호|' +
  'pass|pwd|pw|psk|secret|token|auth_?ident|credentials?|private_key_id|' +
  '(?:api|access|auth|secret|private|signing|encryption|account|shared_?access|master|service_?role|subscription|admin|app(?:lication)?|deploy|hmac|jwt)[_.-]?key)' +
  '(?:_base|_?\\d{1,2}|_(?:prod|production|staging|dev|test|live|old|new|primary|secondary))?';
const LINE_BREAK = String.raw`(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)`;
/** Separators of a name and its value. The ends of quotes may be escaped (JSON inside JSON). */
const SEPARATORS = {
  // `name: value`, `"name": "value"`, `environ["NAME"] = "value"`.
  sign: String.raw`\\*["'\`]?\]?[ \t]{0,20}(?::=|=>|[:=：＝](?![=>:]))[ \t]*`,
  // `--token value`, `-storepass value`.
  flag: String.raw`(?<=(?:^|[\s"'])--?[\w-]{0,60})[ \t]{1,20}`,
  // `ENV NAME value` of a Dockerfile, `set -x NAME value`, `setx NAME value`, `aws configure set name value`.
  variable: String.raw`(?<=(?:\b|\\[nrt])(?:ENV|setx?|set -\w{1,4})[ \t]{1,4}[\w.]{0,60})[ \t]{1,8}`,
  // `<name>value</name>`.
  element: String.raw`>(?=[^<>\n]{4,4000}</)`,
  // `<add key="name" value="value" />`.
  attribute: String.raw`\\*["'][ \t]{1,8}value=`,
  // `getenv("NAME", "value")`, `define('NAME', 'value')`.
  call: String.raw`${QUOTE}[ \t]{0,4},[ \t]{0,4}(?=${QUOTE})(?<=(?:env|environ\.get|setdefault|define|fetch|OrDefault|Property)\([ \t]{0,4}${QUOTE}[\w.-]{1,100}${QUOTE}[ \t]{0,4},[ \t]{0,4})`,
  // `process.env.NAME || 'value'`, `os.environ.get("NAME") or "value"`.
  fallback: String.raw`(?:(?:${QUOTE})?[\])])?[ \t]{0,4}(?:\|\||\?\?|\bor\b)[ \t]{0,4}(?=${QUOTE})`,
  // `setPassword("value")`
  setter: String.raw`(?<=(?:\bset|\bSet|\wSet)\w{1,60})\((?=${QUOTE})`,
  // `name="name"` of a form, an empty line, the value.
  part: String.raw`${QUOTE}(?<=\bname=${QUOTE}[\w.-]{1,100}${QUOTE})${LINE_BREAK}[ \t]{0,40}${LINE_BREAK}[ \t]{0,40}`,
  // `<key>name</key> <string>value</string>`
  entry: String.raw`</key>(?:\s|\\{1,8}[nrt]){0,80}<string>(?=[^<>\n]{4,4000}</)`,
  // `| name | value |`.
  cell: String.raw`[*\`]{0,3}[ \t]{0,40}\|[ \t]{0,40}(?=[^|\n]{4,4000}\|)`,
} as const satisfies Partial<Record<Form, string>>;

const FORMS = Object.keys(SEPARATORS) as (keyof typeof SEPARATORS)[];
const SEPARATOR = FORMS.map((form) => `(?<${form}>${SEPARATORS[form]})`).join('|');
/** The whole name of a field, for values that stand in fields rather than in text. */
export const ASSIGNMENT_NAME = new RegExp(`${NAME}$`, 'i');
const ASSIGNMENT = new RegExp(`${NAME}(?:${SEPARATOR})`, 'gi');
/** A part that every name holds. */
const HINT =
  /pass|kennwort|ident|contraseña|senha|пароль|密码|密碼|パスワード|비밀번호|pwd?|psk|secret|token|credential|key/i;

// A value after the separator: a quoted literal, one quoted with escaped quotes (JSON inside JSON), or a bare word.
const QUOTED = /(?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'|`[^`\\\n]*(?:\\.[^`\\\n]*)*`)/y;
const ESCAPED = /(\\{1,8}["'])[^"'\\\n]+\1/y;
const BARE = /(?:\[redacted:[a-z-]{1,40}\]|[^\s"'`<>,;&|(){}[\]\\]+)+/y;
const IN_ELEMENT = /[^<>\n]+/y;
// Marks before a value: YAML puts a long one on the lines below (`password: |`) and gives it an anchor or a type, HCL
// has `<<EOT`, Python `b'…'`, Rust `Some("…")`, a dump of PHP its length.
const BEFORE = new RegExp(
  String.raw`[|>][+-]?[ \t]{0,8}(?:\r?\n|\\{1,8}n)[ \t]{1,40}|(?:&[\w-]{1,40}|!!str)[ \t]{1,8}|<<[-~]?[A-Z_]{2,20}${LINE_BREAK}[ \t]{0,40}|[bru]{1,2}(?=${QUOTE})|Some\((?=${QUOTE})|${LINE_BREAK}[ \t]{0,40}string\(\d{1,6}\) (?=${QUOTE})`,
  'y',
);
// In a file of settings a value goes on to the end of the line.
const REST = /[&|;,(){}[\]<>][^\s"'`\\]{0,400}(?=\r?\n|$)/y;
// Elsewhere `&` may be a sign of the password, where no other parameter, entity or command follows.
const BEHIND_AND = /(?:&(?!&|[a-z]{1,8};|[\w.%-]{1,60}=)[^\s"'`<>,;&|(){}[\]\\]{1,100}){1,8}/y;

/**
 * Finds the values of assignments whose name says that they are secret: `PASSWORD=…`, `"api_key": "…"`,
 * `password: …`, `--token …`, `;Password=…;`. Variables, types, calls and masks stay.
 */
export function findAssignments(text: string): Finding[] {
  const values: Finding[] = [];
  if (!HINT.test(text)) return values;
  ASSIGNMENT.lastIndex = 0;
  for (let found = ASSIGNMENT.exec(text); found !== null; found = ASSIGNMENT.exec(text)) {
    const { name = '', ...separators } = found.groups ?? {};
    const written = FORMS.find((one) => separators[one] !== undefined) ?? 'sign';
    const separator = separators[written] ?? '';
    const form = written === 'sign' && isHeader(text, found.index) ? 'header' : written;
    const separatorEnd = found.index + found[0].length;
    const start = separatorEnd + (matchAt(BEFORE, text, separatorEnd)?.length ?? 0);
    const literal =
      form === 'element' || form === 'entry'
        ? matchAt(IN_ELEMENT, text, start)
        : (matchAt(QUOTED, text, start) ?? matchAt(ESCAPED, text, start) ?? matchAt(BARE, text, start));
    if (
      literal === undefined ||
      !isName(text, {
        index: found.index,
        name,
        separator,
        form,
        quoted: /^\\*["']/.test(literal) ? literal : '',
      })
    )
      continue;
    if (form === 'cell' && !isInRow(text, found.index)) continue;
    // In code only names of the environment have what is secret behind them; others have labels and samples.
    if (form === 'fallback' && !/^[A-Z\d_]+$/.test(name)) continue;
    // A flag is no value: `secret set NAME --body …`.
    if (form === 'variable' && literal.startsWith('-')) continue;
    const quote = /^\\*["'`]/.exec(literal)?.[0] ?? '';
    const end = start + literal.length;
    const value = literal.slice(quote.length, literal.length - quote.length);
    const isSecret = isSecretValue({
      name,
      separator: separator.replace('：', ':').replace('＝', '='),
      form,
      value,
      isQuoted: quote !== '',
      isLine: () => isLine(text, { nameStart: found.index, separator, end }),
      next: text[end] ?? '',
    });
    const named = text.slice(Math.max(0, found.index - 80), separatorEnd - separator.length);
    const isFound = isSecret && !namesItself(named, name, value);
    if (isFound) {
      const onward = isSetting(text, found.index, name, separator) ? REST : BEHIND_AND;
      const rest = quote === '' ? matchAt(onward, text, end) : '';
      values.push({
        start: start + quote.length,
        end: end - quote.length + (rest?.length ?? 0),
        kind: 'password',
      });
    }
    // A quoted literal that stays may hold an assignment itself; a bare word that stays is not read again.
    ASSIGNMENT.lastIndex = quote !== '' && !isFound ? start + quote.length : end;
  }
  return values;
}

/** `X-Api-Key: …` of a request. */
const isHeader = (text: string, index: number): boolean =>
  /(?:^|[^\w-]|\\[nrt])x-[\w-]{0,40}$/i.test(text.slice(Math.max(0, index - 46), index));

/**
 * `pass` counts as the last word of a name (`DB_PASS`, `smtpPass`, `pass:` of YAML), not as the end of one (`bypass`,
 * `compass`). Between colons a word is a part of an identifier (`arn:…:secret:name`).
 */
function isName(
  text: string,
  {
    index,
    name,
    separator,
    form,
    quoted,
  }: { index: number; name: string; separator: string; form: Form; quoted: string },
): boolean {
  const before = text[index - 1] ?? '\n';
  if (separator === ':' && before === ':') return false;
  if (form === 'flag') return !/(?:by|com|tres|sur|en)$/i.test(text.slice(Math.max(0, index - 4), index));
  if (/^token$/i.test(name)) return !NO_SECRET.test(text.slice(Math.max(0, index - 20), index));
  // `wpa-psk`, `db_pw`, but no word that ends in these letters.
  if (/^(?:psk|pw)$/i.test(name))
    return /(?:^|[^A-Za-z0-9]|\\[nrt])$/.test(text.slice(Math.max(0, index - 2), index));
  if (!/^pass$/i.test(name)) return true;
  // `--- PASS: TestLogin2` of a test that passed.
  if (name === 'PASS' && separator.startsWith(':')) return before === '_';
  // `{ user: 'ada', pass: '…' }`
  if (/^:[ \t]*$/.test(separator) && /\d/.test(quoted) && /[ \t{,]/.test(before)) return true;
  return name === 'PASS'
    ? !/[A-Za-z]/.test(before)
    : name === 'Pass'
      ? /[a-z]/.test(before)
      : /[_.\n]/.test(before);
}

/** `NAME=value` on a line of its own, as in files of settings. */
const isSetting = (text: string, index: number, name: string, separator: string): boolean =>
  separator === '=' &&
  /^[A-Z\d_]+$/.test(name) &&
  /(?:^|\n)(?:export[ \t]{1,4})?[A-Z\d_]*$/.test(text.slice(Math.max(0, index - 100), index));

/** Tokens that open nothing: of pages and of requests that are sent again. */
const NO_SECRET = /(?:next|page|pagination|continuation|client|request|idempotency|cancellation)[_.-]?$/i;

/** `MYSQL_NATIVE_PASSWORD: "mysql_native_password"`: the value is the end of the name in other letters. */
function namesItself(named: string, name: string, value: string): boolean {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const word = letters(value);
  if (!word.includes(letters(name) || ' ')) return false;
  return letters(named.split(/[^\w.-]/).at(-1) ?? '').endsWith(word);
}

const isInRow = (text: string, index: number): boolean =>
  /^[ \t>]*\|/.test(
    text
      .slice(Math.max(0, index - 400), index)
      .split(/\n|\\n/)
      .at(-1) ?? '',
  );

/** Whether name and bare value have a line for themselves, as in YAML, and in INI below the head of a section. */
function isLine(
  text: string,
  { nameStart, separator, end }: { nameStart: number; separator: string; end: number },
) {
  if (!/^(?:\r?\n|\\|$)/.test(text.slice(end, end + 2))) return false;
  const before = text.slice(Math.max(0, nameStart - 400), nameStart);
  if (!/(?:^|\n|\\n)[ \t]*[\w.-]*$/.test(before)) return false;
  return (
    /^:[ \t]/.test(separator) ||
    (/^[ \t]*=/.test(separator) && /(?:^|\n|\\n)[ \t]{0,40}\[[\w .:-]{1,60}\](?:\r?\n|\\)/.test(before))
  );
}

function matchAt(sticky: RegExp, text: string, from: number): string | undefined {
  sticky.lastIndex = from;
  return sticky.exec(text)?.[0];
}

const MAYBE_QUOTE = String.raw`\\{0,8}["']?`;
const SIGN = String.raw`${MAYBE_QUOTE}[ \t]{0,4}[:=][ \t]{0,4}`;
/** Between two fields: a comma, a line break (which may be written out), blanks. */
const NEXT = String.raw`${MAYBE_QUOTE}[ \t]{0,4},?[ \t]{0,20}(?:(?:\r?\n|\\{1,8}n)[ \t]{0,80})?${MAYBE_QUOTE}`;
const NAME_FIELD = String.raw`(?<![\w-])(?:name|key)${SIGN}${MAYBE_QUOTE}([\w.-]{1,100})`;

const VALUE_FIELD = new RegExp(String.raw`(?<![\w-])value${SIGN}`, 'gi');
const NAME_BEFORE = new RegExp(`${NAME_FIELD}${NEXT}$`, 'i');
const NAME_AFTER = new RegExp(`^${NEXT}${NAME_FIELD}`, 'i');
const LITERAL = /"[^"\\\n]{1,400}"|'[^'\\\n]{1,400}'|(\\{1,8}")[^"\\\n]{1,400}\1|[^\s"'`,{}[\]\\]{1,400}/y;
/** How far a name may be from its value. */
const SPAN = 300;

/**
 * Finds the values of pairs of fields: `name: DB_PASSWORD` and `value: …`, in either order, as manifests of Kubernetes, definitions
 * of tasks and records of requests have them.
 */
export function findNamedValues(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { 0: field, index } of text.matchAll(VALUE_FIELD)) {
    const start = index + field.length;
    LITERAL.lastIndex = start;
    const [literal = ''] = LITERAL.exec(text) ?? [];
    const quote = /^\\*["']/.exec(literal)?.[0].length ?? 0;
    const value = literal.slice(quote, literal.length - quote);
    const end = start + literal.length - quote;
    if (value === '' || beginsRedacted(value)) continue;
    const name =
      NAME_BEFORE.exec(text.slice(Math.max(0, index - SPAN), index))?.[1] ??
      NAME_AFTER.exec(text.slice(end, end + SPAN))?.[1];
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

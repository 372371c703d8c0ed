export interface Redaction {
  text: string;
  /** The kind of each secret that was replaced; empty when the text is unchanged. */
  kinds: string[];
}

export interface Finding {
  start: number;
  end: number;
  kind: string;
}

const PLACEHOLDER = String.raw`\[redacted:[a-z-]{1,40}\]`;
const WHOLE = new RegExp(`^(?:${PLACEHOLDER})+$`);

/** Replaces a secret: `[redacted:<kind>]`. No rule matches it, so redacting twice changes nothing. */
export const placeholder = (kind: string): string => `[redacted:${kind}]`;

/** Whether a value begins with a placeholder, which may be cut where a reader's window ends: its secret has been replaced. */
export const beginsRedacted = (value: string): boolean =>
  value.startsWith('[redacted:') || '[redacted:'.startsWith(value);

export const isPlaceholder = (value: string): boolean => WHOLE.test(value);

// `$NAME`, `${name}`, `{{ name }}`, `%s`, `<name>`, `{name}`, masks such as `****` and `…`, paths, addresses, and AWS resource names.
const REFERENCE =
  /^(?:\$|\{\{|%[sd({]|<|#\{|\{[\w.$]+\}|:?[*.•…xX_-]+$|https?:\/\/|\.{1,2}\/|\/[\w.-]+\/|arn:)/;

/** Whether a value stands for a secret that is in another place (a variable, a template slot, a mask, a path). */
export const isReference = (value: string): boolean => REFERENCE.test(value);

/** Whether a word is made by a generator rather than by a person: it mixes digits or cases as no name does. */
export function looksRandom(value: string): boolean {
  if (value.length < 8 || /^\/|\/$|\.\w{1,4}$/.test(value)) return false;
  const mixesCases = /[a-z][A-Z].*[a-z]|[A-Z]{2}[a-z]/.test(value);
  return value.length >= 16 ? /\d/.test(value) || mixesCases : /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** Letters and digits that a generator made, where names of people and things stand as well. */
const RANDOM_LEAST = 12;

/**
 * Whether hardly anybody would write a value by hand: of its parts those count that change between letters and digits, or between
 * cases, at every fourth sign at least, or are long and change thrice.
 */
export function isRandom(value: string): boolean {
  let odd = 0;
  for (const part of value.split(/[^A-Za-z0-9]+/)) {
    const runs = part.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g)?.length ?? 0;
    if (runs > 1 && ((runs - 1) * 4 >= part.length || (part.length >= 24 && runs > 3))) odd += part.length;
  }
  return odd >= RANDOM_LEAST;
}

/** Whether a word of a sentence that names a password is one: it has a digit or an odd sign. */
export function isOdd(value: string): boolean {
  const isWord = !/\d/.test(value) && !/[^\w.'-]/.test(value);
  return value.length >= 6 && !isWord && !/^[\d.]+%?$|^[$%\\]|\//.test(value) && !ALGORITHM.test(value);
}

const ALGORITHM =
  /^(?:sha|md|aes|utf|base|bcrypt|scrypt|argon|pbkdf|hs|rs|es|oauth|http|v)[-_]?\d(?:[\w.-]{0,5}|[\did]{0,5}-(?:hashed|encoded|encrypted))$/i;

/** A known name and few digits, a keyword or a format behind it: code asks that of a value. */
const ASKED =
  '(?:(?:[Mm](?:in|ax)_?)?[Ll]en(?:gth)?|min|max|size|required|nullable|null|blank|unique|(?:read|write)_?[Oo]nly|(?:lower|upper)case|digits|symbols|default|select|hashed)[=:](?:\\d{1,4}|[Tt]rue|[Ff]alse|[Nn]one|null)' +
  '|(?:type|format|autocomplete)=(?:text|string|off|(?:(?:new|current)-)?password)|(?:pattern|regex)=\\^?|validate=Length|(?:str|SecretStr)=(?:Field|Body|Form)';
const CONSTRAINT = new RegExp(
  `^(?:(?:${ASKED})(?:[&/](?:${ASKED}))*|n?varchar2?|\\d{1,3}-(?:to-\\d{1,3}|characters?|digits?|bits?)|@(?:(?:Min|Max)?Length|Size|Column|Not(?:Null|Blank|Empty)|Is(?:String|StrongPassword|NotEmpty)))$`,
);

/** Whether a sentence says of a password what it has to be (`min_length=8`, `write_only=True`, `@MinLength`), and not the password. */
export const isConstraint = (value: string): boolean => CONSTRAINT.test(value);

export type Form =
  | 'sign'
  | 'header'
  | 'flag'
  | 'variable'
  | 'element'
  | 'attribute'
  | 'call'
  | 'fallback'
  | 'setter'
  | 'part'
  | 'entry'
  | 'cell';

interface Assigned {
  name: string;
  separator: string;
  /** How name and value belong together; `sign`: by a colon or an equals sign. */
  form?: Form;
  value: string;
  isQuoted: boolean;
  /** Whether name and value have a line for themselves; asked seldom, since it costs time. */
  isLine?: () => boolean;
  next: string;
}

const KEYWORD =
  /^(?:true|false|null|none|undefined|void|string|number|boolean|unknown|never|any|text|bytes|required|optional|yes|no|change-?me|await|for|new|typeof|process\.env\b.*)$/i;
const PATH_OF_NAMES = /^[A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*)+[?!]?$/;
// `exports.secret=exports.token=void 0`, as tools write it; a password with an equals sign in it has other signs, too.
const ASSIGNED_NAME = /^[A-Za-z_$][\w$.]*=[!+-]?[\w$.][\w$.?:=+/-]*$/;
// Documents have these in the place of a password.
const WORD_OF_DOCUMENTS =
  /^(?:string|integer|object|array|hidden|masked|redacted|example|placeholder|default|disabled|enabled|optional|required)|pass|pwd|secret|token|key|change|your/i;
// `STRING_VALUE`, `[REDACTED]`: samples have these in the place of a password.
const SAMPLE = /^(?:[A-Z]+(?:_[A-Z]+)+|\[[\w -]+\])$/;
const IDENTIFIER = /^[A-Za-z_$][\w$-]*$/;

const isPasswordName = (name: string): boolean =>
  /^(?:pass|pwd|pw$|psk|kennwort|mot de|contraseña|senha|[^\x20-\x7e])/i.test(name);

/**
 * Whether the value assigned to a secret-sounding name is a secret. Values in capitals-and-equals form
 * (`PASSWORD=…`) nearly always are; in code a bare word nearly always is a variable, and a quoted one often a label.
 */
export function isSecretValue({
  name,
  separator,
  form = 'sign',
  value,
  isQuoted,
  isLine = () => false,
  next,
}: Assigned): boolean {
  if (isPlaceholder(value) || isReference(value) || KEYWORD.test(value)) return false;
  if (value.toLowerCase() === name.toLowerCase()) return false;
  const isPassword = isPasswordName(name);
  const hasDigit = /\d/.test(value);
  if (form === 'cell') return hasDigit && looksRandom(value);
  const isNumber = /^[\d._]+$/.test(value);
  if (isNumber && !(isPassword && value.length >= 4)) return false;
  if (isQuoted || form === 'element' || form === 'entry')
    return isPassword ? isPasswordLiteral(value) : value.length >= 8 && hasDigit && !/\s/.test(value);
  if (next === '(' || next === '[' || next === '`' || PATH_OF_NAMES.test(value)) return false;
  const isEquals = separator === '=' || form === 'variable' || form === 'part' || form === 'header';
  const isVariable = /^[A-Z_-]+$/.test(name) && isEquals;
  if (!isVariable && ASSIGNED_NAME.test(value)) return false;
  if (isVariable) return isPassword || value.length >= 6;
  if (/^[A-Za-z0-9+/]{6,}={1,2}$/.test(value)) return true;
  if (!hasDigit && isPassword && /^[a-z\W_]{6,}$/.test(value) && isLine())
    return !WORD_OF_DOCUMENTS.test(value);
  if (!hasDigit) return isPassword && separator === '=' && value.length >= 6 && !/^[,)]/.test(next);
  if (isPassword || isEquals) return value.length >= 6;
  return value.length >= (IDENTIFIER.test(value) ? 16 : 12);
}

/** Labels and messages (`'Enter your password'`) have spaces and no digit; a one-letter fixture is no secret. */
const isPasswordLiteral = (value: string): boolean =>
  value.length >= 4 && !SAMPLE.test(value) && !(/\s/.test(value) && !/\d/.test(value));

/** Values that stand for no password in a table. */
export const isKeyword = (value: string): boolean => KEYWORD.test(value) || SAMPLE.test(value);

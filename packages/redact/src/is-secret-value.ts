import { isPlaceholder } from './placeholder.ts';
import { isReference } from './is-reference.ts';
import { looksRandom } from './looks-random.ts';

export type Form =
  | 'sign'
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
// `exports.secret=exports.token=void 0`, as tools write it.
const ASSIGNED_NAME = /^[A-Za-z_$][\w$.]*=[^=]/;
// What stands for a password in documents.
const WORD_OF_DOCUMENTS =
  /^(?:string|integer|object|array|hidden|masked|redacted|example|placeholder|default|disabled|enabled|optional|required)|pass|pwd|secret|token|key|change|your/i;
// `STRING_VALUE`, `[REDACTED]`: what stands for a password in samples.
const SAMPLE = /^(?:[A-Z]+(?:_[A-Z]+)+|\[[\w -]+\])$/;
const IDENTIFIER = /^[A-Za-z_$][\w$-]*$/;

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
  const isPassword = /^(?:pass|pwd|psk|kennwort|mot de|contraseña|senha|[^\x20-\x7e])/i.test(name);
  const hasDigit = /\d/.test(value);
  if (form === 'cell') return hasDigit && looksRandom(value);
  const isNumber = /^[\d._]+$/.test(value);
  if (isNumber && !(isPassword && value.length >= 4)) return false;
  if (isQuoted || form === 'element' || form === 'entry')
    return isPassword ? isPasswordLiteral(value) : value.length >= 8 && hasDigit && !/\s/.test(value);
  if (ASSIGNED_NAME.test(value)) return false;
  if (next === '(' || next === '[' || next === '`' || PATH_OF_NAMES.test(value)) return false;
  const isEquals = separator === '=' || form === 'variable' || form === 'part';
  if (/^[A-Z_-]+$/.test(name) && isEquals) return isPassword || value.length >= 6;
  if (/^[A-Za-z0-9+/]{6,}={1,2}$/.test(value)) return true;
  if (!hasDigit && isPassword && /^[a-z\W_]{6,}$/.test(value) && isLine())
    return !WORD_OF_DOCUMENTS.test(value);
  if (!hasDigit) return isPassword && separator === '=' && value.length >= 6 && !/^[,)]/.test(next);
  if (isPassword || isEquals) return value.length >= 6;
  return value.length >= (IDENTIFIER.test(value) ? 16 : 12);
}

/** Labels and messages (`'Enter your password'`) have spaces and no digit; a one-letter fixture is no secret. */
function isPasswordLiteral(value: string): boolean {
  return value.length >= 4 && !SAMPLE.test(value) && !(/\s/.test(value) && !/\d/.test(value));
}

import { isPlaceholder } from './placeholder.ts';
import { isReference } from './is-reference.ts';

interface Assigned {
  name: string;
  separator: string;
  value: string;
  isQuoted: boolean;
  next: string;
}

const KEYWORD =
  /^(?:true|false|null|none|undefined|void|string|number|boolean|unknown|never|any|text|bytes|required|optional|yes|no|await|new|typeof|process\.env\b.*)$/i;
const PATH_OF_NAMES = /^[A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*)+[?!]?$/;
// `exports.secret=exports.token=void 0`, as tools write it.
const ASSIGNED_NAME = /^[A-Za-z_$][\w$.]*=[^=]/;
const IDENTIFIER = /^[A-Za-z_$][\w$-]*$/;

/**
 * Whether the value assigned to a secret-sounding name is a secret. Values in capitals-and-equals form
 * (`PASSWORD=…`) nearly always are; in code a bare word nearly always is a variable, and a quoted one often a label.
 */
export function isSecretValue({ name, separator, value, isQuoted, next }: Assigned): boolean {
  if (isPlaceholder(value) || isReference(value) || KEYWORD.test(value)) return false;
  if (value.toLowerCase() === name.toLowerCase()) return false;
  const isPassword = /^(?:pass|pwd|kennwort|contraseña|senha|[^\x20-\x7e])/i.test(name);
  const hasDigit = /\d/.test(value);
  const isNumber = /^[\d._]+$/.test(value);
  if (isNumber && !(isPassword && value.length >= 4)) return false;
  if (isQuoted)
    return isPassword ? isPasswordLiteral(value) : value.length >= 8 && hasDigit && !/\s/.test(value);
  if (ASSIGNED_NAME.test(value)) return false;
  if (next === '(' || next === '[' || next === '`' || PATH_OF_NAMES.test(value)) return false;
  if (/^[A-Z_-]+$/.test(name) && separator === '=') return isPassword || value.length >= 6;
  if (/^[A-Za-z0-9+/]{6,}={1,2}$/.test(value)) return true;
  if (!hasDigit) return isPassword && separator === '=' && value.length >= 6 && !/^[,)]/.test(next);
  if (isPassword || separator === '=') return value.length >= 6;
  return value.length >= (IDENTIFIER.test(value) ? 16 : 12);
}

/** Labels and messages (`'Enter your password'`) have spaces and no digit; a one-letter fixture is no secret. */
function isPasswordLiteral(value: string): boolean {
  return value.length >= 4 && !(/\s/.test(value) && !/\d/.test(value));
}

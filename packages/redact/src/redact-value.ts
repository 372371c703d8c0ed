import { createHash } from 'node:crypto';
import { ASSIGNMENT_NAME, isSecretOf } from './find/assignments.ts';
import { asRead, isPlain } from './reading.ts';
import { redactSecrets } from './redact-secrets.ts';
import { isPlaceholder, isSecretValue, placeholder } from './values.ts';

export interface RedactedPlace {
  path: (string | number)[];
  kind: string;
}

export interface RedactedValue<Value> {
  value: Value;
  /** One a secret; empty when the value is unchanged, which then is the same object. */
  places: RedactedPlace[];
}

// Two things must not become one because the names of both hold a secret: such a name is kept as its hash.
const IDENTIFIERS = new Set(['session_id', 'source_session_id', 'event_id']);

/** Nothing that a schema lets through is nested deeper; a stack has its end. */
const DEPTH_MAX = 100;

/**
 * Replaces secrets in every text within a value, names of fields included: the one door through which what callers send
 * gets in, so that no field of a request can be forgotten. A field's name counts as the name of an assignment.
 * @param options.files whether documents may come as the bytes of their files: among a million random letters some look like
 *   a key, and without them the file is broken. Whoever says so looks through what is read from the files.
 */
export function redactValue<Value>(
  given: Value,
  { files = false }: { files?: boolean } = {},
): RedactedValue<Value> {
  const places: RedactedPlace[] = [];
  const path: (string | number)[] = [];
  const note = (kinds: readonly string[]) => {
    for (const kind of kinds) places.push({ path: [...path], kind });
  };
  const clean = siftClean(given);
  const secretNames = new Map<string, string | undefined>();
  const secretNameOf = (name: string): string | undefined => {
    if (!secretNames.has(name))
      secretNames.set(name, ASSIGNMENT_NAME.exec(asRead(name)?.text ?? name)?.groups?.['name']);
    return secretNames.get(name);
  };
  const text = (value: string, name: string): string => {
    const { text: redacted, kinds } = clean.has(value) ? { text: value, kinds: [] } : redactSecrets(value);
    note(kinds);
    if (kinds.length > 0) return IDENTIFIERS.has(name) ? hashOf(value) : redacted;
    const secretName = secretNameOf(name);
    if (secretName === undefined || !isNamedSecret(secretName, value)) return value;
    note(['password']);
    return placeholder('password');
  };
  const walk = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return text(value, name);
    if (path.length > DEPTH_MAX) return value;
    if (Array.isArray(value))
      return keepIfSame(
        value,
        value.map((item, index) => step(index, item, name)),
      );
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return value;
    const entries = Object.entries(value);
    const walked = entries.map(
      ([key, item]) =>
        [
          text(key, ''),
          files && key === 'content' && holdsBytes(value)
            ? item
            : isPrivateOfKey(value, key)
              ? hidden(key, item, 'private-key')
              : isValueOfName(value, key, item)
                ? hidden(key, item, 'password')
                : step(key, item, nameOf(key, { item, owner: value, ownerName: name })),
        ] as const,
    );
    const isSame = walked.every(
      ([key, item], index) => key === entries[index]?.[0] && item === entries[index]?.[1],
    );
    // `fromEntries` defines fields: a name such as `__proto__` stays a name.
    return isSame ? value : Object.fromEntries(walked);
  };
  const hidden = (key: string, value: unknown, kind: 'private-key' | 'password'): unknown => {
    if (typeof value !== 'string' || isPlaceholder(value)) return value;
    path.push(key);
    note([kind]);
    path.pop();
    return placeholder(kind);
  };
  const step = (key: string | number, value: unknown, name: string): unknown => {
    path.push(key);
    const walked = walk(value, name);
    path.pop();
    return walked;
  };
  return { value: walk(given, '') as Value, places };
}

/** The types of a class's fields in an outline of code: `password: Scalars["String"]` gives nothing away. */
const TYPES = 'types of fields';
const TYPE = /^[A-Za-z_$&*[][\w$.:<>,[\]|?&*()"' ]*$/;

/** The name that a field's value is judged by; none for a type. */
const nameOf = (
  key: string,
  { item, owner, ownerName }: { item: unknown; owner: object; ownerName: string },
): string => {
  if (key === 'fields' && 'qualified_name' in owner) return TYPES;
  return ownerName === TYPES && typeof item === 'string' && TYPE.test(item) ? '' : key;
};

const holdsBytes = (value: object): boolean =>
  'encoding' in value &&
  value.encoding === 'base64' &&
  'content' in value &&
  typeof value.content === 'string' &&
  !/[^A-Za-z0-9+/=\s]/u.test(value.content);

/** The private parts of a JSON web key. */
const isPrivateOfKey = (value: object, name: string): boolean =>
  'kty' in value && /^(?:d|p|q|dp|dq|qi|k)$/.test(name);

/** `{"name": "DB_PASSWORD", "value": "…"}`, as definitions of containers have it. */
const isValueOfName = (object: object, key: string, item: unknown): boolean =>
  key.toLowerCase() === 'value' &&
  typeof item === 'string' &&
  Object.entries(object).some(
    ([other, name]) => /^(?:name|key)$/i.test(other) && typeof name === 'string' && isSecretOf(name, item),
  );

const isNamedSecret = (name: string, value: string): boolean =>
  isSecretValue({ name, separator: ':', value, isQuoted: true, next: '' });

const keepIfSame = (before: readonly unknown[], after: unknown[]) =>
  after.every((item, index) => item === before[index]) ? before : after;

const hashOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** Fewer texts are looked at one by one: that takes no time that anybody notices. */
const MANY = 500;

/** In UTF-16 units. A longer text costs more for what it holds than for being one more. */
const SHORT = 300;

/** Texts that are looked at together, at most and at least. */
const TOGETHER = { most: 512, least: 8 };

/** Between texts: no secret goes across it. */
const APART = '\n\n;\n\n';

const NONE: ReadonlySet<string> = new Set();

/**
 * The short texts of a value that hold no secret, where it has very many: names and signatures of an indexed file are tens of
 * thousands, and each by itself takes as long as 500 characters of one text (30 s of the processor for a request of a
 * megabyte, 2 so). What is found in several together is looked for in halves of them.
 */
function siftClean(value: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  collect(value, texts);
  if (texts.size < MANY) return NONE;
  const clean = new Set<string>();
  // A text that may be marked is looked through twice: as it is read, and as it is written.
  const byReading = Map.groupBy(texts, isPlain);
  for (const alike of byReading.values())
    for (let from = 0; from < alike.length; from += TOGETHER.most)
      sift(alike.slice(from, from + TOGETHER.most), clean);
  return clean;
}

function collect(value: unknown, texts: Set<string>): void {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') {
      if (next.length <= SHORT) texts.add(next);
    } else if (Array.isArray(next)) for (const item of next) left.push(item);
    else if (typeof next === 'object' && next !== null) {
      for (const [name, item] of Object.entries(next)) left.push(name, item);
    }
  }
}

function sift(texts: readonly string[], clean: Set<string>): void {
  if (texts.length < TOGETHER.least) return;
  if (redactSecrets(texts.join(APART)).kinds.length === 0) {
    for (const text of texts) clean.add(text);
    return;
  }
  const middle = texts.length >> 1;
  sift(texts.slice(0, middle), clean);
  sift(texts.slice(middle), clean);
}

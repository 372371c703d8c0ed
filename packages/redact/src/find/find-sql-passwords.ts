import { beginsRedacted } from '../placeholder.ts';
import { isReference } from '../is-reference.ts';
import type { Finding } from '../redaction.ts';

/** A line break may be written out, as in JSON. */
const BEGINNING = String.raw`(?:\b|(?<=\\[nrt]))`;
const GAP = String.raw`(?:\s|\\{1,8}[nrt]){1,20}`;
const QUOTED = String.raw`(?<before>BEFORE\\{0,8}['"])(?<value>[^'"\n\\]{3,200})`;
const BARE = String.raw`(?<before>BEFORE)(?<value>[^\s'";\\]{3,60})`;

/** What stands before a password in statements of databases. */
const STATEMENTS = [
  // PostgreSQL, Redshift: up to the password other attributes of the role may stand.
  [QUOTED, String.raw`(?:create|alter)${GAP}(?:role|user|group)\b[^;]{0,300}?${BEGINNING}password${GAP}`],
  // MySQL, Oracle, ClickHouse.
  [
    QUOTED,
    String.raw`identified(?:${GAP}with${GAP}['"]?\w{1,40}['"]?)?${GAP}(?:by|as)${GAP}(?:password${GAP})?`,
  ],
  [
    QUOTED,
    String.raw`set${GAP}password(?:${GAP}for${GAP}[^\s=]{1,100})?\s{0,20}=\s{0,8}(?:password\(\s{0,8})?`,
  ],
  // Oracle, without quotes.
  [BARE, String.raw`(?:create|alter)${GAP}user${GAP}["\w$#.]{1,60}${GAP}identified${GAP}by${GAP}`],
].map(
  ([form = '', before = '']) =>
    new RegExp(
      form.replace('BEFORE', () => BEGINNING + before),
      'gi',
    ),
);

/** Finds the passwords of roles and users in statements of SQL. */
export function findSqlPasswords(text: string): Finding[] {
  const found: Finding[] = [];
  if (!/password|identified/i.test(text)) return found;
  for (const statement of STATEMENTS)
    for (const { groups, index } of text.matchAll(statement)) {
      const { before = '', value = '' } = groups ?? {};
      if (beginsRedacted(value) || isReference(value) || NO_PASSWORD.test(value)) continue;
      const start = index + before.length;
      found.push({ start, end: start + value.length, kind: 'password' });
    }
  return found;
}

const NO_PASSWORD = /^(?:values|null|external|globally)$/i;

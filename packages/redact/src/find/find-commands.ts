import { beginsRedacted } from '../placeholder.ts';
import { isReference } from '../is-reference.ts';
import type { Finding } from '../redaction.ts';

// A value as a shell reads it.
const VALUE = String.raw`(?:"[^"\n]{1,200}"|'[^'\n]{1,200}'|[^\s"'\`|;&<>()]{1,200})`;
const GAP = String.raw`(?:[ \t]|\\{1,8}(?:\r?\n|n))`;

/** What follows the user's name and a colon. */
const USER = String.raw`(?<before>${GAP}(?:-[fgiksvLNOS]{0,8}u|--user|--proxy-user|-a|--auth|-U)(?:=|${GAP}{0,4})\\{0,8}["']?[^\s"':=\\]{1,100}:)(?<value>[^\s"'\`|;&<>()\\]{1,200})`;
const flag = (names: string, gap: string) =>
  String.raw`(?<before>${GAP}(?:${names})${gap})(?<value>${VALUE})`;

/** What a flag gives as one word; its quotes may be escaped (a command in JSON). */
const ARGUMENT = String.raw`\\{0,8}["']?)(?<value>[^\s"'\`|;&<>()\\]{1,200})`;
const wordOf = (names: string) => String.raw`(?<before>${GAP}(?:${names})(?:=|${GAP}{1,4})${ARGUMENT}`;

/** Commands that take a password as an argument, and how. */
const commands: readonly { names: string; argument: string }[] = [
  { names: 'curl|wget|https?|xh|rclone', argument: USER },
  { names: 'mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump', argument: flag('-p', '') },
  { names: 'sshpass', argument: flag('-p', `${GAP}{0,4}`) },
  {
    names: '(?:docker|podman|helm|az|oras|buildah|skopeo|cf|oc)[ \\t]{1,4}(?:[a-z]{1,12}[ \\t]{1,4})?login',
    argument: flag('-p|--password', `(?:=|${GAP}{1,4})`),
  },
  { names: 'redis-cli', argument: flag('-a', `${GAP}{1,4}`) },
  {
    names: 'mongo|mongosh|mongodump|mongorestore|mongoimport|mongoexport',
    argument: flag('-p', `${GAP}{0,4}`),
  },
  { names: 'sqlcmd|bcp|osql', argument: flag('-P', `${GAP}{0,4}`) },
  { names: 'ldapsearch|ldapadd|ldapmodify|ldapwhoami|ldappasswd', argument: flag('-w', `${GAP}{0,4}`) },
  {
    names: 'openssl',
    argument: String.raw`(?<before>[ \t]-(?:(?:passin|passout|pass)[ \t]{1,4}pass:|k[ \t]{1,4}))(?<value>${VALUE})`,
  },
  {
    names: 'smbclient|mount\\.cifs|rpcclient',
    argument: String.raw`(?<before>[ \t]-U[ \t]{0,4}["']?[^\s"'%]{1,100}%)(?<value>[^\s"']{1,200})`,
  },
  { names: 'zip|unzip|7z|7za', argument: flag('-P|-p', '') },
  {
    names: 'htpasswd',
    argument: String.raw`(?<before>[ \t]-[a-zA-Z]{0,6}b[a-zA-Z]{0,6}[ \t]{1,4}[^\s]{1,100}[ \t]{1,4}[^\s]{1,100}[ \t]{1,4})(?<value>${VALUE})`,
  },
  // The secret of one-time passwords, in base 32 or as digits of 16.
  {
    names: 'oathtool',
    argument: String.raw`(?<before>${GAP}["']?)(?<value>[A-Za-z0-9]{16,128}={0,6})`,
  },
  // `scott/tiger@db`
  {
    names: 'sqlplus|sqlldr|expdp|impdp|rman|sqlcl',
    argument: String.raw`(?<before>${GAP}["']?(?![-/])[\w$#.]{1,60}/)(?<value>[^\s"'@/|;&<>()\\]{1,100})`,
  },
  { names: 'gh[ \\t]{1,4}secret[ \\t]{1,4}set', argument: wordOf('-b|--body') },
  { names: 'aws[ \\t]{1,4}secretsmanager', argument: wordOf('--secret-string') },
  {
    names: 'ConvertTo-SecureString',
    argument: String.raw`^(?<before>${GAP}{1,4}(?:-String[ \t]{1,4})?${ARGUMENT}`,
  },
  // A line of the settings of Redis.
  {
    names: 'requirepass|masterauth',
    argument: String.raw`^(?<before>${GAP}{1,4}${ARGUMENT}(?=[ \t"'\\]{0,20}(?:$|\\))`,
  },
  // What is echoed into a command that reads a password.
  {
    names: 'echo|printf',
    argument: String.raw`^(?<before>${GAP}(?:-n[ \t]{1,4})?)(?<value>${VALUE})(?=[ \t]{0,4}\|[^\n]{0,200}?(?:password-stdin|passin stdin|sudo -S|chpasswd))`,
  },
];

const SPAN = 400;
const COMMAND = new RegExp(
  String.raw`(?:(?<![\w./-])|(?<=\\[nrt]))(?:${commands.map(({ names }) => `(${names})`).join('|')})(?=${GAP})`,
  'g',
);
const ARGUMENTS = commands.map(({ argument }) => new RegExp(argument));

/** Finds passwords that stand in commands: `curl -u user:…`, `mysql -p…`, `sshpass -p …` and their like. */
export function findCommands(text: string): Finding[] {
  const passwords: Finding[] = [];
  COMMAND.lastIndex = 0;
  for (let found = COMMAND.exec(text); found !== null; found = COMMAND.exec(text)) {
    const start = found.index + found[0].length;
    const argument = ARGUMENTS[found.slice(1).findIndex((group) => group !== undefined)];
    const line = text.slice(start, start + SPAN).split(/(?<!\\)\r?\n/, 1)[0] ?? '';
    const { index = 0, groups } = argument?.exec(line) ?? {};
    const { before = '', value = '' } = groups ?? {};
    const quote = /^["']/.exec(value)?.[0] ?? '';
    const bare = value.slice(quote.length, value.length - quote.length);
    if (bare.length < 3 || bare.startsWith('-') || isReference(bare) || beginsRedacted(bare)) continue;
    const valueStart = start + index + before.length;
    const valueEnd = valueStart + value.length;
    passwords.push({ start: valueStart + quote.length, end: valueEnd - quote.length, kind: 'password' });
    COMMAND.lastIndex = valueEnd;
  }
  return passwords;
}

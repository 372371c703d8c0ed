import { describe, expect, test } from 'vitest';
import { redactSecrets } from '@memory/redact';
import { drawCases } from './secret-cases.ts';

const CHARACTERS = 1 << 15;
/** Of the processor. Work of a nanosecond for each pair of characters takes four times as long, or twice. */
const MOST_MS = 250;
const repeated = (unit: string) => unit.repeat(Math.ceil(CHARACTERS / unit.length));

// Texts that make an expression begin, and texts that keep it going without an end.
const BEGINNINGS = [
  'token',
  'password',
  '--token',
  'pwd="',
  "secret='",
  'api_key=`',
  'token=\\"',
  'password: |\n',
  'password is ',
  'Bearer ',
  'Cookie: a=',
  'curl -u ',
  'mysql -p',
  'login a password ',
  'Private-Lines: 2\n',
  '"auth":"',

  'eyJ',
  'eyJhbGciOi',
  'SG.',
  'sk.eyJ',
  'dp.st.',
  '$argon2id$',
  '123456789:AA',
  'AKIA',
  '://a:',
  '<private ',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----\n  1→',
  '-----END PRIVATE KEY-----',
  'kind: Secret\ndata:\n  a: ',
  'db.example:5432:a:b:',
  'ENV PASSWORD ',
  '<password>',
  'key="password" value="',
  '| token | ',
  'echo ',
  'curl -b ',
  'password for a ',
  'credentials: a / ',
  'machine a login b password ',
  'password: a',
  '&#95;',
  '" + "',
  '<b ',
  '<!--',
  '**',
  'a\u200B',
  'create user ',
  'identified by ',
  'WIFI:S:a;P:',
  'wpa-psk ',
  '<RSAKeyValue><D>',
  '{"kty":"EC","d":"',
  'LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCg',
  'sqlplus a/',
  'value: "',
  '- name: DB_PASSWORD\n  value: ',
  'getenv("PASSWORD", "',
  'TOKEN || "',
  'setPassword("',
  'password = "a1b2c3" -> "',
  'PASSWORD=a1b2c3&',
  '<key>password</key>',
  'name="password"\n\n',
  'jdbc:oracle:thin:a/',
  'https:/a:',
  'API key: ',
  '5HueCGU8rMjxEXxiPuD5BDku4Mk',
  'password\n',
  'Password:\n',
  'a,password\n',
  '| password |\n',
  'use ',
  'changed the password ',
  'mnemonic: ',
  'recovery codes: a1b2c3 ',
  'private key ',
  'fly secrets set A=',
  'htpasswd -b ',
  'net use ',
  'enable secret ',
  '?code=',
  '/reset/',
  '4539 5787 ',
  'DE89 ',
  'src/a.ts:1:',
  '1\t',
  '2026-01-01T00:00:00Z ',
  'web-1 | ',
];
const RUNS = [
  ' ',
  '\t',
  '\n',
  'a',
  '-',
  'a-',
  '\\',
  '"',
  '\\"',
  '=',
  ':',
  'A ',
  'eyJa-',
  'a;',
  '%',
  '/',
  '0',
  '\r\n',
  ' \n',
  '.',
  '*',
  '&#95;',
  '\u200B',
  '\\_',
  '<b>',
];

describe('the time of a redaction is linear: nothing takes a nanosecond for each pair of characters', () => {
  test.each(BEGINNINGS)('%j before any run', (beginning) => {
    for (const run of RUNS)
      for (const text of [`${beginning}${repeated(run)}x`, repeated(beginning + run.repeat(20))])
        expect(elapsed(text), JSON.stringify([beginning, run])).toBeLessThan(MOST_MS);
  });

  test('each known secret, again and again', () => {
    for (const { text } of drawCases(5, { carriers: 0 }))
      expect(elapsed(repeated(`${text} `)), text).toBeLessThan(MOST_MS);
  });
});

/** Milliseconds of processor time: another process on the machine does not count. The best of three, so that a collection of garbage does not either. */
function elapsed(text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && best >= MOST_MS / 2; attempt += 1) {
    const before = process.cpuUsage();
    redactSecrets(text);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

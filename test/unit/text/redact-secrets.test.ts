import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactSecrets, redactValue } from '@memory/redact';
import { naturalSecrets } from './natural-secrets.ts';
import { interrupted, secretSamples } from './redact-samples.ts';

describe('redactSecrets finds', () => {
  test.each(secretSamples)('$name', ({ text, secret, kept, count = 1 }) => {
    const { text: redacted, kinds } = redactSecrets(`before ${text} after\n`);
    expect(redacted).not.toContain(secret);
    expect(redacted).toContain('[redacted:');
    for (const part of kept) expect(redacted).toContain(part);
    expect(kinds).toHaveLength(count);
  });

  test.each(secretSamples)('$name inside JSON that is quoted in JSON', ({ text, secret }) => {
    const line = JSON.stringify({ output: JSON.stringify({ stdout: `x\n${text}\n` }) });
    const lines = secret.split('\n').filter((part) => /^\w{16,}$/.test(part));
    const { text: redacted } = redactSecrets(line);
    for (const part of lines.length > 0 ? lines : [secret]) expect(redacted).not.toContain(part);
  });
});

describe('a secret that something interrupts is replaced as a whole, and nothing beside it', () => {
  const samples = secretSamples.filter(({ secret }) => /^(?:ghp_|glpat-|sk_live_|npm_|hf_)\w+$/.test(secret));
  const [github] = samples;
  test.each(Object.entries(interrupted))('%s', (_, write) => {
    const token = github?.secret ?? '';
    const { text, kinds } = redactSecrets(`**See** a\\_b: "${write(token)}" &amp; more.`);
    expect(text).toBe('**See** a\\_b: "[redacted:github-token]" &amp; more.');
    expect(kinds).toEqual(['github-token']);
  });

  test('whatever its kind', () => {
    expect(samples.length).toBeGreaterThanOrEqual(5);
    for (const { secret } of samples)
      for (const [name, write] of Object.entries(interrupted)) {
        if (write(secret) === secret) continue;
        const { text } = redactSecrets(`See ${write(secret)} there.`);
        expect(text, `${name}: ${write(secret)}`).toMatch(/^See \[redacted:[a-z-]+\] there\.$/);
      }
  });

  test.each([
    ['PASSWORD=hun&shy;ter2x', 'PASSWORD=[redacted:password]'],
    ['**Password:** hunter2', '**Password:** [redacted:password]'],
    [
      String.raw`https:\/\/bob:hunter22@host.example`,
      String.raw`https:\/\/bob:[redacted:password]@host.example`,
    ],
    ['ｐａｓｓｗｏｒｄ＝hunter22', 'ｐａｓｓｗｏｒｄ＝[redacted:password]'],
    ['pass\u200Bword: hunter22', 'pass\u200Bword: [redacted:password]'],
    ['&quot;api_key&quot;: &quot;k3y0f12chars&quot;', '&quot;api_key&quot;: &quot;[redacted:password]&quot;'],
  ])('%s', (text, expected) => {
    expect(redactSecrets(text).text).toBe(expected);
  });
});

describe('<private> parts', () => {
  test.each([
    ['a <private>b</private> c', 'a [redacted:private] c', 1],
    ['a <private>b <private>c</private> d</private> e', 'a [redacted:private] e', 1],
    [
      'a <PRIVATE reason="x">b</Private> c <private>d</private>',
      'a [redacted:private] c [redacted:private]',
      2,
    ],
    ['a <private>b\nc', 'a [redacted:private]', 1],
    ['a <private>b <private>c</private> d', 'a [redacted:private]', 1],
    ['a </private> b', 'a </private> b', 0],
    ['to http://<private IP of it>:1 and on', 'to http://<private IP of it>:1 and on', 0],
    ['a <private reason="x">b', 'a [redacted:private]', 1],
    ['a <private note>b</private> c', 'a [redacted:private] c', 1],
    ['a <privateer> b', 'a <privateer> b', 0],
    [
      'void f(Local<Private> a); a <private>b</private> c',
      'void f(Local<Private> a); a [redacted:private] c',
      1,
    ],
    ['parts in `<private>` tags', 'parts in `<private>` tags', 0],
    [String.raw`{"a":"x\n<private>b`, String.raw`{"a":"x\n[redacted:private]`, 1],
    ['x<private>b</private>', 'x[redacted:private]', 1],
  ])('%s', (text, expected, count) => {
    expect(redactSecrets(text)).toMatchObject({ text: expected, kinds: { length: count } });
  });
});

describe('secrets as people leave them', () => {
  const kinds = new Set(naturalSecrets.map(({ kind }) => kind));

  test('are of more kinds than the redactor had ever been shown', () => {
    expect(kinds.size).toBeGreaterThanOrEqual(79);
  });

  test.each([...kinds])('%s', (kind) => {
    for (const { place, text, secrets } of naturalSecrets.filter((one) => one.kind === kind)) {
      const { text: redacted } = redactSecrets(text);
      const { text: quoted } = redactSecrets(JSON.stringify({ o: JSON.stringify({ out: `x\n${text}\n` }) }));
      for (const secret of secrets) {
        expect(redacted, place).not.toContain(secret);
        expect(quoted, `${place}, in JSON in JSON`).not.toContain(secret);
      }
      expect(redactSecrets(redacted), place).toEqual({ text: redacted, kinds: [] });
    }
  });
});

test.each([
  'API_KEY=changeme and login alice password reset',
  'openssl x509 -in cert.pem -pass file; mysql -u root -p app; docker run -p 8080:80 nginx',
  'arn:aws:secretsmanager:us-west-2:123456789012:secret:MyTestDatabaseSecret-a1b2c3',
  'exports.secret=exports.token=void 0; tests pass: 1234',
  'MYSQL_NATIVE_PASSWORD = "mysql_native_password", MasterUserPassword: "STRING_VALUE"',
  'type Message = AuthenticationCleartextPassword | AuthenticationMD5Password | AuthenticationSASL',
  '[aux_sym_source_file_token1] = "source_file_token1",',
  'TestCluster/OpenIdConnectProvider/Resource TestClusterOpenIdConnectProviderE18F0FD0 orphan',
  'UGF0aWVuY2UgaXMgdGhlIGtleSB0byBzdWNjZXNz is text in base64',
  'machine {hostname} login {user} password {password}',
  '"Bearer Token": https://tools.example/html/rfc6750',
  "authorization: events.Authorization.apiKey('x-api-key', value)",
  'NextToken: "EXAMPLE3rdPage42" ClientToken: "550e8400-e29b-41d4"',
  'interface Login {\n  user: string\n  password: string\n}',
  'The password is required and the token is invalid; set password before you log in.',
  'Set the password for the admin user in the console of staging.',
  '| password | string | the password of the user |\n| token | required | sha256 |',
  'sha1 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12 and packages/core/src/documents/read9Files',
  'const password = getPassword();',
  'password: string;',
  'password: z.string().min(8)',
  'token: options.token ?? process.env.TOKEN',
  "label: { password: 'Enter your password' }",
  'DB_PASSWORD=$POSTGRES_PASSWORD GITHUB_TOKEN=${{ secrets.GITHUB_TOKEN }}',
  'PASSWORD=******** and API_KEY=<your key>',
  'postgres://app:${password}@db.example:5432/app',
  'http://localhost:5173/@scope/module and git@github.com:owner/name.git',
  "if (text.includes('-----BEGIN PRIVATE KEY-----')) throw new Error('a key');",
  'The scheme is Bearer on MCP; a Token authentication-scheme elsewhere.',
  'MAX_TOKENS=4096 maxTokens: 1024 next_token: null',
  'commit 82d5a0e1c3b4a5968778695a4b3c2d1e0f9a8b7c of 3b241101-e2bb-4255-8caf-4136c566a962',
  'sha512-Zk2xj9mGd1lO1y7vH0yQ3Jm4n6PqRsTuVwXyZ0123456789abcdefABCDEFghijklmnopqrstuv==',
  String.raw`a\_b and c\*d, **bold** and *it*, <b>b</b>, x&nbsp;y, caf\u0065\u0301, "a" + "b", f(\`x\`)`,
  'PASSWORD=*** next and password: ** next',
  'In `&lt;private&gt;` parts, &#60;private&#62; too',
  'ＡＢＣ １２３, 𝖒𝖆𝖙𝖍, 👩\u200D👩\u200D👧 and e\u0301',
  'admin_key: string; appKey: options.appKey; isAdminKey = true; deploy_key: deployKey',
  "create role app; password 'a' is short; comment on role app is 'the password of it'",
  'create user app identified by values; identified externally',
  'psk=$WIFI_PSK wpa_key_mgmt=WPA-PSK and wpsk=hunter22x',
  'sqlplus /nolog @deploy/install.sql; sqlplus scott/$PASSWORD@db',
  Buffer.from(
    '-----BEGIN CERTIFICATE-----\nMIIBszCCARygAwIBAgIJAKmIrZJjXjxTMA0GCSqGSIb3DQEBBQUAMBQxEjAQ',
  ).toString('base64'),
  '{"kty":"EC","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}',
  '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTK is a word in base 58',
  'phc_ is public, re_render_the_whole_list_of_items_2, md-button-with-icon-24, test_the_first_of_all_1',
  '--- PASS: TestLogin2 (0.00s)\nPASS: TestIsEven16Bit4 (0.02s)',
  'key: linux-npm-key-d41d8cd98f00b204e9800998ecf8427e',
  '- name: DB_HOST\n  value: db7.example\n- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: { name: db, key: password }',
  '- name: DB_PASSWORD\n  value: $(POSTGRES_PASSWORD)\n- name: TOKEN_TTL\n  value: 3600s',
  "os.getenv('DB_PASSWORD', '') or process.env.TOKEN || 'none'; user.password || 'n0thing'; setToken(token2)",
  'C:/Users/ada:b@c and npm:/@scope/a:1@2',
  'requirepass is a directive; the API key: see section 4',
  'risk-assessment-for-the-quarterly-report task-proj-reorganisation-of-files',
])('leaves alone: %s', (text) => {
  expect(redactSecrets(text)).toEqual({ text, kinds: [] });
});

test('a value that another field names, in an object', () => {
  const kept = [{ name: 'DB_HOST', value: 'db7.example' }];
  expect(redactValue({ env: [...kept, { name: 'DB_PASSWORD', value: 'hunter22x' }] })).toEqual({
    value: { env: [...kept, { name: 'DB_PASSWORD', value: '[redacted:password]' }] },
    places: [{ path: ['env', 1, 'value'], kind: 'password' }],
  });
});

describe('redactSecrets keeps its promises on wild text', () => {
  const pieces = [
    ...secretSamples.flatMap(({ text, secret }) => [text, secret, text.slice(0, -5), text.slice(3)]),
    '<private>',
    '</private>',
    '://',
    'a:',
    '@',
    '=',
    ':',
    '"',
    "'",
    '\\"',
    '\\n',
    '\n',
    ' ',
    '-',
    '_',
    '[',
    '[redacted:',
    ']',
    'PASSWORD',
    'token',
    'Bearer ',
    'eyJ',
    'sk-',
    '-----END',
    'A1b2C3d4E5f6G7h8',
  ];
  const wild = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })), { maxLength: 12 })
    .map((parts) => parts.join(''));

  test('redacting twice changes nothing and finds nothing', () => {
    fc.assert(
      fc.property(wild, (text) => {
        const once = redactSecrets(text).text;
        expect(redactSecrets(once)).toEqual({ text: once, kinds: [] });
      }),
      { seed: 48, numRuns: 3000 },
    );
  });

  // A backtracking rule would need hours for these; the test's own time limit is the assertion.
  test('a megabyte of any repeated piece is redacted', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }), (parts) => {
        const unit = parts.join('') || 'x';
        const text = unit.repeat(Math.ceil((1 << 20) / unit.length));
        expect(redactSecrets(text).kinds).toBeInstanceOf(Array);
      }),
      { seed: 48, numRuns: 15 },
    );
  });
});

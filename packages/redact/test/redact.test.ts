import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactSecrets, redactValue } from '@memory/redact';
import { drawCases, INTERRUPTED, KINDS, LIMITS } from './secret-cases.ts';

test('no secret of any kind is left, whatever its value and whatever printed it', () => {
  expect(KINDS.length).toBeGreaterThan(240);
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      for (const { kind, carrier, text, secrets } of drawCases(seed)) {
        if (LIMITS.has(kind)) continue;
        const { text: redacted } = redactSecrets(text);
        for (const secret of secrets) expect(redacted, `${kind}, ${carrier}: ${text}`).not.toContain(secret);
        expect(redactSecrets(redacted), `${kind}, ${carrier}`).toEqual({ text: redacted, kinds: [] });
      }
    }),
    { numRuns: 2 },
  );
});

test.each([
  [
    'curl -s -u alice:hunter2 https://api.example',
    'curl -s -u alice:[redacted:password] https://api.example',
  ],
  [
    'postgres://app:p@ss/w0rd#1@db.example:5432/app',
    'postgres://app:[redacted:password]@db.example:5432/app',
  ],
  [
    'Cookie: theme=dark; session=q7Wm3Zr9Kx2Tb8Vn; lang=en',
    'Cookie: theme=dark; session=[redacted:cookie]; lang=en',
  ],
  [
    'https://x.example/cb?code=q7Wm3Zr9Kx2Tb8Vn4Y&page=2',
    'https://x.example/cb?code=[redacted:signature]&page=2',
  ],
  ['name,password,role\nada,hunter2,admin', 'name,password,role\nada,[redacted:password],admin'],
  [
    'mysql -h db -u root -phunter2 app < dump.sql',
    'mysql -h db -u root -p[redacted:password] app < dump.sql',
  ],
  ["CREATE ROLE app LOGIN PASSWORD 'correcthorse';", "CREATE ROLE app LOGIN PASSWORD '[redacted:password]';"],
  ['Card 4539 5787 6362 1486, thanks', 'Card [redacted:card-number], thanks'],
  ['Card 4539.5787.6362.1486, thanks', 'Card [redacted:card-number], thanks'],
  ['Card 4539\u00A05787\u00A06362\u00A01486', 'Card [redacted:card-number]'],
  ['to DE89 3704 0044 0532 0130 00 today', 'to [redacted:iban] today'],
  ['to de89 3704 0044 0532 0130 00 today', 'to [redacted:iban] today'],
  ['Use hunter2x as the password.', 'Use [redacted:password] as the password.'],
  // As a constraint begins, and as a name does.
  ['The password is min=Hunter2x9', 'The password is [redacted:password]'],
  ['The password is default=Start123.', 'The password is [redacted:password].'],
  ['the password is length=20240817', 'the password is [redacted:password]'],
  ['The password is 12-Characters!', 'The password is [redacted:password]!'],
  ['DB_PASSWORD=hunter=22x', 'DB_PASSWORD=[redacted:password]'],
  ['password: hunter=22!x9', 'password: [redacted:password]'],
])('the text around a secret stays: %s', (text, expected) => {
  expect(redactSecrets(text)).toMatchObject({ text: expected, kinds: { length: 1 } });
});

describe('a secret that something interrupts is replaced as a whole, and nothing beside it', () => {
  const tokens = drawCases(79, { carriers: 0 })
    .flatMap(({ secrets }) => secrets)
    .filter((secret) => /^(?:ghp_|glpat-|sk_live_|npm_|hf_)\w+$/.test(secret));
  test.each(Object.entries(INTERRUPTED))('%s', (_, write) => {
    const token = tokens.find((one) => one.startsWith('ghp_')) ?? '';
    const { text, kinds } = redactSecrets(`**See** a\\_b: "${write(token)}" &amp; more.`);
    expect(text).toBe('**See** a\\_b: "[redacted:github-token]" &amp; more.');
    expect(kinds).toEqual(['github-token']);
  });

  test('whatever its kind', () => {
    expect(tokens.length).toBeGreaterThanOrEqual(5);
    for (const secret of tokens)
      for (const [name, write] of Object.entries(INTERRUPTED)) {
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

test.each([
  'API_KEY=changeme and login alice password reset',
  'openssl x509 -in cert.pem -pass file; mysql -u root -p app; docker run -p 8080:80 nginx; unzip -p a.zip notes.txt',
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
  'phc_ is public, re_render_the_whole_list_of_items_2, md-button-with-icon-24, test_the_first_of_all_1',
  '--- PASS: TestLogin2 (0.00s)\nPASS: TestIsEven16Bit4 (0.02s)',
  'key: linux-npm-key-d41d8cd98f00b204e9800998ecf8427e',
  '- name: DB_HOST\n  value: db7.example\n- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: { name: db, key: password }',
  '- name: DB_PASSWORD\n  value: $(POSTGRES_PASSWORD)\n- name: TOKEN_TTL\n  value: 3600s',
  "os.getenv('DB_PASSWORD', '') or process.env.TOKEN || 'none'; user.password || 'n0thing'; setToken(token2)",
  'C:/Users/ada:b@c and npm:/@scope/a:1@2',
  'requirepass is a directive; the API key: see section 4',
  'risk-assessment-for-the-quarterly-report task-proj-reorganisation-of-files',
  'card 4242 4242 4242 4242, 378282246310005, order 4539578763621487, 1700000000000000 and 0.4539578763621486',
  'GB00WEST12345698765432 and DE89ABCD0044053201300 are no accounts; AB12 CDEF GHIJ KLMN',
  'https://x.example/search?code=my-first-cache-key-2024&key=user-settings-of-everybody',
  'https://x.example/invite/the-people-of-our-team-2024 and /reset-password/with-a-long-title',
  'username, password, and token are required\nada, 2fa, none of them',
  'id,name,primary_key\n1,shop,550e8400-e29b-41d4-a716-446655440000',
  'class A:\n    pass\n\n    @abstractmethod\n    def b(self): ...',
  'Public key:\nAAAAB3NzaC1yc2EAAAADAQABAAABAQ2x',
  'changed the password to be longer, use bcrypt as the password hash (password required)',
  'heroku config:set NODE_ENV=production LOG_LEVEL=debug; fly secrets set TOKEN=$TOKEN',
  'pins 4, 13 and 22; pin: 13; mnemonic devices help to remember such words',
  'The user sees password field2024 twice on the page.',
  'A user enters password field2024 and presses return.',
  'Each login needs password policy2025 from now on.',
  'The account has password version2024 in its history.',
  'Every user gets password reminder30days by mail.',
  'Login without password mode2024 is for kiosks only.',
  'The user forgot password again, see ticket-4711.',
  'Users without a password for the console: see section12b of the manual.',
  'The password for the shop is hashed with argon2id before it is stored.',
  'The password of the admin user: at least 12 characters, one digit.',
  'Log in with the password from step3 of the guide.',
  'The password is checked by validatePassword in auth/login2.ts.',
  'Der Benutzer sieht Passwort Feld2024 doppelt.',
  'Der Nutzer vergisst Passwort Regel2025 jedes Mal.',
  'Ein Konto ohne Passwort Ablauf2024 bleibt offen.',
  'Das Passwort für die Datenbank steht im Tresor, nicht in config2.yaml.',
  'Das Passwort vom Server ist abgelaufen, siehe Ticket-4711.',
  'Mit dem Passwort kommt man nur in die Testumgebung2.',
  'Passwort für die Anmeldung: mindestens 12 Zeichen, eine Ziffer.',
  'Der Benutzer hat Passwort Version2024 noch im Verlauf.',
  'UserCreate.password is min_length=8 and max_length=40',
  'The password is minLength:8&maxLength:40, then write_only=True.',
  'NewPassword.password is @MinLength(8); in the table the password is varchar2(60).',
  'The password is sha256-hashed; the password is 12-character at least.',
  'changed the password to autocomplete=new-password, and min_length=12 is the password rule',
  'The secret is max_length=64, and the token is nullable=False.',
  'exports.secret=exports.token=void 0; e.token=t.secret=!0;',
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

test('what stands among very many texts is found as by itself', () => {
  const samples = drawCases(7, { carriers: 0 })
    .map(({ text }) => text)
    .filter((text) => text.length <= 300);
  const texts = Array.from({ length: 1_500 }, (_, number) => {
    const sample = number % 5 === 0 ? samples[number / 5] : undefined;
    return sample ?? `function made${number}(of: string): Call`;
  });
  const { value, places } = redactValue(texts);
  expect(value).toEqual(texts.map((text) => redactSecrets(text).text));
  expect(new Set(places.map(({ path: [place] }) => place)).size).toBeGreaterThan(200);
});

describe('redactSecrets keeps its promises on wild text', () => {
  const pieces = [
    ...drawCases(48, { carriers: 1 }).flatMap(({ text, secrets }) => [
      text,
      ...secrets,
      text.slice(0, -5),
      text.slice(3),
    ]),
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
      { numRuns: 1000 },
    );
  });

  // A backtracking rule would need hours for these; the test's own time limit is the assertion.
  test('a quarter of a megabyte of any repeated piece is redacted', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }), (parts) => {
        const unit = parts.join('') || 'x';
        const text = unit.repeat(Math.ceil((1 << 18) / unit.length));
        expect(redactSecrets(text).kinds).toBeInstanceOf(Array);
      }),
      { numRuns: 12 },
    );
  });
});

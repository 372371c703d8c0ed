/*
 * Secrets as people leave them: 84 kinds, by what their issuers document rather than by what the redactor looks for,
 * each in the places such a value is found. Values are made here, so that no scanner takes this file for a leak.
 */

/** One kind of secret in one place. */
export interface NaturalSecret {
  kind: string;
  place: string;
  text: string;
  /** What must go, in pieces without line breaks. */
  secrets: string[];
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const ALNUM = LOWER + UPPER + DIGITS;
const URL_SAFE = `${ALNUM}_-`;
const BASE64 = `${ALNUM}+/`;
const HEX = '0123456789abcdef';

let state = 79;
function next(below: number): number {
  // A linear congruential generator with the constants of Numerical Recipes: the same values in every run.
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}
function some(length: number, alphabet = ALNUM): string {
  for (;;) {
    const made = Array.from({ length }, () => alphabet[next(alphabet.length)]).join('');
    // A generated value has a digit somewhere, and ends in what a sentence cannot take for its own mark.
    if (/^[A-Za-z0-9].*[A-Za-z0-9]$/.test(made) && (!/\d/.test(alphabet) || /\d/.test(made))) return made;
  }
}
const uuid = () => [8, 4, 4, 4, 12].map((length) => some(length, HEX)).join('-');
const encoded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Where a variable with a value is found. */
const places: Record<string, (name: string, value: string) => string> = {
  '.env': (name, value) => `NODE_ENV=production\n${name}=${value}\nPORT=8080\n`,
  'quoted .env': (name, value) => `LOG_LEVEL=debug\n${name}="${value}" # rotate in May\n`,
  YAML: (name, value) => `service:\n  replicas: 2\n  ${name.toLowerCase()}: ${value}\n  region: eu-west-1\n`,
  JSON: (name, value) => JSON.stringify({ region: 'eu-west-1', [camel(name)]: value, retries: 3 }, null, 2),
  'JSON in a log line': (name, value) =>
    `2026-03-04T10:11:12.345Z ERROR request failed ${JSON.stringify({ level: 50, config: { [camel(name)]: value } })}`,
  'shell history': (name, value) => `  501  cd app\n  502  export ${name}=${value}\n  503  npm run deploy\n`,
  'command of one line': (name, value) => `$ ${name}='${value}' ./deploy.sh --stage staging`,
  'log line': (name, value) => `Mar 04 10:11:12 web-1 app[231]: boot ${name}=${value} region=eu workers=4`,
  Dockerfile: (name, value) => `FROM node:24-slim\nENV ${name}=${value}\nCMD ["node", "main.js"]\n`,
  'Dockerfile without =': (name, value) =>
    `FROM node:24-slim\nENV ${name} ${value}\nCMD ["node", "main.js"]\n`,
  'docker run': (name, value) => `docker run -d -e ${name}=${value} -p 8080:80 registry.example/app:1.4`,
  'XML attribute': (name, value) => `<appSettings>\n  <add key="${name}" value="${value}" />\n</appSettings>`,
  'XML element': (name, value) => `<config>\n  <${camel(name)}>${value}</${camel(name)}>\n</config>`,
  properties: (name, value) => `server.port=8080\napp.${name.toLowerCase().replaceAll('_', '.')}=${value}\n`,
  Terraform: (name, value) => `variable "x" {}\nlocals {\n  ${name.toLowerCase()} = "${value}"\n}\n`,
  Python: (name, value) => `import os\nos.environ["${name}"] = "${value}"\n`,
  TypeScript: (name, value) => `export const config = { ${camel(name)}: '${value}', timeout: 30 };\n`,
  PowerShell: (name, value) => `$env:${name} = "${value}"\n.\\deploy.ps1`,
  'kubectl create': (name, value) =>
    `kubectl create secret generic app --from-literal=${name.toLowerCase()}=${value} -n web`,
  'Markdown table': (name, value) => `| Name | Value |\n| --- | --- |\n| ${name} | ${value} |\n`,
  'compose list': (name, value) => `services:\n  web:\n    environment:\n      - ${name}=${value}\n`,
  diff: (name, value) => `@@ -1,2 +1,2 @@\n-${name}=old\n+${name}=${value}\n`,
  prose: (name, value) =>
    `The ${name.toLowerCase().replaceAll('_', ' ')} for staging is ${value} until Monday.`,
};
const camel = (name: string) =>
  name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const found: NaturalSecret[] = [];
const add = (kind: string, place: string, text: string, ...secrets: string[]) =>
  found.push({ kind, place, text, secrets });

/** A value that stands in every place, and alone in a sentence: its look gives it away. */
function token(kind: string, name: string, make: () => string): void {
  named(kind, name, make);
  const alone = make();
  add(kind, 'sentence without a name', `I pasted ${alone} into the console, please rotate it.`, alone);
  const listed = make();
  add(kind, 'list in Markdown', `- staging: \`${listed}\`\n- production: ask Ada`, listed);
}

/** A value that only its name gives away. */
function named(kind: string, name: string, make: () => string): void {
  for (const [place, write] of Object.entries(places)) {
    const value = make();
    add(kind, place, write(name, value), value);
  }
}

function pem(label: string, lines = 6): { text: string; pieces: string[] } {
  const pieces = Array.from({ length: lines }, () => some(64, BASE64));
  return { text: [`-----BEGIN ${label}-----`, ...pieces, `-----END ${label}-----`].join('\n'), pieces };
}

// Issuers' tokens.
token('AWS access key id', 'AWS_ACCESS_KEY_ID', () => `AKIA${some(16, `${UPPER}234567`)}`);
token('AWS temporary key id', 'AWS_ACCESS_KEY_ID', () => `ASIA${some(16, `${UPPER}234567`)}`);
named('AWS secret key', 'AWS_SECRET_ACCESS_KEY', () => some(40, BASE64));
named('AWS session token', 'AWS_SESSION_TOKEN', () => `IQoJb3JpZ2luX2Vj${some(340, BASE64)}==`);
token('GitHub token', 'GITHUB_TOKEN', () => `ghp_${some(36)}`);
token('GitHub OAuth token', 'GH_TOKEN', () => `gho_${some(36)}`);
token('GitHub app token', 'GITHUB_TOKEN', () => `ghs_${some(36)}`);
token(
  'GitHub fine-grained token',
  'GITHUB_PAT',
  () => `github_pat_11A${some(19, UPPER + DIGITS)}_${some(59)}`,
);
token('GitLab token', 'GITLAB_TOKEN', () => `glpat-${some(20, URL_SAFE)}`);
token('Slack bot token', 'SLACK_BOT_TOKEN', () => `xoxb-${some(12, DIGITS)}-${some(13, DIGITS)}-${some(24)}`);
token(
  'Slack user token',
  'SLACK_TOKEN',
  () => `xoxp-${some(11, DIGITS)}-${some(12, DIGITS)}-${some(12, DIGITS)}-${some(32, HEX)}`,
);
token(
  'Slack app token',
  'SLACK_APP_TOKEN',
  () => `xapp-1-A0${some(9, UPPER + DIGITS)}-${some(13, DIGITS)}-${some(64, HEX)}`,
);
token('Stripe secret key', 'STRIPE_SECRET_KEY', () => `sk_live_51${some(97)}`);
token('Stripe restricted key', 'STRIPE_KEY', () => `rk_live_51${some(97)}`);
token('Stripe webhook secret', 'STRIPE_WEBHOOK_SECRET', () => `whsec_${some(32)}`);
token('npm token', 'NPM_TOKEN', () => `npm_${some(36)}`);
token('PyPI token', 'TWINE_PASSWORD', () => `pypi-AgEIcHlwaS5vcmc${some(156, URL_SAFE)}`);
token('Google API key', 'GOOGLE_API_KEY', () => `AIzaSy${some(33, URL_SAFE)}`);
token('Google client secret', 'GOOGLE_CLIENT_SECRET', () => `GOCSPX-${some(28, URL_SAFE)}`);
token('Google access token', 'ACCESS_TOKEN', () => `ya29.a0A${some(160, URL_SAFE)}`);
token('Google refresh token', 'REFRESH_TOKEN', () => `1//0${some(99, URL_SAFE)}`);
token('OpenAI key', 'OPENAI_API_KEY', () => `sk-${some(20)}T3BlbkFJ${some(20)}`);
token(
  'OpenAI project key',
  'OPENAI_API_KEY',
  () => `sk-proj-${some(74, URL_SAFE)}T3BlbkFJ${some(74, URL_SAFE)}`,
);
token('Anthropic key', 'ANTHROPIC_API_KEY', () => `sk-ant-api03-${some(93, URL_SAFE)}AA`);
token('Hugging Face token', 'HF_TOKEN', () => `hf_${some(34, LOWER)}`);
token('JSON web token', 'ID_TOKEN', () =>
  [
    encoded({ alg: 'RS256', typ: 'JWT', kid: some(8) }),
    encoded({ sub: uuid(), exp: 1_900_000_000 }),
    some(342, URL_SAFE),
  ].join('.'),
);
token('SendGrid key', 'SENDGRID_API_KEY', () => `SG.${some(22, URL_SAFE)}.${some(43, URL_SAFE)}`);
token('Shopify token', 'SHOPIFY_TOKEN', () => `shpat_${some(32, HEX)}`);
token('DigitalOcean token', 'DIGITALOCEAN_TOKEN', () => `dop_v1_${some(64, HEX)}`);
token('Docker Hub token', 'DOCKER_TOKEN', () => `dckr_pat_${some(27, URL_SAFE)}`);
token('Linear key', 'LINEAR_API_KEY', () => `lin_api_${some(40)}`);
token('Twilio API key', 'TWILIO_API_KEY', () => `SK${some(32, HEX)}`);
named('Twilio auth token', 'TWILIO_AUTH_TOKEN', () => some(32, HEX));
token('Mailgun key', 'MAILGUN_API_KEY', () => `key-${some(32, HEX)}`);
token('Mailchimp key', 'MAILCHIMP_API_KEY', () => `${some(32, HEX)}-us14`);
token(
  'Discord bot token',
  'DISCORD_TOKEN',
  () => `${encoded(`1${some(17, DIGITS)}`)}.G${some(5)}.${some(38, URL_SAFE)}`,
);
token('Telegram bot token', 'TELEGRAM_TOKEN', () => `6${some(9, DIGITS)}:AAH${some(32, URL_SAFE)}`);
token('Vault token', 'VAULT_TOKEN', () => `hvs.CAESI${some(90, URL_SAFE)}`);
token('Terraform Cloud token', 'TFE_TOKEN', () => `${some(14)}.atlasv1.${some(67)}`);
token('Databricks token', 'DATABRICKS_TOKEN', () => `dapi${some(32, HEX)}-2`);
token(
  'Atlassian token',
  'JIRA_API_TOKEN',
  () => `ATATT3xFfGF0${some(170, URL_SAFE)}=${some(8, '0123456789ABCDEF')}`,
);
token('Square token', 'SQUARE_ACCESS_TOKEN', () => `EAAA${some(60, URL_SAFE)}`);
token('Square application secret', 'SQUARE_SECRET', () => `sq0csp-${some(43, URL_SAFE)}`);
token('New Relic key', 'NEW_RELIC_API_KEY', () => `NRAK-${some(27, UPPER + DIGITS)}`);
token('Grafana token', 'GRAFANA_TOKEN', () => `glsa_${some(32)}_${some(8, HEX)}`);
token('Heroku key', 'HEROKU_API_KEY', () => `HRKU-${some(60, URL_SAFE)}`);
named('Heroku key of the older form', 'HEROKU_API_KEY', uuid);
token('Postman key', 'POSTMAN_API_KEY', () => `PMAK-${some(24, HEX)}-${some(34, HEX)}`);
token('Supabase token', 'SUPABASE_ACCESS_TOKEN', () => `sbp_${some(40, HEX)}`);
token('Figma token', 'FIGMA_TOKEN', () => `figd_${some(40, URL_SAFE)}`);
token('Notion token', 'NOTION_TOKEN', () => `ntn_${some(46)}`);
token('Notion token of the older form', 'NOTION_TOKEN', () => `secret_${some(43)}`);
token('Airtable token', 'AIRTABLE_TOKEN', () => `pat${some(14)}.${some(64, HEX)}`);
token('Azure client secret', 'AZURE_CLIENT_SECRET', () => `${some(3)}8Q~${some(34, URL_SAFE)}`);
token('RubyGems key', 'GEM_HOST_API_KEY', () => `rubygems_${some(48, HEX)}`);
token('Sentry token', 'SENTRY_AUTH_TOKEN', () => `sntryu_${some(64, HEX)}`);
token('key of this service', 'WORKSPACE_MEMORY_KEY', () => `wm_live_${some(38)}`);
token('bcrypt hash', 'ADMIN_PASSWORD_HASH', () => `$2b$12$${some(53, `${ALNUM}./`)}`);
named('Datadog key', 'DD_API_KEY', () => some(32, HEX));
named('Algolia admin key', 'ALGOLIA_ADMIN_API_KEY', () => some(32, HEX));
named('Cloudflare token', 'CLOUDFLARE_API_TOKEN', () => some(40, URL_SAFE));

// Passwords and keys that people chose or generated themselves.
named('generated password', 'DB_PASSWORD', () => `${some(9)}!${some(8)}`);
named('chosen password', 'ADMIN_PASSWORD', () => `Summer${some(4, DIGITS)}!x`);
named('name that ends in PASS', 'DB_PASS', () => some(14));
named('signing secret', 'JWT_SECRET', () => some(48, URL_SAFE));
named('encryption key', 'ENCRYPTION_KEY', () => `${some(43, BASE64)}=`);

// Private keys, in files and as people carry them about.
for (const [kind, label] of [
  ['RSA key', 'RSA PRIVATE KEY'],
  ['EC key', 'EC PRIVATE KEY'],
  ['OpenSSH key', 'OPENSSH PRIVATE KEY'],
  ['PKCS 8 key', 'PRIVATE KEY'],
  ['encrypted key', 'ENCRYPTED PRIVATE KEY'],
] as const) {
  const file = pem(label);
  add(kind, 'file', `${file.text}\n`, ...file.pieces);
  const cat = pem(label);
  add(kind, 'terminal', `$ cat ~/.ssh/id_x\n${cat.text}\n$ exit\n`, ...cat.pieces);
  const variable = pem(label);
  add(
    kind,
    '.env',
    `TLS_KEY="${variable.text.replaceAll('\n', String.raw`\n`)}"\nPORT=1\n`,
    ...variable.pieces,
  );
  const yaml = pem(label);
  add(
    kind,
    'YAML',
    `tls:\n  key: |\n    ${yaml.text.replaceAll('\n', '\n    ')}\n  port: 1\n`,
    ...yaml.pieces,
  );
  const json = pem(label);
  add(kind, 'JSON', JSON.stringify({ key: json.text, port: 1 }), ...json.pieces);
  const comment = pem(label);
  add(kind, 'comment', `# ${comment.text.replaceAll('\n', '\n# ')}\nport = 1\n`, ...comment.pieces);
}
const pgp = [some(64, BASE64), some(64, BASE64), some(40, BASE64)];
add(
  'PGP key',
  'file',
  `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n${pgp.join('\n')}\n=${some(4)}\n-----END PGP PRIVATE KEY BLOCK-----\n`,
  ...pgp,
);
const putty = [some(64, BASE64), some(64, BASE64), some(30, BASE64)];
add(
  'PuTTY key',
  'file',
  `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: deploy\nPublic-Lines: 1\n${some(64, BASE64)}\nPrivate-Lines: 3\n${putty.join('\n')}\nPrivate-MAC: ${some(64, HEX)}\n`,
  ...putty,
);
const service = pem('PRIVATE KEY');
const keyId = some(40, HEX);
add(
  'Google service account',
  'file',
  JSON.stringify(
    {
      type: 'service_account',
      project_id: 'shop',
      private_key_id: keyId,
      private_key: `${service.text}\n`,
      client_email: 'x@shop.example',
    },
    null,
    2,
  ),
  keyId,
  ...service.pieces,
);

// Addresses and connection strings.
const addresses: [kind: string, place: string, write: (password: string) => string][] = [
  [
    'Postgres address',
    '.env',
    (p) => `DATABASE_URL=postgresql://app:${p}@db.internal:5432/shop?sslmode=require`,
  ],
  ['Postgres address', 'YAML', (p) => `datasource:\n  url: postgres://app:${p}@10.0.3.4/shop\n`],
  ['MySQL address', 'prose', (p) => `Connect with mysql://root:${p}@mysql.example:3306/shop and look.`],
  [
    'MongoDB address',
    'TypeScript',
    (p) => `await mongoose.connect('mongodb+srv://admin:${p}@cluster0.ab1cd.mongodb.net/shop');`,
  ],
  [
    'Redis address',
    'log line',
    (p) => `10:11:12 WARN reconnecting to redis://default:${p}@cache.example:6379/0 in 5s`,
  ],
  ['AMQP address', 'docker run', (p) => `docker run -e AMQP_URL=amqps://shop:${p}@mq.example/shop worker`],
  ['Git address', 'shell history', (p) => `git clone https://ada:${p}@git.example/shop/app.git`],
  [
    'ADO.NET connection',
    'JSON',
    (p) =>
      JSON.stringify({
        ConnectionStrings: {
          Default: `Server=tcp:db.example,1433;Database=shop;User ID=app;Password=${p};Encrypt=True;`,
        },
      }),
  ],
  [
    'ADO.NET connection',
    'XML',
    (p) => `<add name="Shop" connectionString="Data Source=db;User Id=app;Pwd=${p};" />`,
  ],
  [
    'JDBC address',
    'properties',
    (p) => `spring.datasource.url=jdbc:sqlserver://db:1433;user=app;password=${p};encrypt=true`,
  ],
  ['JDBC address', 'YAML', (p) => `url: jdbc:mysql://db:3306/shop?user=app&password=${p}&useSSL=true`],
  ['libpq connection', 'shell history', (p) => `psql "host=db.example user=app password=${p} dbname=shop"`],
  ['proxy address', 'shell history', (p) => `export HTTPS_PROXY=http://ada:${p}@proxy.example:3128`],
];
for (const [kind, place, write] of addresses) {
  const password = some(16);
  add(kind, place, write(password), password);
}
const azure = `${some(86, BASE64)}==`;
add(
  'Azure storage connection',
  '.env',
  `AZURE_STORAGE=DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${azure};EndpointSuffix=core.windows.net`,
  azure,
);
const sas = `${some(40)}%3D`;
add(
  'Azure signed address',
  'prose',
  `Download https://shop.blob.core.windows.net/dumps/a.bak?sv=2024-11-04&ss=b&srt=o&sp=r&se=2027-01-01T00:00:00Z&sig=${sas} today.`,
  sas,
);
const slackHook = `T0${some(8, UPPER + DIGITS)}/B0${some(8, UPPER + DIGITS)}/${some(24)}`;
add(
  'Slack webhook',
  'shell history',
  `curl -X POST https://hooks.slack.com/services/${slackHook} -d '{"text":"hi"}'`,
  slackHook,
);
const discordHook = some(68, URL_SAFE);
add(
  'Discord webhook',
  'YAML',
  `notify: https://discord.com/api/webhooks/${some(18, DIGITS)}/${discordHook}`,
  discordHook,
);

// Headers, cookies, commands and files of credentials.
const lines: [kind: string, place: string, make: () => string, write: (value: string) => string][] = [
  [
    'bearer header',
    'curl',
    () => some(40),
    (v) => `curl -H "Authorization: Bearer ${v}" https://api.example/v1/orders`,
  ],
  [
    'bearer header',
    'log line',
    () => some(40),
    (v) => `> GET /v1/orders HTTP/1.1\n> authorization: Bearer ${v}\n> accept: */*`,
  ],
  ['bearer header', 'TypeScript', () => some(40), (v) => `headers: { Authorization: 'Bearer ${v}' },`],
  ['basic header', 'log line', () => base64(`ada:${some(12)}`), (v) => `> Authorization: Basic ${v}\n`],
  [
    'header without a scheme',
    'curl',
    () => some(40),
    (v) => `curl -H 'Authorization: ${v}' https://api.example`,
  ],
  [
    'header of an API key',
    'curl',
    () => some(32, HEX),
    (v) => `curl -H "X-Api-Key: ${v}" https://api.example`,
  ],
  [
    'header of an API key',
    'HTTP file',
    () => some(32),
    (v) => `GET https://api.example/v1\nX-Auth-Token: ${v}\nAccept: */*\n`,
  ],
  [
    'session cookie',
    'HTTP file',
    () => some(40),
    (v) => `GET /admin HTTP/1.1\nHost: shop.example\nCookie: theme=dark; sessionid=${v}; lang=en\n`,
  ],
  [
    'session cookie',
    'curl',
    () => some(64, HEX),
    (v) => `curl 'https://shop.example' -H 'cookie: _shop_session=${v}; path=/'`,
  ],
  ['session cookie', 'curl -b', () => some(40), (v) => `curl -b "session=${v}" https://shop.example/admin`],
  [
    'session cookie',
    'response',
    () => some(32),
    (v) => `HTTP/1.1 200 OK\nSet-Cookie: sid=${v}; Path=/; HttpOnly; Secure\n`,
  ],
  [
    'curl -u',
    'shell history',
    () => some(12),
    (v) => `  88  curl -sS -u ada:${v} https://jenkins.example/job/x/build`,
  ],
  ['curl -u', 'script', () => some(12), (v) => `curl \\\n  --user "ada:${v}" \\\n  https://nexus.example/x`],
  ['mysql -p', 'shell history', () => some(12), (v) => `mysql -uroot -p${v} -h db.example shop < dump.sql`],
  [
    'mysql -p',
    'cron',
    () => some(12),
    (v) => `0 3 * * * mysqldump --user=backup --password=${v} shop | gzip > /b/x.gz`,
  ],
  ['sshpass -p', 'shell history', () => some(12), (v) => `sshpass -p '${v}' scp x.tgz deploy@web-1:/srv`],
  [
    'docker login',
    'CI log',
    () => some(20),
    (v) => `$ docker login -u ci -p ${v} registry.example\nLogin Succeeded`,
  ],
  [
    'docker login',
    'script',
    () => some(20),
    (v) => `echo ${v} | docker login --username ci --password-stdin registry.example`,
  ],
  [
    'redis-cli',
    'shell history',
    () => some(16),
    (v) => `redis-cli -h cache.example -a ${v} --no-auth-warning ping`,
  ],
  [
    'openssl',
    'shell history',
    () => some(12),
    (v) => `openssl pkcs12 -in a.p12 -nodes -passin pass:${v} -out a.pem`,
  ],
  [
    'aws configure',
    'shell history',
    () => some(40, BASE64),
    (v) => `aws configure set aws_secret_access_key ${v} --profile shop`,
  ],
  [
    'psql with a variable',
    'shell history',
    () => some(14),
    (v) => `PGPASSWORD=${v} psql -h db.example -U app shop`,
  ],
  ['pgpass', 'file', () => some(14), (v) => `# .pgpass\ndb.example:5432:shop:app:${v}\n*:*:*:admin:x\n`],
  ['netrc', 'file', () => some(14), (v) => `machine api.example\n  login ada\n  password ${v}\n`],
  ['netrc', 'one line', () => some(14), (v) => `machine git.example login ada password ${v}\n`],
  [
    'npm _auth',
    '.npmrc',
    () => base64(`ci:${some(12)}`),
    (v) => `registry=https://npm.example/\n_auth=${v}\nalways-auth=true\n`,
  ],
  [
    'npm _auth',
    '.npmrc of one registry',
    () => base64(`ci:${some(12)}`),
    (v) => `//npm.example/:_auth=${v}\n`,
  ],
  ['npm _authToken', '.npmrc', () => uuid(), (v) => `//npm.example/:_authToken=${v}\n`],
  [
    'Docker settings',
    'config.json',
    () => base64(`ci:${some(12)}`),
    (v) => JSON.stringify({ auths: { 'registry.example': { auth: v } } }, null, 2),
  ],
  [
    'Kubernetes secret',
    'manifest',
    () => base64(some(18)),
    (v) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ntype: Opaque\ndata:\n  DB_URL: ${v}\n`,
  ],
  [
    'Kubernetes secret',
    'manifest with words',
    () => some(18),
    (v) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\nstringData:\n  db-url: "${v}"\n`,
  ],
  [
    'Kubernetes secret',
    'kubectl -o json',
    () => base64(some(18)),
    (v) =>
      JSON.stringify(
        { apiVersion: 'v1', data: { url: v }, kind: 'Secret', metadata: { name: 'app' } },
        null,
        4,
      ),
  ],
  [
    'AWS pair',
    'credentials file',
    () => some(40, BASE64),
    (v) => `[shop]\naws_access_key_id = AKIA${some(16, UPPER)}\naws_secret_access_key = ${v}\n`,
  ],
  ['AWS pair', 'prose', () => some(40, BASE64), (v) => `Use AKIA${some(16, UPPER)} / ${v} for the bucket.`],
  [
    'AWS pair',
    'CSV',
    () => some(40, BASE64),
    (v) => `Access key ID,Secret access key\nAKIA${some(16, UPPER)},${v}\n`,
  ],
  [
    'AWS secret key without a name',
    'sentence',
    () => some(40, BASE64),
    (v) => `I pasted ${v} into the AWS console.`,
  ],
  [
    'password in a sentence',
    'prose',
    () => `Rose${some(3, DIGITS)}bud!`,
    (v) => `My password is ${v}, do not tell.`,
  ],
  ['password in a sentence', 'chat', () => some(12), (v) => `@ada the password for staging is ${v}`],
  [
    'password in a sentence',
    'chat with a colon',
    () => some(12),
    (v) => `staging login: ada, password: ${v}`,
  ],
  [
    'password in a sentence',
    'pair',
    () => some(12),
    (v) => `Log in with user ada and password ${v} on staging.`,
  ],
  ['password in a sentence', 'slash', () => some(12), (v) => `Credentials for staging: ada / ${v}`],
  [
    'password that is a word',
    'YAML',
    () => some(9, LOWER),
    (v) => `database:\n  user: ada\n  password: ${v}\n  host: db\n`,
  ],
  ['password that is a word', '.env', () => some(9, LOWER), (v) => `DB_USER=ada\nDB_PASSWORD=${v}\n`],
  ['password that is a word', 'INI', () => some(9, LOWER), (v) => `[client]\nuser = ada\npassword = ${v}\n`],
  [
    'two-factor seed',
    'address',
    () => some(32, `${UPPER}234567`),
    (v) => `otpauth://totp/Shop:ada?secret=${v}&issuer=Shop`,
  ],
];
for (const [kind, place, make, write] of lines) {
  const value = make();
  add(kind, place, write(value), value);
}

export const naturalSecrets: readonly NaturalSecret[] = found;

/** A secret of a known form: the text it stands in, the part that must go, and the parts that must stay. */
export interface SecretSample {
  name: string;
  text: string;
  secret: string;
  kept: string[];
}

// Tokens are put together here, so that no scanner takes this file for a leak.
const ALPHABET = 'q7Wm3Zr9Kx2Tb8Vn4Yc6Hd5JfGpLsNeRtUvAaBbCcDdEeFfGgHhIiJjKkMm';
const random = (length: number, alphabet = ALPHABET) =>
  Array.from({ length }, (_, index) => alphabet[(index * 17 + length) % alphabet.length]).join('');
const upper = (length: number) => random(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');

const token = (name: string, secret: string): SecretSample => ({ name, text: secret, secret, kept: [] });
const within = (name: string, before: string, secret: string, after = '', kept = [before]): SecretSample => ({
  name,
  text: before + secret + after,
  secret,
  kept,
});

const keyBody = `${random(64)}\n${random(64)}\n${random(20)}==`;
const pem = (label: string, body = keyBody) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;

export const secretSamples: SecretSample[] = [
  token('AWS access key', `AKIA${upper(16)}`),
  token('AWS temporary key', `ASIA${upper(16)}`),
  within('AWS secret key', 'aws_secret_access_key = ', random(40)),
  token('GitHub token', `ghp_${random(36)}`),
  token('GitHub server token', `ghs_${random(36)}`),
  token('GitHub fine-grained token', `github_pat_${random(22)}_${random(59)}`),
  token('GitLab token', `glpat-${random(20)}`),
  token('Slack bot token', `xoxb-123456789012-1234567890123-${random(24)}`),
  within('Slack webhook', 'https://hooks.slack.com/services/', `T0${upper(8)}/B0${upper(8)}/${random(24)}`),
  token('Stripe secret key', `sk_live_${random(24)}`),
  token('Stripe test key', `rk_test_${random(24)}`),
  token('npm token', `npm_${random(36)}`),
  token('PyPI token', `pypi-AgEIcHlwaS5vcmc${random(70)}`),
  token('Google API key', `AIza${random(35)}`),
  token('OpenAI project key', `sk-proj-${random(74)}T3BlbkFJ${random(74)}`),
  token('OpenAI key', `sk-${random(20)}T3BlbkFJ${random(20)}`),
  token('Anthropic key', `sk-ant-api03-${random(93)}AA`),
  token('Hugging Face token', `hf_${random(34, 'abcdefghijklmnopqrstuvwxyzABCDEFG')}`),
  token('JWT', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${random(43)}`),
  token('our live key', `wm_live_${random(32)}`),
  token('our test key', `wm_test_${random(32)}`),
  within('bearer header', 'Authorization: Bearer ', random(32)),
  within('basic header', 'Authorization: Basic ', `${random(18)}==`),
  within('token header', '-H "Authorization: Token ', random(24), '"', ['Authorization: Token ']),
  within('address with a password', 'https://bob:', 'c0rrect-h0rse', '@host.example/x', [
    'https://bob:',
    '@host.example/x',
  ]),
  within('Postgres connection', 'postgres://app:', 'p@ss/w0rd#1', '@db.example:5432/app', [
    'postgres://app:',
    '@db.example:5432/app',
  ]),
  within('Redis connection without a user', 'redis://:', 'hunter22', '@cache.example:6379/0', [
    '@cache.example:6379/0',
  ]),
  within('ADO connection', 'Server=db.example;User Id=sa;Password=', 'Pa55w0rd!x', ';Encrypt=yes', [
    'Server=db.example',
    ';Encrypt=yes',
  ]),
  within('libpq connection', 'host=db.example user=app password=', 'hunter22', ' dbname=x', [
    'host=db.example',
    'dbname=x',
  ]),
  within('query parameter', 'https://api.example/v1?api_key=', 'k3y0f12chars', '&page=2', [
    'https://api.example/v1?api_key=',
    '&page=2',
  ]),
  token('RSA key', pem('RSA PRIVATE KEY')),
  token('PKCS 8 key', pem('PRIVATE KEY')),
  token('OpenSSH key', pem('OPENSSH PRIVATE KEY')),
  token(
    'encrypted key',
    pem('RSA PRIVATE KEY', `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n${keyBody}`),
  ),
  token('PGP key', pem('PGP PRIVATE KEY BLOCK', `Version: GnuPG v2\n\n${keyBody}`)),
  within('environment variable', 'export DB_PASSWORD=', 'hunter2'),
  within('word without digits', 'PASSWORD=', 'correcthorse'),
  within('quoted variable', 'const clientSecret = "', 'aV3ry+Secret/Value', '";'),
  within('JSON field', '{"password": "', 'hunter2', '"}'),
  within('YAML field', 'password: ', 'hunter2'),
  within('password with spaces', 'passphrase = "', 'correct horse battery 9', '"'),
  within('command line flag', 'psql --password ', 'hunter2'),
  within('npm configuration', '//npm.example/:_authToken=', 'a1b2c3d4-e5f6-7a8b'),
];

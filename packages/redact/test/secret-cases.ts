/*
 * Secrets as people and agents leave them, drawn anew for each seed: kinds by what their issuers document and by what is seen in
 * terminals, files and chats, each in one of many carriers. Nothing here knows what the redactor looks for, and no list of
 * texts can be learnt by heart. Values are made, so that no scanner takes this file for a leak.
 *
 * In a template `{36}` stands for 36 letters and digits, and with a letter behind for another alphabet (see `ALPHABETS`);
 * `«…»` marks what must go.
 */

export interface SecretCase {
  kind: string;
  carrier: string;
  text: string;
  /** Pieces that must go, without line breaks. */
  secrets: string[];
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const ALNUM = LOWER + UPPER + DIGITS;
const ALPHABETS: Record<string, string> = {
  '': ALNUM,
  /** In addresses. */
  s: `${ALNUM}_-`,
  b: `${ALNUM}+/`,
  h: `${DIGITS}abcdef`,
  d: DIGITS,
  l: LOWER,
  u: UPPER + DIGITS,
  /** Base 32. */
  t: `${UPPER}234567`,
  /** Characters of generated passwords. */
  p: `${ALNUM}!#%*+-=?@^_~`,
  /** Lower case and digits. */
  m: LOWER + DIGITS,
};

/** Tokens that betray themselves anywhere. */
const TOKENS: Record<string, string> = {
  'AWS access key': 'AKIA{16t}',
  'AWS temporary key': 'ASIA{16t}',
  'GitHub token': 'ghp_{36}',
  'GitHub app token': 'ghs_{36}',
  'GitHub fine-grained token': 'github_pat_11A{19u}_{59}',
  'GitLab token': 'glpat-{20s}',
  'GitLab pipeline token': 'glcbt-64_{20s}',
  'Slack bot token': 'xoxb-{12d}-{13d}-{24}',
  'Slack user token': 'xoxp-{11d}-{12d}-{12d}-{32h}',
  'Slack app token': 'xapp-1-A0{9u}-{13d}-{64h}',
  'Stripe key': 'sk_live_51{97}',
  'key of another shop': 'ck_live_77{10}',
  'Stripe restricted key': 'rk_live_51{97}',
  'Stripe webhook secret': 'whsec_{32}',
  'npm token': 'npm_{36}',
  'PyPI token': 'pypi-AgEIcHlwaS5vcmc{156s}',
  'Google API key': 'AIzaSy{33s}',
  'Google client secret': 'GOCSPX-{28s}',
  'Google access token': 'ya29.a0A{160s}',
  'Google refresh token': '1//0{99s}',
  'Gemini key': 'AQ.Ab8RN6{44s}',
  'OpenAI key': 'sk-{20}T3BlbkFJ{20}',
  'OpenAI project key': 'sk-proj-{74s}T3BlbkFJ{74s}',
  'Anthropic key': 'sk-ant-api03-{93s}AA',
  'OpenRouter key': 'sk-or-v1-{64h}',
  'Groq key': 'gsk_{52}',
  'Perplexity key': 'pplx-{48}',
  'Replicate token': 'r8_{37}',
  'Pinecone key': 'pcsk_{6}_{63}',
  'Hugging Face token': 'hf_{34l}',
  'Jina key': 'jina_{60s}',
  'Cerebras key': 'csk-{48h}',
  'Together key': 'tgp_v1_{43s}',
  'ElevenLabs key': 'sk_{48h}',
  'Firecrawl key': 'fc-{32h}',
  'E2B key': 'e2b_{40h}',
  'Weights & Biases key': 'wandb_v1_{60s}',
  'Bedrock key': 'bedrock-api-key-{132b}',
  'Azure OpenAI key': '{52}JQQJ99{26}',
  'SendGrid key': 'SG.{22s}.{43s}',
  'Shopify token': 'shpat_{32h}',
  'DigitalOcean token': 'dop_v1_{64h}',
  'Docker Hub token': 'dckr_pat_{27s}',
  'Linear key': 'lin_api_{40}',
  'HubSpot token': 'pat-na1-{8h}-{4h}-{4h}-{4h}-{12h}',
  'Twilio key': 'SK{32h}',
  'Mailgun key': 'key-{32h}',
  'Mailgun private key': '{32h}-{8h}-{8h}',
  'Mailchimp key': '{32h}-us14',
  'Discord token': 'MT{22}.G{5}.{38s}',
  'Telegram token': '6{9d}:AAH{32s}',
  'Vault token': 'hvs.CAESI{90s}',
  'Terraform token': '{14}.atlasv1.{67}',
  'Databricks token': 'dapi{32h}-2',
  'Atlassian token': 'ATATT3xFfGF0{170s}={8h}',
  'Bitbucket token': 'ATBB{32}',
  'Square token': 'EAAA{60s}',
  'Square application secret': 'sq0csp-{43s}',
  'New Relic key': 'NRAK-{27u}',
  'New Relic insert key': 'NRII-{32s}',
  'Grafana token': 'glsa_{32}_{8h}',
  'Heroku key': 'HRKU-{60s}',
  'Postman key': 'PMAK-{24h}-{34h}',
  'Supabase token': 'sbp_{40h}',
  'Supabase secret key': 'sb_secret_{31s}',
  'Figma token': 'figd_{40s}',
  'Notion token': 'ntn_{46}',
  'Notion secret': 'secret_{43}',
  'Airtable token': 'pat{14}.{64h}',
  'Azure client secret': '{3}8Q~{34s}',
  'RubyGems key': 'rubygems_{48h}',
  'Sentry token': 'sntryu_{64h}',
  'SonarQube token': 'squ_{40h}',
  'PlanetScale password': 'pscale_pw_{43}',
  'Doppler token': 'dp.pt.{43}',
  'Pulumi token': 'pul-{40h}',
  '1Password key': 'A3-{6u}-{11u}-{5u}-{5u}-{5u}',
  'age key': 'AGE-SECRET-KEY-1{58u}',
  'Tailscale key': 'tskey-auth-{12}-{32}',
  'Buildkite token': 'bkua_{40h}',
  'CircleCI token': 'CCIPAT_{22}_{40h}',
  'OpenShift token': 'sha256~{43s}',
  'Dynatrace token': 'dt0c01.{24u}.{64u}',
  'Infisical token': 'st.{24h}.{32h}.{32h}',
  'Bitwarden token': '0.{8h}-{4h}-{4h}-{4h}-{12h}.{30}:{22b}==',
  'CockroachDB key': 'CCDB1_{22}_{40}',
  'dbt token': 'dbtu_{40s}',
  'Honeycomb key': 'hcaik_{58m}',
  'LaunchDarkly key': 'sdk-{8h}-{4h}-{4h}-{4h}-{12h}',
  'Snyk token': 'snyk_uat.{8h}.{40}',
  'crates.io token': 'cio{32}',
  'Packagist token': 'packagist_uut_{68h}',
  'NuGet key': 'oy2{43m}',
  'YouTrack token': 'perm:{12}.{12}.{30}',
  'Asana token': '2/12{14d}/12{14d}:{32h}',
  'ClickUp token': 'pk_{8d}_{32u}',
  'Trello token': 'ATTA{64h}',
  'Dropbox token': 'sl.u.{130s}',
  'Cal.com key': 'cal_live_{32h}',
  'Braintree token': 'access_token$production${16m}${32h}',
  'Paddle key': 'pdl_live_apikey_{26m}_{22}_aBc',
  'Trigger.dev key': 'tr_prod_{24}',
  'Inngest key': 'signkey-prod-{64h}',
  'PubNub key': 'sec-c-{48}',
  'ngrok token': '2{26}_{21}',
  'Ably key': '{6}.{6}:{43s}',
  'Resend key': 're_{8}_{24}',
  'MailerSend token': 'mlsn.{64h}',
  'Vercel token': 'vcp_{56}',
  'PostHog key': 'phx_{43}',
  'Tencent key': 'AKID{32}',
  'Cloudflare token': 'cfut_{48s}',
  'Docker Swarm token': 'SWMTKN-1-{50m}-{25m}',
  'key of this service': 'wm_live_{38}',
  'JSON web token': 'eyJhbGciOi{26}.eyJzdWIi{60s}.{86s}',
  'bcrypt hash': '$2b$12${53}',
  'argon2 hash': '$argon2id$v=19$m=65536,t=3,p=4${22b}${43b}',
  'Laravel key': 'base64:{43b}=',
  'Stellar seed': 'S{55t}',
};

/** Secrets told by their name alone. */
const NAMED: Record<string, [name: string, value: string]> = {
  'AWS secret key': ['AWS_SECRET_ACCESS_KEY', '{40b}'],
  'AWS session token': ['AWS_SESSION_TOKEN', 'IQoJb3JpZ2luX2Vj{340b}=='],
  'Twilio auth token': ['TWILIO_AUTH_TOKEN', '{32h}'],
  'Heroku key of the older form': ['HEROKU_API_KEY', '{8h}-{4h}-{4h}-{4h}-{12h}'],
  'Datadog key': ['DD_API_KEY', '{32h}'],
  'Algolia key': ['ALGOLIA_ADMIN_API_KEY', '{32h}'],
  'Cloudflare token of the older form': ['CLOUDFLARE_API_TOKEN', '{40s}'],
  'generated password': ['DB_PASSWORD', '{9}!{8}'],
  'chosen password': ['ADMIN_PASSWORD', 'Summer{4d}!x'],
  'name that ends in PASS': ['DB_PASS', '{14}'],
  'signing secret': ['JWT_SECRET', '{48s}'],
  'encryption key': ['ENCRYPTION_KEY', '{43b}='],
  'webhook secret': ['WEBHOOK_SECRET', '{32h}'],
};

const camel = (name: string) =>
  name.toLowerCase().replaceAll(/_(\w)/g, (_, one: string) => one.toUpperCase());

/** Where a variable with a value is found. */
const PLACES: Record<string, (name: string, value: string) => string> = {
  '.env': (name, value) => `NODE_ENV=production\n${name}=${value}\nPORT=8080`,
  'quoted .env': (name, value) => `LOG_LEVEL=debug\n${name}="${value}" # rotate in May`,
  YAML: (name, value) => `service:\n  replicas: 2\n  ${name.toLowerCase()}: ${value}\n  region: eu-west-1`,
  JSON: (name, value) => `{\n  "region": "eu-west-1",\n  "${camel(name)}": "${value}",\n  "retries": 3\n}`,
  'log line': (name, value) => `Mar 04 10:11:12 web-1 app[231]: boot ${name}=${value} region=eu workers=4`,
  'shell history': (name, value) => `  501  cd app\n  502  export ${name}=${value}\n  503  npm run deploy`,
  'one command': (name, value) => `$ ${name}='${value}' ./deploy.sh --stage staging`,
  Dockerfile: (name, value) => `FROM node:24-slim\nENV ${name} ${value}\nCMD ["node", "main.js"]`,
  'docker run': (name, value) => `docker run -d -e ${name}=${value} -p 8080:80 registry.example/app:1.4`,
  'XML attribute': (name, value) => `<appSettings>\n  <add key="${name}" value="${value}" />\n</appSettings>`,
  'XML element': (name, value) => `<config>\n  <${camel(name)}>${value}</${camel(name)}>\n</config>`,
  properties: (name, value) => `server.port=8080\napp.${name.toLowerCase().replaceAll('_', '.')}=${value}`,
  Terraform: (name, value) => `locals {\n  ${name.toLowerCase()} = "${value}"\n}`,
  Python: (name, value) => `import os\nos.environ["${name}"] = "${value}"`,
  TypeScript: (name, value) => `export const config = { ${camel(name)}: '${value}', timeout: 30 };`,
  PowerShell: (name, value) => `$env:${name} = "${value}"\n.\\deploy.ps1`,
  'kubectl create': (name, value) =>
    `kubectl create secret generic app --from-literal=${name.toLowerCase()}=${value} -n web`,
  'Markdown table': (name, value) => `| Name | Value |\n| --- | --- |\n| ${name} | ${value} |`,
  'compose list': (name, value) => `services:\n  web:\n    environment:\n      - ${name}=${value}`,
  diff: (name, value) => `@@ -1,2 +1,2 @@\n-${name}=old\n+${name}=${value}`,
  prose: (name, value) =>
    `The ${name.toLowerCase().replaceAll('_', ' ')} for staging is ${value} until Monday.`,
};

/** Texts by kind, as they are found. */
const TEXTS: Record<string, readonly string[]> = {
  'Postgres address': [
    'DATABASE_URL=postgresql://app:«{16}»@db.internal:5432/shop?sslmode=require',
    'datasource:\n  url: postgres://app:«p@{6}/w{4}#1»@10.0.3.4:5432/shop',
  ],
  'MySQL address': ['Connect with mysql://root:«{16}»@mysql.example:3306/shop and look.'],
  'MongoDB address': [
    `await mongoose.connect('mongodb+srv://admin:«{16}»@cluster0.ab1cd.mongodb.net/shop');`,
  ],
  'Redis address': ['10:11:12 WARN reconnecting to redis://:«{16}»@cache.example:6379/0 in 5s'],
  'AMQP address': ['docker run -e AMQP_URL=amqps://shop:«{16}»@mq.example/shop worker'],
  'Git address': ['git clone https://ada:«{16}»@git.example/shop/app.git'],
  'ADO.NET connection': [
    '"Default": "Server=tcp:db.example,1433;Database=shop;User ID=app;Password=«{16}»;Encrypt=True;"',
    '<add name="Shop" connectionString="Data Source=db;User Id=app;Pwd=«{12}»;" />',
  ],
  'JDBC address': [
    'spring.datasource.url=jdbc:sqlserver://db:1433;user=app;password=«{16}»;encrypt=true',
    'url: jdbc:mysql://db:3306/shop?user=app&password=«{16}»&useSSL=true',
    'jdbc:oracle:thin:scott/«{12}»@//db.example:1521/app',
  ],
  'libpq connection': ['psql "host=db.example user=app password=«{14}» dbname=shop"'],
  'proxy address': ['export HTTPS_PROXY=http://ada:«{16}»@proxy.example:3128'],
  'token as the user of an address': [
    'origin\thttps://«{52m}»@dev.azure.com/acme/shop/_git/shop (fetch)',
    'origin\thttps://«{36}»@git.acme.example/shop.git (push)',
    'git remote set-url origin https://«{40h}»@gitea.example/acme/shop.git',
  ],
  'token before a fixed password': [
    'pip install --index-url https://«{40}»:x-oauth-basic@pkgs.acme.example/simple',
  ],
  'address with a code': [
    'GET /oauth/callback?code=«{43s}»&state=ok 302',
    'https://login.acme.example/cb?code=«{32h}»',
  ],
  'address with a key': ['curl "https://maps.acme.example/geocode?address=Berlin&key=«{39s}»"'],
  'address with auth': ['wss://stream.acme.example/v2?auth=«{48s}»&channel=orders'],
  'address with a token': [
    'https://api.example/v1?access_token=«{32}»&page=2',
    'https://x.example/?token=«{24h}»',
  ],
  'address signed by CloudFront': [
    'https://d111.cloudfront.net/a.pdf?Expires=1900000000&Signature=«{170s}»~&Key-Pair-Id=K2JCJMDEHXQW5F',
  ],
  'address signed by Azure': [
    'https://shop.blob.core.windows.net/dumps/a.bak?sv=2024-11-04&sr=b&sp=r&se=2027-01-01T00:00:00Z&sig=«{40}%3D»',
  ],
  'address signed by AWS': ['https://b.s3.amazonaws.com/a?X-Amz-Expires=900&X-Amz-Signature=«{64h}»'],
  'reset link': [
    'Reset it at https://shop.example/reset-password/«{43s}» within an hour.',
    'https://shop.example/users/password/edit?reset_password_token=«{20}»',
  ],
  'magic link': [
    'Sign in: https://app.acme.example/magic-link/«{64h}»',
    'https://app.acme.example/auth/verify?token_hash=«{56h}»',
  ],
  'invitation link': ['https://app.acme.example/invite/«{32}»'],
  'Slack webhook': [`curl -X POST https://hooks.slack.com/services/«T0{8u}/B0{8u}/{24}» -d '{"text":"hi"}'`],
  'Discord webhook': ['notify: https://discord.com/api/webhooks/{18d}/«{68s}»'],
  'two-factor seed': ['otpauth://totp/Shop:ada?secret=«{32t}»&issuer=Shop'],
  'bearer header': [
    'curl -H "Authorization: Bearer «{40}»" https://api.example/v1/orders',
    '> GET /v1/orders HTTP/1.1\n> authorization: Bearer «{40}»\n> accept: */*',
    `headers: { Authorization: 'Bearer «{40}»' },`,
  ],
  'basic header': ['> Authorization: Basic «{b64 ada:{12}}»'],
  'header without a scheme': [`curl -H 'Authorization: «{40}»' https://api.example`],
  'header of an API key': [
    'curl -H "X-Api-Key: «{32h}»" https://api.example',
    'GET https://api.example/v1\nX-Auth-Token: «{32}»\nAccept: */*',
  ],
  'short header of an API key': [
    'curl -H "X-Api-Key: «{10}»" https://api.example/v1/x',
    'X-API-Key: «{12m}»',
  ],
  'session cookie': [
    'GET /admin HTTP/1.1\nHost: shop.example\nCookie: theme=dark; sessionid=«{40}»; lang=en',
    'curl -b "session=«{40}»" https://shop.example/admin',
    'HTTP/1.1 200 OK\nSet-Cookie: sid=«{32}»; Path=/; HttpOnly; Secure',
    'JSESSIONID=«{32u}»',
  ],
  'curl -u': [
    '  88  curl -sS -u ada:«{12}» https://jenkins.example/job/x/build',
    'curl \\\n  --user "ada:«{12}»" \\\n  https://nexus.example/x',
  ],
  'mysql -p': [
    'mysql -uroot -p«{12}» -h db.example shop < dump.sql',
    'mysql -uroot -p"«{12}»" shop',
    '0 3 * * * mysqldump --user=backup --password=«{12}» shop | gzip > /b/x.gz',
  ],
  'sshpass -p': [
    `sshpass -p '«{12}»' scp x.tgz deploy@web-1:/srv`,
    'zip -r -P «{12}» out.zip dist && unzip -P «{12}» out.zip',
    'qpdf --password=«{12}» --decrypt in.pdf out.pdf; rclone obscure «{12}»',
    'echo «{12}» | sudo passwd --stdin ada; echo "«{12}» b" | cryptsetup luksOpen /dev/sdb1 data',
    '7z x -p«{12}» out.7z && unrar x -p«{12}» out.rar',
    'pdftk in.pdf input_pw «{12}» output out.pdf && lftp -u deploy,«{12}» ftp.example',
    'nmcli dev wifi connect home password «{12}» && mosquitto_pub -u sensor -P «{12}» -t t -m 1',
  ],
  'docker login': [
    '$ docker login -u ci -p «{20}» registry.example\nLogin Succeeded',
    'echo «{20}» | docker login --username ci --password-stdin registry.example',
  ],
  'redis-cli': [
    'redis-cli -h cache.example -a «{16}» --no-auth-warning ping',
    'redis-cli -h cache.example -a "«{16}»" ping',
  ],
  openssl: ['openssl pkcs12 -in a.p12 -nodes -passin pass:«{12}» -out a.pem'],
  keytool: [
    'keytool -genkeypair -alias shop -keystore shop.jks -storepass «{12}» -keypass «{12}» -dname CN=shop',
    'keytool -list -keystore cacerts -storepass «{10}»',
  ],
  jarsigner: ['jarsigner -keystore release.jks -storepass «{14}» app.apk release'],
  htpasswd: [
    'htpasswd -b -c /etc/nginx/.htpasswd ada «{12}»',
    'htpasswd -nbB ada «{12}»',
    'htpasswd -b users ada «{12}» # new',
  ],
  'piped to a platform': [
    'echo "«{22}»" | vercel env add AUTH_SECRET production',
    'echo «{24}» | npx wrangler secret put API_TOKEN',
  ],
  'net use': ['net use Z: \\\\files.acme.example\\share «{12}» /user:ACME\\ada', 'net user ada «{12}» /add'],
  'secrets of a platform': [
    'fly secrets set DATABASE_URL=«{30}» -a shop',
    'flyctl secrets set STRIPE=«{24}» SMTP=«{16}»',
    'heroku config:set MAILER=«{24}» -a shop',
    'supabase secrets set OPENAI=«{32}»',
    'doppler secrets set SMTP «{18}»',
  ],
  'gh secret': ['gh secret set DEPLOY_TOKEN --body "«{20}»"', 'gh secret set DEPLOY -b «{24}» -R acme/shop'],
  'kubectl create secret': ['kubectl create secret generic app --from-literal=url=«{24}» -n web'],
  'key vault': ['az keyvault secret set --vault-name shop --name smtp --value «{18}»'],
  'parameter store': ['aws ssm put-parameter --name /shop/smtp --type SecureString --value «{18}»'],
  'aws configure': ['aws configure set aws_secret_access_key «{40b}» --profile shop'],
  'AWS secret': ['aws secretsmanager create-secret --name a --secret-string «{16}»'],
  'psql with a variable': ['PGPASSWORD=«{14}» psql -h db.example -U app shop'],
  'secure string': ['ConvertTo-SecureString "«{12}»" -AsPlainText -Force'],
  sqlplus: ['sqlplus -S scott/«{12}»@db.example/orcl'],
  oathtool: ['oathtool --totp -b «{32t}» | pbcopy'],
  'flag of a command': [
    './migrate --db-password «{12}» --verbose',
    'java -Djavax.net.ssl.keyStorePassword=«{12}» -jar a.jar',
  ],
  'T-SQL': [
    `CREATE LOGIN app WITH PASSWORD = N'«{12}!»', CHECK_POLICY = ON;`,
    `ALTER LOGIN sa WITH PASSWORD = '«{12}»';`,
  ],
  'role of PostgreSQL': [
    `CREATE ROLE app LOGIN PASSWORD '«{12}»';`,
    `alter user app\n  with valid until '2027-01-01'\n  password '«{12}»'`,
  ],
  'user of MySQL': [
    `CREATE USER 'app'@'%' IDENTIFIED BY '«{14}»';`,
    `SET PASSWORD FOR 'root'@'localhost' = PASSWORD('«{10}»')`,
  ],
  'user of Oracle': ['CREATE USER scott IDENTIFIED BY «{12}» DEFAULT TABLESPACE users'],
  'device of Cisco': [
    'enable secret «{12}»\n!\nline vty 0 4',
    'username ada privilege 15 secret 5 «$1${4}${22}»',
    'enable password 7 «{14u}»',
  ],
  'SNMP community': ['snmp-server community «{12}» RO', 'snmpwalk -v2c -c «{10}» 10.0.0.1 sysDescr'],
  pgpass: ['# .pgpass\ndb.example:5432:shop:app:«{14}»'],
  netrc: [
    'machine api.example\n  login ada\n  password «{14}»',
    'machine git.example login ada password «{14}»',
  ],
  'npm _auth': [
    'registry=https://npm.example/\n_auth=«{b64 ci:{12}}»\nalways-auth=true',
    '//npm.example/:_authToken=«{8h}-{4h}-{4h}-{4h}-{12h}»',
  ],
  'Docker settings': ['{\n  "auths": { "registry.example": { "auth": "«{b64 ci:{12}}»" } }\n}'],
  'Kubernetes secret': [
    'apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ntype: Opaque\ndata:\n  DB_URL: «{b64 {18}}»',
    'apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\nstringData:\n  db-url: "«{18}»"',
  ],
  'variable of a container': [
    '- name: DB_PASSWORD\n  value: "«{12}»"\n- name: A',
    '[{"name":"API_TOKEN","value":"«{20}»"}]',
  ],
  'AWS pair': [
    '[shop]\naws_access_key_id = AKIA{16t}\naws_secret_access_key = «{40b}»',
    'Use AKIA{16t} / «{40b}» for the bucket.',
    'Access key ID,Secret access key\nAKIA{16t},«{40b}»',
  ],
  'AWS secret key alone': ['I pasted «{40b}» into the AWS console.'],
  'Azure storage connection': [
    'AZURE_STORAGE=DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=«{86b}==»;EndpointSuffix=core.windows.net',
  ],
  'wireless key': [
    'network={\n  ssid="office"\n  psk="«{12}»"\n}',
    'WIFI:S:office;T:WPA;P:«{12}»;;',
    '  wpa-psk «{12}»',
  ],
  'settings of Redis': ['requirepass «{16}»\nport 6379'],
  'Rails master key': [
    'config/master.key:«{32h}»',
    '$ cat config/master.key\n«{32h}»\n$',
    'RAILS_MASTER_KEY=«{32h}»',
  ],
  'password in a sentence': [
    'My password is «Rose{3d}bud!», do not tell.',
    '@ada the password for staging is «{12}»',
    'staging login: ada, password: «{12}»',
    'Log in with user ada and password «{12}» on staging.',
    'Credentials for staging: ada / «{12}»',
    'log in as admin / «{12}» and look',
    'btw my pw is «{10}» if you need it',
    'The login: user root password «{12}», remember it',
    'password for the orders database: «{12}»',
  ],
  'use as the password': [
    'Use «{12}» as the password for now.',
    'I set «{10}!» as the new admin password.',
    'please use «{14}» as password for the staging database',
  ],
  'changed the password to': [
    'I changed the root password to «{12}» last night.',
    'Reset the password of ada to «{10}#», she knows.',
    'the db password was rotated to «{16}»',
  ],
  'pw with a colon': ['host: db7, user: app, pw: «{10}»', 'PW: «{12}»'],
  'password in parentheses': [
    'Log in as admin (password «{12}»).',
    'ssh deploy@web-1 (pw: «{10}»)',
    'user root (pass: «{10}»)',
  ],
  'value before its name': ['ssh root@10.0.0.7 # «{12}» is the password', '«{10}!» was our staging password'],
  'password in other languages': [
    'Das Passwort ist «{12}».',
    'Und der Zugang: user root passwort «{12}»! merk dir das',
    'Passwort für die Datenbank: «{12}»',
    'das Passwort vom Server ist «{12}»',
    'mit dem Passwort «{12}» komme ich rein',
    'le mot de passe est «{12}»',
    'la contraseña es «{12}»',
    'Passwort: «{12}»',
    'password：«{10}»',
  ],
  passphrase: [
    'The passphrase for the deploy key is "«{14}»".',
    'passphrase = "«correct horse {6}9 battery»"',
  ],
  'spoken German': [
    'Das Kennwort des Admins ist jetzt «{6}${4}»',
    'Das root-PW der Datenbank habe ich auf «{5}#{6}» gesetzt.',
    'WLAN im Büro: SSID gast, Schlüssel «{6}1{5}2»',
  ],
  'app password': ['smtp.example.com app password: «{4l} {4l} {4l} {4l}»'],
  'key of a wallet': ['const wallet = new Wallet("0x«{64h}»");'],
  'recovery code': ['recovery code «{5h}-{5h}»', 'Backup codes: «{8d}» «{8d}»'],
  PIN: ['The PIN of the vault is «{6d}».', 'pin: «{6d}»'],
  'value on the next line': [
    'Username: bob\nPassword:\n«{12}»',
    'API key:\n\n    «{32}»\n\nKeep it safe.',
    'Your new token\n«{40}»\nwill not be shown again',
    'Password\n«{10}!»',
  ],
  'column of a CSV': [
    'username,password,role\nada,«{12}»,admin\nbob,«{10}!»,user',
    'id;name;api_key\n1;shop;«{32}»\n2;books;«{32}»',
    'user\tpassword\nada\t«{10}»',
  ],
  'column of a table': [
    '| user | password | host |\n| --- | --- | --- |\n| ada | «{12}» | db7 |',
    ' id | login |   password    \n----+-------+---------------\n  1 | ada   | «{12}»\n(1 row)',
    '+-----+------------+\n| usr | password   |\n+-----+------------+\n| ada | «{10}» |\n+-----+------------+',
  ],
  'password that is a word': [
    'database:\n  user: ada\n  password: «{9l}»\n  host: db',
    'DB_USER=ada\nDB_PASSWORD=«{9l}»',
    '[client]\nuser = ada\npassword = «{9l}»',
  ],
  'word of letters in a sentence': ['the password is «{12l}»'],
  'default of a variable': [
    'os.getenv("DB_PASSWORD", "«{10}»")',
    `define('DB_PASSWORD', '«{10}»');`,
    `process.env.API_TOKEN ?? '«{16}»';`,
  ],
  setter: ['source.setPassword("«{10}»");'],
  'change in a plan': ['password = "«{8}7»" -> "«{10}»"'],
  'key of Datadog': ['DD-APPLICATION-KEY: «{40h}»'],
  'heredoc of HCL': ['password = <<EOT\n«{10}»\nEOT'],
  'password with an ampersand': [
    'set password=«{9}&{6}» in the form',
    'user=ada&password=«{9}&{6}»&next=home',
  ],
  'YAML block': ['password: |\n  «{10}!»', 'password: &db «{10}»'],
  'property list': ['<key>password</key>\n\t<string>«{10}»</string>'],
  'part of a form': ['form-data; name="password"\r\n\r\n«{10}»\r\n--b'],
  'call of a function': [
    `client.login('ada', password='«{10}»')`,
    'connect(host="db", user="app", passwd="«{12}»")',
    'new Client({ auth: { user: "a", pass: "«{12}»" } })',
  ],
  'hash of a shadow file': [
    'root:«$6$rounds=5000${16}${86}»:19000:0:99999:7:::',
    'ada:«$apr1${8}${22}»',
    'root:«$y$j9T${22}${43}»:19000:0',
  ],
  'hash of Django': ['«pbkdf2_sha256$600000${22}${43b}=»'],
  'hash of LDAP': ['userPassword: {SSHA}«{36b}==»'],
  'JSON web key': ['{"kty":"EC","crv":"P-256","x":"abc","d":"«{43s}»"}'],
  'key of .NET': ['<RSAKeyValue><Modulus>{b64 mmmmmmmmmmmmmmmm}</Modulus><D>«{b64 {64}}»</D></RSAKeyValue>'],
  'Ethereum key': [
    'The private key 0x«{64h}» holds the deployer.',
    'PRIVATE_KEY=0x«{64h}»',
    'private key: «{64h}»',
  ],
  mnemonic: ['mnemonic: "«{words}»"', 'Seed phrase: «{words}»', 'My recovery phrase is «{words}».'],
  'PEM key': [
    '{pem RSA PRIVATE KEY}',
    '{pem PRIVATE KEY}',
    '{pem EC PRIVATE KEY}',
    '{pem OPENSSH PRIVATE KEY}',
    '{pem ENCRYPTED PRIVATE KEY}',
  ],
  'PEM key in a terminal': ['$ cat ~/.ssh/id_x\n{pem OPENSSH PRIVATE KEY}\n$ exit'],
  'PEM key in YAML': ['tls:\n  key: |\n    {pem RSA PRIVATE KEY|\n    }\n  port: 1'],
  'PEM key in .env': ['TLS_KEY="{pem PRIVATE KEY|\\n}"\nPORT=1'],
  'PEM key in code': [`const key = '{pem PRIVATE KEY|\\n' +\n  '}';`],
  'PEM key, its end': ['{tail RSA PRIVATE KEY}\n$'],
  'PEM key, its middle': ['sed -n 5,8p id_rsa\n{middle}\n$'],
  'PEM key in base64': ['tls.key: «{b64 {rawpem PRIVATE KEY}}»'],
  'PGP key': [
    '-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n«{64b}»\n«{64b}»\n«{40b}»\n={4}\n-----END PGP PRIVATE KEY BLOCK-----',
  ],
  'PuTTY key': [
    'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: deploy\nPublic-Lines: 1\n{64b}\nPrivate-Lines: 3\n«{64b}»\n«{64b}»\n«{30b}»\nPrivate-MAC: {64h}',
  ],
  'service account of Google': [
    '{\n  "type": "service_account",\n  "private_key_id": "«{40h}»",\n  "private_key": "{pem PRIVATE KEY|\\n}\\n",\n  "client_email": "x@shop.example"\n}',
  ],
  'card number': ['Customer paid with «{card}», exp 12/27.', 'card: «{card spaced}»', '{"pan":"«{card}»"}'],
  IBAN: ['Refund to «{iban}» please.', 'IBAN: «{iban spaced}»', 'iban=«{iban}»'],
};

/** A line by which something else was printed, and what becomes of a text in it. */
const CARRIERS: Record<string, (text: string, random: Random) => string> = {
  plain: (text) => text,
  'grep -rn': (text, random) => numbered(text, (line) => `config/prod/app.env:${line}:`, random.below(90)),
  'grep -rn -A': (text, random) =>
    numbered(
      text,
      (line, place) => `deploy/keys.txt${place === 0 ? ':' : '-'}${line}${place === 0 ? ':' : '-'}`,
      random.below(90),
    ),
  'grep without numbers': (text) => eachLine(text, (line) => `src/old.conf:${line}`),
  'grep -n': (text, random) => numbered(text, (line) => `${line}:`, random.below(90)),
  'cat -n': (text, random) => numbered(text, (line) => `${String(line).padStart(6)}\t`, random.below(90)),
  'lines of a reading tool': (text, random) =>
    numbered(text, (line) => `${String(line).padStart(6)}→`, random.below(90)),
  patch: (text) => `@@ -0,0 +1,9 @@\n${eachLine(text, (line) => `+${line}`)}`,
  'quoted mail': (text) => `Ada wrote:\n${eachLine(text, (line) => `> ${line}`)}`,
  comment: (text) => eachLine(text, (line) => `# ${line}`),
  'docker logs': (text) => eachLine(text, (line) => `web-1  | ${line}`),
  'kubectl logs': (text) => eachLine(text, (line) => `2026-03-04T10:11:12.345678901Z stdout F ${line}`),
  indented: (text) => eachLine(text, (line) => `        ${line}`),
  'Windows lines': (text) => text.replaceAll(/\r?\n/gu, '\r\n'),
  fence: (text) => `See:\n\n\`\`\`sh\n${text}\n\`\`\`\n`,
  'coloured diff': (text) => eachLine(text, (line) => `\u001B[32m+${line}\u001B[m`),
  JSON: (text) => JSON.stringify({ stdout: `x\n${text}\n`, exit: 0 }),
  'JSON in JSON': (text) => JSON.stringify({ o: JSON.stringify({ out: `x\n${text}\n` }) }),
  HTML: (text) =>
    `<pre>\n${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}\n</pre>`,
};

const eachLine = (text: string, write: (line: string) => string): string =>
  text
    .split(/\r?\n/u)
    .map((line) => write(line))
    .join('\n');

const numbered = (text: string, prefix: (line: number, place: number) => string, first: number): string =>
  text
    .split(/\r?\n/u)
    .map((line, place) => `${prefix(first + place + 1, place)}${line}`)
    .join('\n');

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A linear congruential generator with the constants of Numerical Recipes. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** A generated text has a digit where it may, and ends in no mark that a sentence takes for its own. */
  some(length: number, alphabet: string): string {
    for (;;) {
      const made = Array.from({ length }, () => alphabet[this.below(alphabet.length)]).join('');
      if (
        /^[A-Za-z0-9].*[A-Za-z0-9]$|^.{1,4}$/u.test(made) &&
        (length < 8 ||
          !/\d/u.test(alphabet) ||
          (/\d/u.test(made) && /[A-Za-z]/u.test(made + (/[a-z]/iu.test(alphabet) ? '' : 'a'))))
      )
        return made;
    }
  }
}

const WORDS =
  'abandon ability about absorb access acid actor adapt banner barrel basket beauty cabin camera carbon casual danger decade deliver eager earth edge fabric faith family gadget garden genius habit hammer harbor icon idea image jacket jungle kangaroo kitchen ladder laptop magnet market nephew network ocean office palace panel quantum rabbit radar saddle salmon table target umbrella uncover vacuum valley wagon walnut yellow zebra'.split(
    ' ',
  );

/** @returns the text, and the pieces that must go */
function expand(template: string, random: Random): { text: string; secrets: string[] } {
  const secrets: string[] = [];
  const fill = (part: string): string => {
    const filled = part
      .replaceAll(/\{(\d{1,3})([a-z]?)\}/gu, (_, length: string, alphabet: string) =>
        random.some(Number(length), ALPHABETS[alphabet] ?? ALNUM),
      )
      .replaceAll('{words}', () => Array.from({ length: 12 }, () => random.one(WORDS)).join(' '))
      .replaceAll(/\{(card|iban)( spaced)?\}/gu, (_, what: string, spaced?: string) => {
        const made = what === 'card' ? card(random) : iban(random);
        return spaced ? made.replaceAll(/.{4}(?=.)/gu, '$& ') : made;
      })
      .replaceAll(/\{rawpem ([A-Z0-9 ]+)\}/gu, (_, label: string) => pem(label, random).lines.join('\n'));
    return filled.replaceAll(/\{b64 ([^{}]*)\}/gu, (_, inner: string) =>
      Buffer.from(inner).toString('base64'),
    );
  };
  const text = template
    .replaceAll(
      /\{(pem|tail)(?: ([A-Z0-9 ]+?))(?:\|([^}]*))?\}|\{middle\}/gu,
      (whole, what: string | undefined, label = '', joint = '\n') => {
        const { lines, body } = pem(label, random);
        secrets.push(...body);
        if (whole === '{middle}') return body.slice(0, 4).join('\n');
        return (what === 'tail' ? lines.slice(2) : lines).join(joint);
      },
    )
    .replaceAll(/«([^»]*)»/gu, (_, part: string) => {
      const filled = fill(part);
      secrets.push(filled);
      return filled;
    });
  return { text: fill(text), secrets };
}

function pem(label: string, random: Random) {
  const body = Array.from({ length: 6 }, () => random.some(64, ALPHABETS['b'] ?? ''));
  return { body, lines: [`-----BEGIN ${label}-----`, ...body, `-----END ${label}-----`] };
}

/** ISO/IEC 7812: the last digit is that of Luhn. */
function card(random: Random): string {
  const start = random.one(['4', '51', '55', '34', '37', '6011']);
  const length = start.startsWith('3') ? 15 : 16;
  const digits = start + random.some(length - 1 - start.length, DIGITS);
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  const number = `${digits}${(10 - (sum % 10)) % 10}`;
  // Of few different digits are those that payment services publish for tests.
  return new Set(number).size < 6 ? card(random) : number;
}

/** ISO 13616: the number of all, turned round, leaves 1 divided by 97. */
function iban(random: Random): string {
  const [country = '', length = 18] = random.one([
    ['DE', 18],
    ['FR', 23],
    ['GB', 18],
    ['NL', 14],
    ['ES', 20],
  ] as const);
  const account =
    country === 'GB' || country === 'NL'
      ? `${random.some(4, UPPER)}${random.some(length - 4, DIGITS)}`
      : random.some(length, DIGITS);
  const number = `${account}${country}00`
    .split('')
    .map((sign) => Number.parseInt(sign, 36))
    .join('');
  return `${country}${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${account}`;
}

/** Found by no rule: docs/security.md names them. */
export const LIMITS: ReadonlySet<string> = new Set(['word of letters in a sentence']);

/** Names of all kinds. */
export const KINDS: readonly string[] = [
  ...Object.keys(TOKENS),
  ...Object.keys(NAMED),
  ...Object.keys(TEXTS),
];

/** Cases of every kind: each text of it as it is and in some carriers, and each token and named value in some places. */
export function drawCases(seed: number, { carriers = 3 } = {}): SecretCase[] {
  const random = new Random(seed);
  const cases: SecretCase[] = [];
  const add = (kind: string, template: string, place = '') => {
    const chosen = ['plain', ...Array.from({ length: carriers }, () => random.one(Object.keys(CARRIERS)))];
    for (const carrier of new Set(chosen)) {
      const { text, secrets } = expand(template, random);
      const carried = CARRIERS[carrier]?.(text, random) ?? text;
      cases.push({ kind, carrier: place === '' ? carrier : `${place}, ${carrier}`, text: carried, secrets });
    }
  };
  const places = Object.entries(PLACES);
  for (const [kind, value] of Object.entries(TOKENS)) {
    const marked = `«${value}»`;
    add(kind, `I pasted ${marked} into the console, please rotate it.`, 'sentence');
    const [place, write] = random.one(places);
    add(kind, write('SERVICE_TOKEN', marked), place);
  }
  for (const [kind, [name, value]] of Object.entries(NAMED))
    for (const [place, write] of Array.from({ length: 4 }, () => random.one(places)))
      add(kind, write(name, `«${value}»`), place);
  for (const [kind, templates] of Object.entries(TEXTS))
    for (const template of templates) add(kind, template);
  return cases;
}

/** Ways to write a token that is read as if nothing stood in it. */
export const INTERRUPTED: Record<string, (token: string) => string> = {
  'an escape of Markdown': (token) => token.replace('_', '\\_'),
  'an escape of Markdown in JSON': (token) => token.replace('_', '\\\\_'),
  'a decimal entity': (token) => token.replace('_', '&#95;'),
  'a hexadecimal entity': (token) => token.replace('_', '&#x5F;'),
  'a named entity': (token) => token.replace('_', '&lowbar;'),
  'an escape of a string': (token) => token.replace('_', String.raw`\u005f`),
  'an escape of an address': (token) => token.replace('_', '%5F'),
  'a place for a break': between('<wbr>'),
  'a soft hyphen': between('\u00AD'),
  'a soft hyphen as entity': between('&shy;'),
  'an invisible space': between('\u200B'),
  'an invisible space as entity': between('&#8203;'),
  'a joiner': between('\u2060'),
  'a byte order mark': between('\uFEFF'),
  'a tag character': between('\u{E0041}'),
  'a selector': between('\uFE0F'),
  'an accent': between('\u0301'),
  'an invisible character everywhere': (token) => token.replaceAll(/(?<=.)(?=.)/g, '\u200B'),
  'an empty element': between('<b></b>'),
  'an element': (token) =>
    `${token.slice(0, 9)}<span class="x">${token.slice(9, 20)}</span>${token.slice(20)}`,
  'a comment': between('<!-- x -->'),
  'bold letters': (token) => `${token.slice(0, 9)}**${token.slice(9, 20)}**${token.slice(20)}`,
  'bold letters behind an escape': (token) =>
    token.includes('_') ? `${token.replace('_', String.raw`\_**`).slice(0, 20)}**${token.slice(17)}` : token,
  'a colour of the terminal': (token) => `${token.slice(0, 9)}\u001B[31m${token.slice(9)}`,
  'a sum of strings': between('" + "'),
  'a sum of strings over lines': between("' +\n    '"),
  'strings side by side': between('"\n  "'),
  'a sum of strings in JSON': between(String.raw`\" + \"`),
  'letters of full width': (token) => restyled(token, { capital: 0xff21, small: 0xff41, digit: 0xff10 }),
  'letters of mathematics': (token) => restyled(token, { capital: 0x1d670, small: 0x1d68a, digit: 0x1d7f6 }),
};

function between(mark: string): (token: string) => string {
  return (token) => `${token.slice(0, 9)}${mark}${token.slice(9)}`;
}

/** Letters and digits of another style, by its first ones. */
function restyled(token: string, style: { capital: number; small: number; digit: number }): string {
  const put = (first: number, base: string) => (letter: string) =>
    String.fromCodePoint(first + letter.charCodeAt(0) - base.charCodeAt(0));
  return token
    .replaceAll(/[A-Z]/g, put(style.capital, 'A'))
    .replaceAll(/[a-z]/g, put(style.small, 'a'))
    .replaceAll(/\d/g, put(style.digit, '0'));
}

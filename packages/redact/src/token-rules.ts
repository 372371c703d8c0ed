/*
 * Formats that give themselves away by their look alone: a kind, and its expressions, over lines that are indented. Each begins with
 * letters that no other text has, and names how many characters follow at least; the rest of the word belongs to it. `@` is a letter
 * or digit, `#` a digit of 16. Prefixes and lengths are those that the issuers document. A repetition is bounded or ends where its
 * class does, so that a search is linear. Of `key-…` that of a cache (`linux-npm-key-…`) is the hash of a lock file; of private keys
 * in base64 a certificate has other letters; a JWT begins only where no `-` stands before it, else each part of a long word would
 * be read to its end again.
 */
const TABLE = String.raw`
aws-key (?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16} ABSK[A-Za-z0-9+/]{109}[A-Za-z0-9+/=]* amzn\.mws\.[0-9a-f-]{36}
  bedrock-api-key-[A-Za-z0-9+/]{80}[A-Za-z0-9+/=]*
github-token gh[oprsu]_@{36} github_pat_\w{40}
gitlab-token gl(?:pat|dt|rt|ptt|ft|ffct|soat|agent|imt|oas)-[\w-]{20}[\w.-]* glcbt-[0-9a-zA-Z]{1,5}_[\w-]{20} GR1348941[\w-]{20}
bitbucket-token ATBB@{24} ATCTT3[\w-]{60}[\w=-]*
atlassian-token ATATT3[\w-]{60}[\w=-]*
slack-token xox[abcdeoprs]-(?:\d-)?[\w-]{10} xoxe\.xox[bp]-\d-[\w-]{20} xapp-\d-[\w-]{20}
stripe-key (?:sk|rk)_(?:live|test|prod|dev)_@{16} whsec_[A-Za-z0-9+/=]{24}[A-Za-z0-9+/=]* [a-nq-z]k_(?:live|prod)_@{12}
square-token sq0(?:atp|csp|idp)-[\w-]{22} EAAA[\w-]{60}
shopify-token shp(?:at|ca|pa|ss|tka)_[A-Fa-f0-9]{32}
npm-token npm_@{36}
pypi-token pypi-AgE[\w-]{50}
rubygems-key rubygems_#{48}
clojars-token CLOJARS_[a-z0-9]{60}
docker-token dckr_(?:pat|oat)_[\w-]{27} SWMTKN-1-[a-z0-9]{50}-[a-z0-9]{25}
artifactory-key AKCp@{60} cmVmdGtuO@{55}
google-key AIza[\w-]{35} GOCSPX-[\w-]{28} ya29\.[\w-]{20} 1//0[\w-]{30} AAAA[\w-]{7}:APA91b[\w-]{100} AQ\.Ab[\w-]{40}
azure-secret [\w~.-]{3}\dQ~[\w~.-]{31} [A-Za-z0-9+/]{76}(?:\+ASt|ACDb)[A-Za-z0-9+/]{4,6}={0,2} [\w-]{44}AzFu[\w-]{4,6}={0,2} @{76}AZDO@{4}
  @{52}JQQJ9@{25} [A-Za-z0-9+/]{42,44}(?:AzSe|AzCa|\+ACR|\+AEh|\+ASb|AIoT)[A-Za-z0-9+/]{5,6}={0,2}
alibaba-key LTAI@{20}
tencent-key AKID@{32}
volcengine-key AKLT[\w-]{40}
baidu-key bce-v3/ALTAK-@{16,32}/#{40}
scaleway-key SCW[A-Z0-9]{17}(?!\w)
exoscale-key EXO#{24}(?!\w)
upcloud-token ucat_[A-Z0-9]{20}
yandex-key AQVN[\w-]{35} t1\.9eu[\w-]{40}[\w.-]* y0_[\w-]{50}
digitalocean-token do[opr]_v1_#{64}
cloudflare-key cf(?:k|ut|at)_[\w-]{40} v1\.0-#{24}-#{146}
heroku-key HRKU-[\w-]{36}
fly-token fo1_[\w-]{43} fm(?:1[ar]|2)_[A-Za-z0-9+/]{100}[A-Za-z0-9+/=]*
netlify-token nf[pcub]_@{36}
vercel-token vc[piark]_@{24}
render-key rnd_@{28}
scalingo-token tk-us-[\w-]{48}
supabase-key sbp_#{40} sb_secret_[\w-]{20}
planetscale-token pscale_(?:tkn|oauth|pw)_[\w.-]{32}[\w.=-]*
cockroach-key CCDB1_@{22}_@{40}
atlas-key mdb_sa_sk_[\w-]{40}
xata-key xau_@{40}
confluent-key cflt[A-Za-z0-9+/]{60}
clickhouse-key 4b1d@{38}(?!\w)
dbt-token dbt[uc]_[\w-]{40}
tinybird-token p\.eyJ[\w-]{30,400}\.[\w-]{20}
neon-key napi_[a-z0-9]{60}
databricks-token dapi#{32}
vault-token hv[sbr]\.[\w-]{24}
terraform-token @{14}\.atlasv1\.[\w-]{60}[\w=-]*
infisical-token st\.#{24}\.#{32}\.#{32}
bitwarden-token 0\.[0-9a-f-]{36}\.@{30}:[A-Za-z0-9+/]{22}={0,2}
pulumi-token pul-#{40}
doppler-token dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]{1,40}\.)?@{40}
onepassword-key A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}
  ops_eyJ[A-Za-z0-9+/]{100}[A-Za-z0-9+/=]*
age-key AGE-SECRET-KEY-1[A-Z0-9]{50}
tailscale-key tskey-(?:auth|api|client|scim|webhook)-@{10}[\w-]{10}
openshift-token sha256~[\w-]{43}
twilio-key SK#{32}
sendgrid-key SG\.[\w-]{16,64}\.[\w-]{16}
mailgun-key key-(?<!\w-key-)#{32} #{32}-#{8}-#{8}(?![\w-])
mailchimp-key #{32}-us\d{1,2}(?!\w)
mandrill-key md-[A-Za-z0-9_]{22}(?![\w-])
mailersend-token mlsn\.#{64}
resend-key re_@{8}_@{24}
klaviyo-key pk_#{34}(?!\w)
brevo-key x(?:keysib|smtpsib)-#{64}-@{16}
discord-token [MNO][A-Za-z\d]{23}[A-Za-z\d]{0,4}\.[\w-]{6}\.[\w-]{27}
telegram-token \d{8,10}:AA[\w-]{33}
facebook-token EAA@{100} IGQV[\w-]{100}
twitter-token A{21}[A-Za-z0-9%]{80}
linkedin-secret WPL_AP1\.[\w.=-]{20}
new-relic-key NR(?:AK|JS|RA|AA|SP)-[A-Z0-9]{20} NRI[IQ]-[\w-]{30} #{36}NRAL
grafana-token gl(?:sa|c)_[A-Za-z0-9+/]{32}[A-Za-z0-9+/_=]* eyJrIjoi@{70}[A-Za-z0-9=]*
sentry-token sntrys_eyJ[A-Za-z0-9+/]{40}[A-Za-z0-9+/=_]* sntry[ua]_#{64}
honeycomb-key hc[a-z]{2}k_[a-z0-9]{58}
logfire-token pylf_v\d_[a-z]{2}_@{40}
posthog-key ph[xs]_@{40}
launchdarkly-key (?:sdk|api)-#{8}-#{4}-#{4}-#{4}-#{12}
statsig-key secret-@{40}
stytch-secret secret-(?:live|test)-[\w-]{32}=*
dynatrace-token dt0[a-z]\d\d\.@{24}\.@{64}
sonar-token sq[pua]_#{40}
snyk-token snyk_uat\.[\w-]{8}\.[\w.-]{20}
crates-token cio@{32}(?!\w)
packagist-token packagist_[a-z]{3}_#{60}
nuget-key oy2[a-z0-9]{43}(?!\w)
jetbrains-token perm[:-][A-Za-z0-9+/=]{4,60}\.[A-Za-z0-9+/=-]{4,60}\.@{30}
postman-key PMAK-#{24}-#{34}
figma-token fig[dou]r?_[\w-]{38}
notion-token ntn_@{40} secret_@{43}(?!\w)
airtable-token pat@{14}\.#{64}
asana-token [0-2]/\d{12,18}(?:/\d{12,18})?:#{32}
clickup-token pk_\d{6,9}_[A-Z0-9]{32}
trello-token ATTA@{60}
intercom-token dG9rO[A-Za-z0-9+/]{45}[A-Za-z0-9+/=]*
dropbox-token sl\.(?:u\.)?[\w-]{100}
calcom-key cal_(?:live_)?#{32}
linear-key lin_(?:api|oauth|wh)_@{32}
hubspot-key pat-(?:na|eu)\d-#{8}-#{4}-#{4}-#{4}-#{12}
contentful-token CFPAT-[\w-]{43}
mapbox-key sk\.eyJ[\w-]{20,400}\.[\w-]{20}
maxmind-key @{6}_@{29}_mmk
octopus-key API-[A-Z0-9]{26}
buildkite-token bk(?:ua|ct|pt)_@{40}
circleci-token CCI(?:PAT|PRJ)_@{22}_#{40}
plaid-token access-(?:sandbox|development|production)-#{8}-#{4}-#{4}-#{4}-#{12}
payment-key EZ[AT]K@{54} FLWSECK(?:_TEST)?-@{12} duffel_(?:test|live)_[\w-]{43} shippo_(?:live|test)_[a-fA-F0-9]{40}
  rzp_(?:live|test)_@{14} access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$#{32} pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_@{22}
  polar_[a-z]{2,4}_\w{32} (?:live|test)_#{35}(?!\w)
anthropic-key sk-ant-[a-z]+\d\d-[\w-]{20}
openai-key sk-(?:proj|svcacct|admin|None)-[\w-]{20} sk-@{20}T3BlbkFJ sk-@{32}
model-key sk-or-v1-#{64} sk-lf-[0-9a-f-]{36} gsk_@{40} xai-@{60} pplx-@{40} r8_@{37} lsv2_(?:pt|sk)_#{32}_#{10} pcsk_@{5,6}_@{50}
  tvly-[\w-]{28} jina_[\w-]{50} csk-[a-z0-9]{40} tgp_v1_[\w-]{40} sk_#{48}(?!\w) fc-#{32}(?!\w) pa-[\w-]{43}(?![\w-])
  nk-[\w-]{43}(?![\w-]) e2b_#{40} (?:key|crsr)_#{64} wandb_v1_[\w-]{40} KGAT_#{32} nvapi-[\w-]{60} fw_@{24}(?!\w)
huggingface-token hf_[A-Za-z]{34} api_org_[A-Za-z]{34}
sourcegraph-token sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}
workspace-key wm_(?:live|test)_[\w-]{16}
other-token base64:[A-Za-z0-9+/]{43}=(?![A-Za-z0-9+/=]) tr_(?:dev|prod|stg|pat)_@{20} signkey-(?:prod|test|branch)-#{32} unkey_@{20}
  dub_@{24}(?!\w) sec-c-[A-Za-z0-9-]{36} KEY[0-9A-F]{32}_@{22} private_[A-Za-z0-9+/]{27}= alcht_@{30} [12]@{26}_@{21}(?!\w)
  ser\.@{22}(?!\w) [\w-]{6}\.[\w-]{6}:[\w-]{43}(?![\w-]) p8e-@{32} fio-u-[\w-]{64} ico-@{32} pnu_@{36} rdme_[a-z0-9]{70} sm_[aps]at_@{16}
  tfp_[\w-]{40}[\w.-]* aio_@{28} apify_api_@{36} s-s4t2(?:ud|af)-#{64} (?:pat|sat)\.[\w-]{22}\.@{24}\.@{20}
wallet-key [xyzt]prv[1-9A-HJ-NP-Za-km-z]{100} nsec1[a-z0-9]{58} S[A-Z2-7]{55}(?!\w) 5[HJK][1-9A-HJ-NP-Za-km-z]{49}(?!\w)
  [KL][1-9A-HJ-NP-Za-km-z]{51}(?!\w)
private-key
  LS0tLS1CRUdJTi(?:BQUklWQV|BSU0EgUFJJ|BFQyBQUklW|BPUEVOU1NI|BFTkNSWVBU|BEU0EgUFJJ|BQR1AgUFJJ)[A-Za-z0-9+/]{20}[A-Za-z0-9+/=]*(?:(?:\r?\n|\\{1,8}n)[\x20\t]{0,40}[A-Za-z0-9+/=]{16,400}){0,400}
jwt eyJ(?<=(?:(?<![\w-])|\\[nrt]|%[0-9A-Fa-f]{2})eyJ)[\w-]{8,}\.eyJ[\w-]{8,}\.
password-hash \$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}
  \$(?:[156y]|apr1|md5|sha1|7|gy)\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,40}\$(?:[./A-Za-z0-9]{1,40}\$)?[./A-Za-z0-9]{22}[./A-Za-z0-9]*
  pbkdf2_sha\d{1,3}\$\d{4,8}\$[\w./+-]{4,64}\$[A-Za-z0-9+/]{27}[A-Za-z0-9+/=]*
  SCRAM-SHA-\d{1,3}\$\d{4,8}:[A-Za-z0-9+/=]{16,64}\$[A-Za-z0-9+/]{27}[A-Za-z0-9+/=:]* \$argon2(?:id|i|d)\$[\w=,$+/-]{40}[\w=,$+/-]*
`;

/** Expressions by kind. */
export const TOKEN_RULES: ReadonlyMap<string, readonly string[]> = new Map(
  TABLE.trim()
    .split(/\n(?! )/)
    .map((line) => {
      const [kind = '', ...expressions] = line.split(/\s+/);
      return [
        kind,
        expressions.map((each) => each.replaceAll('@', '[A-Za-z0-9]').replaceAll('#', '[a-f0-9]')),
      ] as const;
    }),
);

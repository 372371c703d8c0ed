/**
 * Equivalents of software teams, a group a line: abbreviations and their long forms, and words that people use for the
 * same thing. Very common words (add, list, time, user, test) are left out: they answer questions about something else.
 */
export const glossaryGroups = `
a11y = accessibility
acl = access control list = permissions
adr = architecture decision record
alert = alarm = notification
aot = ahead of time compilation
api gateway = reverse proxy
arm64 = aarch64
async = asynchronous
auth = authentication = login = signin
authz = authorization = permission
autoscaling = hpa
aws = amazon web services
background job = worker = async task
backpressure = flow control
backup = disaster recovery = restore = snapshot
benchmark = performance test = load test
binary = executable
blob = binary large object
bom = byte order mark
bot = automated account
breaking change = backward compatibility = backwards compatible
brute force = lockout
bug = defect
bundle size = bundle
bundler = webpack = rollup = esbuild
byte order = endianness
cache = memoize = caching
canary = gradual rollout = staged rollout
cdc = change data capture
cdn = content delivery network
certificate = tls certificate = x509
changelog = release notes
ci = continuous integration = build pipeline = github actions
cd = continuous delivery = continuous deployment
circuit breaker = breaker
cli = command line
clock drift = clock skew = time sync = ntp
cloudformation = cdk
codegen = code generation = generated code
code review = pull request review
cold start = startup time
collation = sort order
commit message = commit subject
concurrency = parallelism
config = configuration = settings
conn = connection
connection pool = pooling = pgbouncer
container = docker
cors = cross-origin
cpu = processor
crash = panic = segfault
crd = custom resource definition
credential = secret = password = api key
cron = scheduled job = schedule
csp = content security policy
csrf = cross-site request forgery = xsrf
css = stylesheet
csv = comma separated
daemon = background service
dashboard = grafana = monitoring panel
data loss = lost data
db = database = postgres = postgresql
ddl = schema change
ddos = denial of service
deadline = timeout = time limit
deadlock = lock order
dedupe = deduplicate = dedup = duplicate
dep = dependency = third-party package
deploy = deployment = rollout
deprecate = sunset
deserialize = decode = parse
dev = development
dhcp = dynamic host configuration
di = dependency injection
disk space = disk usage
dlq = dead letter queue = dead letter
dns = domain name
dst = daylight saving = summer time
dto = data transfer object
e2e = end to end = end-to-end = browser test = playwright = cypress
egress = outgoing traffic
ekg = heartbeat
elk = elasticsearch
email = mail = smtp
embed = embedding
embedded device = iot device = edge device
encryption at rest = encrypted storage
endpoint = route
enum = enumeration
env = environment variable
eol = line ending
error code = error type
error handling = exception handling
eslint = linter = lint
etl = data pipeline
event loop = main thread = ui thread
event sourcing = event log
eventual consistency = stale read
exception = traceback = stack trace
exponential backoff = backoff = retry
failover = fallback = standby
feature flag = feature toggle
fifo = first come first served
file descriptor = fd
firewall = security group
fk = foreign key
flaky = intermittent = nondeterministic
float = floating point = double
formatter = prettier
four eyes = dual control
fps = frames a second = frame rate
freeze = code freeze
frontend = front end = web ui
fts = full text search
lambda = serverless
fuzz = property based test
gc = garbage collection = garbage collector
gdpr = data protection = privacy = personal data
git hook = pre-commit
gitops = flux = argocd
golden file = snapshot test
gpu = graphics card
graceful shutdown = sigterm = drain
graphql = gql
grpc = protobuf = rpc
gui = user interface
ha = high availability
hash = digest = checksum
health check = liveness = readiness
helm = chart
hmac = signature
hotfix = emergency fix
hot reload = hmr
html = markup
i18n = internationalization = localization = translation = l10n
iac = infrastructure as code = terraform
iam = identity and access management
ide = editor
idempotent = idempotency
idp = identity provider
incident = outage = postmortem
index scan = missing index = sequential scan
ingress = load balancer
integration test = system test
interceptor = middleware
invoice = bill
ios = iphone
ipc = inter-process communication
isolation = multi-tenant = tenant isolation
javascript = js
jit = just in time compilation
json schema = schema validation
jwt = json web token = bearer token
k8s = kubernetes
kafka = message broker = event streaming
kms = key management
kpi = metric
latency = response time = slowness
lb = load balancer
leak = memory leak = heap growth
license = licence
license plate = number plate = licence plate
lint = static analysis
llm = language model
loc = lines of code
lockfile = lock file = package-lock
log level = verbosity
logging = logs = log format
long polling = polling
lru = least recently used
lsp = language server
lts = long term support
mac address = hardware address
mfa = two-factor = 2fa = multi-factor
migration = schema change = schema upgrade
minify = uglify
ml = machine learning = model training
mock = stub = fake
monorepo = workspaces
mq = message queue = broker
mtls = mutual tls = client certificate
mutex = lock
mvp = minimum viable product
naming convention = naming
nat = address translation
nginx = reverse proxy
node = nodejs
nosql = document store
npm = package registry
oauth = oidc = openid connect
observability = monitoring = metrics
oidc = single sign-on = sso
offline first = offline
oncall = pager
oom = memory limit = killed
optimistic locking = version column
orm = object relational mapper
os = operating system
ota = over the air update = firmware update
outbox = transactional outbox
overflow = wrap around
pagination = paging = cursor
partition = shard
patch = bugfix
pdf = document rendering
perf = performance
permission = access right = role
pii = personal data
pinning = pinned version
ci pipeline = ci workflow
pk = primary key
poc = proof of concept = prototype
polling interval = sampling interval = poll
pr = pull request = merge request
preflight = cors
prod = production
profiling = profiler = flame graph
protobuf = proto = protocol buffers
pubsub = publish subscribe = events
pwa = progressive web app
qa = quality assurance
quota = rate limit = throttle = throttling
race condition = data race = race
ram = memory
rbac = role-based access = roles
rca = root cause = postmortem
readme = documentation
refactor = restructure
regex = regular expression
release train = release schedule
replica = read replica = follower
repo = repository
requeue = redelivery
rest = http api
retention = expiry
retry = retries
reverse proxy = gateway
roll back = rollback = revert = undo
rto = recovery time
runbook = playbook = procedure
saml = single sign-on
sandbox = isolation
sast = static analysis
sbom = bill of materials
scraping = crawler
sdk = client library
secret rotation = rotate keys
seed = fixture = test data
semver = semantic versioning
serialize = encode = marshal
sev1 = incident
sla = service level
slo = service level objective
slow query = query plan
sms = text message
soft delete = tombstone
spa = single page application
spof = single point of failure
sql injection = escaping
sse = server-sent events = event stream = eventsource
ssh = secure shell
ssl = tls = https
ssr = server side rendering
staging = test environment
stale = outdated
standup = daily meeting
state machine = status transitions
subscription = listener
symlink = symbolic link
sync = synchronization = synchronize
tcp = socket
tdd = test first
technical debt = tech debt
throughput = requests per second
timezone = time zone = tz = utc
tls handshake = certificate error
tps = transactions per second
tracing = opentelemetry = otel
trailing slash = url path
transpile = compile
ts = typescript
tsc = typescript compiler = type check = typecheck
ttl = time to live = expiry = expiration
typo = misspelling
ui = user interface
unicode = utf-8
uptime = availability
upload = file transfer
upsert = insert or update
uri = url
uuid = guid
ux = usability
validation = sanitize
vector search = nearest neighbour
vm = virtual machine
vpc = private network
vpn = wireguard
vuln = vulnerability = cve
wal = write-ahead log
wasm = webassembly
watchdog = hang detection
webhook = callback url
websocket = ws = socket connection
whitelist = allowlist
wip = work in progress
wire format = encoding
xss = cross-site scripting
yaml = yml
zero downtime = rolling update = blue green
`
  .trim()
  .split('\n')
  .map((line) => line.split('=').map((phrase) => phrase.trim()));

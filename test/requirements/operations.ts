import type { Requirement } from './requirement.ts';

/** Operator command, local server, settings and packaging. */
export const operations = {
  'container.beside-a-stack': {
    section: 'docs/operating.md#as-a-container',
    text: 'Beside the queues of a stack the service answers requests alone: jobs go to SQS, uploads to S3, and searches by the database to its readers.',
  },
  'container.image': {
    section: 'docs/operating.md#as-a-container',
    text: 'The image starts the packed package, and what image and compose file set are settings.',
  },
  'admin.workspace.create': {
    section: 'docs/decisions/http.md#41-keys-over-rest-workspaces-by-the-operator',
    text: '`admin workspace create --name NAME --json` prints `{workspace_id, key}`; the key has the `admin` scope.',
  },
  'admin.workspace.list': {
    section: 'docs/specification.md#operators',
    text: '`admin workspace list` lists the workspaces.',
  },
  'admin.key.create': {
    section: 'docs/specification.md#operators',
    text: '`admin key create --workspace ID --scope SCOPE --json` prints a working key of that scope.',
  },
  'admin.workspace.export': {
    section: 'docs/specification.md#operators',
    text: '`admin workspace export` and `import` move a workspace to another deployment: every read and every search answers as before.',
  },
  'admin.workspace.import-refused': {
    section: 'docs/specification.md#operators',
    text: 'An import refuses a damaged file and a workspace that holds something before it writes; one that was broken off goes on.',
  },
  'admin.workspace.every-table': {
    section: 'docs/specification.md#operators',
    text: 'Every table of a workspace either moves with it or is named with the reason why not.',
  },
  'admin.workspace.delete': {
    section: 'docs/specification.md#operators',
    text: '`admin workspace delete` shuts its keys out at once and leaves no row of the workspace.',
  },
  'admin.calibrate': {
    section: 'docs/settings.md#models-for-search-by-meaning',
    text: '`admin calibrate` measures cosines of the model on the memories of a workspace, and its searches read cosines by that.',
  },
  'smoke.checks': {
    section: 'docs/specification.md#operators',
    text: '`npm run smoke` goes through a service as its callers do: workspace, memories, embedding, both searches, relationships, session and summary, upload, MCP in both manners, challenge, revoked key, alarm.',
  },
  'smoke.removes': {
    section: 'docs/specification.md#operators',
    text: '`npm run smoke` leaves nothing behind, also after a failure.',
  },
  'smoke.challenge': {
    section: 'docs/specification.md#operators',
    text: '`npm run smoke` tells under which name a 401 carries its challenge.',
  },
  'smoke.with-a-key': {
    section: 'docs/specification.md#operators',
    text: '`npm run smoke -- --url URL --key KEY` needs no operator and no AWS, and takes back what a key can.',
  },
  'doctor.checks': {
    section: 'docs/specification.md#operators',
    text: '`npm run doctor -- --env NAME` asks an account, by calls that only read, for what a deployment needs; each finding has its remedy.',
  },
  'pipeline.workflows': {
    section: 'docs/specification.md#operators',
    text: 'The workflows pin their actions by commit, run scripts that exist, hold no key, and take dev before prod with doctor before and smoke after each deployment.',
  },
  'pipeline.role': {
    section: 'docs/specification.md#operators',
    text: 'A pull request may read the templates of stacks and nothing else; each environment of the repository may deploy itself, through the roles of the bootstrap.',
  },
  'repository.semantic-versions': {
    section: 'docs/specification.md#versioning',
    text: 'Whoever works with the last release works with this one: no endpoint, tool, setting or field of them is gone, demanded anew or of another type.',
  },
  'repository.scorecard': {
    section: 'docs/scorecard.md#scorecard',
    text: '`npm run scorecard` measures what the README claims, beside the peers that install; where a peer is ahead stands first, and a release does not go below its floors.',
  },
  'local.port': {
    section: 'docs/specification.md#the-local-server',
    text: 'The local server listens on `PORT`, default 8787.',
  },
  'local.loopback': {
    section: 'docs/specification.md#the-local-server',
    text: 'The local server listens on loopback unless `HOST` says otherwise.',
  },
  'local.first-key': {
    section: 'docs/specification.md#the-local-server',
    text: 'On the first start it prints the key of workspace `default`, and never again.',
  },
  'local.lock': {
    section: 'docs/specification.md#the-local-server',
    text: 'A second process on the same data directory is refused with a clear message.',
  },
  'jobs.attempts.counted': {
    section: 'docs/specification.md#background-work',
    text: 'Attempts of background work are counted in the database before it begins, also when they end the process.',
  },
  'jobs.attempts.given-up': {
    section: 'docs/specification.md#background-work',
    text: 'Work that ended the process five times, with longer waits between, is given up, other work is done, and `admin jobs` shows it and gives it back.',
  },
  'jobs.attempts.upkeep': {
    section: 'docs/specification.md#background-work',
    text: 'Memories whose messages were lost are embedded also where the upkeep of their workspace was given up.',
  },
  'jobs.attempts.changed': {
    section: 'docs/specification.md#background-work',
    text: 'A memory whose embedding was given up is embedded when its content is changed.',
  },
  'local.kills': {
    section: 'docs/specification.md#the-local-server',
    text: 'Killed again and again under load, the service loses nothing that it acknowledged and leaves no work undone.',
  },
  'local.first-start': {
    section: 'docs/specification.md#the-local-server',
    text: 'Killed while it makes its database, the service makes a new one at the next start.',
  },
  'db.statement-limit': {
    section: 'docs/specification.md#background-work',
    text: 'Every statement has a time limit on every driver; one that reaches it fails as unavailable, and others go on.',
  },
  'db.plans': {
    section: 'docs/specification.md#background-work',
    text: 'No statement depends on what the planner knows: without statistics, or with those of an empty or young table, it touches at most three times the rows and pages that it touches with fresh ones, and a few thousand.',
  },
  'db.upkeep': {
    section: 'docs/specification.md#background-work',
    text: 'The embedded engine samples tables for its planner from some tens of rows on and as they double, makes kept plans anew then, and takes dead rows out; what keeps a request waiting for 50 ms is broken off and comes again, as a smaller piece each time.',
  },
  'db.slow-statements': {
    section: 'docs/specification.md#background-work',
    text: 'A statement of more than half a second is logged once a minute and kind with its plan and the rows that the planner expected, and shown by `admin jobs`, the doctor and the console.',
  },
  'db.role-limits': {
    section: 'docs/specification.md#in-aws',
    text: 'Behind the Data API the roles that read and write rows have a time limit for a statement, that of requests shorter than that of jobs, whatever session a call gets.',
  },
  'db.power-failure': {
    section: 'docs/specification.md#the-local-server',
    text: 'What the embedded engine has acknowledged is on the disk: a power failure loses none of it.',
  },
  'db.erase': {
    section: 'docs/specification.md#operators',
    text: 'What was replaced or deleted is in no file of an embedded database once these were written anew: not in tables, indexes, samples of the planner or the log.',
  },
  'local.data-dir-private': {
    section: 'docs/specification.md#the-local-server',
    text: '`DATA_DIR` and all in it are for their owner alone, also a directory that was there before.',
  },
  'local.restart': {
    section: 'docs/specification.md#the-local-server',
    text: 'Data survives restart and `kill -9`.',
  },
  'local.stops': {
    section: 'docs/specification.md#the-local-server',
    text: 'Ctrl-C stops it cleanly.',
  },
  'local.demo': {
    section: 'docs/specification.md#the-local-server',
    text: '`npm run demo` imports a folder of Markdown and shows three searches with results.',
  },
  'db.composite-keys': {
    section: 'docs/specification.md#authentication',
    text: 'The schema refuses a reference from one workspace to another.',
  },
  'admin.data-dir': {
    section: 'docs/decisions/agents.md#45-what-the-bridge-reads',
    text: 'The operator command finds the local server through `DATA_DIR` and `PORT`.',
  },
  'settings.validated': {
    section: 'docs/decisions/product.md#46-names-and-versions',
    text: 'Settings are environment variables validated once at start; an invalid one stops the start and is named.',
  },
  'settings.tested': {
    section: 'docs/settings.md#settings',
    text: 'No setting is there that a test does not set.',
  },
  'settings.documented': {
    section: 'docs/decisions/product.md#46-names-and-versions',
    text: 'The documentation lists every setting from its schema.',
  },
  'product.names': {
    section: 'docs/decisions/product.md#46-names-and-versions',
    text: 'The product is Workspace Memory, the published package and command `workspace-memory`, the rest `@memory/*` and private, licence Apache-2.0.',
  },
  'product.one-version': {
    section: 'docs/decisions/product.md#46-names-and-versions',
    text: 'All packages have one version.',
  },
  'export.read': {
    section: 'docs/decisions/http.md#42-extensions',
    text: 'The workspace can be exported by a call under `/api/v1` in the same conventions.',
  },
  'product.version-tool': {
    section: 'docs/decisions/product.md#46-names-and-versions',
    text: '`sdlc_get_version` tells this version.',
  },
} as const satisfies Record<string, Requirement>;

import { under } from './requirement.ts';

/** Operator command, local server, settings and packaging. */
export const operations = under({
  'docs/operating.md#as-a-container': {
    'container.beside-a-stack':
      'Beside the queues of a stack the service answers requests alone: jobs go to SQS, uploads to S3, and searches by the database to its readers.',
    'container.search-changes':
      'Where no container reads them, changes are not noted for indexes in the memory of a process, and a process keeps none.',
    'container.image':
      'The image starts the packed package, and what image and compose file set are settings.',
  },
  'docs/decisions/http.md#41-keys-over-rest-workspaces-by-the-operator': {
    'admin.workspace.create':
      '`admin workspace create --name NAME --json` prints `{workspace_id, key}`; the key has the `admin` scope.',
  },
  'docs/specification.md#operators': {
    'admin.workspace.list': '`admin workspace list` lists the workspaces.',
    'admin.key.create':
      '`admin key create --workspace ID --scope SCOPE --json` prints a working key of that scope.',
    'admin.workspace.export':
      '`admin workspace export` and `import` move a workspace to another deployment: every read and every search answers as before.',
    'admin.workspace.import-refused':
      'An import refuses a damaged file and a workspace that holds something before it writes; one that was broken off goes on.',
    'admin.workspace.every-table':
      'Every table of a workspace either moves with it or is named with the reason why not.',
    'admin.workspace.delete':
      '`admin workspace delete` shuts its keys out at once and leaves no row of the workspace.',
    'smoke.checks':
      '`npm run smoke` goes through a service as its callers do: workspace, memories, embedding, both searches, relationships, session and summary, upload, MCP in both manners, challenge, revoked key, alarm.',
    'smoke.removes': '`npm run smoke` leaves nothing behind, also after a failure.',
    'smoke.challenge': '`npm run smoke` tells under which name a 401 carries its challenge.',
    'smoke.with-a-key':
      '`npm run smoke -- --url URL --key KEY` needs no operator and no AWS, and takes back what a key can.',
    'doctor.checks':
      '`npm run doctor -- --env NAME` asks an account, by calls that only read, for what a deployment needs; each finding has its remedy.',
    'pipeline.workflows':
      'The workflows pin their actions by commit, run scripts that exist, hold no key, and take dev before prod with doctor before and smoke after each deployment.',
    'pipeline.role':
      'A pull request may read the templates of stacks and nothing else; each environment of the repository may deploy itself, through the roles of the bootstrap.',
    'db.erase':
      'What was replaced or deleted is in no file of an embedded database once these were written anew: not in tables, indexes, samples of the planner or the log.',
  },
  'docs/settings.md#models-for-search-by-meaning': {
    'admin.calibrate':
      '`admin calibrate` measures cosines of the model on the memories of a workspace, and its searches read cosines by that.',
  },
  'docs/specification.md#versioning': {
    'repository.semantic-versions':
      'Whoever works with the last release works with this one: no endpoint, tool, setting or field of them is gone, demanded anew or of another type.',
  },
  'docs/scorecard.md#scorecard': {
    'repository.scorecard':
      '`npm run scorecard` measures what the README claims, beside the peers that install; where a peer is ahead stands first, and a release does not go below its floors.',
  },
  'docs/specification.md#the-local-server': {
    'local.port': 'The local server listens on `PORT`, default 8787.',
    'local.loopback': 'The local server listens on loopback unless `HOST` says otherwise.',
    'local.first-key': 'On the first start it prints the key of workspace `default`, and never again.',
    'local.lock': 'A second process on the same data directory is refused with a clear message.',
    'local.kills':
      'Killed again and again under load, the service loses nothing that it acknowledged and leaves no work undone.',
    'local.first-start': 'Killed while it makes its database, the service makes a new one at the next start.',
    'db.power-failure':
      'What the embedded engine has acknowledged is on the disk: a power failure loses none of it.',
    'local.data-dir-private':
      '`DATA_DIR` and all in it are for their owner alone, also a directory that was there before.',
    'local.restart': 'Data survives restart and `kill -9`.',
    'local.stops': 'Ctrl-C stops it cleanly.',
    'local.demo': '`npm run demo` imports a folder of Markdown and shows three searches with results.',
  },
  'docs/specification.md#background-work': {
    'jobs.attempts.counted':
      'Attempts of background work are counted in the database before it begins, also when they end the process.',
    'jobs.attempts.given-up':
      'Work that ended the process five times, with longer waits between, is given up, other work is done, and `admin jobs` shows it and gives it back.',
    'jobs.attempts.upkeep':
      'Memories whose messages were lost are embedded also where the upkeep of their workspace was given up.',
    'jobs.attempts.changed': 'A memory whose embedding was given up is embedded when its content is changed.',
    'db.statement-limit':
      'Every statement has a time limit on every driver; one that reaches it fails as unavailable, and others go on.',
    'db.plans':
      'No statement depends on what the planner knows: without statistics, or with those of an empty or young table, it touches at most three times the rows and pages that it touches with fresh ones, and a few thousand; with fresh ones none compares all rows of a workspace with all.',
    'db.upkeep':
      'The embedded engine samples tables for its planner from some tens of rows on and as they double, makes kept plans anew then, and takes dead rows out; what keeps a request waiting for 50 ms is broken off and comes again, as a smaller piece each time.',
    'db.slow-statements':
      'A statement of more than half a second is logged once a minute and kind with its plan and the rows that the planner expected, and shown by `admin jobs`, the doctor and the console.',
  },
  'docs/specification.md#in-aws': {
    'db.role-limits':
      'Behind the Data API the roles that read and write rows have a time limit for a statement, that of requests shorter than that of jobs, whatever session a call gets.',
  },
  'docs/specification.md#authentication': {
    'db.composite-keys': 'The schema refuses a reference from one workspace to another.',
  },
  'docs/decisions/agents.md#45-what-the-bridge-reads': {
    'admin.data-dir': 'The operator command finds the local server through `DATA_DIR` and `PORT`.',
  },
  'docs/decisions/product.md#46-names-and-versions': {
    'settings.validated':
      'Settings are environment variables validated once at start; an invalid one stops the start and is named.',
    'settings.documented': 'The documentation lists every setting from its schema.',
    'product.names':
      'The product is Workspace Memory, the published package and command `workspace-memory`, the rest `@memory/*` and private, licence Apache-2.0.',
    'product.one-version': 'All packages have one version.',
    'product.version-tool': '`sdlc_get_version` tells this version.',
  },
  'docs/settings.md#settings': {
    'settings.tested': 'No setting is there that a test does not set.',
  },
  'docs/decisions/http.md#42-extensions': {
    'export.read': 'The workspace can be exported by a call under `/api/v1` in the same conventions.',
  },
});

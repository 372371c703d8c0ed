import type { Requirement } from './requirement.ts';

/** Operator command, local server, settings and packaging. */
export const operations = {
  'admin.workspace.create': {
    section: 'Decision 41',
    part: 1,
    text: '`admin workspace create --name NAME --json` prints `{workspace_id, key}`; the key has the `admin` scope.',
  },
  'admin.workspace.list': {
    section: 'Part 1',
    part: 1,
    text: '`admin workspace list` lists the workspaces.',
  },
  'admin.key.create': {
    section: 'Part 1',
    part: 1,
    text: '`admin key create --workspace ID --scope SCOPE --json` prints a working key of that scope.',
  },
  'admin.workspace.export': {
    section: 'Part 10',
    part: 10,
    text: '`admin workspace export` and `import` move a workspace to another deployment: every read and every search answers as before.',
  },
  'admin.workspace.import-refused': {
    section: 'Part 10',
    part: 10,
    text: 'An import refuses a damaged file and a workspace that holds something before it writes; one that was broken off goes on.',
  },
  'admin.workspace.every-table': {
    section: 'Part 10',
    part: 10,
    text: 'Every table of a workspace either moves with it or is named with the reason why not.',
  },
  'admin.workspace.delete': {
    section: 'Part 10',
    part: 10,
    text: '`admin workspace delete` shuts its keys out at once and leaves no row of the workspace.',
  },
  'local.port': {
    section: 'Part 1',
    part: 1,
    text: 'The local server listens on `PORT`, default 8787.',
  },
  'local.loopback': {
    section: 'Part 1',
    part: 1,
    text: 'The local server listens on loopback unless `HOST` says otherwise.',
  },
  'local.first-key': {
    section: 'Part 1',
    part: 1,
    text: 'On the first start it prints the key of workspace `default`, and never again.',
  },
  'local.lock': {
    section: 'Part 1',
    part: 1,
    text: 'A second process on the same data directory is refused with a clear message.',
  },
  'local.restart': {
    section: 'Part 1',
    part: 1,
    text: 'Data survives restart and `kill -9`.',
  },
  'local.stops': {
    section: 'Part 1',
    part: 1,
    text: 'Ctrl-C stops it cleanly.',
  },
  'local.demo': {
    section: 'Part 1',
    part: 1,
    text: '`npm run demo` imports a folder of Markdown and shows three searches with results.',
  },
  'db.composite-keys': {
    section: 'Part 1',
    part: 1,
    text: 'The schema refuses a reference from one workspace to another.',
  },
  'admin.data-dir': {
    section: 'Decision 45',
    part: 1,
    text: 'The operator command finds the local server through `DATA_DIR` and `PORT`.',
  },
  'settings.validated': {
    section: 'Decision 46',
    part: 1,
    text: 'Settings are environment variables validated once at start; an invalid one stops the start and is named.',
  },
  'settings.documented': {
    section: 'Decision 46',
    part: 1,
    text: 'The README lists every setting from its schema.',
  },
  'product.names': {
    section: 'Decision 46',
    part: 1,
    text: 'The product is Workspace Memory, the published package and command `workspace-memory`, the rest `@memory/*` and private, licence Apache-2.0.',
  },
  'product.one-version': {
    section: 'Decision 46',
    part: 1,
    text: 'All packages have one version.',
  },
  'export.read': {
    section: 'Decision 42',
    part: 5,
    text: 'The workspace can be exported by a call under `/api/v1` in the same conventions.',
  },
  'product.version-tool': {
    section: 'Decision 46',
    part: 6,
    text: '`sdlc_get_version` tells this version.',
  },
} as const satisfies Record<string, Requirement>;

import { CallLeases } from '@memory/db';
import { anywhere, IDS, inWorkspace, MODEL, ROW_CALLS, VECTOR } from './row-samples.ts';
import type { SemanticQuery } from '@memory/db';

/** Stands for whatever has no sample of its own: values are parameters of a statement, so that only their kind matters. */
const ID = '00000000-0000-7000-8000-000000000001';
const AT = new Date('2026-01-01T00:00:00Z');
const RATE = { perMinute: 60, burst: 60 };
const REF = { form: 'A', id: ID };
const SEMANTIC: SemanticQuery = { model: MODEL, vector: VECTOR, scale: { floor: 0.1, top: 0.7 } };
const DATE = /^(?:at|now|since|updated_at)$|(?:At|Since|Before|Than)$/u;
const NUMBERS = [
  'atOnce',
  'limit',
  'offset',
  'threshold',
  'maxNodes',
  'maxDepth',
  'depthMax',
  'memoryCount',
  'rowsMax',
  'bytes',
];
const LISTS = [
  'anchors',
  'concepts',
  'contents',
  'deleted',
  'discovered',
  'documentIds',
  'documents',
  'edges',
  'errors',
  'files',
  'ids',
  'items',
  'judged',
  'judgements',
  'lifting',
  'memories',
  'memoryIds',
  'names',
  'observationIds',
  'observations',
  'outcomes',
  'pairs',
  'places',
  'refusals',
  'relatedFiles',
  'sources',
  'supersedes',
  'symbols',
  'tags',
  'types',
  'unheard',
  'wanted',
  'works',
];

/** By the name of a parameter or of an option: what a function looks into before it sends it. */
const VALUES: Record<string, unknown> = {
  ...Object.fromEntries(NUMBERS.map((name) => [name, 10])),
  ...Object.fromEntries(LISTS.map((name) => [name, IDS])),
  again: false,
  author: 'key',
  descending: true,
  isAgain: true,
  directions: ['incoming', 'outgoing'],
  embeddings: [{ memoryId: ID, model: SEMANTIC.model, contentDigest: 'digest1', vector: VECTOR }],
  filters: {
    memoryTypes: ['decision'],
    tags: ['tag1'],
    files: ['src/file1.ts'],
    minImportance: 0.5,
    required: 'word',
  },
  form: 'A',
  hasSemanticIndex: false,
  key: [ID],
  // More than a filled workspace has: no index is built, which takes seconds, has no plan, and is done outside of transactions.
  builtFrom: 20_000,
  droppedBelow: 10_000,
  leases: new CallLeases(() => 0),
  limits: { importanceBelow: 0.1, createdBefore: AT, accessedBefore: AT },
  model: SEMANTIC.model,
  note: undefined,
  onlyEmbedded: false,
  orderBy: 'importance_score',
  proposals: [{ source: {}, target: {} }],
  names: ['name1'],
  files: ['src/file1.ts'],
  parts: [new Uint8Array(1)],
  pruning: undefined,
  rate: RATE,
  rateClass: 'read',
  rates: { read: RATE, write: RATE, relationship: RATE, observation: RATE },
  ref: REF,
  refs: [REF],
  scores: [{}],
  seeds: [ID],
  semantic: SEMANTIC,
  similar: { model: SEMANTIC.model, hasSemanticIndex: false, threshold: 0.5, limit: 10 },
  source: REF,
  table: 'memories',
  target: REF,
  vector: VECTOR,
  vectors: [VECTOR],
  whileModel: null,
  words: [{ lexeme: 'word', n: 1 }],
  alternatives: [['other', 'word']],
  lifting: ["('word' <-> 'word')"],
};

/** The sample of a parameter: its value by name, or an object whose fields are. */
export function sampleOf(name: string | undefined): unknown {
  if (name?.endsWith('Id') || name === 'id') return ID;
  if (name !== undefined && DATE.test(name)) return AT;
  if (name !== undefined && name in VALUES) return VALUES[name];
  return new Proxy(
    {},
    {
      get: (_, field) => {
        if (typeof field === 'symbol' || ['toJSON', 'getSQL', 'then'].includes(field)) return undefined;
        return DATE.test(field) ? AT : field in VALUES ? VALUES[field] : ID;
      },
      has: () => true,
    },
  );
}

const search = {
  words: VALUES['words'],
  alternatives: VALUES['alternatives'],
  lifting: VALUES['lifting'],
  filters: {},
  limit: 10,
  offset: 0,
  hasSemanticIndex: true,
};
const read = { perMinute: 60, burst: 60 };
const call = { rateClass: 'read', rates: { read, write: read, relationship: read, observation: read } };

/** Arguments after the database where names do not say enough, by function and variant: the one without a name first. */
export const CALLS: Record<string, Record<string, unknown[]>> = {
  // The one without rows: they are deleted before, some a statement.
  deleteWorkspaceRow: anywhere('00000000-0000-7002-8000-000000000001'),
  ...ROW_CALLS,
  // Triggers run once a row, and to explain each run takes longer than the run: of five documents they tell as much as of 25.
  deleteDocuments: inWorkspace(IDS.slice(0, 5)),
  deleteSectionMemories: inWorkspace(IDS.slice(0, 5)),
  authenticateKey: anywhere({ ...call, keyHash: 'hash', leases: VALUES['leases'] }),
  authenticateMember: anywhere({
    ...call,
    issuer: 'issuer',
    subject: 'subject',
    workspaceId: ID,
    leases: VALUES['leases'],
  }),
  findPath: {
    '': [ID, { source: REF, target: { form: 'A', id: IDS[3] }, maxDepth: 5, types: null }],
    'in steps': [
      ID,
      { source: REF, target: { form: 'A', id: IDS[3] }, maxDepth: 5, types: null, atOnce: 20 },
    ],
  },
  digestRecords: { 'of memories': [ID, 'memory'], 'of others': [ID, 'relationship'] },
  discoverMemories: inWorkspace({
    memoryIds: IDS,
    model: SEMANTIC.model,
    threshold: 0.5,
    needsLikeness: true,
    hasSemanticIndex: false,
    onlyEmbedded: true,
    again: false,
    mark: true,
    at: AT,
  }),
  deleteCreated: inWorkspace([ID]),
  // None of these: what goes with a repository is explained row by row.
  deleteCodeRepository: inWorkspace('none'),
  isUploadWaiting: anywhere('object key'),
  hasMigration: anywhere('0001-schema.sql'),
  askForGrounds: anywhere({ workspaceIds: [ID], each: 5, at: AT }),
  deleteExpired: anywhere({ workspaceIds: [ID], at: AT }),
  setRetention: inWorkspace({ general: 90 }),
  deleteOldChanges: anywhere({ workspaceIds: [ID], before: AT }),
  listSessions: {
    '': [ID, { limit: 10, offset: 0 }],
    prompts: [ID, { limit: 10, offset: 0, first_prompts: true }],
  },
  listChanges: inWorkspace({ memory: REF, batch: 'batch', after: ID, limit: 10 }),
  forgetRows: { '': [ID, [ID]], copy: [ID, [ID], { keepsCopy: true }] },
  findToldSession: inWorkspace({ caller: 'key', person: 'a@b.c', project: 'zoo', at: AT }),
  deleteTombstones: inWorkspace(['digest']),
  deleteForgottenCopies: anywhere(),
  listSameShort: inWorkspace({ form: 'A', short: ID.slice(-12) }),
  insertForgettingPart: inWorkspace({ run: ID, part: 0, found: {}, at: AT }),
  deleteIdempotentReplies: anywhere({ before: AT }),
  deleteOldForgettingParts: anywhere({ before: AT }),
  listMeantMemories: inWorkspace({
    meant: { refs: [REF], text: 'words', file: 'src', author: 'a', session: 's', since: AT, until: AT },
    after: ID,
    limit: 10,
  }),
  insertTombstones: inWorkspace({ salt: 'new salt', digests: ['digest'], at: AT }),
  listTombstones: inWorkspace(['digest']),
  listKnownRecords: Object.fromEntries(
    ['memory', 'session', 'observation', 'document', 'relationship', 'feedback', 'tombstone'].map((kind) => [
      kind === 'memory' ? '' : kind,
      [ID, { kind, names: kind === 'tombstone' ? ['salt/digest'] : IDS }],
    ]),
  ),
  listKnownMemories: inWorkspace(IDS.map((id) => ({ id, memory_id: 'mem-0123456789abcdef' }))),
  listKnownSessions: inWorkspace(IDS),
  listSaidElsewhere: inWorkspace(IDS.map((id) => ({ id, title: 'title', narrative: 'words' }))),
  listDeclaredBetween: inWorkspace(IDS.map((id, i) => ({ source: id, target: IDS[24 - i] }))),
  settleSessions: inWorkspace({ sessionIds: IDS, summaryDueAt: AT }),
  readRecords: inWorkspace({ kind: 'memory', after: null }),
  countFeedback: inWorkspace(IDS),
  countSections: inWorkspace(IDS),
  updateImported: {
    '': [ID, { table: 'sessions', key: 'session_id', rows: [{}], always: false, dryRun: false }],
    'dry-run': [ID, { table: 'documents', key: 'id', rows: [{}], always: true, dryRun: true }],
  },
  retractObservation: {
    '': [ID, { sessionId: 'session', named: { id: ID } }],
    words: [ID, { sessionId: 'session', named: { content: 'words' } }],
  },
  readStanding: inWorkspace({ ids: IDS, project: 'project', counts: true }),
  findSymbolsByWords: inWorkspace({ words: ['order', 'cfg'], repository: null, last: 'test', limit: 10 }),
  findCallPath: inWorkspace({ from: [ID], to: [ID], depthMax: 12, symbolsMax: 20_000 }),
  listRivals: inWorkspace({ ids: IDS, model: SEMANTIC.model, limit: 8 }),
  replaceVersions: inWorkspace({
    ids: IDS,
    pairs: [{ source: IDS[0], target: IDS[1], type: 'contradicts', method: 'file_overlap', confidence: 0.8 }],
    at: AT,
  }),
  listContestedMemories: inWorkspace({ limit: 10, offset: 0 }),
  deleteGlossaryGroup: { '': [ID, { id: ID }], terms: [ID, { terms: ['one', 'two'] }] },
  noteUnanswered: inWorkspace({ question: 'why no redis', at: AT }),
  listDescribedMemories: inWorkspace({ ids: IDS }),
  insertGlossaryGroup: inWorkspace({
    id: ID.replace('-8000-', '-9000-'),
    terms: ['one', 'two'],
    author: 'key',
    createdAt: AT,
    groupsMax: 200,
  }),
  searchForRecall: inWorkspace({
    ...search,
    semantic: SEMANTIC,
    memoryCount: 100,
    judged: {
      words: search.words,
      alternatives: search.alternatives,
      semantic: SEMANTIC,
      memoryCount: 100,
    },
    project: 'project',
    question: 'one two',
  }),
  readNearMemory: inWorkspace({ semantic: SEMANTIC, from: 0.5, hasSemanticIndex: false }),
  measureCosines: inWorkspace({ model: SEMANTIC.model, questions: [{ id: ID, vector: VECTOR }] }),
  listLostRepositories: anywhere({ before: AT }),
  searchMemories: {
    '': [ID, { ...search, filters: VALUES['filters'], semantic: SEMANTIC, memoryCount: 100 }],
    keywords: [ID, { ...search, semantic: null, memoryCount: 100 }],
    many: [ID, { ...search, semantic: SEMANTIC, memoryCount: 100_000 }],
  },
};

/** Why a function is not called. */
export const UNSAMPLED: Record<string, string> = {
  nearest: 'a piece of other statements',
  insertBy: 'a piece of other statements',
  insertMemory: 'it sends what insertMemories sends',
  evidenceParts: 'a piece of other statements',
  rankedInMemory: 'a piece of other statements',
  similarMemories: 'a piece of other statements',
  markEmbedded: 'asks nothing',
  findNeighbours: 'asks nothing but of the embedded engine',
  noteVector: 'asks nothing',
  readJsonPage: 'what it wraps is given by its callers',
  readMemories: 'what it wraps is given by its callers',
  cleanPlace: 'it is made from the table that the catalogue describes',
  readPlacePage: 'it is made from the table that the catalogue describes',
  readChanges: 'what it wraps is given by its callers',
  readRowsPage: 'what it wraps is given by its callers',
  readSession: 'what it wraps is given by its callers',
};

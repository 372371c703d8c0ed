import { sql } from 'drizzle-orm';

/** Calls of repository functions that look into the rows they are given, or whose values must be of a kind. */
const ID = '00000000-0000-7000-8000-000000000001';
const AT = new Date('2026-03-01T00:00:00Z');

/** The ids of rows that a filled workspace has, in any table. */
export const IDS = Array.from(
  { length: 25 },
  (_, i) => `00000000-0000-7000-8000-${String(i + 1).padStart(12, '0')}`,
);
const NEW = IDS.map((id) => id.replace('-8000-', '-9000-'));
/** The model of filled workspaces, with the number of its dimensions. */
export const MODEL = 'table/1/192';
export const VECTOR = Array.from({ length: 192 }, (_, i) => Math.sin(i * 0.37) / 16);

const content = {
  title: 'A title',
  narrative: 'Some words.',
  memory_type: 'decision',
  tags: ['tag1'],
  concepts: ['concept1'],
  source_files: ['src/file1.ts'],
  content_digest: 'digest of new',
  search_text: `'w1':1 'w2':2`,
  term_count: 2,
};
const memories = NEW.map((id, i) => ({
  ...content,
  id,
  memory_id: `mem-new${i}`,
  source_session_id: ID,
  created_at: AT,
}));
const anchors = IDS.map((id) => ({
  memory_id: id,
  repository_id: ID,
  path: 'src/file1.ts',
  name: 'name1',
  kind: 'symbol',
  reason: 'named',
  source: 'index',
  signature_hash: null,
  body_hash: 'body1',
  commit_id: null,
  grounded_at: AT.toISOString(),
}));
const transferred = NEW.map((id, i) => ({
  ...content,
  id,
  memory_id: `mem-new${i}`,
  created_at: AT.toISOString(),
}));

export const ROW_CALLS: Record<string, Record<string, unknown[]>> = {
  advanceUpload: {
    '': [
      ID,
      {
        id: ID,
        from: null,
        position: { offset: 10 },
        state: 'processing',
        counts: { documents: 1, created: 1, updated: 0, unchanged: 0, removed: 0 },
        errors: [],
        redactedSecrets: 0,
        bytesTotal: 100,
        failure: null,
        at: AT,
      },
    ],
  },
  applyMemoryJudgements: {
    '': [
      ID,
      {
        judgements: IDS.map((id, i) => ({
          id,
          content_digest: `digest${i + 1}`,
          to_type: 'decision',
          confidence: 0.9,
          reason: 'words',
        })),
        at: AT,
      },
    ],
  },
  applyRelationshipJudgements: {
    '': [
      ID,
      {
        judgements: IDS.map((id) => ({
          id,
          to_type: 'depends_on',
          is_reversed: false,
          is_bidirectional: false,
          confidence: 0.9,
          reason: 'words',
        })),
        at: AT,
      },
    ],
  },
  beginAlone: {
    '': [
      { workspaceId: ID, job: 'job' },
      { work: 'work', waitsSeconds: [0, 30], now: AT },
    ],
  },
  beginAttempts: {
    '': [
      { workspaceId: ID, job: 'job' },
      { items: IDS.map((id) => ({ work: id, payload: {} })), now: AT },
    ],
  },
  beginNextModel: { '': [ID, { model: 'table/2/192', instead: null, trainedMemories: 10 }] },
  deleteForgettingParts: { '': [ID, ID] },
  deleteFeedback: { '': [ID, { ref: { form: 'A', id: ID }, useful: true }] },
  exploreGraph: { '': [ID, { seeds: IDS.slice(0, 5), maxNodes: 50, minConfidence: 0.3, types: null }] },
  finishSummary: {
    '': [
      ID,
      {
        id: ID,
        summarizedCount: null,
        newSummarizedCount: 3,
        summary: 'words',
        memories,
        sources: IDS.map((id, i) => ({ memory_id: NEW[i], observation_id: id })),
        supersedes: [{ id: NEW[0], source_id: NEW[0], target_id: IDS[3] }],
        observationIds: IDS,
        nextDueAt: AT,
        at: AT,
      },
    ],
  },
  hasCodeWords: { '': [ID, ['w1', 'w2']] },
  insertFeedback: {
    '': [ID, { id: NEW[0], ref: { form: 'A', id: ID }, useful: true, context: null, sessionId: ID, at: AT }],
  },
  insertGroundSettlement: {
    '': [
      ID,
      {
        id: NEW[0],
        memoryId: ID,
        verdict: 'still_true',
        context: null,
        by: 'key',
        at: AT,
        anchors: [],
        relationshipId: null,
      },
    ],
  },
  insertKey: {
    '': [
      ID,
      {
        id: NEW[0],
        name: 'name',
        scope: 'read',
        keyHash: 'new',
        prefix: 'wm',
        expiresAt: null,
        createdAt: AT,
      },
    ],
  },
  insertManualRelationship: {
    '': [
      ID,
      {
        id: NEW[0],
        source: { form: 'A', id: ID },
        target: { form: 'A', id: IDS[20] },
        relationshipType: 'related_to',
        mirroredId: NEW[1],
        context: null,
        settledBy: null,
        createdAt: AT,
      },
    ],
  },
  insertMemories: {
    '': [ID, memories],
    replacing: [ID, memories, { replaces: [{ form: 'A', id: ID }] }],
  },
  insertObservations: {
    '': [
      ID,
      {
        sessionId: ID,
        observations: NEW.map((id) => ({
          id,
          event_id: id,
          kind: 'prompt',
          tool_name: null,
          files: [],
          content: 'words',
          occurred_at: AT,
        })),
        at: AT,
        lateSummaryDueAt: AT,
      },
    ],
  },
  insertSectionMemories: { '': [ID, memories] },
  insertUpload: {
    '': [
      ID,
      {
        id: NEW[0],
        objectKey: 'key',
        defaults: {},
        redactedSecrets: 0,
        createdAt: AT,
        expiresAt: AT,
        openMax: 10,
      },
    ],
  },
  insertWorkspace: { '': [{ id: NEW[0], name: 'name', language: 'english', createdAt: AT }] },
  keepIdempotentReply: { '': [ID, { route: 'route', idempotencyKey: 'key', status: 200, body: '{}' }] },
  listForgettingParts: { '': [ID, ID] },
  listMatchingMemories: {
    '': [
      ID,
      IDS.map((_, i) => ({ title: `title0-${i + 1}`, narrative: 'words', content_digest: `digest${i + 1}` })),
    ],
  },
  listMovedDocuments: {
    '': [
      ID,
      {
        documents: [{ identity: 'identity1', legacy: 'identity2', reread: false, bodies: ['hash'] }],
        gone: ['identity3'],
      },
    ],
  },
  listPendingMemories: { '': [ID, { after: null, limit: 100, writtenBefore: AT, embeds: true }] },
  listWorkspacesWithWork: {
    '': [{ after: null, limit: 100, model: 'lexical%', silentSince: AT, writtenBefore: AT, embeds: true }],
  },
  markRepositoryResolved: { '': [ID, { repositoryId: ID, revision: 1 }] },
  moveDocuments: { '': [ID, [{ id: ID, identity: 'moved' }]] },
  noteExport: { '': [ID, { id: NEW[0], file: 'file', author: 'key', at: AT }] },
  readAnalysisEdges: { '': [ID, { minConfidence: 0.3 }] },
  readCallChain: {
    '': [ID, { id: ID, depthMax: 3, symbolsMax: 30, fanOutMax: 20, callersLast: 'test' }],
  },
  readNeighbours: {
    '': [ID, { id: ID, directions: ['incoming', 'outgoing'], limit: 20, offset: 0, callersLast: 'test' }],
  },
  readSymbolsToJudge: {
    '': [ID, { repositoryId: ID, names: ['name1'], paths: ['src/file1.ts'], bodies: ['body1'] }],
  },
  refreshStatistics: { '': [ID, { sampled: 1_000 }] },
  replaceCodeEdges: {
    '': [
      ID,
      {
        files: [{ id: ID, unresolved: [{ source: ID, name: 'name1', line: 1 }] }],
        edges: IDS.slice(1).map((id) => ({
          file_id: ID,
          source_id: ID,
          target_id: id,
          kind: 'calls',
          confidence: 1,
          found_by: 'import',
          line: 1,
          lines: [1],
          reference_count: 1,
        })),
        revision: 2,
      },
    ],
  },
  replaceProposals: {
    '': [
      ID,
      {
        judged: [{ a: IDS[0], b: IDS[1] }],
        proposals: [
          {
            source: { id: IDS[0], contentDigest: 'digest1' },
            target: { id: IDS[1], contentDigest: 'digest2' },
            type: 'caused_by',
            method: 'embedding_similarity',
            confidence: 0.9,
          },
        ],
        discovered: IDS.map((id, i) => ({ id, contentDigest: `digest${i + 1}` })),
        at: AT,
      },
    ],
  },
  countEmbedding: { '': [ID, { tokens: 10, limit: 1_000, at: AT }] },
  findEmbedded: { '': [ID, { at: AT }] },
  reserveTokens: { '': [ID, { tokens: 10, limit: 1_000, at: AT }] },
  setSecretsPolicy: { '': [ID, 'refuse'] },
  settleTokens: { '': [ID, { reserved: 10, used: 5, at: AT }] },
  storeCodeFiles: {
    '': [
      ID,
      {
        repository: { id: ID, name: 'repository1', origin: 'origin' },
        head: null,
        files: [
          {
            id: ID,
            path: 'src/file1.ts',
            language: 'typescript',
            package_name: null,
            content_hash: 'hash',
            partial: false,
            symbol_count: 1,
            words: ['w1'],
            outline: '',
            calls: '',
            outline_digest: 'other',
          },
        ],
        symbols: [
          {
            id: ID,
            file_id: ID,
            kind: 'function',
            name: 'name1',
            qualified_name: 'name1',
            class_name: null,
            start_line: 1,
            end_line: 2,
            signature: 'name1()',
            doc: null,
            signature_hash: null,
            body_hash: null,
            body_size: null,
          },
        ],
        deleted: ['src/file2.ts'],
        symbolsMax: 100_000,
        at: AT,
      },
    ],
  },
  writeRows: {
    '': [ID, { table: 'memories', rows: transferred }],
    votes: [
      ID,
      {
        table: 'feedback',
        rows: NEW.map((id, i) => ({ id, memory_id: IDS[i], useful: true, created_at: AT })),
      },
    ],
  },
  updateMemory: { '': [ID, { id: ID, revision: 1, content, importance_score: 0.5, updated_at: AT }] },
  updateSectionMemories: { '': [ID, { contents: IDS.map((id) => ({ ...content, id })), at: AT }] },
  upsertDocuments: {
    '': [
      ID,
      {
        documents: [
          {
            id: NEW[0],
            identity: 'identity1',
            title: 'title',
            source: 'docs/1.md',
            origin: 'origin',
            memory_type: 'wiki',
            document_type: null,
            deliverable_id: null,
            tags: [],
          },
        ],
        at: AT,
      },
    ],
  },
  upsertEmbeddings: {
    '': [
      ID,
      {
        embeddings: IDS.map((memoryId, i) => ({
          memoryId,
          model: MODEL,
          contentDigest: `digest${i + 1}`,
          vector: VECTOR,
        })),
        whileModel: MODEL,
      },
    ],
  },
  upsertMembership: {
    '': [ID, { issuer: 'issuer', subject: 'other', scope: 'read', createdAt: AT }],
  },
  writeAnchors: { '': [ID, { memories: IDS.map((id, i) => ({ id, revision: i + 1 })), anchors, at: AT }] },
  writeBranchReport: {
    '': [
      ID,
      {
        project: 'project',
        clone: 'clone',
        at: AT,
        branches: [
          { name: 'branch1', state: 'merged', tip: 'tip', whole_id: null, commit_ids: ['id'], pull: null },
        ],
      },
    ],
  },
  writeDocumentOutcomes: { '': [ID, { outcomes: [{ id: ID, section_count: 3, is_update: true }], at: AT }] },
  writeSectionPlaces: {
    '': [
      ID,
      IDS.map((id, i) => ({
        document_id: ID,
        memory_id: id,
        key: `key${i}`,
        ordinal: i,
        heading_path: [],
        section_hash: 'hash',
      })),
    ],
  },
  writeVerdicts: {
    '': [
      ID,
      {
        repositoryId: ID,
        verdicts: IDS.map((id) => ({
          memory_id: id,
          path: 'src/file1.ts',
          name: 'name1',
          verdict: 'moved',
          now_path: 'src/file2.ts',
          now_name: 'name1',
          part: null,
        })),
      },
    ],
  },
  openMemory: {
    '': [
      ID,
      {
        ref: { form: 'A', id: ID },
        author: 'author',
        at: AT,
        linksMax: 50,
        similar: { model: MODEL, hasSemanticIndex: false, threshold: 0.5, limit: 5 },
      },
    ],
  },
  listSessionObservations: {
    '': [ID, { sessionRowId: ID, unprocessedOnly: true, limit: 100, contentMax: 1_000 }],
  },
  listAttention: { '': [ID, { unusedBefore: AT, form: 'A' }] },
  listOutlineEdges: { '': [ID, { after: null, limit: 100, form: 'A', leastConfidence: 0.5 }] },
  listSettledMemories: { '': [ID, { limit: 10, offset: 0 }] },
  listMemoriesWithFiles: { '': [ID, { filters: { files: ['src/file1.ts'] }, limit: 10, offset: 0 }] },
  readSymbols: { '': [ID, { picked: sql`select ${ID}::uuid id, 1 place, null::json extra` }] },
  readSessionContext: { '': [ID, { sessionId: ID, maxMemories: 15 }] },
  readTextsPage: { '': [ID, { table: 'memories', after: null }] },
  rewriteTexts: { '': [ID, { table: 'memories', rows: [{ key: [ID], before: {}, after: {} }] }] },
};

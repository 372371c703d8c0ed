/** `npm run bench -- NAME…`: measures and prints; without a name it lists what there is. */
const benches: Record<string, () => Promise<() => Promise<void>>> = {
  'cold-start': async () => (await import('./cold-start.ts')).benchColdStart,
  'round-trips': async () => (await import('./round-trips.ts')).benchRoundTrips,
  redaction: async () => (await import('./redaction.ts')).benchRedaction,
  documents: async () => (await import('./documents.ts')).benchDocuments,
  'document-words': async () => (await import('./document-words.ts')).benchDocumentWords,
  'document-questions': async () => (await import('./document-questions.ts')).benchDocumentQuestions,
  'document-sections': async () => (await import('./document-sections.ts')).benchDocumentSections,
  calls: async () => (await import('./call-truth/calls.ts')).benchCalls,
  code: async () => (await import('./code.ts')).benchCode,
  service: async () => (await import('./service.ts')).benchService,
  idle: async () => (await import('./idle.ts')).benchIdle,
  chains: async () => (await import('./load.ts')).benchChains,
  burst: async () => (await import('./load.ts')).benchBurst,
  soak: async () => (await import('./load.ts')).benchSoak,
  throttling: async () => (await import('./throttling.ts')).benchThrottling,
  'throttling-simulated': async () => (await import('./throttling-simulated.ts')).benchThrottlingSimulated,
  pipeline: async () => (await import('./pipeline.ts')).benchPipeline,
  retrieval: async () => (await import('./retrieval.ts')).benchRetrieval,
  recall: async () => (await import('./recall.ts')).benchRecall('tuned'),
  gate: async () => (await import('./gate.ts')).benchGate,
  'prompt-gate': async () => (await import('./prompt-gate.ts')).benchPromptGate,
  'recall-unseen': async () => (await import('./recall.ts')).benchRecall('unseen'),
  'recall-held-out': async () => (await import('./recall.ts')).benchRecall('held-out'),
  stories: async () => (await import('./stories.ts')).benchStories,
  sessions: async () => (await import('./sessions.ts')).benchSessions,
  'train-sessions': async () => (await import('./sessions/train.ts')).trainSessions,
  'answer-sizes': async () => (await import('./answer-sizes.ts')).benchAnswerSizes,
  edges: async () => (await import('./edges.ts')).benchEdges,
  imports: async () => (await import('./imports.ts')).benchImports,
  histories: async () => (await import('./histories.ts')).benchHistories,
  transfer: async () => (await import('./transfer.ts')).benchTransfer,
  search: async () => (await import('./search.ts')).benchSearch,
  scale: async () => (await import('./scale.ts')).benchScale,
  upgrade: async () => (await import('./upgrade.ts')).benchUpgrade,
  'search-stages': async () => (await import('./search-stages.ts')).benchSearchStages,
  peers: async () => (await import('./peers.ts')).benchPeers,
  graph: async () => (await import('./graph.ts')).benchGraph,
  reproductions: async () => (await import('./reproductions.ts')).benchReproductions,
  kills: async () => (await import('./kills.ts')).benchKills,
  mcp: async () => (await import('./mcp.ts')).benchMcp,
  'first-memory': async () => (await import('./first-memory.ts')).benchFirstMemory,
  console: async () => (await import('./console.ts')).benchConsole,
  hooks: async () => (await import('./hooks.ts')).benchHooks,
  anchors: async () => (await import('./anchors.ts')).benchAnchors,
  verdicts: async () => (await import('./verdicts.ts')).benchVerdicts,
  branches: async () => (await import('./branches.ts')).benchBranches,
  impact: async () => (await import('./impact.ts')).benchImpact,
  'graph-algorithms': async () => (await import('./graph-algorithms.ts')).benchGraphAlgorithms,
};

process.env['TZ'] = 'UTC';

const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = names.filter((name) => !Object.hasOwn(benches, name));
if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`Unknown: ${unknown.join(', ')}`);
  console.log(`npm run bench -- NAME…\n  ${Object.keys(benches).join('\n  ')}`);
  process.exitCode = unknown.length > 0 ? 1 : 0;
}
for (const name of unknown.length > 0 ? [] : names) {
  const bench = await benches[name]?.();
  console.log(`\n# ${name}`);
  await bench?.();
}

/** `npm run bench -- NAME…`: measures and prints; without a name it lists what there is. */
const benches: Record<string, () => Promise<() => Promise<void>>> = {
  'cold-start': async () => (await import('./cold-start.ts')).benchColdStart,
  'round-trips': async () => (await import('./round-trips.ts')).benchRoundTrips,
  'document-questions': async () => (await import('./document-questions.ts')).benchDocumentQuestions,
  calls: async () => (await import('./call-truth/calls.ts')).benchCalls,
  code: async () => (await import('./code.ts')).benchCode,
  chains: async () => (await import('./load.ts')).benchChains,
  burst: async () => (await import('./load.ts')).benchBurst,
  soak: async () => (await import('./load.ts')).benchSoak,
  pipeline: async () => (await import('./pipeline.ts')).benchPipeline,
  retrieval: async () => (await import('./retrieval.ts')).benchRetrieval,
  recall: async () => (await import('./recall.ts')).benchRecall('tuned'),
  gate: async () => (await import('./gate.ts')).benchGate,
  'recall-unseen': async () => (await import('./recall.ts')).benchRecall('unseen'),
  'recall-held-out': async () => (await import('./recall.ts')).benchRecall('held-out'),
  sessions: async () => (await import('./sessions.ts')).benchSessions,
  'train-sessions': async () => (await import('./sessions/train.ts')).trainSessions,
  search: async () => (await import('./search.ts')).benchSearch,
  scale: async () => (await import('./scale.ts')).benchScale,
  peers: async () => (await import('./peers.ts')).benchPeers,
  graph: async () => (await import('./graph.ts')).benchGraph,
  reproductions: async () => (await import('./reproductions.ts')).benchReproductions,
  kills: async () => (await import('./kills.ts')).benchKills,
  'first-memory': async () => (await import('./first-memory.ts')).benchFirstMemory,
  console: async () => (await import('./console.ts')).benchConsole,
  hooks: async () => (await import('./hooks.ts')).benchHooks,
  anchors: async () => (await import('./anchors.ts')).benchAnchors,
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

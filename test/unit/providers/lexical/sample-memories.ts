import type { MemoryText } from '@memory/text';

const topics = [
  ['database', 'index', 'vacuum', 'postgres', 'migration', 'lock'],
  ['token', 'login', 'session', 'password', 'scope', 'expiry'],
  ['queue', 'retry', 'backoff', 'message', 'worker', 'letter'],
];

/** Thirty short memories about three topics, each with four of its topic's six words. */
export const sampleMemories: MemoryText[] = Array.from({ length: 30 }, (_, i) => {
  const words = topics[i % topics.length] ?? [];
  const chosen = [0, 1, 2, 3].map((k) => words[(i + k * (1 + (i % 2))) % words.length] ?? '');
  return {
    title: `${chosen[0]} ${chosen[1]}`,
    narrative: `We learnt that ${chosen.join(' and ')} belong together in case ${i}.`,
    tags: [chosen[2] ?? ''],
    concepts: [],
    sourceFiles: [`src/${chosen[3]}.ts`],
  };
});

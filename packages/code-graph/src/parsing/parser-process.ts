/** The process that parses: grammars are programs of others, over files of others. */
import v8 from 'node:v8';
import { answerTasks } from '@memory/text/bounded-process';
import { runtime } from './load-grammar.ts';
import { readSource, type Source } from './read-source.ts';

/**
 * V8's optimising compiler takes up to 3 GB for the lexer of a grammar (Swift's), and longer than it saves; for tree-sitter
 * itself it takes 20 MB, and saves a fifth of all time. So it may have what was compiled up to here, and nothing that comes.
 */
async function keepGrammarsPlain(): Promise<void> {
  await runtime;
  for (const flag of ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up', '--wasm-lazy-compilation'])
    v8.setFlagsFromString(flag);
}

const runtimeIsCompiled = keepGrammarsPlain();

answerTasks<Source>(async (source) => {
  try {
    await runtimeIsCompiled;
    const before = process.cpuUsage();
    const index = await readSource(source);
    const { user, system } = process.cpuUsage(before);
    return { index, cpuMs: (user + system) / 1_000 };
  } catch (error) {
    return { failed: String(error) };
  }
});

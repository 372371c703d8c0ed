/** The process that parses: grammars are programs of others, over files of others. */
import { answerTasks } from '@memory/text/bounded-process';
import { readSource, type Source } from './read-source.ts';

answerTasks<Source>(async (source) => {
  const before = process.cpuUsage();
  try {
    const index = await readSource(source);
    const { user, system } = process.cpuUsage(before);
    return { index, cpuMs: (user + system) / 1_000 };
  } catch (error) {
    return { failed: String(error) };
  }
});

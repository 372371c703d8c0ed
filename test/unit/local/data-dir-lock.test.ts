import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const MODULE = new URL('../../../packages/local/src/data-dir-lock.ts', import.meta.url).href;

/** Takes the directory, says how that went, and stays alive until it is told to go. */
const PROCESS = `
  import { lockDataDir } from ${JSON.stringify(MODULE)};
  process.stdin.once('data', async () => {
    try {
      const lock = await lockDataDir(process.argv[1], String(process.pid));
      process.stdin.once('data', () => lock.release().then(() => process.exit()));
      console.log('taken');
    } catch (error) {
      process.stdin.once('data', () => process.exit());
      console.log(error.message);
    }
  });
  console.log('ready');`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memory-lock-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function startProcess(dataDir: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROCESS, dataDir]);
  const exited = once(child, 'exit');
  const said = async () => String((await once(child.stdout, 'data'))[0]).trim();
  return {
    ready: said(),
    take: () => {
      const answer = said();
      child.stdin.write('take\n');
      return answer;
    },
    end: async () => {
      child.stdin.write('end\n');
      await exited;
    },
  };
}

const dead = (round: number) => ({ pid: 2_000_000_000, startedAt: 'long ago', operatorToken: String(round) });

test.each([
  { left: 'by a process that died', file: (round: number) => JSON.stringify(dead(round)) },
  { left: 'empty by a machine that lost its power', file: () => '' },
])('of several processes that find a lock left $left one takes it', async ({ file }) => {
  for (let round = 1; round <= 4; round += 1) {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    await writeFile(join(dataDir, 'lock'), file(round));
    const processes = Array.from({ length: 6 }, () => startProcess(dataDir));
    await Promise.all(processes.map(({ ready }) => ready));
    const answers = await Promise.all(processes.map(({ take }) => take()));
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
    for (const answer of answers) expect(answer).toMatch(/^taken$|in use by process \d+/u);
    expect(await readdir(dataDir)).toEqual(['lock']);
    await Promise.all(processes.map(({ end }) => end()));
    expect(await readdir(dataDir)).toEqual([]);
  }
});

import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portion } from '../../support/portion.ts';

const MODULE = new URL('../../../packages/service/src/hosts/node/data-dir-lock.ts', import.meta.url).href;

/** Takes the directory of each line it is sent, says how that went, and leaves it at an empty line. */
const PROCESS = `
  import { createInterface } from 'node:readline';
  import { lockDataDir } from ${JSON.stringify(MODULE)};
  let lock;
  console.log('ready');
  for await (const line of createInterface(process.stdin)) {
    if (line === '') {
      await lock?.release();
      lock = undefined;
      console.log('left');
      continue;
    }
    try {
      lock = await lockDataDir(line, String(process.pid));
      console.log('taken');
    } catch (error) {
      console.log(error.message);
    }
  }`;

let folder = '';
let processes: Awaited<ReturnType<typeof startProcess>>[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memory-lock-'));
  processes = await Promise.all(Array.from({ length: portion(6, 3) }, startProcess));
});
afterAll(async () => {
  await Promise.all(processes.map(({ end }) => end()));
  await rm(folder, { recursive: true, force: true });
});

async function startProcess() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROCESS]);
  const exited = once(child, 'exit');
  const said = async () => String((await once(child.stdout, 'data'))[0]).trim();
  const ask = (line: string) => {
    const answer = said();
    child.stdin.write(`${line}\n`);
    return answer;
  };
  expect(await said()).toBe('ready');
  return {
    take: ask,
    leave: () => ask(''),
    end: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

const dead = (round: number) => ({ pid: 2_000_000_000, startedAt: 'long ago', operatorToken: String(round) });

test.each([
  { left: 'by a process that died', file: (round: number) => JSON.stringify(dead(round)) },
  { left: 'empty by a machine that lost its power', file: () => '' },
])('of several processes that find a lock left $left one takes it', async ({ file }) => {
  for (let round = 1; round <= portion(4, 2); round += 1) {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    await writeFile(join(dataDir, 'lock'), file(round));
    const answers = await Promise.all(processes.map(({ take }) => take(dataDir)));
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
    for (const answer of answers) expect(answer).toMatch(/^taken$|in use by process \d+/u);
    expect(await readdir(dataDir)).toEqual(['lock']);
    await Promise.all(processes.map(({ leave }) => leave()));
    expect(await readdir(dataDir)).toEqual([]);
  }
});

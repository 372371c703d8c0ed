import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findHome, type Home } from '../../../packages/agents/src/home/find-home.ts';
import { buildHook } from '../../../packages/agents/package/build-hook.ts';
import { hookPath, installPrograms } from '../../../packages/agents/src/service/programs.ts';
import { makeFolder } from '../../support/seeds/make-folder.ts';
import { verifies } from '../../support/verifies.ts';

describe('the hook program as a process', () => {
  let folder = '';
  let program = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'workspace-memory-hook-'));
    program = join(folder, 'hook.cjs');
    await buildHook(folder);
  });

  afterAll(() => rm(folder, { recursive: true }));

  const makeHome = async (): Promise<Home> =>
    findHome({ WORKSPACE_MEMORY_HOME: join(await makeFolder(), 'home') });

  async function run(home: Home, args: string[], payload: string | Buffer) {
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'], HOME: home.folder, WORKSPACE_MEMORY_HOME: home.folder },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // One that reads no more of it has closed its end.
    child.stdin.on('error', () => undefined);
    child.stdin.end(payload);
    const ended = once(child, 'close');
    const [stdout, stderr, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      ended,
    ]);
    const log = await readFile(join(home.logs, 'hook.log'), 'utf8').catch(() => '');
    return { code: code as number | null, signal: signal as string | null, stdout, stderr, log };
  }

  const whole = JSON.stringify({ session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: 'Go on.' });

  /** Each with what the host reads where there is nothing to say, and what stands in the log. */
  const payloads: Record<string, { args: string[]; payload: string | Buffer; stdout: string; log: RegExp }> =
    {
      wrong: { args: ['claude', 'Stop'], payload: '["a", "list"]', stdout: '', log: /no object/ },
      huge: {
        args: ['claude', 'UserPromptSubmit'],
        payload: whole.replace('Go on.', 'x'.repeat(20_000_000)),
        stdout: '',
        log: /more than 16 MiB|did not come in time/,
      },
      truncated: {
        args: ['gemini', 'BeforeAgent'],
        payload: whole.slice(0, -9),
        stdout: '{}',
        log: /no JSON/,
      },
      binary: {
        args: ['cursor', 'afterFileEdit'],
        payload: Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 131) % 256)),
        stdout: '{}',
        log: /no JSON/,
      },
      empty: { args: ['codex', 'Stop'], payload: '', stdout: '', log: /no JSON/ },
      unknown: { args: ['nobody', 'Nothing'], payload: '{"a":1}', stdout: '', log: /Unknown host or event/ },
    };

  verifies('hooks.process', async () => {
    // Two at a time: what is shown is that they end well, not how many a machine bears.
    const cases = Object.entries(payloads);
    for (let from = 0; from < cases.length; from += 2)
      await Promise.all(
        cases.slice(from, from + 2).map(async ([name, { args, payload, stdout, log }]) => {
          const ended = await run(await makeHome(), [program, ...args], payload);
          expect(ended, name).toMatchObject({ code: 0, signal: null, stderr: '' });
          expect(ended.stdout.trim(), name).toBe(stdout);
          expect(ended.log, name).toMatch(log);
        }),
      );
  });

  test('what V8 compiled is kept for the next event, and is no harm where it is damaged', async () => {
    const home = await makeHome();
    const compiled = join(home.state, 'compiled');
    const fire = () => run(home, [program, 'claude', 'Stop'], '[]');
    const well = { code: 0, stderr: '', log: expect.stringMatching(/no object/) as string };
    expect(await fire()).toMatchObject(well);
    const [kept = '', covered = ''] = (await readdir(compiled)).toSorted();
    expect(covered).toBe(`${kept}.claude-Stop`);
    // V8 may refuse once in a while what it compiled itself; it is compiled again then, and not with each event.
    const written = new Set<number>();
    for (let event = 0; event < 3; event += 1) {
      written.add((await stat(join(compiled, kept))).mtimeMs);
      expect(await fire()).toMatchObject(well);
    }
    expect(written.size).toBeLessThan(3);
    await writeFile(join(compiled, kept), 'of a disk that was full');
    expect(await fire()).toMatchObject(well);
    expect((await stat(join(compiled, kept))).size).toBeGreaterThan(50_000);
  });

  test('a launcher whose program is gone, or that finds none named, ends with 0', async () => {
    const home = await makeHome();
    await installPrograms(home);
    const current = join(home.programs, 'current.json');
    const fire = async () => run(home, [hookPath(home), 'claude', 'UserPromptSubmit'], whole);
    const gone = { code: 0, signal: null, stdout: '', stderr: '' };
    for (const name of ['nowhere.mjs', 'nowhere.cjs']) {
      await writeFile(current, JSON.stringify({ hook: join(home.folder, name) }));
      expect(await fire(), name).toMatchObject(gone);
    }
    await writeFile(current, '{"hook":');
    expect(await fire()).toMatchObject(gone);
    await rm(current);
    expect(await fire()).toMatchObject(gone);
    // And where it is there, it is started.
    await mkdir(home.programs, { recursive: true });
    await writeFile(current, JSON.stringify({ hook: program }));
    expect(await run(home, [hookPath(home), 'claude', 'Stop'], '[]')).toMatchObject({
      code: 0,
      log: expect.stringMatching(/no object/) as string,
    });
  });
});

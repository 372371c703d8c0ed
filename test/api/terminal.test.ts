import { PassThrough, Readable } from 'node:stream';
import { expect, onTestFinished, vi } from 'vitest';
import { complete } from '../../packages/agents/src/command/completion-command.ts';
import { helpTexts, makeProgram } from '../../packages/agents/src/command/program.ts';
import { findProject } from '../../packages/agents/src/hook/project/find-project.ts';
import { freshSessionId } from '../support/sessions.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { runCommand } from '../support/clients/run-command.ts';
import { environmentOf } from '../support/clients/stdio-bridge.ts';
import { makeFolder } from '../support/seeds/make-folder.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const COLUMNS = 80;

/** A shell in a folder of its own; what fails is printed, as the program does. */
async function shell(service: TestWorkspace) {
  for (const [name, value] of Object.entries(environmentOf(service))) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const cwd = await makeFolder();
  const [url = '', key = ''] = [
    process.env['WORKSPACE_MEMORY_URL'],
    process.env['WORKSPACE_MEMORY_API_TOKEN'],
  ];
  return async (...words: string[]): Promise<{ printed: string; code: number }> => {
    try {
      const { stdout, exitCode } = await runCommand({ url, key, cwd }, ...words);
      return { printed: stdout.trimEnd(), code: exitCode };
    } catch (error) {
      return { printed: String(error), code: 1 };
    }
  };
}

verifies(['terminal.look', 'terminal.stats'], async ({ service }) => {
  const run = await shell(service);
  const why = `Redis lost messages at each restart ${'of the second node '.repeat(8)}of the cluster.`;
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([why]) as never);
  const words = ['Redis is rejected for the queue', '-', '--type', 'decision', '--file', 'src/queue.ts'];
  const added = await run('add', ...words);
  vi.restoreAllMocks();
  const [, id = ''] = /Stored as (\S+)\./u.exec(added.printed) ?? [];
  await run('add', 'The export is Windows-1252');
  for (const file of ['../../etc/passwd', 'src/../../x.ts'])
    expect(await run('add', 'Users', '--file', 'src/a.ts', '--file', file)).toEqual({
      printed: expect.stringContaining(`${file} leads out of the tree`),
      code: 1,
    });
  await service.runJobs();

  const found = await run('search', 'why', 'no', 'redis');
  expect(found.code).toBe(0);
  expect(found.printed).toMatch(/^Redis is rejected for the queue\n {3}decision · \d{4}-\d\d-\d\d/u);
  expect(found.printed).toContain('src/queue.ts');
  expect(found.printed.split('\n').every((line) => line.length <= COLUMNS)).toBe(true);
  expect(found.printed).not.toContain('\u001B[');
  const asked = await run('search', 'redis', '--json');
  expect(JSON.parse(asked.printed)).toMatchObject({
    results: [{ title: 'Redis is rejected for the queue' }],
  });
  // As one types: a list under the question, of which Enter prints the chosen one.
  const keys = Object.assign(new PassThrough(), { isTTY: true });
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(keys as never);
  const screen = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const typed = run('search');
  const shows = (text: string) => expect.poll(() => screen.mock.calls.join('')).toContain(text);
  await shows('Search memory:');
  keys.write('why no redis');
  await shows('Redis is rejected for the queue');
  keys.write('\r');
  expect(await typed).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/Redis is rejected for the queue\n {3}decision · /u),
  });
  vi.restoreAllMocks();
  expect((await run('show', id)).printed.replaceAll('\n', ' ')).toContain(why);
  expect((await run('recent')).printed).toMatch(/Windows-1252[^]*Redis/u);
  await run('add', 'The queue that Redis was rejected for runs on Postgres', '--type', 'decision');
  await service.runJobs();
  expect((await run('timeline', 'redis queue')).printed).toMatch(
    /^Redis is rejected[^]*\nThe queue that Redis/u,
  );
  expect(await run('search', 'quantum', 'chromodynamics')).toEqual({
    printed: 'No memory answers this.',
    code: 1,
  });
  await run('add', 'Quantum chromodynamics is out of scope');
  await service.runJobs();
  expect((await run('stats')).printed).toMatch(
    /0 memories told in 0 sessions[^]*1 question found nothing\n {6}quantum chromodynamics\n {9}stored since: Quantum/u,
  );
  const unknown = await run('show', '00000000-0000-7000-8000-000000000000');
  expect([unknown.code, unknown.printed.includes('{')]).toEqual([1, false]);
});

verifies('terminal.sessions', async ({ service }) => {
  const run = await shell(service);
  expect((await run('sessions')).code).toBe(1);
  const project_name = findProject('.', process.env).label;
  const { body } = await service.post('/api/v1/sessions/start', {
    project_name,
    session_id: freshSessionId(),
  });
  const summary = 'Asked:\n- Make the export UTF-8\n- Commit\nOutcome: The export is UTF-8 now.';
  await service.post(`/api/v1/sessions/${body.session_id}/end`, { summary });
  const asked = { kind: 'user_prompt', content: `Is the export UTF-8?\n${'It is not. '.repeat(30)}` };
  const { body: later } = await service.post('/api/v1/sessions/start', {
    project_name,
    session_id: freshSessionId(),
  });
  await service.post(`/api/v1/sessions/${later.session_id}/observations`, {
    observations: [{ kind: 'tool_use', content: 'ls' }, asked],
  });
  await service.runJobs();
  const { printed, code } = await run('sessions');
  expect(code).toBe(0);
  expect(printed).toMatch(
    /^Is the export UTF-8\?\n[^]*\nMake the export UTF-8\n {3}The export is UTF-8 now\.\n/u,
  );
  expect(printed.replaceAll(/\s+/gu, ' ')).toContain(project_name);
});

verifies('terminal.help', async () => {
  const texts = await helpTexts();
  for (const group of ['Start', 'Look things up', 'Bring in', 'Keep right', 'Share', 'Operate'])
    expect(texts['']).toMatch(new RegExp(`^${group} \\(workspace-memory .+\\):$`, 'mu'));
  expect(texts['grounds']).toBe(texts['outdated']);
  expect(texts['forget']).toContain('What goes:');
  const program = await makeProgram('serch');
  const said: string[] = [];
  program.configureOutput({ writeErr: (text) => void said.push(text) }).exitOverride();
  await expect(program.parseAsync(['serch'], { from: 'user' })).rejects.toThrow('serch');
  expect(said.join('')).toContain('Did you mean search?');
});

verifies('terminal.completion', async ({ service }) => {
  const run = await shell(service);
  const { printed } = await run('add', 'The export is Windows-1252');
  const [, id = ''] = /Stored as (\S+)\./u.exec(printed) ?? [];
  for (const name of ['bash', 'zsh', 'fish'])
    expect((await run('completion', name)).printed).toContain('workspace-memory');
  const offered = async (...words: string[]) => {
    const lines: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    await complete(await makeProgram(words[0]), words);
    log.mockRestore();
    return lines.map((line) => line.split('\t')[0]);
  };
  expect(await offered('sea')).toContain('search');
  expect(await offered('search', '--or')).toContain('--order');
  expect(await offered('add', '--type', 'dec')).toContain('decision');
  expect(await offered('show', id.slice(0, 4))).toContain(id);
  expect(await offered('why', 'pack')).toContain('packages/');
});

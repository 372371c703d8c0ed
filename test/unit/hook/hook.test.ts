import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOSTS, type HostId } from '../../../packages/agents/src/hook/host/host-table.ts';
import { isKnownProject } from '../../../packages/agents/src/hook/project/find-project.ts';
import { readHostStates } from '../../../packages/agents/src/hook/state/host-state.ts';
import { readSpoolState } from '../../../packages/agents/src/hook/spool/read-spool.ts';
import type { CapturedEvent } from '../../../packages/agents/src/hook/capture/captured-event.ts';
import { spoolEvent, spoolFolders } from '../../../packages/agents/src/hook/spool/spool-event.ts';
import { verifies } from '../../support/verifies.ts';
import { checkAnswer } from './answer-schemas.ts';
import { payloads } from './payloads.ts';
import { makeDesk } from './run.ts';

const claude = (event: string, extra: object) => ({
  session_id: 's',
  hook_event_name: event,
  ...extra,
});
const bash = (command: string, extra: object = {}) =>
  claude('PostToolUse', {
    tool_name: 'Bash',
    tool_input: { command },
    tool_response: { stdout: '', stderr: '' },
    ...extra,
  });

/** They run the hooks of Claude Code's file too. */
const readsClaudeFile = new Set<HostId>(['cursor', 'copilot', 'vscode']);

verifies('hooks.any-payload', async () => {
  const desk = await makeDesk();
  const [first] = payloads;
  const whole = JSON.stringify(first && (await desk.payloadOf(first)));
  const wrong: [string, string][] = [
    ['empty', ''],
    ['cut off', whole.slice(0, -20)],
    ['binary', Buffer.from([0, 255, 254, 1, 2, 0x7b, 0x80]).toString('latin1')],
    ['a list', '[1,2]'],
    ['a number', '7'],
    ['null', 'null'],
    ['two objects', `${whole}${whole}`],
    ['deep', '['.repeat(100_000)],
  ];
  for (const host of Object.keys(HOSTS) as HostId[]) {
    const [{ event } = { event: 'none' }] = HOSTS[host].events;
    for (const [about, payload] of wrong) {
      const before = (await desk.log()).length;
      const answer = await desk.fire(host, event, payload);
      expect(() => checkAnswer(host, event, answer), `${host}: ${about}`).not.toThrow();
      expect((await desk.log()).length, `${host}: ${about}`).toBeGreaterThan(before);
    }
  }
  // Right as JSON, wrong as anything a host sends: every field of every payload in turn is of another type.
  const strange = [null, 7, { a: { b: [] } }, ['x'], '\u0000\uD800', true];
  let wrongs = 0;
  for (const item of payloads) {
    const payload = await desk.payloadOf(item);
    for (const name of Object.keys(payload)) {
      wrongs += 1;
      const payloadWith = { ...payload, [name]: strange[wrongs % strange.length] };
      expect(await desk.fire(item.host, item.event, payloadWith)).toEqual(expect.any(String));
    }
  }
  expect(await desk.fire('nobody', 'none', { a: 1 })).toBe('');
  expect(await desk.log()).toContain('Unknown host or event.');
  expect(await desk.log()).not.toContain('TypeError');
});

test('an event that a host sends under a name that nobody knows is passed over', async () => {
  const desk = await makeDesk();
  for (const host of Object.keys(HOSTS) as HostId[]) {
    const item = payloads.find((payload) => payload.host === host);
    if (!item) throw new Error(host);
    const {
      hook_event_name: _,
      hookEventName: __,
      hookName: ___,
      agent_action_name: ____,
      event: _____,
      ...rest
    } = await desk.payloadOf(item);
    expect(await desk.fire(host, 'SomethingNew', rest)).not.toContain('undefined');
  }
  expect(await desk.spooled()).toEqual([]);
});

verifies('hooks.huge-payload', async () => {
  const desk = await makeDesk();
  const output = `start\n${'x = 1;\n'.repeat(700_000)}end of it`;
  await desk.fire(
    'claude',
    'PostToolUse',
    bash('make', { tool_response: { stdout: output }, tool_use_id: 'a' }),
  );
  const [event] = await desk.spooled();
  expect(event?.output?.length).toBeLessThan(4_200);
  expect(event?.output).toMatch(/^start\n[^]*\n…\n[^]*end of it$/);
});

verifies('hooks.true-host', async () => {
  const desk = await makeDesk();
  // Cursor, Copilot, VS Code and Devin run the hooks of Claude Code's file.
  for (const item of payloads.filter(({ host }) =>
    ['cursor', 'copilot', 'vscode', 'cline', 'windsurf', 'antigravity'].includes(host),
  )) {
    const answer = await desk.fire('claude', item.event, await desk.payloadOf(item));
    expect(() => checkAnswer(item.host, item.event, answer), `${item.host} ${item.event}`).not.toThrow();
  }
  expect((await desk.spooled()).filter(({ host }) => host === 'claude')).toEqual([]);
});

verifies('hooks.once', async () => {
  const desk = await makeDesk();
  for (const item of payloads) {
    const payload = await desk.payloadOf(item);
    const before = (await desk.spooled()).length;
    const moment = { monotonicMs: 5_000_000 };
    // One of them a moment later, beyond the border of two buckets of time.
    await Promise.all([
      desk.fire(item.host, item.event, payload, moment),
      desk.fire(readsClaudeFile.has(item.host) ? 'claude' : item.host, item.event, payload, moment),
    ]);
    await desk.fire(item.host, item.event, payload, { monotonicMs: 5_001_900 });
    await desk.fire(item.host, item.event, payload, { monotonicMs: 5_002_100 });
    const kept = (await desk.spooled()).length - before;
    expect(kept, `${item.host} ${item.event}`).toBeLessThanOrEqual(item.captured === null ? 0 : 1);
    for (const { id, session, project } of await desk.spooled())
      expect([id, session, project]).not.toContain('');
    await rm(desk.home.spool, { recursive: true, force: true });
    await rm(join(desk.home.state, 'sessions'), { recursive: true, force: true });
  }
});

test('of two deliveries that could not see each other the earlier stays, in either spool', async () => {
  const desk = await makeDesk();
  await desk.fire('claude', 'UserPromptSubmit', claude('UserPromptSubmit', { prompt: 'Go on.' }), {
    monotonicMs: 8_001_000,
  });
  const [event] = await desk.spooled();
  const [project = ''] = await readdir(desk.home.spool);
  const folder = join(desk.home.spool, project);
  const otherFolder = join(spoolFolders(desk.home)[1], project);
  const keep = (id: string, twins: { twin: string; laterTwin: string }, places = { folder, otherFolder }) =>
    spoolEvent({ ...places, event: { ...(event as CapturedEvent), id }, twins });
  const shift = { folder: otherFolder, otherFolder: folder };
  for (const places of [undefined, shift]) {
    // The later one looked before the earlier one was written.
    expect(keep('b', { twin: 'none', laterTwin: 'c' }, places)).toBe(true);
    expect(keep('a', { twin: 'z', laterTwin: 'b' })).toBe(true);
    expect(keep('b', { twin: 'a', laterTwin: 'c' }, places)).toBe(false);
    expect((await desk.spooled()).map(({ id }) => id)).not.toContain('b');
    expect(readSpoolState(desk.home).events).toBe(2);
    await rm(join(folder, 'claude-s', 'a.json'));
  }
});

test('the same words again are a new event', async () => {
  const desk = await makeDesk();
  const prompt = claude('UserPromptSubmit', { prompt: 'Go on, please.' });
  for (let time = 0; time < 3; time += 1)
    await desk.fire('claude', 'UserPromptSubmit', prompt, { monotonicMs: 9_000_000 + time * 6_000 });
  expect(await desk.spooled()).toHaveLength(3);
});

verifies('hooks.no-echo', async () => {
  const desk = await makeDesk();
  const told = '<workspace-memory source="x">\nUse bun, not npm.\n</workspace-memory>';
  await desk.fire('claude', 'UserPromptSubmit', claude('UserPromptSubmit', { prompt: `${told}\nBuild it.` }));
  await desk.fire('claude', 'Stop', claude('Stop', { last_assistant_message: told }));
  await desk.fire(
    'claude',
    'PostToolUse',
    bash('cat notes', { tool_response: { stdout: `a ${told}` }, tool_use_id: 'b' }),
  );
  await desk.fire(
    'claude',
    'PostToolUseFailure',
    claude('PostToolUseFailure', { tool_name: 'mcp__wm__memory_search', tool_input: {}, error: 'Use bun' }),
  );
  expect((await desk.spooled()).map(({ text, output }) => [text, output])).toEqual([
    ['Build it.', undefined],
    ['cat notes', 'a'],
  ]);
});

verifies(
  'hooks.no-echo',
  async () => {
    const desk = await makeDesk();
    const context =
      '&lt;workspace-memory&gt;\nRecalled from the memory of this workspace.\n&lt;/workspace-memory&gt;';
    await desk.fire('gemini', 'BeforeAgent', {
      ...claude('BeforeAgent', {}),
      timestamp: '2026-01-01T00:00:00.000Z',
      prompt: `<hook_context>${context}</hook_context>\n\n<hook_context>of another</hook_context>\n\nHow are totals rounded?`,
    });
    expect(await desk.spooled()).toMatchObject([{ kind: 'prompt', text: 'How are totals rounded?' }]);
  },
  { title: 'what Gemini CLI puts before a prompt is no part of it' },
);

verifies('hooks.private', async () => {
  const desk = await makeDesk();
  const fire = (prompt: string) =>
    desk.fire('claude', 'UserPromptSubmit', claude('UserPromptSubmit', { prompt }));
  await fire('Deploy <private>to the bunker</private> today.');
  await fire('<private>Only for you.</private>');
  await fire('Cut off <private>and never closed');
  expect((await desk.spooled()).map(({ text }) => text)).toEqual(['Deploy  today.', 'Cut off']);
  await desk.configure({ private: true });
  await fire('Nothing of this.');
  await desk.configure({ projects: { [desk.root]: { private: true } } });
  await fire('Nor of this.');
  await writeFile(desk.home.config, '{ "private": tru');
  await fire('A private mode that cannot be read is one.');
  expect(await desk.spooled()).toHaveLength(2);
  expect(await desk.log()).toMatch(/config: .*should hold a JSON object/u);
  await desk.configure({ projects: { [`${desk.root}-other`]: { private: true } } });
  await fire('Another project is private.');
  expect(await desk.spooled()).toHaveLength(3);
  for (const name of [
    'github.com/acme/shop',
    'git@github.com:acme/shop.git',
    'https://github.com/Acme/Shop',
    'acme/shop',
    'shop',
  ]) {
    expect(isKnownProject(desk.home, name)).toBe(false);
    await desk.configure({ projects: { [name]: { private: true } } });
    await fire(`Nothing of ${name}.`);
    expect(isKnownProject(desk.home, name)).toBe(true);
  }
  expect(await desk.spooled()).toHaveLength(3);
  for (const name of ['hop', 'other/shop', 'github.com/acme'])
    await desk.configure({ projects: { [name]: { private: true } } });
  await fire('Names of other projects.');
  expect(await desk.spooled()).toHaveLength(4);
});

verifies('hooks.excluded', async () => {
  const desk = await makeDesk();
  await desk.configure({
    exclude: ['secrets', '*.pem', join(desk.root, 'vault')],
    projects: { [desk.root]: { exclude: ['docs/**/draft-*.md'] } },
  });
  const edit = (file: string) =>
    desk.fire(
      'claude',
      'PostToolUse',
      claude('PostToolUse', {
        tool_name: 'Write',
        tool_input: { file_path: file, content: 'x' },
        tool_use_id: file,
      }),
    );
  for (const file of [
    'secrets/a.txt',
    'deep/secrets/b/c.txt',
    `${desk.root}/key.pem`,
    'sub/key.pem',
    'vault/x',
    'docs/a/draft-1.md',
  ])
    await edit(file);
  for (const command of [
    'cat secrets/a.txt',
    'grep -r x "sub/key.pem" | head',
    `ls ${desk.root}/vault`,
    'cp ./secrets /tmp',
  ])
    await desk.fire('claude', 'PostToolUse', bash(command, { tool_use_id: command }));
  expect(await desk.spooled()).toEqual([]);
  await edit('docs/final.md');
  await desk.fire('claude', 'PostToolUse', bash('npm test', { tool_use_id: 'ok' }));
  expect(await desk.spooled()).toHaveLength(2);
});

verifies(
  'hooks.excluded',
  async () => {
    const desk = await makeDesk();
    await desk.configure({ exclude: ['secrets', '*.pem'] });
    const printed = {
      grep: './secrets/a.txt:foo hidden\n./src/ok.ts:foo shown\nkey.pem:hidden\nthe secrets of shown words',
      headings: 'secrets/a.txt\n1:hidden\n2-hidden\n\nsrc/ok.ts\n3:shown',
      diff: 'diff --git a/secrets/a b/secrets/a\n--- a/secrets/a\n+++ b/secrets/a\n@@ -1 +1 @@\n-hidden\n+hidden\ndiff --git a/ok.ts b/ok.ts\n--- a/ok.ts\n+++ b/ok.ts\n@@ -1 +1 @@\n-shown\n+shown',
      tail: '==> secrets/a <==\nhidden\n\n==> ok.ts <==\nshown',
    };
    for (const [id, stdout] of Object.entries(printed))
      await desk.fire(
        'claude',
        'PostToolUse',
        bash(`print ${id}`, { tool_use_id: id, tool_response: { stdout } }),
      );
    const patch = [
      '*** Begin Patch',
      '*** Update File: src/ok.ts',
      '+shown',
      '*** Add File: secrets/b.txt',
      '+hidden',
      '*** Update File: src/moved.ts',
      '*** Move to: secrets/moved.ts',
      '+hidden',
      '*** End Patch',
    ].join('\n');
    await desk.fire('codex', 'PostToolUse', {
      ...claude('PostToolUse', {
        tool_use_id: 'p',
        tool_name: 'apply_patch',
        tool_input: { command: patch },
      }),
    });
    const shell = (id: string, given: string, tool_response: string) =>
      desk.fire('codex', 'PostToolUse', {
        ...claude('PostToolUse', {
          tool_use_id: id,
          tool_name: 'shell',
          tool_input: { command: ['bash', '-lc', `apply_patch <<'EOF'\n${given}\nEOF`] },
          tool_response,
        }),
      });
    await shell('q', patch, 'Exit code: 0\nSuccess.');
    await shell('r', patch.replaceAll('secrets/', ''), 'Exit code: 1\nsrc/ok.ts is not shown');
    const events = await desk.spooled();
    expect(events).toHaveLength(7);
    for (const event of events) {
      expect(JSON.stringify(event)).toContain('shown');
      expect(JSON.stringify(event)).not.toContain('hidden');
    }
    const edits = events.filter(({ kind }) => kind === 'edit');
    expect(edits.map(({ files }) => files)).toEqual([['src/ok.ts'], ['src/ok.ts']]);
    expect(edits[1]?.text).toBe(edits[0]?.text);
    expect(events.at(-1)?.kind).toBe('failure');
  },
  { title: 'in what a command prints, and in a patch of several files, by its tool or a shell' },
);

test('what would take seconds to parse is refused before', async () => {
  const desk = await makeDesk();
  const brackets = '['.repeat(100_000);
  for (const payload of [brackets, `{"a":${brackets}${']'.repeat(100_000)}}`, '{"a":'.repeat(100_000)])
    expect(await desk.fire('claude', 'UserPromptSubmit', payload)).toBe('');
  expect((await desk.log()).split('nested too deeply')).toHaveLength(4);
  const prompt = `{"[\\"${brackets}`;
  await desk.fire('claude', 'UserPromptSubmit', claude('UserPromptSubmit', { prompt }));
  expect(await desk.spooled()).toHaveLength(1);
});

test('worktrees and clones of a repository are one project, and paths of elsewhere lose their folders', async () => {
  const desk = await makeDesk();
  const worktree = join(desk.root, '..', 'worktree');
  const own = join(desk.root, '.git', 'worktrees', 'w');
  await mkdir(own, { recursive: true });
  await mkdir(join(worktree, 'src'), { recursive: true });
  await writeFile(join(own, 'HEAD'), 'ref: refs/heads/feature/x\n');
  await writeFile(join(own, 'commondir'), '../..\n');
  await writeFile(join(worktree, '.git'), `gitdir: ${own}\n`);
  const edit = (cwd: string, file: string, id: string) =>
    desk.fire(
      'claude',
      'PostToolUse',
      claude('PostToolUse', {
        cwd,
        tool_name: 'Write',
        tool_input: { file_path: file, content: 'x' },
        tool_use_id: id,
      }),
    );
  await edit(join(worktree, 'src'), join(worktree, 'src', 'a.ts'), '1');
  await edit(desk.root, '/home/ada/notes/todo.md', '2');
  const events = await desk.spooled();
  expect(events.map(({ project, branch, files }) => [project, branch, files])).toEqual([
    ['github.com/acme/shop', 'feature/x', ['src/a.ts']],
    ['github.com/acme/shop', 'rounding', ['…/notes/todo.md']],
  ]);
  expect(await readdir(desk.home.spool)).toHaveLength(1);
});

test("a subagent's events are its parent's session", async () => {
  const desk = await makeDesk();
  const base = { cursor_version: '2', workspace_roots: [desk.root] };
  const of = (id: string, event: string, extra: object) =>
    desk.fire('cursor', event, {
      ...base,
      conversation_id: id,
      generation_id: 'g',
      hook_event_name: event,
      ...extra,
    });
  await of('parent', 'subagentStart', {
    subagent_id: 'child',
    parent_conversation_id: 'parent',
    task: 'Look',
  });
  await of('child', 'afterAgentResponse', { text: 'Found it in cart.ts.' });
  expect((await desk.spooled()).map(({ session }) => session)).toEqual(['cursor-parent', 'cursor-parent']);
});

verifies('hooks.no-secrets', async () => {
  const desk = await makeDesk();
  const secret = (index: number) =>
    `ghp_${`${index}`.padStart(4, '0')}abcdEFGHijklMNOPqrstUVWXyz01234567`.slice(0, 40);
  const around = (text: string) => `${'lorem ipsum\n'.repeat(700)}${text}${'\nlorem ipsum'.repeat(700)}`;
  for (let index = 0; index < 60; index += 1) {
    const text = `token ${secret(index)} here`;
    const shapes = [
      claude('UserPromptSubmit', { prompt: text }),
      claude('Stop', { last_assistant_message: around(text) }),
      bash(`curl -H "Authorization: Bearer ${secret(index)}" x`, {
        tool_response: { stdout: around(text) },
        tool_use_id: `b${index}`,
      }),
      claude('PostToolUse', {
        tool_name: 'Write',
        tool_input: { file_path: 'a.env', content: text },
        tool_use_id: `w${index}`,
      }),
      claude('StopFailure', { error: text }),
    ];
    const shape = shapes[index % shapes.length];
    await desk.fire('claude', shape?.hook_event_name ?? '', shape);
  }
  const files = await readdir(desk.home.folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
  );
  expect(texts.length).toBeGreaterThan(60);
  expect(texts.filter((text) => /ghp_\w{8}/.test(text))).toEqual([]);
});

verifies('hooks.disk-full', async () => {
  const desk = await makeDesk();
  // A file where the folder should be: nothing can be written there, as root either.
  await mkdir(desk.home.folder, { recursive: true });
  await writeFile(desk.home.spool, '');
  await desk.fire(
    'claude',
    'UserPromptSubmit',
    claude('UserPromptSubmit', { prompt: 'Keep this somewhere.' }),
  );
  expect(readSpoolState(desk.home)).toMatchObject({ events: 1 });
  expect(await desk.log()).toContain('the spare one took it');
  const [, spare] = spoolFolders(desk.home);
  // One that others may write into is not trusted.
  await chmod(spare, 0o777);
  await desk.fire('claude', 'UserPromptSubmit', claude('UserPromptSubmit', { prompt: 'Nowhere to go.' }));
  expect(readSpoolState(desk.home)).toMatchObject({ events: 1 });
  expect(readHostStates(desk.home).claude?.problem?.message).toContain('spool: ');
  await rm(spare, { recursive: true });
});

test('what is half written is never read as an event', async () => {
  const desk = await makeDesk();
  await desk.fire('claude', 'UserPromptSubmit', claude('UserPromptSubmit', { prompt: 'A whole event.' }));
  const [project = ''] = await readdir(desk.home.spool);
  await writeFile(join(desk.home.spool, project, 'claude-s', '.tmp-1-x'), '{"id":"half');
  expect(readSpoolState(desk.home)).toMatchObject({ events: 1, deadLetters: [] });
});

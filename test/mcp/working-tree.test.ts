import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { fileURLToPath } from 'node:url';
import { createClient } from '@memory/client';
import { writeInstallation } from '../../packages/agents/src/home/find-home.ts';
import { chooseRepository } from '../../packages/agents/src/code-index/choose-repository.ts';
import { indexRepository } from '../../packages/agents/src/code-index/index-repository.ts';
import { tieMemories } from '../../packages/agents/src/grounds/tie-memories.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { environmentOf, startBridge } from '../support/clients/stdio-bridge.ts';
import { gitFolder } from '../support/seeds/git-folder.ts';
import { makeDesk } from '../unit/hook/run.ts';
import { isWhole } from '../support/portion.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const PRICES = `export function priceOf(item: string) {
  return roundUp(item.length * 3);
}

function roundUp(value: number) {
  return Math.ceil(value / 10) * 10;
}
`;
const TAXES = 'export function taxOn(price: number) {\n  return price / 5;\n}\n';
const ROUND = PRICES.slice(PRICES.indexOf('function roundUp'));

async function index(service: TestWorkspace, root: string, { isJudged = true } = {}) {
  const client = createClient({ url: service.host.url, key: service.key });
  const summary = await indexRepository({ client, ...(await chooseRepository(client, root, undefined)) });
  if (isJudged) await service.runJobs();
  return summary;
}

async function tie(service: TestWorkspace, root: string) {
  const client = createClient({ url: service.host.url, key: service.key });
  const { repository } = await chooseRepository(client, root, undefined);
  const tied = await tieMemories({ client, repository, root });
  await service.runJobs();
  return tied;
}

interface Row {
  title: string;
  code?: string;
}
type Bridge = Awaited<ReturnType<typeof startBridge>>;

async function said(client: Bridge, tool = 'memory_search', args: object = { query: 'shop', min_score: 0 }) {
  const { structured, text } = await callTool(client, tool, args as Record<string, unknown>);
  const rows = structured.results as Row[];
  for (const { code } of rows) if (code !== undefined) expect(text).toContain(code);
  return Object.fromEntries(rows.map(({ title, code }) => [title, code]));
}

verifies.whole('anchors.tree', async ({ service }) => {
  const folder = gitFolder({ 'src/prices.ts': PRICES, 'src/taxes.ts': TAXES });
  let edits = 0;
  const tree = {
    ...folder,
    // The bridge ties memories meanwhile: what is edited is so well after these were written, and each time anew.
    write: (files: Record<string, string | null>) => {
      folder.write(files);
      edits += 1;
      const at = new Date(Date.now() + edits * 60_000);
      for (const [path, text] of Object.entries(files))
        if (text !== null) utimesSync(join(folder.root, path), at, at);
    },
  };
  await index(service, tree.root);
  for (const [title, narrative] of Object.entries({
    Price: 'In the shop `priceOf` charges three cents a letter.',
    Round: 'In the shop `roundUp` goes to tens.',
    Tax: 'In the shop `taxOn` takes a fifth.',
    None: 'In the shop nobody works on Sundays.',
  }))
    await service.store({ title, narrative });
  await service.runJobs();
  const inTree = await startBridge(environmentOf(service), { folders: [tree.root] });
  const other = gitFolder();
  other.git('remote', 'set-url', 'origin', 'https://github.com/acme/other.git');
  const elsewhere = await startBridge(environmentOf(service), { folders: [other.root] });
  const asIndexed = { Price: 'current', Round: 'current', Tax: 'current', None: undefined };
  expect(await said(inTree)).toEqual(asIndexed);

  // Edited, moved and deleted, and not indexed: the tree says it, the index does not.
  tree.write({
    'src/prices.ts': PRICES.replace('* 3', '* 4').replace(ROUND, '// Rounding is elsewhere.\n'),
    'lib/rounding.ts': `/** Rounds. */\nexport ${ROUND}`,
    'src/taxes.ts': null,
  });
  const day = /[\da-f]{7}, \d{4}-\d\d-\d\d/u.source;
  const now = {
    Price: expect.stringMatching(new RegExp(`^changed since ${day}: priceOf in src/prices\\.ts$`, 'u')),
    Round: 'moved: roundUp in src/prices.ts → lib/rounding.ts',
    Tax: expect.stringMatching(new RegExp(`^gone: taxOn in src/taxes\\.ts, there at ${day}$`, 'u')),
  };
  expect(await said(inTree)).toEqual({ ...now, None: undefined });
  expect(await said(elsewhere)).toEqual(asIndexed);
  expect(await said(inTree, 'memory_get_index', {})).toMatchObject(now);
  expect(await said(inTree, 'memory_get_timeline', {})).toMatchObject(now);
  expect(await said(inTree, 'memory_explore', { query: 'shop' })).toMatchObject(now);
  const { structured } = await callTool(inTree, 'session_start', { project_path: tree.root });
  const block = (structured.context_block as string).split('\n');
  const after = (title: string) => block[block.findIndex((line) => line.includes(`] ${title} (`)) + 1];
  expect(after('Round')).toBe(`  Code ${now.Round}`);
  expect(after('Price')).toMatch(/^ {2}Code changed since/u);
  expect(after('None')).not.toContain('Code');
  // Nothing is hidden, what changed stands lower, and only who asks gets what to judge by.
  const search = {
    name: 'memory_search',
    arguments: { query: 'what does taxOn take in the shop', min_score: 0 },
  };
  const found = await inTree.callTool(search);
  expect(found['_meta']).toBeUndefined();
  // A far better match stays first, and tells the state of its code.
  const [best, ...others] = (found.structuredContent as { results: Row[] }).results;
  expect(best).toMatchObject({ title: 'Tax', code: now.Tax });
  expect(others).toHaveLength(3);
  expect((await (await connectClient(service)).callTool(search))['_meta']).toBeUndefined();

  // As it was again, and as the index has it after the next one.
  tree.write({ 'src/prices.ts': PRICES, 'src/taxes.ts': TAXES, 'lib/rounding.ts': null });
  expect(await said(inTree)).toEqual(asIndexed);
  // A syntax error or a comment is no change of what stands elsewhere in the file.
  tree.write({ 'src/prices.ts': `// New.\n${PRICES}\nexport function half(` });
  expect(await said(inTree)).toEqual(asIndexed);

  // The list of the service says it in the same words.
  tree.write({
    'src/prices.ts': PRICES.replace('item: string', 'item: string, count: number').replace(ROUND, ''),
    'lib/rounding.ts': `export ${ROUND}`,
    'src/taxes.ts': null,
    'lib/taxes.ts': TAXES.replace('/ 5', '/ 4'),
  });
  const here = await said(inTree);
  expect(here['Price']).toContain('its signature');
  await index(service, tree.root, { isJudged: false });
  // The index has the very files, and nothing was judged by it yet.
  expect(await said(inTree)).toEqual(here);
  await service.runJobs();
  expect(await said(elsewhere)).toEqual(here);
  // Code that moved is of the file where it stands now.
  expect(await said(inTree, 'memory_by_file', { file_path: 'lib/rounding.ts' })).toEqual({
    Round: here['Round'],
  });
});

verifies.whole('check.tool', async ({ service }) => {
  const tree = gitFolder({ 'src/prices.ts': PRICES, 'src/taxes.ts': TAXES, 'docs/é t.md': 'See `taxOn`.\n' });
  const price = await service.store({
    title: 'Letters cost three cents',
    narrative: 'We tried flat prices; `priceOf` charges by the letter.',
    memory_type: 'decision',
  });
  const tax = await service.store({ title: 'Tax', narrative: 'In the shop `taxOn` takes a fifth.' });
  await index(service, tree.root);
  const environment = { ...environmentOf(service), WORKSPACE_MEMORY_PROFILE: 'full, additional' };
  const bridge = await startBridge(environment, { folders: [tree.root] });
  const impact = (args: object = {}) => callTool(bridge, 'code_impact', args as Record<string, unknown>);
  expect((await impact()).structured).toMatchObject({ count: 0, results: [] });
  tree.write({ 'src/prices.ts': PRICES.replace('* 3', '* 4'), 'src/taxes.ts': null });
  tree.git('add', 'src/prices.ts');
  const told = await impact();
  const priced = {
    [service.form === 'A' ? 'id' : 'memory_id']: service.ref(price),
    title: 'Letters cost three cents',
    memory_type: 'decision',
    kind: 'changed',
    reason: 'priceOf does something else',
    path: 'src/prices.ts',
  };
  expect(told.structured).toMatchObject({
    count: 3,
    results: [
      priced,
      { title: 'Tax', kind: 'gone', reason: 'taxOn is gone' },
      { kind: 'reference', reason: 'names taxOn, which is gone', path: 'docs/é t.md', line: 1 },
    ],
  });
  expect(told.text).toMatch(/^<workspace-memory source="code_impact">/u);
  expect((await impact({ staged: true })).structured).toMatchObject({ count: 1, results: [priced] });
  expect((await impact({ limit: 1 })).structured['hint']).toContain('2 more of less weight');
  const refused = async (args: object) => (await impact(args)).error.message;
  expect(await refused({ diff: 'nothing' })).toContain('is no commit');
  expect(await refused({ diff: '--output=x' })).toContain('is no commit');
  expect(await refused({ project_path: '/usr' })).toContain('outside of the folders');
  expect(await refused({ project_path: 'src' })).toContain('absolute');
  expect(await refused({ project_path: tree.root, diff: 'HEAD..HEAD', staged: true })).toContain(
    'one commit',
  );
  // A verdict that somebody settled is told no more.
  await index(service, tree.root);
  for (const [memory, verdict] of [
    [price, 'still_true'],
    [tax, 'obsolete'],
  ] as const) {
    const settled = await callTool(bridge, 'ground_settle', { memory_id: service.ref(memory), verdict });
    expect(settled.structured).toMatchObject({ is_settled: true });
  }
  expect((await impact()).structured).toMatchObject({ count: 1, results: [{ kind: 'reference' }] });
  // A client that did not ask for the profile is not offered it.
  const plain = await startBridge(environmentOf(service), { folders: [tree.root] });
  expect((await plain.listTools()).tools.map(({ name }) => name)).not.toContain('code_impact');
});

verifies.whole('anchors.history', async ({ service }) => {
  const tree = gitFolder({ 'src/prices.ts': PRICES, 'src/taxes.ts': TAXES });
  const begin = tree.git('rev-parse', 'HEAD');
  tree.write({ 'src/prices.ts': PRICES.replace('* 3', '* 4'), 'src/taxes.ts': null });
  tree.commit('Dearer');
  const bridge = await startBridge(environmentOf(service), { folders: [tree.root] });
  const store = (title: string, content: string, more: object = {}) =>
    callTool(bridge, 'memory_store', { title, content, memory_type: 'decision', ...more });
  await store('Old', 'In the shop `priceOf` charges by the letter.', { commit: begin });
  await store('Lost', 'In the shop `taxOn` takes a fifth.', { commit: begin.slice(0, 10) });
  await store('Young', 'In the shop `priceOf` is dear now.');
  const first = await index(service, tree.root);
  expect(first.sent).toBe(1);
  expect(await tie(service, tree.root)).toBe(3);
  expect(await tie(service, tree.root)).toBe(0);
  const since = begin.slice(0, 7);
  const known = {
    Old: expect.stringMatching(new RegExp(`^changed since ${since}, .*: priceOf in src/prices\\.ts$`, 'u')),
    Lost: expect.stringMatching(new RegExp(`^gone: taxOn in src/taxes\\.ts, there at ${since}, `, 'u')),
    Young: 'current',
  };
  const direct = await connectClient(service);
  expect(await said(direct)).toEqual(known);
  expect(await said(bridge)).toEqual(known);

  // A memory is tied to the code that its agent has just written, not to the older index.
  tree.write({ 'src/prices.ts': PRICES.replace('* 3', '* 5') });
  await store('Fresh', 'In the shop `priceOf` charges five cents a letter.');
  // A look at the tree that takes too long leaves the index's verdict, as on a busy machine. The bridge ties in the background:
  // only then the service's own jobs run, which would tie to the older index what nobody has tied yet.
  for (const next of [() => service.runJobs(), () => undefined]) {
    await expect
      .poll(() => said(bridge), { timeout: 20_000 })
      .toMatchObject({ Fresh: 'current', Young: expect.stringMatching(/^changed/u) });
    await next();
  }
  await index(service, tree.root);
  expect(await said(direct)).toMatchObject({ Fresh: 'current', Young: expect.stringMatching(/^changed/u) });
  // A settled memory stays settled.
  expect(await tie(service, tree.root)).toBe(0);
});

verifies('anchors.hook', async ({ service }) => {
  const tree = gitFolder({ 'src/prices.ts': PRICES });
  await index(service, tree.root);
  const desk = await makeDesk();
  await desk.configure({ url: service.host.url, key: service.key });
  const bin = fileURLToPath(new URL('../../packages/agents/bin/workspace-memory.js', import.meta.url));
  writeInstallation(desk.home, { version: '0', bin, hook: '', node: process.execPath });
  await service.store({
    title: 'Prices are charged by the letter',
    narrative: 'In the shop `priceOf` charges three cents a letter, since customers asked for short names.',
    source_files: ['src/prices.ts'],
    importance_score: 0.9,
  });
  await service.runJobs();
  let cwd = tree.root;
  const fire = async (event: string, session: string, extra: object) => {
    const payload = {
      session_id: `${service.id}-${session}`,
      cwd,
      hook_event_name: event,
      ...extra,
    };
    return desk.fire('claude', event, payload, { timeoutMs: 20_000 });
  };
  const ask = (session: string) =>
    fire('UserPromptSubmit', session, {
      prompt: 'Why are prices charged three cents a letter?',
      prompt_id: session,
    });
  expect(await ask('a')).toContain('Prices are charged');
  expect(await ask('b')).not.toContain('Code changed');
  tree.write({ 'src/prices.ts': PRICES.replace('* 3', '* 4') });
  expect(await ask('c')).toMatch(/Code changed since [\da-f]{7}, .*: priceOf in src\/prices\.ts/u);
  expect(await fire('SessionStart', 'd', { source: 'startup' })).toMatch(/ {2}Code changed since .*priceOf/u);

  if (!isWhole) return;
  // A repository without a remote is known by its first commit.
  const own = gitFolder({ 'src/taxes.ts': TAXES });
  own.git('remote', 'remove', 'origin');
  await index(service, own.root);
  await service.store({
    title: 'Tax',
    narrative: 'In the shop `taxOn` takes a fifth.',
    importance_score: 0.9,
  });
  await service.runJobs();
  own.write({ 'src/taxes.ts': null });
  cwd = own.root;
  expect(await fire('SessionStart', 'e', { source: 'startup' })).toMatch(/ {2}Code gone: taxOn/u);
});

verifies('hooks.tell-edit', async ({ service }) => {
  const tree = gitFolder({ 'src/prices.ts': PRICES, 'src/taxes.ts': TAXES });
  await index(service, tree.root);
  const store = (title: string, narrative: string, memory_type: 'decision' | 'general' = 'general') =>
    service.store({ title, narrative, memory_type });
  // None names the file; and of the file three speak that have nothing to do with the edit.
  await store('Tens', 'We decided that `roundUp` goes to tens, for the coins.', 'decision');
  await store('Letters', 'Three cents a letter are charged by `priceOf`.');
  await store('A fifth', 'The tax of `taxOn` is a fifth.', 'decision');
  for (const n of [1, 2, 3])
    await service.store({
      title: `Shop ${n}`,
      narrative: `The window of shop ${n} was rejected.`,
      source_files: ['src/prices.ts'],
    });
  await service.runJobs();
  const desk = await makeDesk();
  const setUp = (more: object = {}) => desk.configure({ url: service.host.url, key: service.key, ...more });
  await setUp();
  const edit = (
    session: string,
    tool_name: string,
    tool_input: object,
    host: 'claude' | 'codex' = 'claude',
  ) =>
    desk.fire(
      host,
      'PreToolUse',
      {
        session_id: `${service.id}-${session}`,
        cwd: tree.root,
        hook_event_name: 'PreToolUse',
        tool_name,
        tool_use_id: session,
        tool_input,
        ...(host === 'codex' ? { turn_id: session, model: 'm' } : {}),
      },
      { timeoutMs: 20_000 },
    );
  const file_path = `${tree.root}/src/prices.ts`;
  const titles = (answer: string) =>
    Array.from(answer.matchAll(/\[[^\]]+\] ([^(]+) \(/gu), ([, title]) => title);
  const inside = await edit('a', 'Edit', {
    file_path,
    old_string: 'item.length * 3);',
    new_string: 'item.length * 4);',
  });
  expect(titles(inside).slice(0, 2)).toEqual(['Letters', 'Shop 3']);
  expect(inside).toContain('About priceOf, which this edit changes');
  expect(inside).not.toContain('A fifth');
  const whole = await edit('b', 'MultiEdit', {
    file_path,
    edits: [{ old_string: 'return roundUp(item.length', new_string: 'return roundUp(2 * item.length' }],
  });
  expect(titles(whole).slice(0, 2)).toEqual(['Letters', 'Tens']);
  expect(whole).toContain('About roundUp, which this edit calls');
  // Once a file and session, whatever is edited; of a new file nothing; and a patch says where it is.
  expect(await edit('b', 'Edit', { file_path, old_string: 'Math.ceil', new_string: 'Math.floor' })).toBe('');
  expect(await edit('c', 'Write', { file_path: `${tree.root}/src/new.ts`, content: 'priceOf();' })).toBe('');
  const patch = `*** Begin Patch\n*** Update File: src/prices.ts\n@@\n-  return Math.ceil(value / 10) * 10;\n+  return 1;\n*** End Patch`;
  expect(titles(await edit('d', 'apply_patch', { command: patch }, 'codex'))[0]).toBe('Tens');
  await setUp({ tell: { file: false } });
  expect(await edit('e', 'Edit', { file_path, old_string: 'item.length', new_string: 'item.size' })).toBe('');
});

verifies(
  'anchors.tree',
  async ({ service }) => {
    const folder = gitFolder({ 'src/prices.ts': PRICES });
    await index(service, folder.root);
    const edit = (text: string, at: number) => {
      folder.write({ 'src/prices.ts': text });
      utimesSync(join(folder.root, 'src/prices.ts'), new Date(at), new Date(at));
    };
    edit(PRICES.replace('* 3', '* 4'), Date.now() - 60_000);
    await service.store({ title: 'Four', narrative: 'In the shop `priceOf` charges four cents a letter.' });
    await service.runJobs();
    const bridge = await startBridge(environmentOf(service), { folders: [folder.root] });
    expect((await said(bridge))['Four']).toBe('current');
    edit(PRICES.replace('* 3', '* 5'), Date.now() + 60_000);
    expect((await said(bridge))['Four']).toMatch(/^changed since /u);
  },
  { title: 'what a session said of its own edit is not called outdated by that edit' },
);

/** A file with a constant in each of eight languages. */
const CONSTANTS: Record<string, (lines: string[]) => string> = {
  ts: (lines) => lines.map((line) => `export const ${line};`).join('\n'),
  py: (lines) => lines.join('\n'),
  go: (lines) => `package limits\n${lines.map((line) => `const ${line}`).join('\n')}`,
  java: (lines) => `class Limits {\n${lines.map((line) => `static final ${line};`).join('\n')}\n}`,
  rs: (lines) => lines.map((line) => `pub const ${line};`).join('\n'),
  cs: (lines) => `class Limits {\n${lines.map((line) => `const ${line};`).join('\n')}\n}`,
  rb: (lines) => lines.join('\n'),
  php: (lines) => `<?php\nclass Limits {\n${lines.map((line) => `const ${line};`).join('\n')}\n}`,
};
/** A declaration in one of them. */
const DECLARED: Record<string, (name: string, value: string, type: string) => string> = {
  ts: (name, value, type) => `${name}: ${type} = ${value}`,
  py: (name, value, type) => `${name}: ${type} = ${value}`,
  go: (name, value, type) => `${name} ${type} = ${value}`,
  java: (name, value, type) => `${type} ${name} = ${value}`,
  rs: (name, value, type) => `${name}: ${type} = ${value}`,
  cs: (name, value, type) => `${type} ${name} = ${value}`,
  rb: (name, value, type) => `${name} = ${type === 'int' ? value : `${value}.0`}`,
  php: (name, value, type) => `${type} ${name} = ${value}`,
};

verifies('code.values.told', async ({ service }) => {
  const kinds = ['VALUE', 'NAME', 'FILE', 'TYPE', 'COMMENT', 'BOTH'];
  const nameOf = (kind: string, ending: string) => `${kind}_WAIT_${ending.toUpperCase()}`;
  const before = (ending: string) =>
    kinds.map((kind, at) => DECLARED[ending]?.(nameOf(kind, ending), `${540 + at}`, 'int') ?? '');
  const written = (of: (ending: string) => Record<string, string[]>) =>
    Object.fromEntries(
      Object.keys(CONSTANTS).flatMap((ending) =>
        Object.entries(of(ending)).map(([path, lines]) => [path, `${CONSTANTS[ending]?.(lines) ?? ''}\n`]),
      ),
    );
  const tree = gitFolder(written((ending) => ({ [`src/limits.${ending}`]: before(ending) })));
  await index(service, tree.root);
  for (const ending of Object.keys(CONSTANTS))
    for (const kind of kinds)
      await service.store({
        title: nameOf(kind, ending),
        narrative: `In the shop \`${nameOf(kind, ending)}\` was decided.`,
      });
  await service.runJobs();
  const inTree = await startBridge(environmentOf(service), { folders: [tree.root] });
  tree.write(
    written((ending) => {
      const declared = DECLARED[ending] ?? (() => '');
      const comment = ending === 'py' || ending === 'rb' ? '# waits so long' : '/* waits so long */';
      const moved = declared(nameOf('FILE', ending), '542', 'int');
      return {
        [`src/limits.${ending}`]: [
          declared(nameOf('VALUE', ending), '600', 'int'),
          declared(nameOf('OTHER_NAME', ending), '541', 'int'),
          declared(nameOf('TYPE', ending), '543', 'long'),
          ending === 'py' || ending === 'rb'
            ? `${comment}\n${declared(nameOf('COMMENT', ending), '544', 'int')}`
            : declared(nameOf('COMMENT', ending), `${comment} 544`, 'int'),
        ],
        [`src/other.${ending}`]: [moved, declared(nameOf('BOTH', ending), '640', 'int')],
      };
    }),
  );
  const wrong: string[] = [];
  const judge = async (who: Bridge) => {
    const found = await said(who, 'memory_get_index', { limit: 100 });
    for (const ending of Object.keys(CONSTANTS))
      for (const kind of kinds) {
        const code = found[nameOf(kind, ending)] ?? '';
        const expected = {
          VALUE: /^changed since .*: 540 → 600$/u,
          NAME: /^moved: .*OTHER_NAME_WAIT/u,
          FILE: /^moved: .* src\/other\./u,
          BOTH: /^changed since .* src\/other\..*: 545 → 640$/u,
          TYPE: /^changed since .*, its signature$|^changed since .*: 543 → 543\.0$/u,
          // A current state is not said in an index.
          COMMENT: /^$/u,
        }[kind];
        if (!expected?.test(code)) wrong.push(`${ending} ${kind}: ${code}`);
      }
  };
  // The first answers load the parsers of eight languages, for which an answer does not wait.
  await expect
    .poll(async () => Object.values(await said(inTree, 'memory_get_index', { limit: 100 })).filter(Boolean), {
      timeout: 30_000,
    })
    .not.toEqual([]);
  await judge(inTree);
  await index(service, tree.root);
  await judge(await connectClient(service));
  expect(wrong).toEqual([]);
});

import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { createClient } from '@memory/client';
import { emptyBase } from '../../../packages/agents/src/sync/base-file.ts';
import { FolderStore } from '../../../packages/agents/src/sync/folder-store.ts';
import { GitStore } from '../../../packages/agents/src/sync/git-store.ts';
import { syncSinceLast } from '../../../packages/agents/src/sync/sync-command.ts';
import { everythingStored } from '../../support/everything-stored.ts';
import { runCommand } from '../../support/clients/run-command.ts';
import { makeFolder } from '../../support/seeds/make-folder.ts';
import { testWithService } from '../../host/service.ts';
import { GIT_ENVIRONMENT, REF, git, makeRemote } from '../../support/sync/git-clones.ts';
import { Person } from '../../support/sync/person.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

/** All that is to stay as it is in a clone. */
async function stateOf(folder: string): Promise<unknown[]> {
  const refs = git(folder, 'for-each-ref')
    .split('\n')
    .filter((line) => !line.includes(REF));
  const files = await Promise.all(
    ['HEAD', 'config', 'index'].map((name) => readFile(join(folder, '.git', name), 'hex').catch(() => '')),
  );
  return [refs, files, git(folder, 'status', '--porcelain'), git(folder, 'reflog')];
}

const nothing = { created: 0, changed: 0, deleted: 0, forgotten: 0 };

verifies.whole('sync.git', async ({ service, other }) => {
  const { remote, clone } = await makeRemote();
  const [ann, ben] = [new Person(service, clone('ann')), new Person(other, clone('ben'))];
  const hook = join(ann.folder, '.git/hooks/pre-push');
  await writeFile(hook, '#!/bin/sh\nexit 1\n');
  await chmod(hook, 0o755);
  const before = await stateOf(ann.folder);

  const cache = await service.store({
    title: 'Cache',
    narrative: 'Keys expire after a day.',
    tags: ['cache'],
  });
  const queue = await service.store({ title: 'Queue', narrative: 'One queue a job.' });
  await service.post('/api/v1/relationships', {
    source_id: cache.id,
    target_id: queue.id,
    relationship_type: 'depends_on',
    context: 'by name',
  });
  await other.store({ title: 'Logs', narrative: 'One line a request.' });
  expect(await ann.sync()).toMatchObject({
    sent: { ...nothing, created: 3 },
    received: nothing,
    isShared: true,
    memories: 2,
  });
  expect(await ben.sync()).toMatchObject({
    sent: { ...nothing, created: 1 },
    received: { ...nothing, created: 3 },
  });
  expect(await ann.sync()).toMatchObject({ sent: nothing, received: { ...nothing, created: 1 } });
  expect(Object.keys(await ann.memories()).toSorted()).toEqual(['Cache', 'Logs', 'Queue']);
  expect(await ben.memories()).toEqual(await ann.memories());
  const { body } = await other.get(`/api/v1/memories/${cache.id}`);
  expect(body).toMatchObject({
    created_at: cache.created_at,
    outgoing_relationships: [{ target_memory_id: queue.id, context: 'by name' }],
  });

  // Different fields both stand; of the same field the later one; deletion wins over an edit.
  await service.patch(`/api/v1/memories/${cache.id}`, { narrative: 'Keys expire after an hour.' });
  await other.patch(`/api/v1/memories/${cache.id}`, { tags: ['cache', 'redis'] });
  await service.patch(`/api/v1/memories/${queue.id}`, { narrative: 'Two queues a job.' });
  await other.delete(`/api/v1/memories/${queue.id}`);
  await ann.sync();
  await ben.sync();
  await ann.sync();
  expect(await ann.memories()).toMatchObject({
    Cache: { narrative: 'Keys expire after an hour.', tags: ['cache', 'redis'] },
  });
  expect(Object.keys(await ann.memories()).toSorted()).toEqual(['Cache', 'Logs']);
  expect(await ben.memories()).toEqual(await ann.memories());
  expect(await ben.sync()).toMatchObject({ sent: nothing, received: nothing });
  const found = await other.post('/api/v1/memories/search', { query: 'hour', use_semantic: false });
  expect(found.body.results).toHaveLength(1);

  // One commit without a parent, the same everywhere, and nothing else touched.
  expect(git(remote, 'rev-list', '--parents', REF)).toBe(git(remote, 'rev-parse', REF));
  expect([ann, ben].map(({ folder }) => git(folder, 'rev-parse', REF))).toEqual(
    Array(2).fill(git(remote, 'rev-parse', REF)),
  );
  expect(await stateOf(ann.folder)).toEqual(before);
  expect(git(remote, 'for-each-ref', '--format=%(refname)').split('\n')).toEqual(['refs/heads/main', REF]);
});

verifies.whole('sync.everywhere', async ({ service, other }) => {
  const { remote, clone } = await makeRemote();
  const ann = new Person(service, clone('ann', '--depth=1'));
  await service.store({ title: 'Offline', narrative: 'Written on a train.' });
  git(ann.folder, 'remote', 'set-url', 'origin', `file://${remote}-away`);
  const offline = await ann.sync();
  expect(offline).toMatchObject({ isShared: false, sent: { created: 1 } });
  expect(offline.unreachable).toBeTruthy();
  // Another worktree of the clone has it, with a service of its own.
  const worktree = join(ann.folder, '..', 'worktree');
  git(ann.folder, 'worktree', 'add', '--quiet', '--detach', worktree);
  const ben = new Person(other, worktree);
  expect(await ben.sync({ remote: null })).toMatchObject({ received: { created: 1 }, isShared: false });
  git(ann.folder, 'remote', 'set-url', 'origin', `file://${remote}`);
  await other.store({ title: 'Worktree', narrative: 'Written beside.' });
  // Changes that waited in the clone are sent with the rest.
  expect(await ben.sync()).toMatchObject({ isShared: true, sent: { created: 2 } });
  expect(await ann.sync()).toMatchObject({ isShared: true, received: { created: 1 } });
  const bare = new Person(other, clone('bare.git', '--bare'));
  bare.base = ben.base;
  expect(await bare.sync()).toMatchObject({ isShared: true, sent: nothing, received: nothing });
  expect(git(bare.folder, 'rev-parse', REF)).toBe(git(remote, 'rev-parse', REF));
  await expect(GitStore.open({ folder: ann.folder, name: 'main', remote: 'upstream' })).rejects.toThrow(
    /no remote upstream; it has origin/u,
  );
  await expect(
    GitStore.open({ folder: join(remote, '..'), name: 'main', remote: undefined }),
  ).rejects.toThrow(/--folder/u);
});

verifies.whole('sync.race', async ({ service, other }) => {
  const { remote, clone } = await makeRemote();
  const [ann, ben] = [new Person(service, clone('ann')), new Person(other, clone('ben'))];
  await service.store({ title: 'Ann', narrative: 'Of Ann.' });
  await other.store({ title: 'Ben', narrative: 'Of Ben.' });
  await Promise.all([ann.sync(), ben.sync()]);
  // One may have read before the other pushed: what both said stands there all the same.
  const text = git(remote, 'grep', '-h', '-o', 'Of [AB]en\\|Of Ann', REF);
  expect(text.split('\n').toSorted()).toEqual(['Of Ann', 'Of Ben']);
  // Somebody pushes between our reading and our push.
  const store = await GitStore.open({ folder: ann.folder, name: 'main', remote: undefined });
  const write = store.write.bind(store);
  let times = 0;
  store.write = async (files) => {
    times += 1;
    if (times === 1) {
      await other.store({ title: 'Between', narrative: 'In between.' });
      await ben.sync();
    }
    return write(files);
  };
  await service.store({ title: 'Late', narrative: 'Somewhat late.' });
  expect(await ann.sync({ store })).toMatchObject({ isShared: true });
  expect(times).toBe(2);
  await ben.sync();
  expect(Object.keys(await ben.memories()).toSorted()).toEqual(['Ann', 'Ben', 'Between', 'Late']);
});

verifies.whole('sync.strangers', async ({ service }) => {
  const { remote, clone } = await makeRemote();
  const ann = new Person(service, clone('ann'));
  await service.store({ title: 'Ours', narrative: 'Stays as it is.' });
  await ann.sync();
  const files = () => git(remote, 'ls-tree', '-r', '--name-only', REF).split('\n');
  const ours = files();
  const good = git(remote, 'rev-parse', REF);
  const blobOf = (text: string) =>
    execFileSync('git', ['-C', remote, 'hash-object', '-w', '--stdin'], {
      input: text,
      env: GIT_ENVIRONMENT,
      encoding: 'utf8',
    }).trim();
  const treeOf = (...lines: string[]) =>
    execFileSync('git', ['-C', remote, 'mktree', '-z'], {
      input: lines.map((line) => `${line}\0`).join(''),
      env: GIT_ENVIRONMENT,
      encoding: 'utf8',
    }).trim();
  const commitOf = (tree: string) =>
    git(remote, '-c', 'user.name=S', '-c', 'user.email=s@example.org', 'commit-tree', tree, '-m', 'x');
  const format = (version: number) => blobOf(`{"format":"workspace-memory-sync","version":${version}}\n`);
  for (const [id, reason] of [
    [blobOf('garbage'), /is no commit of ours/u],
    [git(remote, 'rev-parse', 'main'), /holds no format.json/u],
    [commitOf(treeOf(`100644 blob ${format(2)}\tformat.json`)), /is of version 2, .* upgrade it first/u],
  ] as const) {
    git(remote, 'update-ref', REF, id);
    await expect(ann.sync()).rejects.toThrow(reason);
    expect(git(remote, 'rev-parse', REF)).toBe(id);
  }
  const key = '01900000-0000-7000-8000-0000000000aa';
  const fields = { title: 'Theirs', narrative: 'A narrative.', created_at: '2026-01-05T09:00:00.000Z' };
  const line = (value: object) =>
    `${JSON.stringify({ id: key, clock: '0mk000000.0000.strang', fields, ...value })}\n`;
  const lines = blobOf(
    [
      'not JSON\n<<<<<<< ours\n[]\nnull\n{}\n\u0000\n',
      line({ id: '../../etc/passwd' }),
      line({ clock: 'zzzzzzzzz.zzzz.strang' }),
      // At the end of what a clock can say nothing could be later.
      line({ clock: '1zzzzzzzz.zzzz.strang' }),
      line({ returned: '1zzzzzzzz.zzzz.strang' }),
      line({ clocks: { title: '1zzzzzzzz.zzzz.strang' } }),
      line({ fields: { ...fields, title: 'x'.repeat(501) } }),
      line({ fields: { ...fields, title: 'Lone \ud800' } }),
      line({ fields: { ...fields, memory_type: 'rootkit' } }),
      line({ fields: { ...fields, narrative: undefined } }),
      '{"id":"01900000-0000-7000-8000-0000000000aa","clock":"0mk000000.0000.strang","fields":{"__proto__":{"title":"x"},"constructor":1}}\n',
      line({}),
    ].join(''),
  );
  const memories = treeOf(
    `100644 blob ${lines}\taa.jsonl`,
    `100644 blob ${lines}\taa.jsonl; rm -rf ~`,
    `120000 blob ${blobOf('/etc/passwd')}\tab.jsonl`,
  );
  const tree = treeOf(
    `040000 tree ${memories}\tmemories`,
    `100644 blob ${format(1)}\tformat.json`,
    `100755 blob ${lines}\trun\u001b[31m.sh`,
  );
  git(remote, 'update-ref', REF, commitOf(tree));
  expect(await ann.sync()).toMatchObject({ received: { ...nothing, created: 1 }, passedOver: 3 + 16 });
  expect(Object.keys(await ann.memories()).toSorted()).toEqual(['Ours', 'Theirs']);
  // Ids that end alike share a file, so that theirs may lie in that of ours.
  expect(new Set(files())).toEqual(new Set([...ours, 'memories/aa.jsonl']));
  expect(git(remote, 'rev-parse', REF)).not.toBe(good);
});

verifies.whole(['sync.undo', 'sync.guard'], async ({ service, other }) => {
  const place = join(await makeFolder(), 'shared');
  const [ann, ben] = [new Person(service, place), new Person(other, place)];
  await service.seedMemories(14);
  await ann.sync();
  const kept = await other.store({ title: 'Kept', narrative: 'Of Ben.' });
  await ben.sync();
  const batch = `sync:${other.id}`;
  const client = createClient({ url: other.host.url, key: other.key, batch });
  const [first] = Object.values(await ann.memories());
  await service.patch(`/api/v1/memories/${first?.id}`, { narrative: 'Otherwise.' });
  const gone = (await ann.memories())['Memory 2'];
  await service.delete(`/api/v1/memories/${gone?.id}`);
  await service.store({ title: 'New', narrative: 'Quite new.' });
  await ann.sync();
  const before = await ben.memories();
  expect(await ben.sync({ client })).toMatchObject({ received: { created: 1, changed: 1, deleted: 1 } });
  const undone = await other.post('/api/v1/changes/undo', { batch });
  expect(undone.body).toMatchObject({ undone: 3, left: [] });
  expect(await ben.memories()).toEqual(before);
  // It is an edit like others: the next sync tells everybody.
  await ben.sync();
  await ann.sync();
  expect(await ann.memories()).toEqual(before);

  // An emptied database is not taken for the wish to delete all.
  const ids = Object.values(before)
    .map(({ id }) => id)
    .filter((id) => id !== kept.id);
  await other.post('/api/v1/memories/batch-delete', { memory_ids: ids });
  await expect(ben.sync()).rejects.toThrow(/14 of the 15 memories of the last sync are gone here.*--rejoin/u);
  const rejoined = await ben.sync({ base: emptyBase(), dryRun: true });
  expect(rejoined).toMatchObject({ sent: nothing, received: { created: 14 } });
  expect(await ben.sync({ force: true })).toMatchObject({ sent: { deleted: 14 } });
  await expect(ann.sync()).rejects.toThrow(/14 of your 15 memories were deleted elsewhere/u);
});

verifies.whole('sync.folder', async ({ service, other }) => {
  const place = join(await makeFolder(), 'shared');
  const [ann, ben] = [new Person(service, place), new Person(other, place)];
  const memory = await service.store({ title: 'Shared', narrative: 'By a folder.' });
  expect(await ann.sync()).toMatchObject({ isShared: true, sent: { created: 1 } });
  const file = join(place, 'memories', `${memory.id.slice(-2)}.jsonl`);
  const text = await readFile(file, 'utf8');
  await writeFile(file, `<<<<<<< one\n${text}=======\n${text}>>>>>>> other\n{"id":"half`);
  expect(await ben.sync()).toMatchObject({ received: { created: 1 }, passedOver: 4 });
  expect(await readFile(file, 'utf8')).toBe(text);
  const elsewhere = await makeFolder();
  await symlink(elsewhere, join(place, 'relationships'));
  await service.post('/api/v1/relationships', {
    source_id: memory.id,
    target_id: (await service.store({ title: 'Second', narrative: 'Another.' })).id,
    relationship_type: 'supersedes',
  });
  await expect(ann.sync()).rejects.toThrow(/is a link: nothing is written through it/u);
  const foreign = await makeFolder();
  await mkdir(join(foreign, 'photos'));
  await writeFile(join(foreign, 'letter.txt'), 'Dear all');
  await expect(ann.sync({ store: await FolderStore.open(foreign) })).rejects.toThrow(
    /name a folder of its own/u,
  );
});

verifies.whole('sync.unchanged', async ({ service, other }) => {
  const place = join(await makeFolder(), 'shared');
  const file = join(await makeFolder(), 'base.jsonl');
  const store = await FolderStore.open(place);
  const ben = new Person(other, place);
  let pages = 0;
  const client = createClient({
    url: service.host.url,
    key: service.key,
    fetch: (input, init) => {
      if (/export\/records(?!.*digest=true)/u.test(String(input))) pages += 1;
      return fetch(input, init);
    },
  });
  const sync = async (options = {}) => {
    pages = 0;
    const { report } = await syncSinceLast({
      client,
      store,
      file,
      synced: { workspaceId: service.id, place, folder: place },
      scope: 'ours',
      isMeant: () => true,
      rejoin: false,
      dryRun: false,
      force: false,
      ...options,
    });
    return { report, isRead: pages > 0 };
  };
  const [first, second] = [await service.store(), await service.store()];
  expect(await sync()).toMatchObject({ isRead: true, report: { sent: { created: 2 } } });
  const same = { isRead: false, report: { sent: nothing, received: nothing, memories: 2, isShared: true } };
  expect(await sync()).toMatchObject(same);
  expect(await sync({ dryRun: true })).toMatchObject(same);
  // A field that is not synced is no change.
  await service.post(`/api/v1/memories/${first.id}/access`);
  await service.post(`/api/v1/memories/${first.id}/feedback`, { useful: true });
  await service.host.runJobs();
  expect(await sync()).toMatchObject(same);
  expect(await sync({ scope: 'theirs' })).toMatchObject({ isRead: true });
  expect(await sync({ rejoin: true })).toMatchObject({ isRead: true });
  const edge = { source_id: first.id, target_id: second.id, relationship_type: 'supersedes' };
  const changes: [() => Promise<unknown>, object][] = [
    [() => service.patch(`/api/v1/memories/${first.id}`, { tags: ['new'] }), { changed: 1 }],
    [() => service.patch(`/api/v1/memories/${first.id}`, { importance_score: 0.9 }), { changed: 1 }],
    [() => service.post('/api/v1/relationships', edge), { created: 1 }],
    [() => service.delete(`/api/v1/memories/${second.id}`), { deleted: 2 }],
    [() => service.post('/api/v1/forget', { memories: [first.id], dry_run: false }), { forgotten: 1 }],
  ];
  for (const [change, sent] of changes) {
    await change();
    expect(await sync()).toMatchObject({ isRead: true, report: { sent } });
    expect(await sync()).toMatchObject({ isRead: false, report: { sent: nothing } });
  }
  await other.store();
  await ben.sync();
  expect(await sync()).toMatchObject({ isRead: true, report: { received: { created: 1 } } });
  expect(await sync()).toMatchObject({ isRead: true, report: { received: nothing } });
  expect(await sync()).toMatchObject({ isRead: false, report: { received: nothing, memories: 1 } });
});

verifies('sync.command', async ({ service }) => {
  const { clone } = await makeRemote();
  const folder = clone('ann');
  vi.stubEnv('WORKSPACE_MEMORY_HOME', await makeFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  const run = (...args: string[]) =>
    runCommand({ url: service.host.url, key: service.key, cwd: folder }, 'sync', ...args);
  await service.store({ title: 'Ours', narrative: 'Of this repository.' });
  const headers = { 'x-project': encodeURIComponent('github.com/acme/other') };
  await service.post('/api/v1/memories/store', { title: 'Theirs', narrative: 'Of another.' }, { headers });
  const dry = await run('--dry-run');
  expect(dry.stdout).toContain('1 memory. Would send 1 new; would receive nothing.');
  expect(git(folder, 'for-each-ref', REF)).toBe('');
  const { stdout } = await run();
  expect(stdout).toContain(`${REF} of origin: 1 memory. Sent 1 new; received nothing.`);
  expect(stdout).toContain('1 memories of other projects stay here; --all-projects takes them along.');
  const again = JSON.parse((await run('--json', '--all-projects')).stdout) as object;
  expect(again).toMatchObject({ memories: 2, sent: { created: 1 }, isShared: true, ofOthers: 0 });
});

verifies.whole('sync.forgotten-leaves', async ({ service, other }) => {
  const { remote, clone } = await makeRemote();
  const [ann, ben] = [new Person(service, clone('ann')), new Person(other, clone('ben'))];
  const memory = await service.store({
    title: 'Name of the harbour project',
    narrative: 'The harbour project is called Zebrafalcon until May.',
  });
  await service.store({ title: 'Cranes', narrative: 'The cranes are painted green.' });
  await ann.sync();
  await ben.sync();
  await other.patch(`/api/v1/memories/${memory.id}`, { tags: ['naming'] });
  // Stored by Ben as well, under another id.
  await other.store({
    title: 'Name of the harbour project',
    narrative: 'The harbour project is called Zebrafalcon until May.',
  });
  const forgotten = await service.post('/api/v1/forget', { text: 'Zebrafalcon', dry_run: false });
  expect(forgotten.body.memories).toHaveLength(1);
  expect(await ann.sync()).toMatchObject({ sent: { forgotten: 1 } });
  expect(ann.snapshot()).not.toMatch(/zebrafalcon/iu);
  expect(git(remote, 'grep', '-icE', 'harbour|cranes', REF)).toContain('memories/');
  expect(await ben.sync()).toMatchObject({ received: { forgotten: 2 } });
  expect(await everythingStored(other)).not.toMatch(/zebrafalcon/iu);
  await ann.sync();
  expect(await everythingStored(service)).not.toMatch(/zebrafalcon/iu);
  expect(Object.keys(await ben.memories())).toEqual(['Cranes']);
  for (const folder of [ann.folder, ben.folder, remote]) {
    git(folder, 'gc', '--quiet', '--prune=now');
    const objects = execFileSync('git', ['-C', folder, 'cat-file', '--batch', '--batch-all-objects'], {
      env: GIT_ENVIRONMENT,
      encoding: 'utf8',
    });
    expect(objects).not.toMatch(/zebrafalcon/iu);
    expect(objects).toMatch(/cranes/iu);
  }
  // Somebody puts an old snapshot back: it is forgotten again, and nobody gets it.
  const stale = new Person(other, clone('stale'));
  const store = await FolderStore.open(join(await makeFolder(), 'shared'));
  await store.read();
  await store.write(
    new Map([
      ['format.json', '{"format":"workspace-memory-sync","version":1}\n'],
      [
        'memories/aa.jsonl',
        `${JSON.stringify({ id: memory.id, clock: '0zzzzzzzz.0000.stale0', fields: { title: memory.title, narrative: memory.narrative, created_at: memory.created_at } })}\n`,
      ],
    ]),
  );
  stale.base = ben.base;
  await stale.sync({ store });
  expect(Object.keys(await ben.memories())).toEqual(['Cranes']);
  expect(await readFile(join(store.place, 'memories', `${memory.id.slice(-2)}.jsonl`), 'utf8')).not.toMatch(
    /zebrafalcon/iu,
  );
});

import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { execute } from '../../../packages/db/src/database.ts';
import { FolderStore } from '../../../packages/agents/src/sync/folder-store.ts';
import { SecretsError } from '../../../packages/agents/src/sync/sync-workspace.ts';
import { everythingStored } from '../../support/everything-stored.ts';
import { makeFolder } from '../../support/seeds/make-folder.ts';
import { GIT_ENVIRONMENT, REF, git, makeRemote } from '../../support/sync/git-clones.ts';
import { Person } from '../../support/sync/person.ts';
import { testWithService } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

verifies('sync.forgotten-leaves', async ({ service, other }) => {
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

verifies('sync.secrets', async ({ service, other }) => {
  const { remote, clone } = await makeRemote();
  const ann = new Person(service, clone('ann'));
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const memory = await service.store({ title: 'Token', narrative: 'The token is kept elsewhere.' });
  const { db } = service.services;
  await execute(db)`
    update memories set narrative = ${`The token is ${secret}.`} where id = ${memory.id}::uuid and workspace_id = ${service.id}::uuid`;
  const blocked = await ann.sync().catch((error: unknown) => error);
  expect(blocked).toBeInstanceOf(SecretsError);
  expect((blocked as SecretsError).secrets).toMatchObject([
    { kind: 'memories', id: memory.id, field: 'narrative' },
  ]);
  expect(git(remote, 'for-each-ref', REF)).toBe('');
  expect(git(ann.folder, 'for-each-ref', REF)).toBe('');
  // Somebody pushed one with an older release: it is not taken, and goes from the ref.
  await service.patch(`/api/v1/memories/${memory.id}`, { narrative: 'The token is kept elsewhere.' });
  const shared = await FolderStore.open(join(await makeFolder(), 'shared'));
  const ben = new Person(other, shared.place);
  await ann.sync({ store: shared });
  const file = join(shared.place, 'memories', `${memory.id.slice(-2)}.jsonl`);
  const line = JSON.parse(await readFile(file, 'utf8')) as { clocks?: object; fields: { narrative: string } };
  const later = (Date.now() + 3_600_000).toString(36).padStart(9, '0');
  line.clocks = { ...line.clocks, narrative: `${later}.0000.stale0` };
  line.fields.narrative = `The token is ${secret}.`;
  await writeFile(file, `${JSON.stringify(line)}\n`);
  expect(await ben.sync()).toMatchObject({ replacedSecrets: 1 });
  expect(await readFile(file, 'utf8')).not.toContain(secret);
  expect(await everythingStored(other)).not.toContain(secret);
  expect((await ben.memories())['Token']?.narrative).toMatch(/^The token is \[redacted:/u);
});

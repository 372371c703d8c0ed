import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { execute } from '../../../packages/db/src/database.ts';
import { FolderStore } from '../../../packages/agents/src/sync/folder-store.ts';
import { SecretsError } from '../../../packages/agents/src/sync/sync-workspace.ts';
import { everythingStored } from '../../support/everything-stored.ts';
import { makeFolder } from '../../support/seeds/make-folder.ts';
import { REF, git, makeRemote } from '../../support/sync/git-clones.ts';
import { Person } from '../../support/sync/person.ts';
import { testWithService } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

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

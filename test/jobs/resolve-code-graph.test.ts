import { expect } from 'vitest';
import { confirmCodeEdges, queryRows, type NewCodeEdge } from '@memory/db';
import { resolveCodeGraph as handler } from '../../functions/jobs.ts';
import { readSources, SHOP } from '../support/seeds/code-repository.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';
import { deliver } from './pipeline/deliver.ts';

const verifies = verifiesWith(testWithService);

async function send(service: TestWorkspace, sources: Record<string, string>): Promise<void> {
  const files = await readSources(sources);
  await service.post('/api/v1/code/files', { repository: 'shop', files });
}

async function repositoryOf({ services, id }: TestWorkspace) {
  const [row] = await queryRows<{ repositoryId: string; revision: number }>(services.db)`
    select id::text "repositoryId", revision from code_repositories where workspace_id = ${id}::uuid`;
  return { workspaceId: id, repositoryId: row?.repositoryId ?? '', revision: row?.revision ?? 0 };
}

/** Every row of the edges, with the place where it lies: what is left alone stays where it is. */
const edgeRows = ({ services, id }: TestWorkspace) =>
  queryRows(services.db)`
    select source_id::text s, target_id::text t, kind, confidence, line, reference_count, ctid::text place
      from code_edges where workspace_id = ${id}::uuid order by 1, 2, 3`;

async function pendingFiles(service: TestWorkspace): Promise<number> {
  const { body } = await service.get('/api/v1/code/status');
  return body.repositories[0].pending_files as number;
}

const later = (service: TestWorkspace, minutes: number) => ({
  services: { ...service.services, clock: () => new Date(Date.now() + minutes * 60_000) },
});

verifies(
  'code.edges',
  async ({ service }) => {
    await send(service, SHOP);
    const message = await repositoryOf(service);
    expect((await handler(deliver(message, message), service)).batchItemFailures).toEqual([]);
    const before = await edgeRows(service);
    expect(before.length).toBeGreaterThan(4);
    await handler(deliver(message), service);
    expect(await edgeRows(service)).toEqual(before);
  },
  { title: 'delivered again, the job changes no row' },
);

verifies(
  'code.edges',
  async ({ service }) => {
    const { 'src/orders.ts': orders = '', ...rest } = SHOP;
    await send(service, rest);
    const first = await repositoryOf(service);
    await send(service, { 'src/orders.ts': orders });
    await handler(deliver(first), service);
    expect(await pendingFiles(service)).toBe(3);
    await handler(deliver(await repositoryOf(service)), service);
    expect(await pendingFiles(service)).toBe(0);
  },
  { title: 'of a burst of batches the last message does the work' },
);

verifies(
  'code.edges',
  async ({ service }) => {
    await send(service, SHOP);
    const first = await repositoryOf(service);
    await send(service, { 'src/more.ts': 'export {};' });
    await handler(deliver(first), later(service, 2));
    expect(await pendingFiles(service)).toBe(0);
  },
  { title: 'a burst that does not end puts the work off for a minute at most' },
);

verifies(
  'code.edges',
  async ({ service }) => {
    await send(service, SHOP);
    const sent: unknown[] = [];
    const queue = {
      ...service.services.queue,
      send: async (_: string, messages: readonly { body: unknown }[]) => {
        sent.push(...messages.map(({ body }) => body));
      },
    };
    const { services } = later(service, 11);
    const swept = await handler(deliver({}), { services: { ...services, queue } });
    expect(swept.batchItemFailures).toEqual([]);
    expect(sent).toContainEqual(await repositoryOf(service));
    await service.runJobs();
    sent.length = 0;
    await handler(deliver({}), { services: { ...services, queue } });
    expect(sent).not.toContainEqual(await repositoryOf(service));
  },
  { title: 'a message that was lost is sent again' },
);

verifies(
  'code.edges',
  async ({ service }) => {
    await send(service, SHOP);
    const message = await repositoryOf(service);
    await service.delete('/api/v1/code/repositories/shop');
    expect((await handler(deliver(message), service)).batchItemFailures).toEqual([]);
  },
  { title: 'a repository deleted meanwhile is nothing to do' },
);

verifies(
  'code.edges',
  async ({ service }) => {
    await send(service, SHOP);
    const { repositoryId, revision } = await repositoryOf(service);
    await handler(deliver({ workspaceId: service.id, repositoryId, revision }), service);
    const { db } = service.services;
    const { id: workspaceId } = await service.workspace();
    const stored = await queryRows<{ id: string; unresolved: string; edges: string }>(db)`
      select f.id::text id, f.unresolved::text unresolved, coalesce((
          select jsonb_agg(to_jsonb(e)) from code_edges e where e.file_id = f.id), '[]')::text edges
        from code_files f where f.workspace_id = ${service.id}::uuid order by f.path`;
    const files = stored.map(({ id, unresolved, edges }) => ({
      id,
      unresolved: JSON.parse(unresolved) as [],
      edges: JSON.parse(edges) as NewCodeEdge[],
    }));
    expect(files.flatMap(({ edges }) => edges).some(({ confidence }) => confidence < 1)).toBe(true);
    const [first, ...rest] = files.filter(({ edges }) => edges.length > 0);
    const moved = { ...first!, edges: first!.edges.map((edge) => ({ ...edge, line: edge.line + 1 })) };
    const same = await confirmCodeEdges(db, workspaceId, {
      files: [moved, ...rest],
      revision: revision + 1,
    });
    expect([...same].toSorted()).toEqual(rest.map(({ id }) => id).toSorted());
  },
  { title: 'edges that are found again are told from others without being written' },
);

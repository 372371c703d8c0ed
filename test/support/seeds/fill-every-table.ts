import { refreshStatistics } from '@memory/db';
import { indexSources, SHOP } from './code-repository.ts';
import type { TestWorkspace } from '../../host/service.ts';

/** Rows of a filled workspace that tests ask about. */
export interface FilledWorkspace {
  /** Identifiers of memories in the form under test. */
  refs: string[];
  sessionId: string;
  documentId: string;
}

/** Gives a workspace something of everything that moves with it, through the interface alone, and has its jobs done. */
export async function fillEveryTable(service: TestWorkspace): Promise<FilledWorkspace> {
  const sessionId = `session of ${service.id}`;
  await expectOk(service.post('/api/v1/sessions/start', { session_id: sessionId, project_name: 'shop' }));
  const refs: string[] = [];
  for (const [title, narrative] of [
    [
      'Orders are idempotent',
      'An order carries a key; the second attempt finds the first and charges nothing.',
    ],
    [
      'Charging twice was an incident',
      'A retry charged an order twice, since the order had no idempotency key.',
    ],
    [
      'Prices are integers',
      'Prices are cents in integers, so that sums of an order are exact. Größe 🦭 "quoted".',
    ],
  ] as const)
    refs.push(
      service.ref(
        await service.store({
          title,
          narrative,
          tags: ['orders'],
          concepts: ['charging'],
          source_files: ['src/orders.ts'],
          source_session_id: sessionId,
        }),
      ),
    );
  const [first = '', second = ''] = refs;
  await expectOk(
    service.post('/api/v1/relationships', {
      source_id: first,
      target_id: second,
      relationship_type: 'related_to',
      context: 'The incident is why.',
    }),
  );
  await expectOk(
    service.post(`/api/v1/memories/${first}/feedback`, {
      useful: true,
      context: 'Saved a day.',
      session_id: sessionId,
    }),
  );
  await expectOk(service.post(`/api/v1/memories/${second}/access`));
  const trace = { tip: null, whole_id: null, commit_ids: ['0123456789'], pull: 7 };
  await expectOk(
    service.post('/api/v1/branches', {
      project: 'shop',
      clone: '0123456789',
      branches: [
        { name: 'open', state: 'open', ...trace },
        { name: 'merged', state: 'merged', ...trace },
      ],
    }),
  );
  await expectOk(service.post('/api/v1/glossary', { terms: ['order', 'purchase'] }));
  await expectOk(
    service.post(`/api/v1/sessions/${encodeURIComponent(sessionId)}/observations`, {
      observations: [
        {
          content: 'Decided: orders carry an idempotency key, because retries charged twice.',
          kind: 'assistant',
        },
        { content: 'src/orders.ts now looks the key up before it charges.', kind: 'tool', tool_name: 'Edit' },
      ],
    }),
  );
  await expectOk(service.post(`/api/v1/sessions/${encodeURIComponent(sessionId)}/end`, {}));
  const document = await expectOk(
    service.post('/api/v1/documents', {
      title: 'How we charge',
      content: '# How we charge\n\nOnce.\n\n## Retries\n\nA retry carries the key of the first attempt.\n',
      source: 'docs/charging.md',
    }),
  );
  await indexSources(service, SHOP);
  await service.runJobs();
  // Upkeep comes when it is due; the statistics are wanted now.
  await refreshStatistics(service.services.db, (await service.workspace()).id);
  return { refs, sessionId, documentId: document.id ?? document.document_id };
}

async function expectOk(sent: ReturnType<TestWorkspace['post']>) {
  const reply = await sent;
  if (reply.status >= 300) throw new Error(`Filling answered ${reply.status}: ${reply.text}`);
  return reply.body;
}

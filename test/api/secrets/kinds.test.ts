import { expect } from 'vitest';
import { everythingStored } from '../../support/everything-stored.ts';
import { isWhole } from '../../support/portion.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';
import { drawCases, type SecretCase } from '../../../packages/redact/test/secret-cases.ts';
import { countable } from '../../support/seeds/planted-secrets.ts';

const verifies = verifiesWith(testWithService);

/** Of every kind, as they are and in a carrier. */
const planted: SecretCase[] = countable(drawCases(181, { carriers: 1 }));
/** As many as a text that somebody pastes may hold. */
const together = [...batchesOf(planted, 24)].map((cases) => cases.map(({ text }) => text).join('\n\n'));

function* batchesOf<Item>(items: readonly Item[], size = 100): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** Documents that one call has time for on a busy machine: these hold more secrets than text. */
const DOCUMENTS = 12;

const ok = async (sent: ReturnType<TestWorkspace['post']>) => {
  const reply = await sent;
  if (reply.status >= 300) throw new Error(`${reply.status}: ${reply.text}`);
  return reply.body;
};

/** How each place is given them. */
const places: Record<string, (service: TestWorkspace) => Promise<void>> = {
  async memories(service) {
    for (const [index, text] of together.entries())
      await ok(service.post('/api/v1/memories/store', { title: `Notes ${index}`, narrative: text }));
  },
  async documents(service) {
    for (const batch of batchesOf([...together.entries()], DOCUMENTS)) {
      const documents = batch.map(([index, text]) => ({
        title: `Notes ${index}`,
        content: index % 2 === 0 ? `# Notes\n\n${text}\n` : `# Notes\n\n\`\`\`\n${text}\n\`\`\`\n`,
        source: `docs/${index}.md`,
      }));
      expect(await ok(service.post('/api/v1/documents/batch', { documents }))).toMatchObject({ errors: [] });
    }
  },
  async observations(service) {
    const session = `s-${service.id}`;
    await ok(service.post('/api/v1/sessions/start', { session_id: session }));
    for (const batch of batchesOf(planted)) {
      const observations = batch.map(({ text }) => ({ content: text, kind: 'tool' }));
      const body = await ok(service.post(`/api/v1/sessions/${session}/observations`, { observations }));
      expect(body.redacted).toBeGreaterThanOrEqual(batch.length);
    }
  },
};

for (const [place, plant] of Object.entries(places).filter(([name]) => isWhole || name !== 'documents'))
  verifies(
    'secrets.kinds',
    async ({ service }) => {
      await plant(service);
      // They read what is stored.
      if (isWhole) await service.runJobs();
      // A search text has them in lower case.
      const stored = (await everythingStored(service)).toLowerCase();
      expect(stored).toContain('[redacted:password]');
      // As JSON has them: an escape within a secret hides none of it.
      const kept = planted.filter(({ secrets }) =>
        secrets.some((secret) => stored.includes(JSON.stringify(secret).slice(1, -1).toLowerCase())),
      );
      expect(kept.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([]);
      expect(new Set(planted.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(180);
    },
    { title: `${place} keep none of the kinds` },
  );

import { expect } from 'vitest';
import { everythingStored } from '../../support/everything-stored.ts';
import { isWhole } from '../../support/portion.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';
import { drawCases, type SecretCase } from '../../../packages/redact/test/secret-cases.ts';
import { countable } from '../../support/seeds/planted-secrets.ts';

const verifies = verifiesWith(testWithService);

/** Of every kind, as they are and in a carrier; or those of a kind in one text. */
const alone: SecretCase[] = countable(drawCases(181, { carriers: 1 }));
const together: SecretCase[] = [...Map.groupBy(alone, ({ kind }) => kind)].map(([kind, cases]) => ({
  kind,
  carrier: 'together',
  text: cases.map(({ text }) => text).join('\n\n'),
  secrets: cases.flatMap(({ secrets }) => secrets),
}));

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

/** Texts that each place was given, by place. */
const places: Record<string, { planted: SecretCase[]; plant: (service: TestWorkspace) => Promise<void> }> = {
  memories: {
    planted: together,
    async plant(service) {
      for (const { kind, text } of together)
        await ok(service.post('/api/v1/memories/store', { title: `About: ${kind}`, narrative: text }));
    },
  },
  documents: {
    planted: together,
    async plant(service) {
      for (const batch of batchesOf([...together.entries()], DOCUMENTS)) {
        const documents = batch.map(([index, { kind, text }]) => ({
          title: `About: ${kind}`,
          content: index % 2 === 0 ? `# Notes\n\n${text}\n` : `# Notes\n\n\`\`\`\n${text}\n\`\`\`\n`,
          source: `docs/${index}.md`,
        }));
        expect(await ok(service.post('/api/v1/documents/batch', { documents }))).toMatchObject({
          errors: [],
        });
      }
    },
  },
  observations: {
    planted: alone,
    async plant(service) {
      const session = `s-${service.id}`;
      await ok(service.post('/api/v1/sessions/start', { session_id: session }));
      for (const batch of batchesOf(alone)) {
        const observations = batch.map(({ text }) => ({ content: text, kind: 'tool' }));
        const body = await ok(service.post(`/api/v1/sessions/${session}/observations`, { observations }));
        expect(body.redacted).toBeGreaterThanOrEqual(batch.length);
      }
    },
  },
};

for (const [place, { planted, plant }] of Object.entries(places))
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

import { expect } from 'vitest';
import { killUnderLoad } from '../../bench/kills.ts';
import { isWhole } from '../../support/portion.ts';
import { verifies } from '../../support/verifies.ts';

verifies(
  ['local.kills', 'jobs.local.resumes', 'jobs.crash.exactly-once', 'local.restart'],
  async () => {
    // Early in the load and late, when embeddings and discoveries are under way; in its middle, too, in the whole run.
    const moments = isWhole ? [0, 0.4, 0.8] : [0, 0.8];
    const { acknowledged, related, ...figures } = await killUnderLoad(
      moments.length,
      () => moments.shift() ?? 0,
      {
        memoriesMax: 60,
      },
    );
    expect(acknowledged).toBeGreaterThan(0);
    expect(figures).toMatchObject({ lost: [], undone: 0, doubled: [] });
    expect(related).toBeGreaterThan(0);
  },
  { timeoutMs: 240_000 },
);

import { expect } from 'vitest';
import { killUnderLoad } from '../../bench/kills.ts';
import { isWhole } from '../../support/portion.ts';
import { verifies } from '../../support/verifies.ts';

verifies(
  'local.kills',
  async () => {
    // Early in the load and late; in its middle kill.test.ts does, and here the whole run.
    const moments = isWhole ? [0, 0.4, 0.8] : [0, 0.8];
    const { acknowledged, lost, undone } = await killUnderLoad(moments.length, () => moments.shift() ?? 0, {
      memoriesMax: 150,
    });
    expect(acknowledged).toBeGreaterThan(0);
    expect(lost).toEqual([]);
    expect(undone).toBe(0);
  },
  { timeoutMs: 240_000 },
);

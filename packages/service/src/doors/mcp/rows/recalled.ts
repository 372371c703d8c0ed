import { RECALL_NOTICE } from '@memory/core';

/** Says first that what follows is data; nothing follows in an answer without rows. */
export const recalled = <Answer extends object>(answer: Answer): Answer & { notice: string } => ({
  notice: RECALL_NOTICE,
  ...answer,
});

export function listOf<Row>(results: Row[], { ifNone }: { ifNone: string }) {
  return results.length > 0
    ? recalled({ count: results.length, results })
    : { count: 0, results, hint: ifNone };
}

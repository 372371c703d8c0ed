import type { RelationshipType, Verdict } from '@memory/contracts';

/** A settlement is a declared relationship, so that whatever reads relationships knows of it. */
export const TYPE_OF_VERDICT = {
  replaces: 'supersedes',
  both_hold: 'related_to',
  neither_holds: 'contradicts',
} as const satisfies Record<Verdict, RelationshipType>;

export const verdictOf = (type: string): Verdict => {
  for (const [verdict, of] of Object.entries(TYPE_OF_VERDICT)) if (of === type) return verdict as Verdict;
  throw new Error(`No verdict is kept as ${type}.`);
};

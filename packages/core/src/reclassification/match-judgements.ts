/** A model's judgements that cannot be used; none of their batch is written. */
class JudgementError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JudgementError';
  }
}

/**
 * The items that judgements name, in their order.
 * @throws JudgementError for a name that was not given, or one judged twice
 */
export function matchJudgements<Item, Judgement extends { id: string }>(
  items: ReadonlyMap<string, Item>,
  judgements: readonly Judgement[],
): { item: Item; judgement: Judgement }[] {
  const seen = new Set<string>();
  return judgements.map((judgement) => {
    const item = items.get(judgement.id);
    if (item === undefined || seen.has(judgement.id))
      throw new JudgementError(
        `A judgement names what was not given, or the same twice, among ${items.size}.`,
      );
    seen.add(judgement.id);
    return { item, judgement };
  });
}

import type { ToolRow } from '@memory/contracts/tools';
import { estimateTokens } from '@memory/text/estimate-tokens';

/** Tokens of an answer: 10,000, less what a message puts around it and what an estimate misses of words that models seldom read. */
const TOKENS_MAX = 8_100;

/**
 * An answer that a model's context can take: its longest lists lose what stands last in them, and it says how to get the
 * rest.
 */
export function fitAnswer(
  answer: Record<string, unknown>,
  { row, input }: { row: ToolRow; input: Record<string, unknown> },
): Record<string, unknown> {
  let left = costOf(answer) - TOKENS_MAX;
  if (left <= 0) return answer;
  const fitted = { ...answer };
  let dropped = 0;
  while (left > 0) {
    const [longest] = Object.entries(fitted)
      .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > 1)
      .map(([name, list]) => ({ name, list, cost: costOf(list) }))
      .toSorted((a, b) => b.cost - a.cost);
    if (!longest) break;
    const kept = longest.list.slice(0, keptOf(longest.list, left));
    dropped += longest.list.length - kept.length;
    fitted[longest.name] = kept;
    if ('count' in fitted && longest.name === 'results') fitted['count'] = kept.length;
    left = costOf(fitted) + HINT_TOKENS - TOKENS_MAX;
  }
  return {
    ...fitted,
    hint: [fitted['hint'], restHint(dropped, fitted, row, input)].filter(Boolean).join(' '),
  };
}

const HINT_TOKENS = 75;

const costOf = (value: unknown): number => estimateTokens(JSON.stringify(value));

/** How many of a list may stay so that it loses so many tokens; one at the least. */
function keptOf(list: readonly unknown[], tooMany: number): number {
  let [kept, lost] = [list.length, -HINT_TOKENS];
  while (kept > 1 && lost < tooMany) {
    kept -= 1;
    lost += costOf(list[kept]);
  }
  return kept;
}

function restHint(
  dropped: number,
  { results }: Record<string, unknown>,
  { input: { shape }, rest }: ToolRow,
  input: Record<string, unknown>,
): string {
  const next = Number(input['offset'] ?? 0) + (Array.isArray(results) ? results.length : 0);
  return 'offset' in shape
    ? `${dropped} more did not fit: call again with offset ${next}.`
    : `${dropped} more did not fit: ${rest ?? 'ask for less with a smaller limit'}.`;
}

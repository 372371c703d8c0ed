import { reserveTokens, settleTokens, type Workspace } from '@memory/db';
import type { TextGenerator } from '@memory/providers/text-generator';
import { estimateTokens } from '@memory/text/estimate-tokens';
import type { Services } from '../services.ts';

/** The tokens of the workspace's day do not suffice for the call; tomorrow they may. */
export class BudgetExhaustedError extends Error {
  constructor(limit: number) {
    super(`The ${limit} tokens of the workspace's day do not suffice for this call.`);
    this.name = 'BudgetExhaustedError';
  }
}

/**
 * The deployment's text generator within the token budget of a workspace and UTC day; undefined when there is none. What
 * a call may cost is set aside before it and settled after it; a call that fails counts with its input.
 * @throws BudgetExhaustedError from `generate`, before anything is spent
 */
export function budgetedGenerator(
  { db, clock, settings, textGenerator }: Pick<Services, 'db' | 'clock' | 'settings' | 'textGenerator'>,
  workspace: Workspace,
): Pick<TextGenerator, 'generate'> | undefined {
  if (!textGenerator) return undefined;
  return {
    async generate(options) {
      const at = clock();
      const input = estimateTokens(options.system + options.user);
      const reserved = input + options.maxTokens;
      const limit = settings.llmTokensPerDay;
      if (!(await reserveTokens(db, workspace.id, { tokens: reserved, limit, at })))
        throw new BudgetExhaustedError(limit);
      let used = input;
      try {
        const generated = await textGenerator.generate(options);
        used = generated.inputTokens + generated.outputTokens || input;
        return generated;
      } finally {
        await settleTokens(db, workspace.id, { reserved, used, at });
      }
    },
  };
}

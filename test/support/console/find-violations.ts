import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Rules about colours alone, which are most of axe's work. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Violations that axe finds in the page as it is. @param which rules: of colours alone, all but those, or all when absent */
export async function findViolations(page: Page, which?: 'colours' | 'no colours'): Promise<string[]> {
  // As the developer of a page would, past its policy.
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(AXE);
  return page.evaluate(
    async (options) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      return (await axe.run(options)).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
    },
    which === 'colours'
      ? { runOnly: COLOUR_RULES }
      : { rules: which ? Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) : {} },
  );
}

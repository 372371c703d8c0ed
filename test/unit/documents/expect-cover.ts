import { expect } from 'vitest';

import type { Section } from '@memory/sections';

/** Expects the narratives, in their order, to be the whole text but for white space and tables of contents. */
export function expectCover(text: string, sections: readonly Section[]): void {
  let at = 0;
  for (const { narrative } of sections) {
    const start = text.indexOf(narrative, at);
    expect(start, `“${narrative.slice(0, 60)}” stands in the text, unchanged and in order`).not.toBe(-1);
    const between = text
      .slice(at, start)
      .replaceAll(/^ *(?:#+ .*|(?:[-*+]|\d+[.)]) +\[.*\]\(#.*\)) *$/gmu, '');
    expect(between.trim(), 'only white space and a table of contents are left out').toBe('');
    at = start + narrative.length;
  }
  expect(text.slice(at).trim(), 'nothing is left out at the end').toBe('');
}

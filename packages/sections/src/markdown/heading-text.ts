/** Attributes behind a heading: `{#id}`, `{.class}` and `{: #id}`, and those that stand in a comment of MDX. */
const attributes = /\{(?::|#|\.|\/\*)[^{}]*\}$/;

/** Where a long name may be broken, and what VitePress shows as the sign of a permalink. */
const withoutWidth = /[\u200B\u2060\uFEFF]/gu;

/** Signs that generators append to a heading to link to it. */
const permalinks: ReadonlySet<string> = new Set(['¶', '#', '🔗', '§', '◆', '⚓', '∞']);

/** A heading as readers see it: without the attributes of its anchor and the sign of its permalink. */
export function headingText(text: string): string {
  let shown = text.replaceAll(withoutWidth, '').replaceAll(/\s+/g, ' ').trim();
  // Doxygen puts its sign before.
  const space = shown.indexOf(' ');
  if (space > 0 && permalinks.has(shown.slice(0, space))) shown = shown.slice(space + 1);
  for (let before = ''; before !== shown;) {
    before = shown;
    shown = shown.replace(attributes, '').trimEnd();
    const end = shown.lastIndexOf(' ') + 1;
    if (end > 0 && permalinks.has(shown.slice(end))) shown = shown.slice(0, end).trimEnd();
    else if (shown.endsWith('¶')) shown = shown.slice(0, -1).trimEnd();
  }
  return shown;
}

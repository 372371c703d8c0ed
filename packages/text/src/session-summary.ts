/** A summary in the form of earlier sessions (`Asked: …`, or `Asked:` above a list), or as Markdown (`## Asked` above a list). */
const HEADING = /^(?:#{1,3} )?(?<name>[A-Z][A-Za-z ]{2,24}?)(?::(?: (?<said>.+))?)?$/u;

/** The lines of a summary under each of its headings; those before the first are under the empty name. */
function summarySections(summary: string): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let current: string[] = [];
  sections.set('', current);
  for (const line of summary.split('\n').map((each) => each.trim())) {
    const { name, said } = (line.startsWith('- ') ? undefined : HEADING.exec(line)?.groups) ?? {};
    if (name !== undefined && (line.startsWith('#') || line.includes(':'))) {
      current = said === undefined ? [] : [said];
      sections.set(name, current);
    } else if (line !== '') current.push(line.replace(/^[-*] /u, ''));
  }
  return sections;
}

const CAME_OF_IT = ['Outcome', 'Decided', 'Found', 'Fixed', 'Changed', ''] as const;

export function summaryInShort(summary: string): { asked: string | undefined; outcome: string | undefined } {
  const sections = summarySections(summary);
  const outcome = CAME_OF_IT.map((name) => sections.get(name)?.[0]).find((line) => line !== undefined);
  return { asked: sections.get('Asked')?.[0], outcome };
}

/** The same as Markdown: earlier summaries put a list right below `Asked:`, which swallows the next heading. */
export const summaryMarkdown = (summary: string): string =>
  summary
    .split('\n')
    .map((line) => line.replace(/^(?<name>[A-Z][A-Za-z ]{2,24}):(?<said> .+)?$/u, '\n**$<name>:**$<said>\n'))
    .join('\n');

/** `person, prompt 3`: who said a memory in its session, and where; undefined where that is not known. */
export const saidBy = (memory: { speaker?: string | null; prompt?: number | null }): string | undefined =>
  memory.speaker
    ? `${memory.speaker}, ${memory.prompt ? `prompt ${memory.prompt}` : 'before the first prompt'}`
    : undefined;

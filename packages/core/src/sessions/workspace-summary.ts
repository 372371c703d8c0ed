import type { Headline, Named, WorkspaceOverview } from '@memory/db';

/** Plural where it is not the word and an `s`. */
const PLURALS: Record<string, string> = {
  discovery: 'discoveries',
  architecture: 'architecture',
  general: 'general',
  wiki: 'wiki',
  sdlc_knowledge: 'development documents',
};

/** A few lines for whoever begins to work: how much there is, what it is about, what was decided and what broke last. */
export function workspaceSummary(overview: WorkspaceOverview): string {
  if (overview.memories === 0)
    return overview.sessions <= 1
      ? 'This workspace holds no memories yet.'
      : `This workspace holds no memories yet, after ${overview.sessions} sessions.`;
  // Names of communities say more than single words; before the first analysis of the graph there are none.
  const topics = overview.topics.length > 0 ? overview.topics : overview.concepts;
  return [
    `${plural(overview.memories, 'memory', 'memories')} from ${plural(overview.sessions, 'session', 'sessions')}: ${overview.types.map(countType).join(', ')}.`,
    line('Main topics', topics.map(countName)),
    list('Latest decisions', overview.decisions),
    list('Latest incidents', overview.incidents),
    line('Files that come up most', overview.files.map(countName)),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const countType = ({ name, count }: Named): string => plural(count, name, PLURALS[name] ?? `${name}s`);

const countName = ({ name, count }: Named): string => `${name} (${count})`;

const line = (name: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `${name}: ${items.join(', ')}.`;

const list = (name: string, headlines: readonly Headline[]): string =>
  headlines.length === 0
    ? ''
    : [`${name}:`, ...headlines.map(({ title, date }) => `- ${title} (${date})`)].join('\n');

import type { SessionFacts } from './session-observation.ts';

export interface SessionCounts {
  observations: number;
  /** Memories that were stored while it went on. */
  stored: number;
  /** Memories that its observations say. */
  drawn: number;
  /** Facts that its observations say and memories of other sessions said before. */
  known?: number;
}

/** One line of what is known: project, branch, duration, how much was observed, stored and drawn from that. */
export function sessionLine(
  session: SessionFacts,
  { observations, stored, drawn, known = 0 }: SessionCounts,
): string {
  const [project, branch] = [session.project_name.trim(), session.branch_name.trim()];
  const facts = [
    `${project} ${branch && `on ${branch}`}`.trim() || 'Session',
    session.ended_at === null ? '' : duration(session.ended_at.getTime() - session.started_at.getTime()),
    observations === 0 ? 'nothing observed' : plural(observations, 'observation', 'observations'),
    stored === 0 && drawn + known > 0 ? '' : memories(stored, 'stored'),
    drawn === 0 ? '' : memories(drawn, 'drawn from the observations'),
    known === 0 ? '' : `${known} known already`,
  ];
  return `${facts.filter((fact) => fact !== '').join(', ')}.`;
}

const memories = (count: number, how: string): string =>
  `${count === 0 ? 'no memories' : plural(count, 'memory', 'memories')} ${how}`;

function duration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return plural(minutes, 'minute', 'minutes');
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ''}`;
}

export const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

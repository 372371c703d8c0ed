import type { SessionFacts } from './session-observation.ts';

/** One line of what is known: project, branch, duration, how much was observed and stored. */
export function sessionLine(session: SessionFacts, observed: number, stored: number): string {
  const place = [
    session.project_name.trim(),
    session.branch_name.trim() && `on ${session.branch_name.trim()}`,
  ];
  const facts = [
    place.filter((part) => part !== '').join(' ') || 'Session',
    session.ended_at === null ? '' : duration(session.ended_at.getTime() - session.started_at.getTime()),
    observed === 0 ? 'nothing observed' : plural(observed, 'observation', 'observations'),
    stored === 0 ? 'no memories stored' : `${plural(stored, 'memory', 'memories')} stored`,
  ];
  return `${facts.filter((fact) => fact !== '').join(', ')}.`;
}

function duration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return plural(minutes, 'minute', 'minutes');
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ''}`;
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

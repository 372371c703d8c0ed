import type { CapturedEvent } from '../capture/captured-event.ts';

/** What opens a session with the service, from any event of it: several hosts tell of no start. */
export const sessionBody = ({
  project,
  branch,
  author,
  origin,
  host,
}: Pick<CapturedEvent, 'project' | 'branch' | 'author' | 'origin' | 'host'>) => ({
  project_name: project,
  branch_name: branch,
  user_email: author === undefined || author.length > 254 ? null : author,
  metadata: { agent: host, ...(origin === undefined ? {} : { origin }) },
});

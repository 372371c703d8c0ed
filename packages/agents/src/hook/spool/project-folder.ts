import { createHash } from 'node:crypto';
import { OWN_SERVICE } from '../service/service-name.ts';

/** Between a project's key, which has none, and what its events are bound to. */
const SIGN = '@';

/** A service as the name of a folder has it; nothing for the user's own. */
export const bindingOf = (service: string): string =>
  service === OWN_SERVICE ? '' : SIGN + createHash('sha256').update(service).digest('hex').slice(0, 12);

/** The folder of what was captured in a project for one service: it is sent to no other. */
export const projectFolder = (key: string, service: string): string => key + bindingOf(service);

/** What the events of a project's folder are bound to. */
export function bindingIn(folder: string): string {
  const at = folder.lastIndexOf(SIGN);
  return at < 0 || /[/\\]/u.test(folder.slice(at)) ? '' : folder.slice(at);
}

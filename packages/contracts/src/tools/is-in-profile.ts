import type { Profile } from '../profiles.ts';
import { additionalTools } from './additional-tools.ts';
import type { ToolRow } from './tool.ts';

/** Whether one of the profiles holds a tool. */
export function isInProfile(profiles: readonly Profile[], name: string, { core }: ToolRow): boolean {
  if (Object.hasOwn(additionalTools, name)) return profiles.includes('additional');
  return profiles.includes('full') || (profiles.includes('core') && core === true);
}

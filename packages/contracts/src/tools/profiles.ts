import { additionalTools } from './additional-tools.ts';
import type { ToolRow } from './tool.ts';

/** Sets of tools that a client may ask for, several at once. */
export const PROFILES = ['core', 'full', 'additional'] as const;
export type Profile = (typeof PROFILES)[number];

const isProfile = (name: string): name is Profile => PROFILES.some((known) => known === name);

/** Profiles as an address or a setting names them, separated by commas; undefined when one of them does not exist. */
export function parseProfiles(given: string): Profile[] | undefined {
  const names = given.split(',').map((name) => name.trim());
  return names.every(isProfile) ? names : undefined;
}

/** Whether one of the profiles holds a tool. */
export function isInProfile(profiles: readonly Profile[], name: string, { core }: ToolRow): boolean {
  if (Object.hasOwn(additionalTools, name)) return profiles.includes('additional');
  return profiles.includes('full') || (profiles.includes('core') && core === true);
}

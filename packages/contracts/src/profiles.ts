/** Sets of tools that a client may ask for, several at once; `hooked` is `core` where hooks keep the sessions. */
export const PROFILES = ['core', 'hooked', 'full', 'additional'] as const;
export type Profile = (typeof PROFILES)[number];

const isProfile = (name: string): name is Profile => PROFILES.some((known) => known === name);

/** Profiles as an address or a setting names them, separated by commas; undefined when one of them does not exist. */
export function parseProfiles(given: string): Profile[] | undefined {
  const names = given.split(',').map((name) => name.trim());
  return names.every(isProfile) ? names : undefined;
}

import { readFileSync } from 'node:fs';
import { writeOwnFile } from './write-own-file.ts';

/** What is set for a user. Everything is optional; an absent file is an empty one. */
export interface UserConfig {
  /** Address of the service: the user's own by default, a team's after `setup --team`. */
  url?: string;
  /** API key for that address. */
  key?: string;
  /** Which workspace of a team a login means that belongs to several. */
  workspaceId?: string;
  /** Settings of the user's own service, such as `EMBEDDER`; see the README's table. */
  settings?: Record<string, string>;
  /** Nothing is captured at all. */
  private?: boolean;
  /** Globs over paths relative to a project, and absolute folders: nothing about such files is captured. */
  exclude?: string[];
  /** By root folder of a project. */
  projects?: Record<string, { private?: boolean; exclude?: string[] }>;
}

/**
 * Reads `config.json`.
 * @throws when it is there and no JSON object: a private mode that nobody reads would be none
 */
export function readUserConfig(path: string): UserConfig {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${path} should hold a JSON object.`);
  return value;
}

/** Keeps what it does not know. */
export function writeUserConfig(path: string, config: UserConfig): void {
  writeOwnFile(path, `${JSON.stringify(config, undefined, 2)}\n`);
}

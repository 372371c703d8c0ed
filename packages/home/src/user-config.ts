import { readFileSync } from 'node:fs';
import { writeOwnFile } from './write-own-file.ts';

/** What is set for a user. Everything is optional; an absent file is an empty one. */
export interface UserConfig {
  /** Address of the service: the user's own by default, a team's after `setup --team`. */
  url?: string;
  /** API key for that address. */
  key?: string;
  /** API key for the user's own service, while a team's is used. */
  ownKey?: string;
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
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/u, ''));
  if (!isRecord(value)) throw new Error(`${path} should hold a JSON object.`);
  for (const [name, isRight] of Object.entries(SHAPE))
    if (value[name] !== undefined && !isRight(value[name]))
      throw new Error(`${path}: "${name}" does not have the form that it should.`);
  return value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** Written by hand as well, and read at the start of every hook: no library is worth its time there. */
const SHAPE: Readonly<Record<keyof UserConfig, (value: unknown) => boolean>> = {
  url: isText,
  key: isText,
  ownKey: isText,
  workspaceId: isText,
  settings: (value) => isRecord(value) && Object.values(value).every(isText),
  private: isFlag,
  exclude: areTexts,
  projects: (value) =>
    isRecord(value) &&
    Object.values(value).every(
      (project) =>
        isRecord(project) &&
        (project['private'] === undefined || isFlag(project['private'])) &&
        (project['exclude'] === undefined || areTexts(project['exclude'])),
    ),
};

/** Keeps what it does not know. */
export function writeUserConfig(path: string, config: UserConfig): void {
  writeOwnFile(path, `${JSON.stringify(config, undefined, 2)}\n`);
}

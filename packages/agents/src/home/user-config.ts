import { readFileSync } from 'node:fs';
import { codeOf } from '@memory/text/error-facts';
import { parseJson } from './attempt.ts';
import { writeOwnFile } from './write-own-file.ts';

/** With less nothing of worth can be told; more is more than a block ever has. */
const TOLD_MIN = 200;
const TOLD_MAX = 4_000;

/** Settings of a user. Everything is optional; an absent file is an empty one. */
export interface UserConfig {
  /** Address of the service: the user's own by default, a team's after `setup --team`. */
  url?: string;
  key?: string;
  /** API key for the user's own service, while a team's is used. */
  ownKey?: string;
  /** Which workspace of a team a login means that belongs to several. */
  workspaceId?: string;
  /** Settings of the user's own service, such as `EMBEDDER`; see docs/settings.md. */
  settings?: Record<string, string>;
  /** Nothing is captured at all. */
  private?: boolean;
  /** Globs over paths relative to a project, and absolute folders: nothing about such files is captured. */
  exclude?: string[];
  /** Tellings of hooks at the start and after a compaction, to a prompt, and about a file: false nothing, a number so many tokens at most. */
  tell?: Partial<Record<'start' | 'prompt' | 'file', boolean | number>>;
  /** False: as `tell.file`, which goes before it. */
  tellAboutFiles?: boolean;
  /** By root folder of a project, or by its repository: `github.com/acme/blog`, `acme/blog` or `blog`. */
  projects?: Record<string, { private?: boolean; exclude?: string[] }>;
}

/** Reads `config.json`. @throws when it is there and no JSON object: a private mode that nobody reads would be none */
export function readUserConfig(path: string): UserConfig {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    throw error;
  }
  const value = parseJson(text.replace(/^\uFEFF/u, ''));
  if (!isRecord(value)) throw new Error(`${path} should hold a JSON object.`);
  for (const [name, { isRight, should }] of Object.entries(SHAPE))
    if (value[name] !== undefined && !isRight(value[name]))
      throw new Error(`${path}: "${name}" should be ${should}.`);
  const { settings, ...others } = value;
  if (!isRecord(settings)) return others;
  const texts = Object.entries(settings).map(([name, setting]) => {
    // People write 8080 and true as they would anywhere else in JSON.
    if (!['string', 'number', 'boolean'].includes(typeof setting))
      throw new Error(`${path}: "settings.${name}" should be text, a number, true or false.`);
    return [name, String(setting)] as const;
  });
  return { ...others, settings: Object.fromEntries(texts) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Form {
  isRight: (value: unknown) => boolean;
  should: string;
}

const text: Form = { isRight: (value) => typeof value === 'string', should: 'text' };
const flag: Form = { isRight: (value) => typeof value === 'boolean', should: 'true or false' };
const texts: Form = {
  isRight: (value) => Array.isArray(value) && value.every(text.isRight),
  should: 'a list of texts',
};

/** Written by hand as well, and read at the start of every hook: no library is worth its time there. */
const SHAPE: Readonly<Record<keyof UserConfig, Form>> = {
  url: text,
  key: text,
  ownKey: text,
  workspaceId: text,
  settings: { isRight: isRecord, should: 'an object, such as {"PORT": 4788}' },
  private: flag,
  exclude: texts,
  tell: {
    isRight: (value) =>
      isRecord(value) &&
      Object.entries(value).every(
        ([moment, told]) =>
          ['start', 'prompt', 'file'].includes(moment) &&
          (flag.isRight(told) ||
            (Number.isInteger(told) && Number(told) >= TOLD_MIN && Number(told) <= TOLD_MAX)),
      ),
    should: `an object of start, prompt and file, each true, false or ${TOLD_MIN} to ${TOLD_MAX} tokens`,
  },
  tellAboutFiles: flag,
  projects: {
    isRight: (value) =>
      isRecord(value) &&
      Object.values(value).every(
        (project) =>
          isRecord(project) &&
          (project['private'] === undefined || flag.isRight(project['private'])) &&
          (project['exclude'] === undefined || texts.isRight(project['exclude'])),
      ),
    should: 'an object, such as {"github.com/acme/blog": {"private": true, "exclude": ["secrets"]}}',
  },
};

/** Keeps what it does not know. */
export function writeUserConfig(path: string, config: UserConfig): void {
  writeOwnFile(path, `${JSON.stringify(config, undefined, 2)}\n`);
}

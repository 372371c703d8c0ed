import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parse } from 'yaml';

type Files = Record<string, string>;

interface Told {
  source: string;
  /** Of a Git repository that they lie in; `{HEAD}` of a message is the last one before. */
  commits?: { at: string; message: string; files: Files }[];
  files?: Files;
  /** Files that are no text. */
  hex?: Files;
  /** Databases by the statements that make them. */
  sql?: Files;
  /** Path to import, of the folder when absent. */
  at?: string;
  memories: number;
  relationships?: number;
  passed?: readonly string[];
  /** Of one of the memories. */
  holds: Record<string, unknown>;
}

/** Files of a tool on a machine, in its own form, with something broken in them where that can be. */
export interface ImportFixture extends Pick<
  Told,
  'source' | 'memories' | 'relationships' | 'passed' | 'holds'
> {
  /** @returns the path to import */
  write(folder: string): Promise<string>;
}

const { fixtures, transcripts } = parse(
  readFileSync(new URL('../../fixtures/imports.yaml', import.meta.url), 'utf8'),
) as { fixtures: Told[]; transcripts: Record<'claude' | 'codex', string> };

async function write(folder: string, files: Files = {}, encoding: BufferEncoding = 'utf8'): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, Buffer.from(content, encoding));
  }
}

async function commitAll(folder: string, commits: Required<Told>['commits']): Promise<void> {
  const git = (args: string[], input = '', env = {}) =>
    execFileSync('git', args, { cwd: folder, input, encoding: 'utf8', env: { ...process.env, ...env } });
  git(['init', '-q', '-b', 'main']);
  let head = '';
  for (const { at, message, files } of commits) {
    await write(folder, files);
    git(['add', '-A']);
    const author = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com', GIT_AUTHOR_DATE: at };
    const committer = Object.entries(author).map(([name, value]) => [
      name.replace('AUTHOR', 'COMMITTER'),
      value,
    ]);
    git(['commit', '-q', '--allow-empty', '--cleanup=verbatim', '-F', '-'], message.replace('{HEAD}', head), {
      ...author,
      ...Object.fromEntries(committer),
    });
    head = git(['rev-parse', 'HEAD']).trim();
  }
}

export const IMPORT_FIXTURES: readonly ImportFixture[] = fixtures.map(
  ({ commits, files, hex, sql = {}, at = '', ...told }) => ({
    ...told,
    async write(folder) {
      if (commits) await commitAll(folder, commits);
      await write(folder, files);
      await write(folder, hex, 'hex');
      for (const [name, statements] of Object.entries(sql)) {
        const file = new DatabaseSync(join(folder, name));
        file.exec(statements);
        file.close();
      }
      return join(folder, at);
    },
  }),
);

/** A secret of this form stands nowhere in the repository. */
const SECRET = `sk-ant-api03-${'Ab3'.repeat(31)}-AAAAAAAA`;

const transcriptIn = (cwd: string, of: keyof typeof transcripts): string =>
  transcripts[of].replaceAll('{CWD}', cwd).replace('{SECRET}', SECRET);

/** A session of Claude Code with a secret, a failure, a tool of ours, and lines that are no session. */
export const CLAUDE_TRANSCRIPT = (cwd: string): string => transcriptIn(cwd, 'claude');

/** A session of Codex. */
export const CODEX_ROLLOUT = (cwd: string): string => transcriptIn(cwd, 'codex');

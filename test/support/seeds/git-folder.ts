import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface GitFolder {
  root: string;
  /** Writes files; null deletes one. */
  write(files: Readonly<Record<string, string | null>>): void;
  git(...args: string[]): string;
  /** @returns the id */
  commit(message: string, at?: string): string;
}

/** A repository of its own with a remote, until the test ends. */
export function gitFolder(files: Readonly<Record<string, string>> = {}): GitFolder {
  const root = mkdtempSync(join(tmpdir(), 'workspace-memory-git-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (args: readonly string[], environment: Record<string, string> = {}) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      encoding: 'utf8',
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const folder: GitFolder = {
    root,
    write: (written) => {
      for (const [path, text] of Object.entries(written)) {
        const place = join(root, path);
        mkdirSync(dirname(place), { recursive: true });
        if (text === null) rmSync(place);
        else writeFileSync(place, text);
      }
    },
    git: (...args) => git(args),
    commit: (message, at = new Date().toISOString()) => {
      git(['add', '-A']);
      git(['commit', '-q', '-m', message], { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at });
      return git(['rev-parse', 'HEAD']);
    },
  };
  git(['init', '-q', '-b', 'main']);
  git(['remote', 'add', 'origin', 'https://github.com/acme/shop.git']);
  folder.write(files);
  if (Object.keys(files).length > 0) folder.commit('Begin');
  return folder;
}

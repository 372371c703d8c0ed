import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Exact, so that figures of different days can be compared. */
const VERSIONS: Record<string, string> = {
  'sqlite-vec': '0.1.9',
  [`sqlite-vec-${process.platform}-${process.arch}`]: '0.1.9',
  '@lancedb/lancedb': '0.39.0',
  [`@lancedb/lancedb-${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`]:
    '0.39.0',
  '@orama/orama': '3.1.18',
  '@modelcontextprotocol/server-memory': '2026.8.31',
};

const FOLDER = join(tmpdir(), 'workspace-memory-peers');

export interface InstalledPeers {
  import(name: string): Promise<unknown>;
  /** Of a file inside a package. */
  path(name: string): string;
}

/**
 * Installs the engines that ours is compared with into a folder beside the system's temporary files, once: they are no part
 * of the product, of its lock file or of what is scanned. Their binaries come as packages, so no script of theirs runs.
 */
export function installPeers(): InstalledPeers {
  const manifest = join(FOLDER, 'package.json');
  const wanted = JSON.stringify({ private: true, dependencies: VERSIONS }, null, 2);
  const isThere = existsSync(join(FOLDER, 'node_modules')) && readFileSync(manifest, 'utf8') === wanted;
  if (!isThere) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(manifest, wanted);
    execFileSync(
      'npm',
      ['install', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--no-package-lock'],
      {
        cwd: FOLDER,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
  }
  const { resolve } = createRequire(manifest);
  return {
    import: (name) => import(pathToFileURL(resolve(name)).href),
    path: (name) => join(FOLDER, 'node_modules', name),
  };
}

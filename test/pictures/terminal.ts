import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderTerminal, type Scene } from './render-terminal.ts';

/** Records the terminal of the README: commands that run, in a new home and a new repository. */
const ROOT = new URL('../../', import.meta.url).pathname;
const PAGE = join(ROOT, 'docs/pictures/terminal.svg');

const SOURCE = (seconds: number) => `/** After so many seconds a payment is given up. */
export const GIVE_UP_AFTER_S = ${seconds};
`;

const folder = mkdtempSync(join(tmpdir(), 'workspace-memory-picture-'));
const shop = join(folder, 'shop');
const env = {
  PATH: process.env['PATH'],
  HOME: folder,
  WORKSPACE_MEMORY_HOME: join(folder, 'home'),
  COLUMNS: '84',
};
mkdirSync(join(shop, 'src'), { recursive: true });
writeFileSync(join(shop, 'src/retry.ts'), SOURCE(540));
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...words], {
    cwd: shop,
    env,
  });
git('init', '--quiet', '--initial-branch', 'main');
git('add', '.');
git('commit', '--quiet', '--message', 'Give payments up after nine minutes');

const scenes: Scene[] = [];
/** Runs what is typed and keeps what it prints, without what a start prints while it waits. */
function run(command: string, { silent = false } = {}): void {
  const { stdout, stderr, status } = spawnSync(
    'bash',
    ['-c', `workspace-memory() { ${process.execPath} ${ROOT}packages/agents/src/main.ts "$@"; }\n${command}`],
    {
      cwd: shop,
      env,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stdout}${stderr}`);
  if (!silent) scenes.push({ command, output: stdout.trimEnd().split('\n') });
}

try {
  run('workspace-memory up', { silent: true });
  run('workspace-memory index .', { silent: true });
  run(
    "workspace-memory add 'Payments are given up after 540 s' 'The bank forgets an authorisation after ten minutes; GIVE_UP_AFTER_S stays below.' --type decision --file src/retry.ts",
  );
  run("workspace-memory search 'when are payments given up'");
  run("sed -i 's/540/900/' src/retry.ts && workspace-memory check");
  run('workspace-memory why src/retry.ts:2');
} finally {
  spawnSync(process.execPath, [`${ROOT}packages/agents/src/main.ts`, 'down'], { env });
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
writeFileSync(PAGE, renderTerminal(scenes, { columns: 86 }));

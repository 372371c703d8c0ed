import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findHome } from '../../packages/agents/src/home/find-home.ts';
import { recordFigure } from './support/record-figure.ts';
import { readSpoolState } from '../../packages/agents/src/hook/spool/read-spool.ts';

const run = promisify(execFile);

const ROOT = new URL('../../', import.meta.url).pathname;

const DECISION = 'We decided to round cart totals once, at the end, because invoices round half to even.';

const LIMIT_S = 60;

/** Of each, for the figures of hooks. */
const STARTS = Number(process.env['HOOK_STARTS'] ?? 40);

interface Handler {
  command: string;
  args: string[];
}

/** From `npm pack` to a memory of one session that the next one is told, on the machine's own Node; and what is left behind. */
export async function benchFirstMemory(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-memory-first-'));
  const user = join(folder, 'user');
  const project = join(folder, 'shop');
  await mkdir(join(project, '.git'), { recursive: true });
  await mkdir(join(user, '.claude'), { recursive: true });
  await writeFile(
    join(user, '.claude', 'settings.json'),
    '{\n  "model": "opus", "permissions": {"allow": []}\n}\n',
  );
  const before = await filesOf(user);
  const environment = { PATH: systemPath(), HOME: user, WORKSPACE_MEMORY_HOME: '' };
  const home = findHome({ HOME: user }, process.platform);
  const bin = join(folder, 'node_modules/workspace-memory/bin/workspace-memory.js');
  const { stdout: version } = await run('node', ['--version'], { env: environment });
  const command = (...words: string[]) =>
    run('node', [bin, ...words], { cwd: project, env: environment }).then(({ stdout }) => stdout);
  console.log(`Node ${version.trim()}, ${await load()}`);
  let total = 0;
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await work();
    const seconds = (performance.now() - from) / 1_000;
    total += seconds;
    console.log(`${name.padEnd(44)} ${seconds.toFixed(1).padStart(6)} s`);
    return result;
  };
  try {
    const tarball = await step('npm pack', async () => {
      await run('npm', ['pack', '--silent', '--pack-destination', folder], {
        cwd: join(ROOT, 'packages/agents'),
      });
      return join(folder, (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '');
    });
    recordFigure('package', (await stat(tarball)).size / 1e6);
    await step('npm install of the tarball', async () => {
      await writeFile(join(folder, 'package.json'), '{"private":true}');
      const npm = ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', tarball];
      // The packages that npm keeps are the machine's, not those of an empty home.
      const cache = (await run('npm', ['config', 'get', 'cache'])).stdout.trim();
      await run('npm', [...npm, '--cache', cache], {
        cwd: folder,
        env: { ...process.env, PATH: systemPath() },
      });
    });
    await step('workspace-memory: the service is ready', () => command());
    await step('setup claude --yes', () => command('setup', 'claude', '--yes'));
    const handlers = await registered(join(user, '.claude', 'settings.json'));
    const fire = async (session: string, event: string, payload: object): Promise<string> => {
      const handler = handlers.get(event);
      if (!handler) throw new Error(`No hook is registered for ${event}.`);
      const child = spawn(handler.command, handler.args, {
        cwd: project,
        env: environment,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      child.stdin.end(
        JSON.stringify({ session_id: session, cwd: project, hook_event_name: event, ...payload }),
      );
      return text(child.stdout);
    };
    await step('a first session, 5 events', async () => {
      await fire('one', 'SessionStart', { source: 'startup' });
      await fire('one', 'UserPromptSubmit', { prompt: 'The cart total is off by one cent. Find out why.' });
      await fire('one', 'PostToolUse', {
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
        tool_response: { stdout: '3 passed', stderr: '' },
        tool_use_id: 't1',
      });
      await fire('one', 'Stop', { last_assistant_message: DECISION });
      await fire('one', 'SessionEnd', { reason: 'other' });
    });
    await step('the spool is empty', async () => {
      while (readSpoolState(home).events > 0) await sleep(100);
    });
    await step('a second session is told', async () => {
      for (let number = 0; ; number += 1) {
        const told = await fire(`two-${number}`, 'SessionStart', { source: 'startup' });
        if (told.includes('round cart totals once')) return;
        if (number === 100) throw new Error('It was never told.');
        await sleep(250);
      }
    });
    recordFigure('first memory', total);
    console.log(
      `${'together'.padEnd(44)} ${total.toFixed(1).padStart(6)} s${total > LIMIT_S ? `  MISS: ${LIMIT_S} s` : ''}, ${await load()}`,
    );
    await latencies(environment, fire);
    await sleep(20_000);
    const { pid } = JSON.parse(await command('status', '--json')) as { pid: number };
    const resident = await residentMb(pid);
    recordFigure('resting service', resident);
    console.log(`the service at rest: ${resident} MB`);
    await command('setup', '--undo', '--yes');
    await command('down');
    const after = await filesOf(user);
    const own = home.folder.slice(user.length + 1);
    const left = [...after.keys()].filter(
      (path) => before.get(path) !== after.get(path) && !path.startsWith(own),
    );
    const gone = [...before.keys()].filter((path) => !after.has(path));
    console.log(
      `after setup --undo: ${left.length} files of others left, ${gone.length} gone or changed${[...left, ...gone].map((path) => `\n  ${path}`).join('')}`,
    );
  } finally {
    await command('down').catch(() => undefined);
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Wall time of hooks as the agent starts them, with the service beside; and of Node alone. */
async function latencies(
  environment: NodeJS.ProcessEnv,
  fire: (session: string, event: string, payload: object) => Promise<string>,
): Promise<void> {
  const times: Record<'node -e 0' | 'capture' | 'prompt', number[]> = {
    'node -e 0': [],
    capture: [],
    prompt: [],
  };
  const timed = async (name: keyof typeof times, work: () => Promise<unknown>) => {
    const from = performance.now();
    await work();
    times[name].push(performance.now() - from);
  };
  for (let number = 0; number < STARTS; number += 1) {
    await timed('node -e 0', () => run('node', ['-e', '0'], { env: environment }));
    await timed('capture', () =>
      fire('three', 'PostToolUse', {
        tool_name: 'Bash',
        tool_input: { command: `npm test ${number}` },
        tool_response: { stdout: 'lorem ipsum\n'.repeat(200), stderr: '' },
        tool_use_id: `t${number}`,
      }),
    );
    // Each in a session of its own, since one is told a memory once.
    await timed('prompt', () =>
      fire(`four-${number}`, 'UserPromptSubmit', {
        prompt: `How are cart totals rounded on page ${number}, at each line or once at the end?`,
        prompt_id: `p${number}`,
      }),
    );
  }
  for (const [name, all] of Object.entries(times)) {
    const sorted = all.toSorted((a, b) => a - b);
    const at = (share: number) =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
    console.log(`${name.padEnd(44)} median ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)} ms`);
  }
  console.log(await load());
}

const load = async (): Promise<string> =>
  `load ${(await readFile('/proc/loadavg', 'utf8').catch(() => '?')).split(' ')[0]}`;

async function residentMb(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', `${pid}`]);
  return Math.round(Number(stdout) / 1_024);
}

/** Without the programs of the repository: the Node of the machine. */
const systemPath = (): string =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((each) => !each.includes('node_modules'))
    .join(delimiter);

async function registered(settings: string): Promise<Map<string, Handler>> {
  const { hooks } = JSON.parse(await readFile(settings, 'utf8')) as {
    hooks: Record<string, { hooks: Handler[] }[]>;
  };
  return new Map(
    Object.entries(hooks).flatMap(([event, [group]]) => {
      const handler = group?.hooks[0];
      return handler ? [[event, handler] as const] : [];
    }),
  );
}

/** Every file below a folder with what it holds. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  if (!existsSync(folder)) return new Map();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => ({
    path: join(entry.parentPath, entry.name),
    isFile: entry.isFile(),
  }));
  return new Map(
    await Promise.all(
      paths.map(
        async ({ path, isFile }) =>
          [path.slice(folder.length + 1), isFile ? await readFile(path, 'base64') : 'folder'] as const,
      ),
    ),
  );
}

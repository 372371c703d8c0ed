import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { makeProgram } from '../../packages/agents/src/command/program.ts';
import { Git } from '../../packages/agents/src/git/git.ts';
import { findProject } from '../../packages/agents/src/hook/project/find-project.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { callTool } from '../support/clients/mcp-client.ts';
import { environmentOf, startBridge } from '../support/clients/stdio-bridge.ts';
import { gitFolder, type GitFolder } from '../support/seeds/git-folder.ts';
import { makeFolder } from '../support/seeds/make-folder.ts';
import { verifiesWith } from '../support/verifies.ts';
import { makeDesk } from '../unit/hook/run.ts';

const verifies = verifiesWith(testWithService);

/** Some account of every system that is not the one which runs the tests. */
const SOMEBODY_ELSE = 65_534;

interface Planted extends GitFolder {
  /** How often a program of the repository ran since it was asked last. */
  ran: () => number;
}

/** A repository whose settings name a program wherever git takes one, and whose first commit is missing. */
async function plant(): Promise<Planted> {
  const folder = gitFolder({
    'a.ts': 'export const a = 1;\n',
    'notes.md': '# Notes\n\nWe sell shoes.\n',
    '.gitattributes': '* filter=x=y diff=d\n',
  });
  const { root, git } = folder;
  const aside = await makeFolder();
  const [program, log] = [join(aside, 'evil.sh'), join(aside, 'ran')];
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${log}\nexit 1\n`, { mode: 0o755 });
  folder.write({ 'b.ts': 'export const b = 2;\n' });
  folder.commit('Second');
  const first = git('rev-list', '--max-parents=0', 'HEAD');
  const object = (hash: string) => join(root, '.git/objects', hash.slice(0, 2), hash.slice(2));
  git('config', 'core.repositoryformatversion', '1');
  const settings = {
    'extensions.partialClone': 'origin',
    'remote.origin.promisor': 'true',
    'remote.origin.url': `ext::${program}`,
    'remote.origin.uploadpack': program,
    'protocol.ext.allow': 'always',
    'core.sshCommand': program,
    'core.fsmonitor': program,
    'core.pager': program,
    'core.hooksPath': aside,
    'gpg.program': program,
    'log.showSignature': 'true',
    'diff.external': program,
    'diff.d.textconv': program,
    'diff.d.command': program,
    'filter.x=y.clean': program,
    'filter.x=y.process': program,
    'filter.x=y.required': 'true',
  };
  // As a signed commit looks: git asks the program about it.
  const unsigned = git('cat-file', 'commit', 'HEAD');
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n';
  const signed = execFileSync('git', ['-C', root, 'hash-object', '-t', 'commit', '-w', '--stdin'], {
    input: unsigned.replace('\n\n', `\n${signature}\n`),
    encoding: 'utf8',
  }).trim();
  git('update-ref', 'refs/heads/main', signed);
  for (const [name, value] of Object.entries(settings)) git('config', name, value);
  rmSync(object(first));
  // Files that git has to compare by their content.
  folder.write({ 'a.ts': 'export const a = 3;\n', 'new.ts': 'export const c = 3;\n' });
  return {
    ...folder,
    ran: () => {
      const lines = existsSync(log)
        ? execFileSync('cat', [log], { encoding: 'utf8' }).split('\n').length - 1
        : 0;
      rmSync(log, { force: true });
      return lines;
    },
  };
}

/** Runs a command as a user in a folder does; what it prints and whether it fails is of no matter here. */
async function command(folder: string, ...words: string[]): Promise<string> {
  const before = process.cwd();
  const printed: string[] = [];
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line: string) => void printed.push(line)),
  );
  process.chdir(folder);
  try {
    const program = await makeProgram(words[0]);
    await program.exitOverride().parseAsync(words, { from: 'user' });
  } catch (error) {
    printed.push(String(error));
  } finally {
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
    process.exitCode = 0;
  }
  return printed.join('\n');
}

/** All that looks into a repository, by name. */
async function everyEntrance(
  service: TestWorkspace,
  { root, ran }: Planted,
): Promise<Record<string, number>> {
  const environment = environmentOf(service);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.stubEnv('WORKSPACE_MEMORY_HOME', await makeFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  const times: Record<string, number> = {};
  const commands = [
    'index .',
    'ingest notes.md',
    'import',
    'import git --dry-run',
    'import rules --dry-run',
    'import adr --dry-run',
    'check --diff HEAD',
    'check --staged',
    'why a.ts:1',
    'branches',
    'outdated',
    'sync --no-remote --dry-run',
  ];
  ran();
  for (const words of commands) {
    await command(root, ...words.split(' '));
    times[words] = ran();
  }
  const bridge = await startBridge(environment, { folders: [root] });
  await callTool(bridge, 'memory_store', {
    title: 'a',
    content: 'a.ts exports `a`.',
    memory_type: 'general',
    files: ['a.ts'],
  });
  await callTool(bridge, 'memory_search', { query: 'exports a' });
  times['bridge'] = ran();
  const desk = await makeDesk();
  await desk.fire('claude', 'UserPromptSubmit', {
    session_id: 's',
    cwd: root,
    prompt: 'What of a?',
    hook_event_name: 'UserPromptSubmit',
  });
  times['hook'] = ran();
  return times;
}

const without = (times: Record<string, number>) =>
  Object.fromEntries(Object.keys(times).map((name) => [name, 0]));

verifies('hardening.strange-repository', async ({ service }) => {
  const planted = await plant();
  // The traps work: git itself runs them.
  for (const words of ['status', 'diff', 'log -1', 'rev-list --max-parents=0 HEAD']) {
    try {
      planted.git(...words.split(' '));
    } catch {
      // The program's answer makes no sense to git.
    }
    expect(planted.ran(), words).toBeGreaterThan(0);
  }
  const times = await everyEntrance(service, planted);
  expect(times).toEqual(without(times));
  // It is not for want of answers.
  const git = new Git(planted.root);
  const status = await git.run(['status', '--porcelain', '-z', '-uall']);
  expect(status.stdout.toString().split('\0').filter(Boolean).toSorted()).toEqual([' M a.ts', '?? new.ts']);
  expect((await git.run(['diff', '--name-status', 'HEAD'])).stdout.toString()).toBe('M\ta.ts\n');
});

verifies('hardening.foreign-repository', async ({ service, skip }) => {
  skip(process.getuid?.() !== 0, 'only root gives files to somebody else');
  const planted = await plant();
  const own = (path: string) => lchownSync(path, SOMEBODY_ELSE, SOMEBODY_ELSE);
  for (const path of readdirSync(planted.root, { recursive: true, encoding: 'utf8' }))
    own(join(planted.root, path));
  chownSync(planted.root, SOMEBODY_ELSE, SOMEBODY_ELSE);
  chmodSync(planted.root, 0o755);
  const times = await everyEntrance(service, planted);
  expect(times).toEqual(without(times));
  expect(findProject(join(planted.root, '.git'), {})).toMatchObject({ isRepository: false });
  expect(await command(planted.root, 'ingest', 'notes.md')).toContain('safe.directory');
  const home = await makeFolder();
  writeFileSync(join(home, '.gitconfig'), `[safe]\n\tdirectory = ${planted.root}\n`);
  expect(findProject(planted.root, { HOME: home })).toMatchObject({ isRepository: true, branch: 'main' });
});

verifies('hardening.strange-files', async () => {
  const project = async (make: (git: string) => void) => {
    const { root } = gitFolder({ 'a.ts': 'export const a = 1;\n' });
    make(join(root, '.git'));
    const before = process.memoryUsage().rss;
    const found = findProject(root, { HOME: '/nowhere' });
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
    return found;
  };
  const pipe = (path: string) => {
    rmSync(path, { recursive: true });
    execFileSync('mkfifo', [path]);
  };
  const zeros = (path: string) => {
    rmSync(path, { recursive: true });
    symlinkSync('/dev/zero', path);
  };
  for (const trap of [pipe, zeros]) {
    expect(await project((git) => trap(join(git, 'config')))).toMatchObject({
      branch: 'main',
      isRepository: true,
    });
    expect(await project((git) => trap(join(git, 'HEAD')))).toMatchObject({ branch: '', isRepository: true });
    expect(await project((git) => trap(git))).toMatchObject({ isRepository: false });
  }
  const remote = (path: string) => {
    rmSync(path, { recursive: true });
    writeFileSync(path, 'gitdir: //host/share\n');
  };
  expect(await project((git) => remote(git))).toMatchObject({ isRepository: false });
  const places = [
    'HEAD',
    'index',
    'packed-refs',
    'info/exclude',
    'refs/heads/x',
    '../.gitattributes',
    '../wide',
  ];
  for (const trap of [pipe, zeros])
    for (const place of places) {
      const { root, git } = gitFolder({ 'a.ts': 'export const a = 1;\n', '.gitattributes': '', wide: '' });
      git('config', 'include.path', '../wide');
      for (const name of ['packed-refs', 'refs/heads/x']) writeFileSync(join(root, '.git', name), '');
      trap(join(root, '.git', place));
      await expect(new Git(root).run(['status']), place).rejects.toThrow('git would wait for it');
    }
  // A thread for each of a million would stop the machine.
  const { root, git } = gitFolder({ 'a.ts': 'export const a = 1;\n' });
  git('config', 'grep.threads', '1000000');
  expect((await new Git(root).run(['config', 'grep.threads'])).stdout.toString()).toBe('0\n');
});

import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@memory/client';
import { findProject } from '../../packages/agents/src/hook/project/find-project.ts';
import { cloneOf, reportBranches } from '../../packages/agents/src/branches/report-branches.ts';
import { Git } from '../../packages/agents/src/git/git.ts';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { distantHost } from '../host/distant-host.ts';
import { startHostProcess } from '../host/start-host-process.ts';
import { percentile } from './support/percentiles.ts';
import { realisticTexts } from './support/realistic-texts.ts';

const PROJECT = 'github.com/acme/branches';
const BRANCHES = Number(process.env['BRANCHES'] ?? 200);
const WORKTREES = 100;
/** Branches that are worked on at once, and reports in between. */
const ALIVE = 8;
const REPORT_EVERY = 5;
const FATES = ['merged', 'squashed', 'rebased', 'forwarded', 'deleted', 'picked', 'open'] as const;
type Fate = (typeof FATES)[number];
const IS_MERGED: ReadonlySet<Fate> = new Set(['merged', 'squashed', 'rebased', 'forwarded']);
const FILES = 30;
const LINES = 200;

/**
 * `npm run bench -- branches`: a made-up history of 200 branches (`BRANCHES`) of 3 to 16 commits, eight alive at once, that change files
 * which the trunk and others change meanwhile. A memory is stored on each, beside as many of the trunk. Each is merged, squashed, rebased, forwarded to, deleted, deleted after one of its
 * commits was picked, or left open; the clone reports now and then. In the end each memory is searched for, and the five best are looked at. Then 100 worktrees are asked what they are.
 */
export async function benchBranches(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'workspace-memory-branches-'));
  // In a process of its own: to start git by the thousand from one that holds a database takes minutes more.
  const { told, stop } = await startHostProcess();
  const host = distantHost(told[0]);
  try {
    const { key } = await host.createWorkspace();
    const team = await joinTeam(host.url, key);
    const client = createClient({ url: host.url, key });
    const history = new History(root);
    const ended = new Map<string, string>();
    const seconds: number[] = [];
    const report = async () => {
      const started = performance.now();
      const { merged, abandoned } = await reportBranches(client, { root, project: PROJECT });
      seconds.push((performance.now() - started) / 1000);
      for (const name of merged) ended.set(name, 'merged');
      for (const name of abandoned) ended.set(name, 'abandoned');
    };
    const fates = new Map<string, Fate>();
    for (let n = 0; n < BRANCHES + ALIVE; n += 1) {
      if (n < BRANCHES) {
        history.begin(`feature/${n}`);
        await team.store(`feature/${n}`);
      }
      const done = n - ALIVE;
      const fate = FATES[done % FATES.length] ?? 'open';
      if (done >= 0) fates.set(`feature/${done}`, history.end(`feature/${done}`, fate));
      if (n % REPORT_EVERY === 0) await report();
    }
    await report();
    tell(fates, ended, { commits: history.count(), seconds });
    await host.runJobs();
    await team.tellMarks(fates);
    await worktrees(root);
  } finally {
    rmSync(root, { recursive: true });
    await stop();
  }
}

/** Memories of branches and of the trunk, in a service. */
async function joinTeam(url: string, key: string) {
  const agent = await connectClient({ host: { url }, key });
  const texts = realisticTexts(2 * BRANCHES);
  const branchOf = new Map<string, string>();
  const store = async (branch: string) => {
    const { title = '', narrative = '' } = texts[branchOf.size] ?? {};
    branchOf.set(title, branch);
    const { isError, text } = await callTool(agent, 'memory_store', {
      title,
      content: narrative,
      memory_type: 'decision',
      project_name: PROJECT,
      branch_name: branch,
    });
    if (isError) throw new Error(text);
  };
  return {
    store: async (branch: string) => {
      await store(branch);
      await store('main');
    },
    tellMarks: async (fates: ReadonlyMap<string, Fate>) => {
      let rows = 0;
      const wrong = { unmarked: 0, marked: 0 };
      for (const title of branchOf.keys()) {
        const { structured } = await callTool(agent, 'memory_search', {
          query: title,
          limit: 5,
          min_score: 0,
        });
        for (const found of structured.results as { title: string; branch?: string }[]) {
          const fate = fates.get(branchOf.get(found.title) ?? '');
          const isOfAll = fate === undefined || IS_MERGED.has(fate);
          rows += 1;
          if (!isOfAll && found.branch === undefined) wrong.unmarked += 1;
          if (isOfAll && found.branch !== undefined) wrong.marked += 1;
        }
      }
      console.log(
        `${rows} of the five best of ${branchOf.size} searches: ${wrong.unmarked} of branches that are open or abandoned without a mark (${(wrong.unmarked / rows).toFixed(3)}), ${wrong.marked} of the trunk or merged with one`,
      );
    },
  };
}

function tell(
  fates: ReadonlyMap<string, Fate>,
  ended: ReadonlyMap<string, string>,
  { commits, seconds }: { commits: number; seconds: readonly number[] },
): void {
  console.log(`${commits} commits, ${fates.size} branches`);
  console.log('| what became of it | branches | said merged | said abandoned | said open |');
  console.log('| --- | --- | --- | --- | --- |');
  const of = [...fates];
  for (const fate of FATES) {
    const names = of.filter(([, one]) => one === fate).map(([name]) => name);
    const said = (outcome: string | undefined) => names.filter((name) => ended.get(name) === outcome).length;
    console.log(
      `| ${fate} | ${names.length} | ${said('merged')} | ${said('abandoned')} | ${said(undefined)} |`,
    );
  }
  const merged = of.filter(([, fate]) => IS_MERGED.has(fate));
  const others = of.filter(([, fate]) => !IS_MERGED.has(fate));
  const share = (names: typeof of) =>
    names.filter(([name]) => ended.get(name) === 'merged').length / names.length;
  console.log(`promoted of the merged: ${share(merged).toFixed(3)}`);
  console.log(`without a mark of the others: ${share(others).toFixed(3)}`);
  console.log(
    `a report: median ${percentile(seconds, 0.5).toFixed(1)} s, longest ${Math.max(...seconds).toFixed(1)} s`,
  );
}

async function worktrees(root: string): Promise<void> {
  const git = new Git(root);
  const labels = new Set<string>();
  const clones = new Set<string>();
  for (let n = 0; n < WORKTREES; n += 1) {
    const tree = join(root, '.git', `tree-${n}`);
    await git.say('worktree', 'add', '-q', '--detach', tree);
    labels.add(findProject(tree, process.env).label);
    clones.add(await cloneOf(new Git(tree), tree));
  }
  console.log(`${WORKTREES} worktrees: ${labels.size} project, ${clones.size} clone`);
}

/** Numbers that look random and are the same in each run. */
function* numbers(): Generator<number, never> {
  for (let state = 1; ;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

class History {
  readonly #root: string;
  readonly #next = numbers();
  #made = 0;

  constructor(root: string) {
    this.#root = root;
    this.#git('init', '-q', '-b', 'main');
    for (let n = 0; n < FILES; n += 1)
      writeFileSync(
        join(root, `f${n}.txt`),
        `${Array.from({ length: LINES }, (_, line) => `line ${line} of ${n}`).join('\n')}\n`,
      );
    this.#commit('Begin');
  }

  count(): number {
    return Number(this.#git('rev-list', '--all', '--reflog', '--count'));
  }

  begin(name: string): void {
    this.#git('checkout', '-q', '-b', name, 'main');
    const commits = 3 + this.#number(14);
    for (let n = 0; n < commits; n += 1) {
      if (n % 4 === 0)
        appendFileSync(join(this.#root, `own-${name.replaceAll('/', '-')}.txt`), `step ${n}\n`);
      this.#edit();
      this.#commit(`Step ${n} of ${name}`);
    }
    this.#git('checkout', '-q', 'main');
    this.#edit();
    this.#commit(`Trunk beside ${name}`);
  }

  /** @returns what really became of it: a merge that needs a person is left open */
  end(name: string, fate: Fate): Fate {
    try {
      this.#finish(name, fate);
      return fate;
    } catch {
      for (const command of ['rebase', 'cherry-pick', 'merge'])
        try {
          this.#git(command, '--abort');
        } catch {
          // None is under way.
        }
      this.#git('reset', '-q', '--hard');
      this.#git('checkout', '-q', 'main');
      return 'open';
    }
  }

  #finish(name: string, fate: Fate): void {
    if (fate === 'open') return;
    if (fate === 'merged') this.#git('merge', '-q', '--no-ff', '--no-edit', '-X', 'theirs', name);
    if (fate === 'squashed') {
      this.#git('merge', '-q', '--squash', name);
      this.#commit(`What ${name.replace('/', ' ')} brings`);
    }
    if (fate === 'rebased' || fate === 'forwarded') {
      // The branch of the host is rebased, as its button does; the one here stays as it was. Or the one here goes along.
      const from = fate === 'rebased' ? 'host' : name;
      if (fate === 'rebased') this.#git('checkout', '-q', '-b', 'host', name);
      try {
        this.#git('rebase', '-q', 'main', from);
        this.#git('checkout', '-q', 'main');
        this.#git('merge', '-q', '--ff-only', from);
      } finally {
        if (fate === 'rebased') {
          if (this.#git('status', '--porcelain=v2', '--branch').includes('(detached)'))
            this.#git('rebase', '--abort');
          this.#git('checkout', '-q', 'main');
          this.#git('branch', '-q', '-D', 'host');
        }
      }
    }
    if (fate === 'picked') this.#git('cherry-pick', '-X', 'theirs', `${name}~1`);
    this.#git('branch', '-q', '-D', name);
  }

  #edit(): void {
    const path = join(this.#root, `f${this.#number(FILES)}.txt`);
    const lines = readFileSync(path, 'utf8').split('\n');
    lines[this.#number(LINES)] = `changed ${(this.#made += 1)}`;
    writeFileSync(path, lines.join('\n'));
  }

  #commit(message: string): void {
    this.#git('add', '-A');
    this.#git('commit', '-q', '--allow-empty', '-m', message);
  }

  #number(below: number): number {
    return this.#next.next().value % below;
  }

  #git(...args: string[]): string {
    return execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'gc.auto=0', '-C', this.#root, ...args],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
  }
}

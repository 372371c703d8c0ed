import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Files of a tool on a machine, in its own form, with something broken in them where that can be. */
export interface ImportFixture {
  source: string;
  /** @returns the path to import */
  write(folder: string): Promise<string>;
  memories: number;
  relationships?: number;
  passed?: readonly string[];
  /** Of one of the memories. */
  holds: Record<string, unknown>;
}

const write = async (path: string, content: string | Uint8Array): Promise<string> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
};

const jsonLines = (...lines: unknown[]): string =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

const database = (path: string, statements: string): string => {
  const file = new DatabaseSync(path);
  file.exec(statements);
  file.close();
  return path;
};

const commit = (folder: string, message: string, at: string): void => {
  execFileSync('git', ['add', '-A'], { cwd: folder });
  execFileSync('git', ['commit', '-q', '--allow-empty', '--cleanup=verbatim', '-F', '-'], {
    cwd: folder,
    input: message,
    env: {
      ...process.env,
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
      GIT_AUTHOR_DATE: at,
      GIT_COMMITTER_DATE: at,
    },
  });
};

const CHAIN = `sk-ant-api03-${'Ab3'.repeat(31)}-AAAAAAAA`;

export const IMPORT_FIXTURES: readonly ImportFixture[] = [
  {
    source: 'rules',
    async write(folder) {
      execFileSync('git', ['init', '-q', '-b', 'main', folder]);
      await write(
        join(folder, 'CLAUDE.md'),
        '\uFEFF# Conventions\r\n\r\nWe write tests first, in vitest, and never commit a failing one to the trunk.\r\n',
      );
      commit(folder, 'chore: rules', '2024-03-01T10:00:00+01:00');
      await write(
        join(folder, 'AGENTS.md'),
        `# Agents\n\nDeployments go through the pipeline alone; nobody runs terraform by hand in production.\n\n<!-- workspace-memory: begin -->\nUse the memory.\n<!-- workspace-memory: end -->\n`,
      );
      await write(
        join(folder, '.cursor/rules/api.mdc'),
        '---\ndescription: Rules of the interface\nglobs: *.ts,src/server.ts\nalwaysApply: false\n---\n\nEvery endpoint answers problems in the form of RFC 9457 and nothing else.\n',
      );
      await write(join(folder, '.github/copilot-instructions.md'), Buffer.from('\0\0\0ELF binary\0\0'));
      await write(join(folder, '.clinerules'), '');
      await write(
        join(folder, 'memory-bank/systemPatterns.md'),
        'Orders are written to the outbox first; a worker publishes them, so that none is lost when the broker is down.\n',
      );
      await write(
        join(folder, '.serena/memories/core.md'),
        'The core of the shop is `mem:billing/invoices`, which all other modules call.\n',
      );
      await write(
        join(folder, '.serena/memories/billing/invoices.md'),
        'Invoices are numbered by the database, per tenant and year, without holes.\n',
      );
      return folder;
    },
    memories: 6,
    relationships: 1,
    passed: ['empty', 'not text'],
    holds: {
      title: 'Conventions',
      memory_type: 'convention',
      created_at: '2024-03-01T09:00:00.000Z',
      source_files: ['CLAUDE.md'],
    },
  },
  {
    source: 'mcp-memory',
    write: (folder) =>
      write(
        join(folder, 'memory.jsonl'),
        jsonLines(
          {
            type: 'entity',
            name: 'Billing',
            entityType: 'service',
            observations: ['Runs on port 8085', 'Written in Go'],
          },
          { type: 'entity', name: 'Ledger', entityType: 'service', observations: ['Keeps double entries'] },
          '{"type":"entity","name":"half',
          { type: 'entity', name: 'Billing', entityType: 'service', observations: ['Owned by team Kraken'] },
          { type: 'relation', from: 'Billing', to: 'Ledger', relationType: 'depends_on' },
          { type: 'relation', from: 'Billing', to: 'Nobody', relationType: 'knows' },
          { type: 'thing' },
        ),
      ),
    memories: 2,
    relationships: 1,
    passed: ['broken line', 'neither entity nor relation'],
    holds: {
      title: 'Billing (service)',
      narrative: '- Runs on port 8085\n- Written in Go\n- Owned by team Kraken',
    },
  },
  {
    source: 'beads',
    write: async (folder) =>
      dirname(
        await write(
          join(folder, '.beads/issues.jsonl'),
          jsonLines(
            {
              id: 'bd-a1b2',
              title: 'Cache returns stale prices',
              description: 'After a price change the old one was served for an hour.',
              notes: 'The key lacked the tenant.',
              close_reason: 'Key carries the tenant now.',
              status: 'closed',
              priority: 1,
              issue_type: 'bug',
              created_by: 'grace',
              created_at: '2025-02-03T04:05:06Z',
              updated_at: '2025-02-04T04:05:06Z',
              closed_at: '2025-02-04T04:05:06Z',
              labels: ['cache'],
              comments: [
                { author: 'alan', text: 'Seen in two regions.', created_at: '2025-02-03T05:05:06Z' },
              ],
              dependencies: [{ issue_id: 'bd-a1b2', depends_on_id: 'bd-c3d4', type: 'discovered-from' }],
            },
            {
              id: 'bd-c3d4',
              title: 'Prices by region',
              description: 'Regions have lists of their own.',
              design:
                'One table, region in the key; no inheritance, which nobody understood in the old shop.',
              status: 'closed',
              issue_type: 'feature',
              created_at: '2025-01-03T04:05:06Z',
              updated_at: '2025-01-05T04:05:06Z',
            },
            { id: 'bd-e5f6', title: 'Someday', status: 'open', issue_type: 'task' },
            { id: 'bd-0000', title: 'Gone', status: 'tombstone' },
            '[]',
          ),
        ),
      ),
    memories: 2,
    relationships: 1,
    passed: ['broken line', 'deleted issue', 'open issue without design or notes'],
    holds: {
      title: 'Cache returns stale prices (bd-a1b2)',
      memory_type: 'incident',
      created_at: '2025-02-03T04:05:06.000Z',
    },
  },
  {
    source: 'adr',
    async write(folder) {
      await write(
        join(folder, 'docs/adr/0001-record-decisions.md'),
        '# 1. Keep sessions in Redis\n\nDate: 2023-05-06\n\n## Status\n\nSuperseded by [2. Keep sessions in PostgreSQL](0002-sessions-in-postgresql.md)\n\n## Context\n\nSessions must survive a deployment.\n\n## Decision\n\nWe keep them in Redis.\n\n## Consequences\n\nOne more server.\n',
      );
      await write(
        join(folder, 'docs/adr/0002-sessions-in-postgresql.md'),
        '---\nstatus: accepted\ndate: 2024-07-08\ndecision-makers: Grace\n---\n\n# Keep sessions in PostgreSQL\n\n## Context and Problem Statement\n\nRedis lost sessions when its memory was full.\n\n## Considered Options\n\n* PostgreSQL\n* A bigger Redis\n* Signed cookies\n\n## Decision Outcome\n\nChosen option: "PostgreSQL", because it is there already.\n\n## Pros and Cons of the Options\n\n### A bigger Redis\n\n* Bad, because it only delays the loss.\n\n### Signed cookies\n\n* Bad, because nobody can be logged out.\n',
      );
      await write(join(folder, 'docs/adr/README.md'), '# Decisions\n');
      await write(join(folder, 'docs/adr/notes.md'), 'Some loose words of the meeting.\n');
      return join(folder, 'docs/adr');
    },
    memories: 4,
    relationships: 3,
    passed: ['no decision record'],
    holds: {
      title: 'Not chosen: Signed cookies (Keep sessions in PostgreSQL)',
      narrative:
        'Signed cookies was considered for “Keep sessions in PostgreSQL” and not chosen; PostgreSQL was.\n\n* Bad, because nobody can be logged out.',
      created_at: '2024-07-08T00:00:00.000Z',
    },
  },
  {
    source: 'git',
    async write(folder) {
      execFileSync('git', ['init', '-q', '-b', 'trunk', folder]);
      await write(join(folder, 'src/pool.ts'), '1');
      commit(folder, 'feat: a pool\n', '2022-01-01T00:00:00Z');
      await write(join(folder, 'src/pool.ts'), '2');
      commit(
        folder,
        'fix: connections leak when a query is cancelled\n\nThe pool took a connection back before the server had ended its statement,\nbecause the cancel request runs on a connection of its own. It now waits for ReadyForQuery.\n\nSigned-off-by: Ada <ada@example.com>\n',
        '2022-02-02T00:00:00Z',
      );
      const hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
      await write(join(folder, 'src/pool.ts'), '3');
      commit(
        folder,
        `Revert "fix: connections leak when a query is cancelled"\n\nThis reverts commit ${hash}.\n\nWaiting blocks the pool for minutes when the server hangs.\n`,
        '2022-03-03T00:00:00Z',
      );
      await write(join(folder, 'src/pool.ts'), '4');
      commit(folder, 'feat!: options are an object\n', '2022-04-04T00:00:00Z');
      await write(join(folder, 'src/pool.ts'), '5');
      commit(
        folder,
        'chore: bump version because of the release, since otherwise nobody sees it at all\n',
        '2022-05-05T00:00:00Z',
      );
      return folder;
    },
    memories: 3,
    relationships: 1,
    passed: ['commit that says no more than its change'],
    holds: {
      title: 'feat!: options are an object',
      memory_type: 'decision',
      created_at: '2022-04-04T00:00:00.000Z',
      source_files: ['src/pool.ts'],
    },
  },
  {
    source: 'claude-mem',
    write: async (folder) =>
      database(
        join(folder, 'claude-mem.db'),
        `create table sdk_sessions (id integer primary key, content_session_id text unique not null, memory_session_id text unique, project text not null, started_at text, started_at_epoch integer);
         insert into sdk_sessions values (1, 'cs-1', 'ms-1', 'shop', '2025-06-01T10:00:00.000Z', 1748772000000);
         create table observations (id integer primary key, memory_session_id text not null, project text not null, text text, type text not null, title text, subtitle text, facts text, narrative text, concepts text, files_read text, files_modified text, content_hash text, created_at text not null, created_at_epoch integer not null);
         insert into observations values
           (1, 'ms-1', 'shop', null, 'bugfix', 'Retry storms', 'of the queue', '["Back off is exponential now","Jitter is full"]', 'Workers retried at once and took the broker down.', '["retry"]', '["a.ts"]', '["src/queue.ts"]', 'h1', '2025-06-01T10:01:00.000Z', 1748772060000),
           (2, 'ms-1', 'shop', 'Only old text.', 'change', 'Old row', null, null, null, 'not json', null, null, null, '2025-06-01T10:02:00.000Z', 1748772120000),
           (3, 'ms-1', 'shop', null, 'change', 'Nothing', null, null, null, null, null, null, null, '2025-06-01T10:03:00.000Z', 1748772180000);
         create table session_summaries (id integer primary key, memory_session_id text, project text, request text, investigated text, learned text, completed text, next_steps text, files_read text, files_edited text, notes text, created_at text, created_at_epoch integer);
         insert into session_summaries values (1, 'ms-1', 'shop', 'Why does the broker die?', null, 'Retries have to wait.', 'Back-off added.', null, null, '["src/queue.ts"]', null, '2025-06-01T11:00:00.000Z', 1748775600000);`,
      ),
    memories: 3,
    passed: ['empty'],
    holds: {
      title: 'Retry storms',
      narrative:
        'Workers retried at once and took the broker down.\n- Back off is exponential now\n- Jitter is full',
      memory_type: 'incident',
      created_at: '2025-06-01T10:01:00.000Z',
      source_files: ['src/queue.ts', 'a.ts'],
    },
  },
  {
    source: 'basic-memory',
    async write(folder) {
      await write(
        join(folder, 'coffee/brewing.md'),
        '---\ntitle: Brewing\ntype: note\ntags: [coffee]\npermalink: coffee/brewing\ncreated: 2025-01-02T03:04:05Z\n---\n\n# Brewing\n\n- [method] Pour over needs a fine kettle #gear (kitchen)\n- [ ] buy filters\n- requires [[Grinding]]\n- relates to the [[Water Temperature|water]] as well\n',
      );
      await write(
        join(folder, 'coffee/grinding.md'),
        '# Grinding\n\nMedium for the pour over, coarse for the press.\n',
      );
      await write(join(folder, 'empty.md'), '---\ntitle: Empty\n---\n');
      await write(join(folder, 'image.md'), Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex'));
      return folder;
    },
    memories: 2,
    relationships: 1,
    passed: ['empty', 'link to a note that is not there', 'not text'],
    holds: { title: 'Brewing', created_at: '2025-01-02T03:04:05.000Z' },
  },
  {
    source: 'mcp-memory-service',
    write: async (folder) =>
      database(
        join(folder, 'sqlite_vec.db'),
        `create table memories (id integer primary key, content_hash text unique not null, content text not null, tags text, memory_type text, metadata text, created_at real, updated_at real, created_at_iso text, updated_at_iso text, deleted_at real default null);
         insert into memories values
           (1, 'aaaa', 'Feature flags live in Consul under shop/flags.', 'flags,consul', 'decision', '{"hostname":"laptop"}', 1735689600.5, 1735689600.5, null, null, null),
           (2, 'bbbb', 'Flags used to live in a file.', '', 'note', 'broken', 1704067200, 1704067200, null, null, null),
           (3, 'cccc', 'Deleted.', '', null, null, 1, 1, null, null, 1735689700);
         create table memory_graph (source_hash text, target_hash text, similarity real, connection_types text, metadata text, created_at real, relationship_type text);
         insert into memory_graph values ('aaaa', 'bbbb', 0.9, '[]', null, 1, 'supersedes'), ('aaaa', 'bbbb', 0.9, '[]', null, 1, 'related');`,
      ),
    memories: 2,
    relationships: 1,
    passed: ['deleted there'],
    holds: {
      title: 'Feature flags live in Consul under shop/flags.',
      memory_type: 'decision',
      created_at: '2025-01-01T00:00:00.500Z',
      tags: ['mcp-memory-service', 'flags', 'consul'],
    },
  },
  {
    source: 'mem0',
    write: async (folder) =>
      database(
        join(folder, 'history.db'),
        `create table history (id text primary key, memory_id text, old_memory text, new_memory text, event text, created_at datetime, updated_at datetime, is_deleted integer, actor_id text, role text);
         insert into history values
           ('1', 'm1', null, 'Prefers tabs over spaces in Go', 'ADD', '2025-03-01T10:00:00-08:00', null, 0, 'user', 'user'),
           ('2', 'm1', 'Prefers tabs over spaces in Go', 'Prefers gofmt, whatever it does', 'UPDATE', '2025-03-01T10:00:00-08:00', '2025-03-05T10:00:00-08:00', 0, 'user', 'user'),
           ('3', 'm2', null, 'Works in Lisbon', 'ADD', '2025-03-01 10:00:00', null, 0, null, null),
           ('4', 'm2', 'Works in Lisbon', null, 'DELETE', null, null, 1, null, null);`,
      ),
    memories: 2,
    relationships: 1,
    passed: ['deleted there'],
    holds: { narrative: 'Prefers gofmt, whatever it does', created_at: '2025-03-05T18:00:00.000Z' },
  },
  {
    source: 'mem0',
    write: (folder) =>
      write(
        join(folder, 'export.json'),
        JSON.stringify({
          count: 2,
          results: [
            {
              id: 'p1',
              memory: 'The staging database is reset every Sunday',
              categories: ['operations'],
              user_id: 'grace',
              metadata: null,
              created_at: '2025-04-01T00:00:00-07:00',
              updated_at: '2025-04-02T00:00:00-07:00',
            },
            { id: 'p2' },
          ],
        }),
      ),
    memories: 1,
    passed: ['empty'],
    holds: { tags: ['mem0', 'operations'], created_at: '2025-04-01T07:00:00.000Z' },
  },
  {
    source: 'github',
    write: (folder) =>
      write(
        join(folder, 'pulls.json'),
        JSON.stringify([
          {
            number: 7,
            title: 'Fix lost writes on failover',
            body: 'Writes were acknowledged before the replica had them, because the quorum counted the primary twice.\n\nCloses #6',
            author: { login: 'grace', is_bot: false },
            mergedAt: '2025-05-06T07:08:09Z',
            url: 'https://github.com/example/shop/pull/7',
            files: [{ path: 'src/quorum.ts' }],
            mergeCommit: { oid: 'a'.repeat(40) },
            baseRefName: 'main',
            labels: [{ name: 'bug' }],
            reviews: [],
          },
          {
            number: 8,
            title: 'Bump left-pad',
            body: 'Because it is new, and since the old one has been there for long.',
            author: { login: 'app/dependabot', is_bot: true },
          },
        ]),
      ),
    memories: 1,
    passed: ['pull request that says no more than its change'],
    holds: {
      title: 'Fix lost writes on failover (#7)',
      created_at: '2025-05-06T07:08:09.000Z',
      source_files: ['src/quorum.ts'],
    },
  },
];

/** A session of Claude Code with a secret, a failure, a tool of ours, and lines that are no session. */
export const CLAUDE_TRANSCRIPT = (cwd: string): string => {
  const envelope = (uuid: string, at: string) => ({
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd,
    sessionId: '0c0ffee0-0000-4000-8000-000000000001',
    version: '2.0.69',
    gitBranch: 'feature/pool',
    uuid,
    timestamp: `2025-07-01T${at}.000Z`,
  });
  const user = (uuid: string, at: string, content: unknown, more = {}) => ({
    ...envelope(uuid, at),
    type: 'user',
    message: { role: 'user', content },
    ...more,
  });
  const assistant = (uuid: string, at: string, block: unknown) => ({
    ...envelope(uuid, at),
    type: 'assistant',
    message: { id: 'msg', role: 'assistant', content: [block] },
  });
  return jsonLines(
    { type: 'summary', summary: 'Pool', leafUuid: 'x' },
    user('u0', '09:59:00', '<command-name>/clear</command-name>'),
    user(
      'u1',
      '10:00:00',
      `We decided to use PgBouncer in transaction mode for the shop, because the pool of the framework leaks connections. The key is ${CHAIN}`,
    ),
    assistant('a1', '10:00:05', { type: 'thinking', thinking: 'Nobody may read this thought.' }),
    assistant('a2', '10:00:06', {
      type: 'tool_use',
      id: 'toolu_1',
      name: 'Bash',
      input: { command: 'npm test' },
    }),
    user('u2', '10:00:10', [
      {
        type: 'tool_result',
        tool_use_id: 'toolu_1',
        is_error: true,
        content: 'Exit code 1\nError: prepared statement "s1" does not exist',
      },
    ]),
    assistant('a3', '10:00:12', {
      type: 'tool_use',
      id: 'toolu_2',
      name: 'Edit',
      input: { file_path: `${cwd}/src/pool.ts`, old_string: 'prepare: true', new_string: 'prepare: false' },
    }),
    user('u3', '10:00:13', [{ type: 'tool_result', tool_use_id: 'toolu_2', content: 'ok' }]),
    assistant('a4', '10:00:14', {
      type: 'tool_use',
      id: 'toolu_3',
      name: 'Bash',
      input: { command: 'npm test' },
    }),
    user('u4', '10:00:20', [{ type: 'tool_result', tool_use_id: 'toolu_3', content: 'ok' }], {
      toolUseResult: { stdout: '12 tests passed', stderr: '' },
    }),
    '{"type":"user","message":{"role":"us',
    assistant('a5', '10:00:30', {
      type: 'text',
      text: 'Transaction mode has no prepared statements, so they are switched off in src/pool.ts; all tests pass.',
    }),
    user('u5', '10:01:00', 'A subagent talks.', { isSidechain: true }),
  );
};

/** A session of Codex. */
export const CODEX_ROLLOUT = (cwd: string): string => {
  const line = (at: string, type: string, payload: unknown) => ({
    timestamp: `2025-08-01T${at}.000Z`,
    type,
    payload,
  });
  return jsonLines(
    line('10:00:00', 'session_meta', {
      id: '0c0ffee0-0000-4000-8000-000000000002',
      timestamp: '2025-08-01T10:00:00.000Z',
      cwd,
      originator: 'codex_cli_rs',
      cli_version: '0.128.0',
      source: 'cli',
      git: { commit_hash: 'b'.repeat(40), branch: 'main', repository_url: 'git@github.com:example/shop.git' },
    }),
    line('10:00:01', 'response_item', {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: '<environment_context>\n  <cwd>x</cwd>' }],
    }),
    line('10:00:02', 'event_msg', {
      type: 'user_message',
      message: 'Never deploy on a Friday in this project.',
    }),
    line('10:00:02', 'response_item', {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'Never deploy on a Friday in this project.' }],
    }),
    line('10:00:03', 'response_item', {
      type: 'function_call',
      name: 'shell',
      arguments: '{"command":["bash","-lc","npm run build"]}',
      call_id: 'call_1',
    }),
    line('10:00:05', 'response_item', {
      type: 'function_call_output',
      call_id: 'call_1',
      output: '{"output":"done","metadata":{"exit_code":0}}',
    }),
    line('10:00:06', 'response_item', {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'I will not deploy on Fridays.' }],
    }),
    '{"timestamp":',
  );
};

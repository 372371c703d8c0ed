import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi, type TestAPI } from 'vitest';
import { requirements, type RequirementId } from '../requirements.ts';
import type { Requirement } from '../requirements/requirement.ts';
import { citedRequirements } from '../support/cited-requirements.ts';
import { verifies as citeWithoutFixtures, verifiesWith } from '../support/verifies.ts';

const testFolder = new URL('..', import.meta.url);
const all: [string, Requirement][] = Object.entries(requirements);

const citations = globSync('**/*.ts', { cwd: testFolder.pathname, exclude: ['fixtures/**'] }).map((file) => ({
  file,
  ...citedRequirements(file, readFileSync(new URL(file, testFolder), 'utf8')),
}));
const citedByEach = new Set(citations.flatMap(({ ids }) => ids));
const cited = new Set(citations.flatMap(({ ids, whole }) => [...ids, ...whole]));

describe('proofs', () => {
  test('every requirement is cited by a test', () => {
    expect(all.length).toBeGreaterThan(900);
    expect(all.map(([id]) => id).filter((id) => !cited.has(id as RequirementId))).toEqual([]);
  });

  test('`npm test` and `npm run check` prove all but these, which `npm run test:whole` proves', () => {
    expect([...cited].filter((id) => !citedByEach.has(id)).toSorted()).toMatchInlineSnapshot(`
      [
        "anchors.history",
        "aws.canary",
        "aws.default-route",
        "aws.interface",
        "aws.paused-database",
        "backup.restore",
        "backup.while-writing",
        "branches.abandoned",
        "branches.clones",
        "branches.merged",
        "branches.worktrees",
        "check.staged",
        "check.tool",
        "code.clones",
        "console.aws.login",
        "console.aws.roles",
        "console.aws.stack",
        "console.changes",
        "console.code",
        "console.documents",
        "console.graph",
        "console.inbox",
        "console.interrupted",
        "console.long-lists",
        "console.operation",
        "console.pictures",
        "container.beside-a-stack",
        "container.search-changes",
        "contradictions.tools",
        "db.erase",
        "db.plans",
        "db.power-failure",
        "db.upkeep",
        "documents.bounded.together",
        "documents.entrances",
        "faults.damaged",
        "faults.upload-secret",
        "forget.files",
        "forget.moved",
        "fuzz.kept",
        "graph.analysis.pagerank-reference",
        "hardening.foreign-repository",
        "hardening.strange-files",
        "hardening.strange-repository",
        "install.package",
        "install.pages",
        "install.service",
        "install.service.backup",
        "install.status",
        "install.team",
        "install.team.login-refused",
        "jobs.attempts.counted",
        "jobs.attempts.given-up",
        "jobs.local.resumes",
        "local.demo",
        "local.kills",
        "mcp.clients.inspector",
        "smoke.checks",
        "smoke.removes",
        "supply.audit",
        "supply.sbom",
        "sync.everywhere",
        "sync.folder",
        "sync.forgotten-leaves",
        "sync.git",
        "sync.guard",
        "sync.race",
        "sync.strangers",
        "sync.unchanged",
        "sync.undo",
        "why.code",
      ]
    `);
  });

  test('every cited id exists', () => {
    expect([...cited].filter((id) => !Object.hasOwn(requirements, id))).toEqual([]);
  });

  test('every citation can be read from the source', () => {
    const unreadable = citations.flatMap(({ file, unreadable }) =>
      unreadable.map((text) => `${file}: ${text}`),
    );
    expect(unreadable).toEqual([]);
  });
});

describe('the list', () => {
  test('joins every table of test/requirements, no id twice', async () => {
    const files = globSync('requirements/**/*.ts', { cwd: testFolder.pathname });
    const tables = await Promise.all(
      files.map(async (file): Promise<object[]> =>
        Object.values(await import(new URL(file, testFolder).href)),
      ),
    );
    const ids = tables.flat().flatMap((table) => Object.keys(table));
    expect(ids.toSorted()).toEqual(Object.keys(requirements).toSorted());
  });

  test('names ids in dotted kebab-case', () => {
    const kebab = '[a-z0-9]+(-[a-z0-9]+)*';
    const badlyNamed = Object.keys(requirements).filter(
      (id) => !new RegExp(`^${kebab}(\\.${kebab})+$`).test(id),
    );
    expect(badlyNamed).toEqual([]);
  });

  test('says each thing once, as a sentence', () => {
    const texts = all.map(([, { text }]) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.filter((text) => !/^\S.{15,}\.$/s.test(text))).toEqual([]);
  });
});

describe('citedRequirements', () => {
  test('reads single ids and lists of ids', () => {
    const source = `verifies('a.b', async () => {}); verifies.formA(['c.d', "e.f"], async ({ service }) => {}, { title: 'x' }); verifies.whole('g.h', f);`;
    const [ids, whole] = [['a.b', 'c.d', 'e.f'], ['g.h']];
    expect(citedRequirements('x.test.ts', source)).toEqual({ ids, whole, unreadable: [] });
    expect(citedRequirements('x.whole.test.ts', source)).toMatchObject({
      ids: [],
      whole: [...ids, ...whole],
    });
  });

  test('counts neither comments, nor strings, nor other calls', () => {
    const source = `// verifies('a.b', f)\nconst text = "verifies('a.b', f)"; other('a.b'); api.verifies('a.b');`;
    expect(citedRequirements('x.test.ts', source)).toEqual({ ids: [], whole: [], unreadable: [] });
  });

  test('tells ids that are not literals', () => {
    const source = 'verifies(id, f); verifies([`a.${x}`], f); verifies([...ids], f); verifies();';
    expect(citedRequirements('x.test.ts', source)).toEqual({
      ids: [],
      whole: [],
      unreadable: ['id', '[`a.${x}`]', '[...ids]', 'verifies()'],
    });
  });
});

describe('verifies', () => {
  // Bound under another name, so that these sample calls prove nothing.
  const sampleIds: [RequirementId, RequirementId] = ['http.cors.configured', 'http.cors.off-by-default'];

  test('hands ids, title and function to the bound test', () => {
    const boundTest = vi.fn();
    const body = () => {};
    verifiesWith(boundTest as unknown as TestAPI)(sampleIds, body, { title: 'by a list', timeoutMs: 5 });
    expect(boundTest).toHaveBeenCalledExactlyOnceWith(
      'http.cors.configured, http.cors.off-by-default: by a list',
      { meta: { requirements: sampleIds, form: 'A' }, timeout: 5 },
      body,
    );
  });

  const cite = verifiesWith(test.extend('workspace', () => 'its own'));
  cite(
    'http.cors.configured',
    ({ workspace, task, expect }) => {
      expect(workspace).toBe('its own');
      expect(task.meta.requirements).toEqual(['http.cors.configured']);
    },
    { title: 'a sample that gets the fixtures of the bound test' },
  );

  citeWithoutFixtures(
    ['http.cors.off-by-default'],
    ({ task, expect }) => expect(task.name).toBe('http.cors.off-by-default: a sample bound to no fixtures'),
    { title: 'a sample bound to no fixtures' },
  );

  test('refuses an unknown id at compile time', () => {
    // @ts-expect-error The id does not exist.
    const unknown: RequirementId = 'http.no-such-thing';
    expect(Object.hasOwn(requirements, unknown)).toBe(false);
  });
});

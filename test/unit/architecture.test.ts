import { globSync, readFileSync } from 'node:fs';
import { parseSync, type Expression } from 'oxc-parser';
import { expect, test } from 'vitest';
import { jobEntries, routeEntries } from '@memory/contracts';
import { SERVICE_VERSION } from '@memory/service';
import { settingsTable } from '../support/settings-table.ts';
import { verifies } from '../support/verifies.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/** A package may import those before it. */
const ORDER = [
  'contracts',
  'text',
  'redact',
  'graph',
  'sections',
  'code-graph',
  'providers',
  'db',
  'core',
  'client',
  'console',
  'service',
  'agents',
];

const REDIRECT = 'packages/agents/src/setup/login/log-in.ts';

const NODE_HOST = 'packages/service/src/hosts/node/';

const HTTP_SERVERS = new Set(['node:http', 'node:https', 'node:http2', 'node:net']);

const read = (file: string): string => readFileSync(ROOT + file, 'utf8');

interface Import {
  file: string;
  target: string;
  /** Erased when the file runs. */
  typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const { module, errors } = parseSync(file, read(file));
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const fixed = module.staticImports.map(({ moduleRequest, entries }) => ({
    file,
    target: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ file, target: moduleRequest.value, typeOnly: isType }] : [],
    ),
  );
  const source = read(file);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    file,
    target: source.slice(start, end).replaceAll(/^['"`]|['"`]$/gu, ''),
    typeOnly: false,
  }));
  return [...fixed, ...exported, ...dynamic];
}

const sources = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT }).filter((file) => !file.includes('node_modules'));

const packageImports = sources('packages/*/src/**/*.{ts,tsx}').flatMap(importsOf);
const functionImports = sources('functions/**/*.ts').flatMap(importsOf);

const packageOf = (file: string): string => file.split('/')[1] ?? '';

/** The workspace package that an import leads to, be it by name or by path. */
function targetPackage({ file, target }: Import): string | undefined {
  const named = /^@memory\/([a-z-]+)/u.exec(target)?.[1];
  if (named || !target.startsWith('.')) return named;
  const path = new URL(target, `file:///${file}`).pathname;
  return /^\/packages\/([a-z-]+)\//u.exec(path)?.[1];
}

const shown = ({ file, target }: Import): string => `${file} imports ${target}`;

test('every package has its place in the order', () => {
  expect(
    globSync('packages/*', { cwd: ROOT })
      .map((path) => packageOf(path))
      .sort(),
  ).toEqual([...ORDER].sort());
});

test('no package imports one below it', () => {
  const down = packageImports.filter((item) => {
    const target = targetPackage(item);
    return target !== undefined && ORDER.indexOf(target) > ORDER.indexOf(packageOf(item.file));
  });
  expect(down.map(shown)).toEqual([]);
  expect(packageImports.length).toBeGreaterThan(500);
});

test('packages meet by name, through what they export', () => {
  const around = packageImports.filter((item) => {
    const target = targetPackage(item);
    return item.target.startsWith('.') && target !== undefined && target !== packageOf(item.file);
  });
  expect(around.map(shown)).toEqual([]);
});

test('the picture of docs/architecture.md shows every package and import', () => {
  const picture = /```mermaid\n(.*?)```/su.exec(read('docs/architecture.md'))?.[1] ?? '';
  // `graph` is a word of the picture's language.
  const named = (name: string) => name.replace(/_$/u, '');
  const nodes = [...picture.matchAll(/^ +([a-z-]+_?)\[/gmu)].map(([, name = '']) => named(name));
  expect(nodes.toSorted()).toEqual([...ORDER, 'functions', 'infra'].toSorted());
  const drawn = new Map<string, string[]>();
  for (const [, from = '', to = ''] of picture.matchAll(/^ +([\w-]+) --> ([\w& -]+)$/gmu))
    drawn.set(named(from), [...(drawn.get(named(from)) ?? []), ...to.split(' & ').map(named)]);
  const reached = (from: string): string[] => (drawn.get(from) ?? []).flatMap((to) => [to, ...reached(to)]);
  const imported = new Map<string, Set<string>>();
  for (const item of [
    ...packageImports,
    ...functionImports,
    ...sources('infra/**/*.ts').flatMap(importsOf),
  ]) {
    const from = item.file.startsWith('packages/') ? packageOf(item.file) : (item.file.split('/')[0] ?? '');
    const to = targetPackage(item);
    if (to !== undefined && to !== from) imported.set(from, (imported.get(from) ?? new Set()).add(to));
  }
  for (const [from, all] of imported) {
    const shownAs = reached(from);
    expect([...all].filter((to) => !shownAs.includes(to)).map((to) => `${from} --> ${to}`)).toEqual([]);
  }
  for (const [from, all] of drawn)
    expect(
      all.filter((to) => !imported.get(from)?.has(to)).map((to) => `no import: ${from} --> ${to}`),
    ).toEqual([]);
});

/** Packages that are fit to be published alone: of ours they import small helpers for text. */
const LIBRARIES: Readonly<Record<string, RegExp>> = {
  redact: /^@memory\/text\//u,
  sections: /^@memory\/(?:text\/|redact$)/u,
  'code-graph': /^@memory\/text\//u,
};
const LIBRARY_NAMES_MAX = 15;

test('libraries have borders', () => {
  for (const [name, allowed] of Object.entries(LIBRARIES)) {
    const own = packageImports.filter(({ file }) => packageOf(file) === name);
    const strays = own.filter(({ target }) => target.startsWith('@memory/') && !allowed.test(target));
    expect(strays.map(shown)).toEqual([]);
    const { exports } = JSON.parse(read(`packages/${name}/package.json`)) as {
      exports: Record<string, string>;
    };
    for (const entry of Object.values(exports)) {
      const { module } = parseSync(entry, read(`packages/${name}/${entry}`));
      const names = module.staticExports.flatMap(({ entries }) => entries);
      expect(names.length, `${name} ${entry}`).toBeLessThanOrEqual(LIBRARY_NAMES_MAX);
    }
    expect(read(`packages/${name}/README.md`)).toContain(`# @memory/${name}`);
  }
});

/** Imports of tests that reach inside a package by a path, at most: new tests go through what a package exports. */
const REACHING_MAX: Readonly<Record<string, number>> = {
  agents: 180,
  db: 30,
  core: 14,
  service: 16,
  providers: 11,
  // The parser of Markdown in pieces against the whole, and headings of PDFs by their sizes.
  sections: 3,
};

test('tests reach a package through its entry', () => {
  const reaching = sources('test/**/*.{ts,tsx}')
    .flatMap(importsOf)
    .filter((item) => item.target.startsWith('.') && /\/packages\/[a-z-]+\/src\//u.test(item.target));
  const counts = Map.groupBy(reaching, (item) => targetPackage(item) ?? '');
  for (const [name, items] of counts)
    if (name !== 'console') expect(items.length, name).toBeLessThanOrEqual(REACHING_MAX[name] ?? 0);
});

test('no module imports itself, be it through others', () => {
  const imports = new Map<string, string[]>();
  for (const { file, target } of [...packageImports, ...functionImports])
    if (target.startsWith('.'))
      imports.set(file, [...(imports.get(file) ?? []), new URL(target, `file:///${file}`).pathname.slice(1)]);
  const reached = (from: string): Set<string> => {
    const seen = new Set<string>();
    const visit = (file: string): void => {
      for (const next of imports.get(file) ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        visit(next);
      }
    };
    visit(from);
    return seen;
  };
  expect([...imports.keys()].filter((file) => reached(file).has(file))).toEqual([]);
});

test('only packages/service/src/hosts/node imports functions, and functions import packages by name', () => {
  const outside = packageImports.filter(
    ({ file, target }) => target.includes('functions/') && !file.startsWith(NODE_HOST),
  );
  expect(outside.map(shown)).toEqual([]);
  const byPath = functionImports.filter(({ target }) => target.includes('packages/'));
  expect(byPath.map(shown)).toEqual([]);
});

test('what belongs to one package stays inside it', () => {
  const owners: [RegExp, readonly string[]][] = [
    [/^ngraph\.|^graphology/u, ['graph', 'console']],
    [/^(?:web-)?tree-sitter/u, ['code-graph']],
    [/^drizzle-orm|^pg$|^@electric-sql\//u, ['db']],
    [/^@middy\/|^@aws-lambda-powertools\//u, ['service']],
    [/^@modelcontextprotocol\//u, ['service', 'agents']],
    [/^commander$/u, ['agents']],
    [/^@aws-sdk\/client-rds-data$/u, ['db']],
  ];
  const strays = [...packageImports, ...functionImports].filter(({ file, target }) =>
    owners.some(
      ([owned, by]) => owned.test(target) && !(file.startsWith('packages/') && by.includes(packageOf(file))),
    ),
  );
  expect(strays.map(shown)).toEqual([]);
});

test('only the local server listens, and a login for its one redirect', () => {
  const servers = [...packageImports, ...functionImports].filter(
    ({ file, target, typeOnly }) =>
      HTTP_SERVERS.has(target) && !typeOnly && !file.startsWith(NODE_HOST) && file !== REDIRECT,
  );
  const listening = servers.filter(({ file }) => /\bcreateServer\b/u.test(read(file)));
  expect(listening.map(shown)).toEqual([]);
});

/** Files that start programs, and what they start. Nothing but `git/git.ts` starts git, and `addresses.ts` alone a browser. */
const STARTERS: Readonly<Record<string, string>> = {
  'packages/agents/src/git/git.ts': 'git',
  'packages/agents/src/connection/addresses.ts': 'the browser',
  'packages/agents/src/import/sources/pull-requests.ts': 'gh',
  'packages/agents/src/service/autostart.ts': 'launchctl, systemctl, schtasks',
  'packages/agents/src/service/start-service.ts': 'our service',
  'packages/agents/src/hook/hook-program.ts': 'our flusher',
  'packages/agents/src/hook/project/find-project.ts': 'our command',
  'packages/agents/src/hook/recall/tree-grounds.ts': 'our command',
  'packages/agents/src/hook/service/send.ts': 'our service',
  'packages/service/src/hosts/node/console/console-files.ts': 'our build',
  'packages/service/src/hosts/node/data-dir-lock.ts': 'ps',
  'packages/text/src/bounded-process.ts': 'our readers of documents and code',
};

test('one place runs git, and one opens pages', () => {
  const starting = packageImports.filter(
    ({ target, typeOnly }) => target === 'node:child_process' && !typeOnly,
  );
  expect([...new Set(starting.map(({ file }) => file))].toSorted()).toEqual(Object.keys(STARTERS).toSorted());
  for (const { file } of starting)
    if (STARTERS[file] !== 'git') expect(read(file), file).not.toMatch(/\w\(\s*['"`]git\b/u);
});

/** Folders of the command whose files are the user's own: settings, spool, backups, what a sync remembers. */
const OWN_FILES =
  /^packages\/agents\/src\/(?:archive\/(?:backup|records)|home|hook\/(?:flush|spool|start-hook|state|recall\/(?:tell|session-folder)|run-hook|service)|operator|service|setup|sync\/(?:base-file|last-sync))/u;

const OPENING = /\b(?:open|openSync|readFile|readFileSync|createReadStream)\b/u;

test('files of others are opened in one place', () => {
  const openers = sources('packages/{agents,code-graph}/src/**/*.ts').filter((file) => {
    const imported = read(file).match(/^import \{[^}]*\} from 'node:fs(?:\/promises)?'/gmu) ?? [];
    return !OWN_FILES.test(file) && imported.some((line) => OPENING.test(line));
  });
  expect(openers).toEqual([]);
});

test('every route has its handler in the file of its noun, and every handler its row', async () => {
  const files = sources('functions/api/*.ts');
  const written = await Promise.all(
    files.map(async (file) =>
      Object.keys((await import(ROOT + file)) as object).map((name) => `${file} ${name}`),
    ),
  );
  const expected = routeEntries.map(([name, { noun }]) => `functions/api/${noun}.ts ${name}`);
  expect(written.flat().toSorted()).toEqual(expected.toSorted());
});

test('every job has its handler, and every handler its row', async () => {
  const handlers = (await import('../../functions/jobs.ts')) as object;
  expect(Object.keys(handlers).toSorted()).toEqual(jobEntries.map(([name]) => name).toSorted());
});

interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  license: string;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const manifest = (file: string): Manifest => JSON.parse(read(file)) as Manifest;

const packages = ORDER.map((name) => manifest(`packages/${name}/package.json`));
const root = manifest('package.json');

verifies('product.one-version', () => {
  const versions = new Set([root.version, SERVICE_VERSION, ...packages.map(({ version }) => version)]);
  expect([...versions]).toEqual([root.version]);
  expect(root.version).toMatch(/^\d+\.\d+\.\d+$/u);
});

verifies('product.names', () => {
  expect(packages.map(({ name }) => name)).toEqual([
    ...ORDER.slice(0, -1).map((name) => `@memory/${name}`),
    'workspace-memory',
  ]);
  for (const { name, private: kept } of packages.slice(0, -1)) expect(kept, name).toBe(true);
  expect(Object.keys(packages.at(-1)?.bin ?? {})).toEqual(['workspace-memory']);
  for (const { license } of [root, ...packages]) expect(license).toBe('Apache-2.0');
  expect(read('LICENSE')).toContain('Apache License');
  expect(read('README.md')).toMatch(/^# Workspace Memory$/mu);
});

verifies('settings.documented', () => {
  const rows = (text: string) =>
    text
      .split('\n')
      .filter((line) => /^\| `[A-Z_]+`/u.test(line))
      .map((line) => line.replaceAll(/\s*\|\s*/gu, '|'));
  const documented = new Set(rows(read('docs/settings.md')));
  const settings = rows(settingsTable());
  expect(settings.length).toBeGreaterThan(15);
  expect(settings.filter((row) => !documented.has(row))).toEqual([]);
});

/** These two write such constants as they write variables; the next larger change of a file there brings it along. */
const CAMEL_CASE = ['packages/code-graph/', 'packages/sections/'];

/** Names at the top of a file that stand for a literal: text, number, pattern, or a list of those. */
function literalConstants(file: string): string[] {
  const { program } = parseSync(file, read(file));
  return program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') return [];
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && (init?.type === 'Literal' || isListOfLiterals(init)) ? [id.name] : [],
    );
  });
}

const isListOfLiterals = (init: Expression | null): boolean =>
  init?.type === 'ArrayExpression' && init.elements.every((element) => element?.type === 'Literal');

test('constants are in capitals', () => {
  const files = [...sources('{packages/*/src,functions,infra}/**/*.ts')].filter(
    (file) => !CAMEL_CASE.some((folder) => file.startsWith(folder)),
  );
  const found = files.flatMap((file) => literalConstants(file).map((name) => ({ file, name })));
  expect(found.length).toBeGreaterThan(150);
  expect(found.filter(({ name }) => !/^[A-Z][A-Z0-9_]*$/u.test(name))).toEqual([]);
});

test('every dependency has an exact version', () => {
  const loose = [root, ...packages].flatMap(({ name, dependencies = {}, devDependencies = {} }) =>
    Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(version))
      .map(([dependency, version]) => `${name}: ${dependency} ${version}`),
  );
  expect(loose).toEqual([]);
});

test('the CDK command is the one that writes what its library reads', () => {
  // A newer one carries the tag "latest" and cannot read what the library of this year writes.
  expect(root.devDependencies?.['aws-cdk']).toBe('2.1148.1');
});

import { parseFile, resolveEdges } from '@memory/code-graph';
import { describe, expect, it } from 'vitest';

/** Call edges as `source > target`. */
async function calls(sources: Record<string, string>): Promise<string[]> {
  const files = await Promise.all(Object.entries(sources).map(([path, source]) => parseFile(path, source)));
  const { edges } = resolveEdges(files.filter((file) => file !== undefined));
  return edges
    .filter(({ kind }) => kind === 'calls')
    .map(({ source, target }) => `${source} > ${target}`)
    .sort();
}

describe('a module of CommonJS hands on', () => {
  const part =
    'module.exports = load;\nfunction load() {}\nload.all = function () {};\nexports.two = () => 2;';
  it.each([
    ['a module by `exports`', "exports.load = require('./part');"],
    ['a module in an object', "module.exports = { load: require('./part') };"],
    ['a name of a module', "exports.load = require('./all').part;"],
    ['a name of a module in an object', "module.exports = { load: require('./all').part };"],
    ['all of a module', "module.exports = { ...require('./load') };"],
    ['a name of a module as itself', "module.exports = require('./inner').whole;"],
  ])('%s', async (_, index) => {
    const sources = {
      'index.js': `${index}\nfunction own() {}`,
      'part.js': part,
      'all.js': "module.exports = { part: require('./part') };",
      'load.js': "exports.load = require('./part');",
      'inner.js': "exports.whole = require('./load');",
      'use.js': "const index = require('./index');\nfunction f() { index.load(); }",
      'taken.js': "const { load } = require('.');\nfunction f() { load(); load.all(); }",
      'use.mjs': "import index from './index.js';\nindex.load();",
    };
    expect(await calls(sources)).toEqual([
      'taken.js#f > part.js#load',
      'taken.js#f > part.js#load.all',
      'use.js#f > part.js#load',
      'use.mjs > part.js#load',
    ]);
  });
});

describe('what an object has', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'from elsewhere, under its own and other names',
      {
        'tools.ts':
          "import { log as write } from './log';\nfunction warn() {}\nexport const tools = { warn, write };\nexport const more = { alarm: warn } as const;\ntools.warn();",
        'log.ts': 'export function log() {}',
        'use.ts':
          "import { more, tools } from './tools';\nfunction f() { tools.warn(); tools.write(); more.alarm(); }",
      },
      ['tools.ts > tools.ts#warn', 'use.ts#f > log.ts#log', 'use.ts#f > tools.ts#warn'],
    ],
    [
      'in an object in it, and one that a member is set to',
      {
        'a.js':
          'const parsers = { yaml: { read() {} } };\nexports.cursor = { hide: function () {}, show() {} };\nfunction f() { parsers.yaml.read(); }',
        'b.js': "const base = require('./a');\nfunction g() { base.cursor.hide(); }",
      },
      ['a.js#f > a.js#parsers.yaml.read', 'b.js#g > a.js#cursor.hide'],
    ],
    [
      'that a function returns as it is written, or by a variable',
      {
        'store.ts': `export function store() { return { get() {}, set: () => {}, load }; function load() {} }
export const counter = () => ({ up() {}, shut });
export function stream() { const made = { write, end() {} }; made.end(); return made; function write() {} }
function shut() {}
export function lists() { return [1].map(() => ({ get() {} })); }`,
        'use.ts': `import { counter, lists, store, stream } from './store';
const one = store();
function f() { one.get(); one.set(); one.load(); lists().get(); }
function g() { const up = counter(); up.up(); up.shut(); const { write } = stream(); const out = stream(); out.write(); out.end(); }
test('mocks', () => { mock(() => ({ warn() {} })); warn(); });`,
      },
      [
        'store.ts#stream > store.ts#stream.made.end',
        'use.ts > store.ts#store',
        'use.ts#f > store.ts#lists',
        'use.ts#f > store.ts#store().get',
        'use.ts#f > store.ts#store().set',
        'use.ts#f > store.ts#store.load',
        'use.ts#g > store.ts#counter',
        'use.ts#g > store.ts#counter().up',
        'use.ts#g > store.ts#shut',
        'use.ts#g > store.ts#stream',
        'use.ts#g > store.ts#stream.made.end',
        'use.ts#g > store.ts#stream.write',
      ],
    ],
    [
      'without hiding a function of the file by its name',
      {
        'a.ts':
          'function shut() {}\nfunction open() { const made = { shut() { return 1; } }; shut(); return made; }',
      },
      ['a.ts#open > a.ts#shut'],
    ],
    [
      'another name for',
      {
        'shop.js':
          'class Store { save() {} static of() {} }\nmodule.exports = Shop;\nfunction Shop() {}\nShop.Store = Store;',
        'use.js':
          "var Shop = require('./shop');\nvar Store = Shop.Store;\nfunction f() { var store = new Store(); store.save(); Store.of(); }\nclass Node { constructor() { this.store = new Shop.Store(); }\n walk() { const at = this.store; at.save(); } }",
      },
      [
        'use.js#Node.constructor > shop.js#Store',
        'use.js#Node.walk > shop.js#Store.save',
        'use.js#f > shop.js#Store.of',
        'use.js#f > shop.js#Store.save',
      ],
    ],
  ])('%s', async (_, sources, expected) => {
    expect(await calls(sources)).toEqual(expected);
  });
});

describe('classes and functions that are written as values', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'a class that a member is set to, and the module with it',
      {
        'values.js':
          'const internals = {};\nmodule.exports = internals.Values = class { add() {} };\nexports.Report = class Told { say() {} };',
        'ref.js':
          'const internals = {};\ninternals.Manager = class { reset() {} };\nfunction f() { new internals.Manager().reset(); }',
        'use.js':
          "const Values = require('./values');\nfunction f() { const values = new Values(); values.add(); new Values.Report().say(); }",
      },
      [
        'ref.js#f > ref.js#internals.Manager',
        'ref.js#f > ref.js#internals.Manager.reset',
        'use.js#f > values.js#Report',
        'use.js#f > values.js#Report.say',
        'use.js#f > values.js#internals.Values',
        'use.js#f > values.js#internals.Values.add',
      ],
    ],
    [
      'a function whose variable is told to be of a type',
      {
        'a.ts': `interface Store { get(): void }
type Create = { <T>(): Store; (name: string): Store };
export const other: Create = (name?: string) => made(name);
declare function made(name?: string): any;`,
        'use.ts': "import { other } from './a';\nfunction f() { other(); }",
      },
      ['a.ts#other > a.ts#made', 'use.ts#f > a.ts#other'],
    ],
    [
      'a method that a test puts in the place of another is no method of the class elsewhere',
      {
        'lib/runner.js':
          'module.exports = Runner;\nfunction Runner() {}\nRunner.prototype.run = function () { this.emit(); };',
        'test/runner.test.js':
          "const Runner = require('../lib/runner');\nRunner.prototype.emit = function () {};",
      },
      [],
    ],
  ])('%s', async (_, sources, expected) => {
    expect(await calls(sources)).toEqual(expected);
  });
});

describe('a package of the tree', () => {
  it('is found where its manifest names a built file among others, by its source', async () => {
    const sources = {
      'package.json':
        '{"name": "x", "exports": {".": {"import": "./dist/x.mjs", "require": "./lib/app.js"}}}',
      'lib/app.js': 'module.exports = function app() {};',
      'test/a.js': "const app = require('..');\napp();",
      'packages/y/package.json': '{"name": "y", "exports": {"./run": {"types": "./run/dist/index.d.ts"}}}',
      'packages/y/run/src/index.ts': 'export function run() {}',
      'packages/z/a.ts': "import { run } from 'y/run';\nrun();",
    };
    expect(await calls(sources)).toEqual([
      'packages/z/a.ts > packages/y/run/src/index.ts#run',
      'test/a.js > lib/app.js#app',
    ]);
  });
});

describe('what a name stands for', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'is the variable of a function where that hides an import or a function of the file',
      {
        'b.ts':
          'export function load() {}\nexport class Store { get() {} }\nexport const store = new Store();',
        'a.ts': `import { load, store } from './b';
function props(given: any) { const { load } = given; load(); }
const mapped = (store: any) => { store.get(); };
test('one', () => { const { load } = window.b; load(); });
test('two', () => { const late = make(); late(); });
function late() {}
function fresh() { load(); store.get(); late(); }`,
      },
      [
        'a.ts#fresh > a.ts#late',
        'a.ts#fresh > b.ts#Store.get',
        'a.ts#fresh > b.ts#load',
        'b.ts > b.ts#Store',
      ],
    ],
    [
      'is what was asked for in a function, also late',
      {
        'part.js': 'module.exports = class Part { run() {} };',
        'a.js':
          "let Part;\nfunction f() { Part = Part || require('./part'); new Part().run(); }\nfunction g() { const Part = require('./part'); new Part(); }",
      },
      ['a.js#f > part.js#Part', 'a.js#f > part.js#Part.run', 'a.js#g > part.js#Part'],
    ],
    [
      'is a function of the platform where nothing declares it',
      {
        'a.ts': 'export class Reply { static arrayBuffer() {} }',
        'b.ts': "const read = async () => (await new Blob(['x']).arrayBuffer()).byteLength;",
      },
      [],
    ],
    [
      'is of the type that is told of it and not of the class that hands over an object, of what a function returns and of a variable',
      {
        'all.ts': `import { type Told } from './store';
import type { Other } from 'elsewhere';
function f(told: Told & Other) { told.say(); }`,
        'store.ts': `export function makeStore() { return { get() {} }; }
export type Store = ReturnType<typeof makeStore>;
export const tools = { warn() {} };
export interface Options { told: Told }
export interface Told { say(): void }`,
        'use.ts': `import { makeStore, tools, type Options, type Store, type Told } from './store';
class Field { told: Options['told'];\n  run() { this.told.say(); }\n  hand() { run({ test() { this.run(); } }); } }
function f(store: Store, other: ReturnType<typeof makeStore>, more: typeof tools) { store.get(); other.get(); more.warn(); }
function g() { const told = JSON.parse('') as Told; told.say(); }`,
      },
      [
        'all.ts#f > store.ts#Told.say',
        'use.ts#Field.run > store.ts#Told.say',
        'use.ts#f > store.ts#makeStore().get',
        'use.ts#f > store.ts#tools.warn',
        'use.ts#g > store.ts#Told.say',
      ],
    ],
    [
      'is what a module hands on under several names',
      {
        'part.js': 'const internals = {};\nmodule.exports = exports = internals.Part = class { run() {} };',
        'a.js': "const Part = require('./part');\nfunction f() { new Part().run(); }",
      },
      ['a.js#f > part.js#internals.Part', 'a.js#f > part.js#internals.Part.run'],
    ],
  ])('%s', async (_, sources, expected) => {
    expect(await calls(sources)).toEqual(expected);
  });
});

describe('modules and types that are named in other ways', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'by the configuration of TypeScript around, the nearest and longest first, with comments in it',
      {
        'tsconfig.json':
          '{\n  // names\n  "compilerOptions": { "paths": { "pinia": ["packages/pinia/src"], "@internal/*": ["src/*"], "@internal/log/*": ["log/*"], }, },\n}',
        'packages/pinia/package.json': '{"name": "pinia", "main": "index.js"}',
        'packages/pinia/index.js': "module.exports = require('./dist/pinia.cjs');",
        'packages/pinia/src/index.ts': 'export function defineStore() {}',
        'src/warn.ts': 'export function warn() {}',
        'log/out.ts': 'export function out() {}',
        'app/tsconfig.json': '{"compilerOptions": {"baseUrl": "./code"}}',
        'app/code/parts/button.ts': 'export function button() {}',
        'app/code/use.ts':
          "import { defineStore } from 'pinia';\nimport { warn } from '@internal/warn';\nimport { out } from '@internal/log/out';\nimport { button } from 'parts/button';\ndefineStore(); warn(); out(); button();",
      },
      [
        'app/code/use.ts > app/code/parts/button.ts#button',
        'app/code/use.ts > log/out.ts#out',
        'app/code/use.ts > packages/pinia/src/index.ts#defineStore',
        'app/code/use.ts > src/warn.ts#warn',
      ],
    ],
    [
      'where they are asked for, and what calling such a module makes',
      {
        'lib/app.js': 'module.exports = app;\nfunction app() { const made = { get() {} }; return made; }',
        'helper.js': 'exports.payload = function () {};\nexports.store = () => ({ open() {} });',
        'a.js':
          "const app = require('./lib/app')({ logger: true });\napp.get();\nrequire('./helper').payload();\nfunction f() { const store = require('./helper').store(); store.open(); }",
      },
      [
        'a.js > helper.js#payload',
        'a.js > lib/app.js#app',
        'a.js > lib/app.js#app.made.get',
        'a.js#f > helper.js#store',
        'a.js#f > helper.js#store().open',
      ],
    ],
    [
      'as the class itself where it only inherits a constructor',
      {
        'a.js':
          'class Top { constructor() {} }\nclass Middle extends Top { run() {} }\nclass Low extends Middle { constructor() { super(); } }',
      },
      ['a.js#Low.constructor > a.js#Middle'],
    ],
  ])('%s', async (_, sources, expected) => {
    expect(await calls(sources)).toEqual(expected);
  });
});

describe('what a function returns', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'is told by its overloads and by a long type',
      {
        'a.ts': `export class Elysia { get(): Elysia<${'Schema & '.repeat(60)}End> { return this as any; } listen() {} }
export function open(name: string): Elysia;
export function open(name: string, more?: boolean) { return build(name); }`,
        'use.ts':
          "import { Elysia, open } from './a';\nfunction f() { const app = new Elysia().get(); app.listen(); }\nfunction g() { open('x').listen(); }",
      },
      [
        'use.ts#f > a.ts#Elysia',
        'use.ts#f > a.ts#Elysia.get',
        'use.ts#f > a.ts#Elysia.listen',
        'use.ts#g > a.ts#Elysia.listen',
        'use.ts#g > a.ts#open',
      ],
    ],
    [
      'is one of two that a variable may hold',
      {
        'a.ts': `interface Cache { get(): void }
function small(): Cache { return {} as Cache; }
function large(): Cache { return {} as Cache; }
class Log { warn() {} }
function f(size: number, given?: any) { const cache = size < 2 ? small() : large(); cache.get(); const log = given || new Log(); log.warn(); }`,
      },
      [
        'a.ts#f > a.ts#Cache.get',
        'a.ts#f > a.ts#Log',
        'a.ts#f > a.ts#Log.warn',
        'a.ts#f > a.ts#large',
        'a.ts#f > a.ts#small',
      ],
    ],
  ])('%s', async (_, sources, expected) => {
    expect(await calls(sources)).toEqual(expected);
  });
});

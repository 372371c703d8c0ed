import { describe, expect, it } from 'vitest';
import { called, resolved } from './called.ts';

describe('members of classes', () => {
  const base = { 'base.ts': 'export class Base { run() {} stop() {} }' };

  it('finds methods of the class, of its bases in other files, and of the base alone after super', async () => {
    const child =
      "import { Base } from './base.ts';\nclass Child extends Base { stop() { super.stop(); this.run(); this.stop(); this.gone(); } }";
    expect(await resolved('calls', { ...base, 'child.ts': child })).toEqual([
      'child.ts#Child.stop > base.ts#Base.stop',
      'child.ts#Child.stop > base.ts#Base.run',
      'child.ts#Child.stop > child.ts#Child.stop',
    ]);
  });

  it('ends in a class that is its own base', async () => {
    expect(
      await resolved('calls', { 'a.ts': 'class A extends B { f() { this.g(); } }\nclass B extends A {}' }),
    ).toEqual([]);
  });

  it('believes declared types, and what functions say they return', async () => {
    const source = `import { Base } from './base.ts';
      function open(): Promise<Base> { return null; }
      class Holder { constructor(private readonly base: Base) {} get(): Base { return this.base; } }
      async function f(a: Base, h: Holder, m: Map<string, Base>, u: any) {
        const b = await open();
        a.run(); b.stop(); h.base.run(); h.get().stop(); m.stop(); u.stop();
      }`;
    const calls = await resolved('calls', { ...base, 'a.ts': source });
    expect(calls).toEqual([
      'a.ts#f > a.ts#open',
      'a.ts#f > base.ts#Base.run',
      'a.ts#f > base.ts#Base.stop',
      'a.ts#f > a.ts#Holder.get',
    ]);
  });

  it('sees in a class of TypeScript what the namespace of its name has', async () => {
    const sources = {
      'grid.ts':
        'export class Grid { handler: Grid.IHandler; open() { this.handler.press(); new Grid.Message(); } }\n' +
        'export namespace Grid { export interface IHandler { press(): void } export class Message { send() {} } }',
      'use.ts':
        "import { Grid } from './grid'; export class Sub extends Grid { go(m: Grid.Message) { m.send(); this.open(); } }",
    };
    expect(await resolved('calls', sources)).toEqual([
      'grid.ts#Grid.open > grid.ts#Grid.IHandler.press',
      'grid.ts#Grid.open > grid.ts#Grid.Message',
      'use.ts#Sub.go > grid.ts#Grid.Message.send',
      'use.ts#Sub.go > grid.ts#Grid.open',
    ]);
  });

  it('knows places of arrays and what is taken for another type', async () => {
    const ts =
      'class Item { fit() {} }\nclass Box {\n items: Item[] = [];\n a(i: number) { this.items[i].fit(); }\n' +
      ' b(i: number) { const one = this.items[i]; one.fit(); }\n c(x: unknown) { (x as Item | null).fit(); }\n' +
      " d(x: Record<string, Item>) { x['a'].fit(); }\n}";
    expect(await resolved('calls', { 'a.ts': ts })).toEqual(
      ['a', 'b', 'c'].map((method) => `a.ts#Box.${method} > a.ts#Item.fit`),
    );
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
    expect(await called(sources)).toEqual(expected);
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
    expect(await called(sources)).toEqual(expected);
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
    expect(await called(sources)).toEqual(expected);
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
    expect(await called(sources)).toEqual(expected);
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
    expect(await called(sources)).toEqual(expected);
  });
});

it.each<[string, Record<string, string>, string[]]>([
  [
    'an object that is handed on by what it calls of itself, and a variable that gets its value later',
    {
      'a.js': 'module.exports = { open() { this.shut(); }, shut() {} };',
      'b.js':
        'class Store { save() {} }\nlet store;\nfunction make() { store = new Store(); }\nfunction use() { store.save(); }',
    },
    ['a.js#open > a.js#shut', 'b.js#make > b.js#Store', 'b.js#use > b.js#Store.save'],
  ],
  [
    'no test for what is under test, no declaration for what runs, and no method of the class itself for that of a field',
    {
      'lib/a.js':
        'class A { drain() { this.inner.drain(); }\n  run(socket) { socket.uncork(); } }\nmodule.exports = A;',
      'lib/b.d.ts': 'export interface B { flushAll(): void }',
      'lib/b.js': 'exports.open = function () {};\nfunction x(y) { y.flushAll(); }',
      'lib/use.js': "const b = require('./b');\nb.open();",
      'test/a.js': 'class Mock { uncork() {} }',
    },
    ['lib/use.js > lib/b.js#open'],
  ],
  [
    'a method of an interface behind an alias of TypeScript',
    {
      'a.ts':
        'interface Context { json(): void }\ntype C = Context;\ntype Handler = { run(): void };\nexport function f(c: C, h: Handler) { c.json(); h.run(); }',
    },
    ['a.ts#f > a.ts#Context.json', 'a.ts#f > a.ts#Handler.run'],
  ],
  [
    'a function of the file beside one that a test gives to `this`',
    {
      'index.js': 'module.exports = send;\nfunction send() {}',
      'test.js':
        "var send = require('./');\nit('sends', function () { this.send = function (path) {}; send(); });",
    },
    ['test.js > index.js#send'],
  ],
])('JavaScript and TypeScript: %s', async (_, sources, expected) => {
  expect(await called(sources)).toEqual(expected);
});

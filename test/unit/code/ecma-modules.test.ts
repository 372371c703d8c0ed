import { resolveEdges } from '@memory/code-graph';
import { describe, expect, it } from 'vitest';
import { called, parsed, resolved } from './called.ts';

describe('imports of ECMAScript', () => {
  it.each([
    ['the file itself', './b.ts', 'b.ts'],
    ['the file TypeScript will make', './b.js', 'b.ts'],
    ['a file without extension', './b', 'b.tsx'],
    ['a folder', './b', 'b/index.ts'],
    ['an alias of the source folder', '@/b', 'src/b.ts'],
  ])('finds %s', async (_, specifier, target) => {
    const sources = { 'a.ts': `import { f } from '${specifier}'; f();`, [target]: 'export function f() {}' };
    expect(await resolved('calls', sources)).toEqual([`a.ts > ${target}#f`]);
    expect(await resolved('imports', sources)).toEqual([`a.ts > ${target}`, `a.ts > ${target}#f`]);
  });

  it('finds packages of the repository by the names of their manifests', async () => {
    const sources = {
      'packages/x/package.json':
        '{"name": "@a/x", "exports": {".": "./dist/main.js", "./y": "./src/why.ts", "./z/*": "./src/*.ts"}}',
      'packages/x/src/index.ts': 'export const f = () => 1;',
      'packages/x/src/why.ts': 'export function g() {}',
      'packages/x/src/star.ts': 'export function h() {}',
      'app.ts':
        "import { f } from '@a/x'; import { g } from '@a/x/y'; import { h } from '@a/x/z/star'; f(); g(); h();",
    };
    expect(await resolved('calls', sources)).toEqual([
      'app.ts > packages/x/src/index.ts#f',
      'app.ts > packages/x/src/why.ts#g',
      'app.ts > packages/x/src/star.ts#h',
    ]);
  });

  it('takes the default from the file itself, since a star hands on none', async () => {
    const sources = {
      'a.ts': "import open from './index.ts'; open.read();",
      'index.ts':
        "import make from './make.ts'; export * from './options.ts'; const store = make(); export default store;",
      'make.ts':
        'export class Store { read() {} }\nconst make = (): Store => new Store();\nexport default make;',
      'options.ts': 'export default class Options { read() {} }',
    };
    expect(await resolved('calls', sources)).toEqual([
      'a.ts > make.ts#Store.read',
      'index.ts > make.ts#make',
      'make.ts#make > make.ts#Store',
    ]);
  });

  it('knows what a pattern takes from a tuple, an object and a promise of one', async () => {
    const sources = {
      'a.ts': `import { both, opened, type Options } from './b.ts';
function f({ retry }: Options, options: Options) {
  const [store, , log] = both();
  store.get();
  log.get();
  const { cache, journal: other } = options;
  cache.get();
  other.get();
}
async function g() { const { cache } = await opened(); cache.get(); }
function h(lent: [Store, Log]) { const [, log] = lent; log.get(); }
class Store {}
class Log { get() {} }`,
      'b.ts': `export class Store { get() {} }
export class Log { get() {} }
export class Options { cache: Store; journal: Log; }
export declare function both(): readonly [first: Store, second: number, third?: Log];
export declare function opened(): Promise<Options>;`,
    };
    expect(await resolved('calls', sources)).toEqual([
      'a.ts#f > b.ts#both',
      'a.ts#f > b.ts#Store.get',
      'a.ts#f > b.ts#Log.get',
      'a.ts#g > b.ts#opened',
      'a.ts#g > b.ts#Store.get',
      'a.ts#h > a.ts#Log.get',
    ]);
  });

  it('leaves open what an unknown call hands out in a pattern', async () => {
    const sources = {
      'a.ts': `import { use } from 'elsewhere';
class Store { get() {} set() {} }
class Other { get() {} }
function f() { const { store } = use<Store>(); store.get(); const [one] = use(); one.get(); }`,
    };
    expect(await resolved('calls', sources)).toEqual([]);
  });

  it('follows re-exports, renamed, by star, of defaults, and in a circle', async () => {
    const sources = {
      'a.ts': "import { one, two, Three, four } from './index.ts'; one(); two(); new Three(); four();",
      'index.ts':
        "export { f as one } from './b.ts'; export * from './c.ts'; export { default as Three } from './d.ts';",
      'b.ts': 'function g() {}\nexport { g as f };',
      'c.ts': "export * from './index.ts'; export const two = () => 2;",
      'd.ts': 'class D {}\nexport default D;',
    };
    expect(await resolved('calls', sources)).toEqual(['a.ts > b.ts#g', 'a.ts > c.ts#two', 'a.ts > d.ts#D']);
  });

  it('takes no namesake for a function of a foreign package', async () => {
    const sources = {
      'a.ts': "import { join } from 'node:path'; join(); parse();",
      'b.ts': 'export function join() {}\nexport function parse() {}',
    };
    expect(await resolved('calls', sources)).toEqual([]);
    expect(resolveEdges(await parsed(sources))).toMatchObject({ resolvedCalls: 0, unresolvedCalls: 2 });
  });
});

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
    expect(await called(sources)).toEqual([
      'taken.js#f > part.js#load',
      'taken.js#f > part.js#load.all',
      'use.js#f > part.js#load',
      'use.mjs > part.js#load',
    ]);
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
    expect(await called(sources)).toEqual([
      'packages/z/a.ts > packages/y/run/src/index.ts#run',
      'test/a.js > lib/app.js#app',
    ]);
  });
});

it.each<[string, Record<string, string>, string[]]>([
  [
    'a method of an object by `this`, and an export by `exports`',
    {
      'a.js':
        'var res = Object.create({});\nres.send = function send() {};\nres.json = function () { this.send(); };\nexports.two = function () {};\nexports.three = function () { exports.two(); };',
    },
    ['a.js#res.json > a.js#res.send', 'a.js#three > a.js#two'],
  ],
  [
    'a module of CommonJS that is a function, handed on by another',
    {
      'index.js': "module.exports = require('./lib/main');",
      'lib/main.js': 'exports = module.exports = create;\nfunction create() {}',
      'use.js': "var main = require('./');\nfunction f() { main(); }",
      'use.mjs': "import main from './index.js';\nmain();",
    },
    ['use.js#f > lib/main.js#create', 'use.mjs > lib/main.js#create'],
  ],
  [
    'a module of CommonJS called where it is asked for, a class it is, and what the manifest of a folder names',
    {
      'package.json': '{"name": "x", "main": "lib/app.js"}',
      'lib/app.js': 'module.exports = class App { use() {} };',
      'lib/make.js': 'module.exports = function make() {};',
      'test/a.js': "const App = require('..');\nrequire('../lib/make')();\nfunction f() { new App().use(); }",
    },
    ['test/a.js > lib/make.js#make', 'test/a.js#f > lib/app.js#App', 'test/a.js#f > lib/app.js#App.use'],
  ],
  [
    'what is given to a name of the exports, and what another module handed on as its own',
    {
      'common.js':
        'var common = exports;\ncommon.open = function () {};\ncommon.twice = function () { common.open(); };',
      'socket.js': 'class Socket { static of() {} send() {} }\nmodule.exports = Socket;',
      'index.js':
        "const Socket = require('./socket');\nconst other = require('./common');\nSocket.Socket = Socket;\nSocket.Other = require('./other');\nmodule.exports = Socket;",
      'other.js':
        "const common = require('./common');\nexports.shut = common.open;\nmodule.exports.close = function close() {};",
      'use.js':
        "const Socket = require('.');\nconst common = require('./common');\nconst other = require('./other');\nfunction f() { new Socket().send(); Socket.of(); common.open(); new Socket.Socket(); Socket.Other.close(); }\nfunction g() { other.shut(); }",
    },
    [
      'common.js#common.twice > common.js#common.open',
      'use.js#f > common.js#common.open',
      'use.js#f > other.js#close',
      'use.js#f > socket.js#Socket',
      'use.js#f > socket.js#Socket.of',
      'use.js#f > socket.js#Socket.send',
      'use.js#g > common.js#common.open',
    ],
  ],
  [
    'methods of a prototype on what `new` made, through a module that hands the constructor on',
    {
      'index.js':
        "var MemoryStore = require('./memory');\nexports = module.exports = session;\nexports.MemoryStore = MemoryStore;\nexports.Jar = MemoryStore;\nfunction session() {}",
      'memory.js':
        "var util = require('util');\nvar Store = require('./store');\nmodule.exports = MemoryStore;\nfunction MemoryStore() { this.inner = new Store(); }\nutil.inherits(MemoryStore, Store);\nMemoryStore.prototype.all = function all() { var self = this; self.inner.renew(); };\nMemoryStore.prototype.get = function get() { this.all(); };",
      'store.js':
        'module.exports = Store;\nfunction Store() {}\nStore.prototype = { renew() {}, wipe: function () {} };',
      'use.js':
        "var session = require('./');\nfunction f() { var s = new session.MemoryStore(); s.get(); s.wipe(); }\nfunction g() { new session.Jar(); }",
    },
    [
      'memory.js#MemoryStore > store.js#Store',
      'memory.js#MemoryStore.all > store.js#Store.renew',
      'memory.js#MemoryStore.get > memory.js#MemoryStore.all',
      'use.js#f > memory.js#MemoryStore',
      'use.js#f > memory.js#MemoryStore.get',
      'use.js#f > store.js#Store.wipe',
      'use.js#g > memory.js#MemoryStore',
    ],
  ],
  [
    'a constructor that is a variable and the module at once, and members asked of a module by name',
    {
      'cookie.js':
        'var Cookie = module.exports = function Cookie() {};\nCookie.prototype = { bake() {} };\nfunction fresh() { return new Cookie(); }',
      'all.js': "module.exports = { eat: bite, Cookie: require('./cookie') };\nfunction bite() {}",
      'use.js':
        "var eat = require('./all').eat;\nvar all = require('./all');\nfunction f() { eat(); var c = new all.Cookie(); c.bake(); }",
    },
    [
      'cookie.js#fresh > cookie.js#Cookie',
      'use.js#f > all.js#bite',
      'use.js#f > cookie.js#Cookie',
      'use.js#f > cookie.js#Cookie.bake',
    ],
  ],
])('CommonJS: %s', async (_, sources, expected) => {
  expect(await called(sources)).toEqual(expected);
});

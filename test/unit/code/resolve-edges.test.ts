import { type FileIndex, parseFile, resolveEdges } from '@memory/code-graph';
import { describe, expect, it } from 'vitest';

type ResolveOptions = NonNullable<Parameters<typeof resolveEdges>[1]>;

async function parsed(sources: Record<string, string>): Promise<FileIndex[]> {
  const files = await Promise.all(Object.entries(sources).map(([path, source]) => parseFile(path, source)));
  return files.filter((file) => file !== undefined);
}

/** Edges of one kind as `source > target`. */
async function resolved(
  kind: string,
  sources: Record<string, string>,
  options?: ResolveOptions,
): Promise<string[]> {
  const { edges } = resolveEdges(await parsed(sources), options);
  return edges.filter((edge) => edge.kind === kind).map(({ source, target }) => `${source} > ${target}`);
}

describe('resolveEdges: imports of ECMAScript', () => {
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

describe('resolveEdges: imports of Python', () => {
  const library = {
    'pkg/__init__.py': 'from .b import f\n',
    'pkg/b.py': 'def f(): pass\n',
    'pkg/sub/__init__.py': '',
  };
  it.each([
    ['from a package that hands it on', 'app.py', 'from pkg import f\nf()'],
    ['from a module', 'app.py', 'from pkg.b import f as g\ng()'],
    ['through a dotted module', 'app.py', 'import pkg.b\npkg.b.f()'],
    ['through a renamed module', 'app.py', 'import pkg.b as m\nm.f()'],
    ['through a star', 'app.py', 'from pkg.b import *\nf()'],
    ['relatively', 'pkg/c.py', 'from .b import f\nf()'],
    ['relatively from below', 'pkg/sub/c.py', 'from .. import b\nb.f()'],
  ])('finds a function %s', async (_, path, source) => {
    expect(await resolved('calls', { ...library, [path]: source })).toEqual([`${path} > pkg/b.py#f`]);
  });

  it('finds a package in the source folder', async () => {
    const sources = { 'src/pkg/b.py': 'def f(): pass', 'tests/t.py': 'from pkg.b import f\nf()' };
    expect(await resolved('calls', sources)).toEqual(['tests/t.py > src/pkg/b.py#f']);
  });
});

describe('resolveEdges: members', () => {
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
    const cpp =
      '#include <vector>\nstruct Node { void path() {} };\nstruct Edge { std::vector<Node*> in_; void a(); void b(); void c(int i); };\n' +
      'void Edge::a() { for (std::vector<Node*>::const_iterator n = in_.begin(); n != in_.end(); ++n) (*n)->path(); }\n' +
      'void Edge::b() { for (auto* n : in_) n->path(); }\nvoid Edge::c(int i) { in_[i]->path(); }';
    expect(await resolved('calls', { 'a.cc': cpp })).toEqual(
      ['a', 'b', 'c'].map((method) => `a.cc#Edge.${method} > a.cc#Node.path`),
    );
  });

  it('knows in C# what a list holds and what is taken for another type', async () => {
    const source =
      'class Node { public void Visit() {} }\nclass Box { List<Node> nodes; IEnumerable<Node> all; object o;\n' +
      ' void A() { nodes[0].Visit(); }\n void B() { var n = nodes[0]; n.Visit(); }\n void C() { foreach (var n in all) n.Visit(); }\n' +
      ' void D() { var n = (Node)o; n.Visit(); }\n void E() { var n = o as Node; n.Visit(); }\n void F() { all.Visit(); }\n}';
    expect(await resolved('calls', { 'a.cs': source })).toEqual(
      ['A', 'B', 'C', 'D', 'E'].map((method) => `a.cs#Box.${method} > a.cs#Node.Visit`),
    );
  });

  it('takes overloads of C++ in one file for one, and no test for what is under test', async () => {
    const sources = {
      'util.cc': 'void Error(const char* a) {}\nvoid Error(const char* a, int b) {}',
      'util_test.cc': 'void Error(int c) {}',
      'clean.cc': 'void clean() { Error("x"); }',
    };
    expect(await resolved('calls', sources)).toEqual(['clean.cc#clean > util.cc#Error']);
  });

  it('guesses on an unknown receiver only when one class alone has a method of an uncommon name', async () => {
    const sources = {
      'a.ts': 'function f(x) { x.settleDebt(); x.append(); x.twice(); }',
      'b.ts': 'class B { settleDebt() {} append() {} twice() {} }',
      'c.ts': 'class C { twice() {} }',
    };
    const { edges } = resolveEdges(await parsed(sources));
    expect(edges.filter(({ kind }) => kind === 'calls')).toMatchObject([
      { source: 'a.ts#f', target: 'b.ts#B.settleDebt', confidence: 0.5, foundBy: 'only_method' },
    ]);
  });
});

describe('resolveEdges', () => {
  it('is sure by how a name was found', async () => {
    const { edges } = resolveEdges(
      await parsed({
        'a.ts': "import { g } from './b.ts';\nfunction f() {}\nf(); g(); g();\ng();",
        'b.ts': 'export function g() {}',
      }),
    );
    expect(edges.filter(({ kind }) => kind === 'calls')).toEqual([
      {
        kind: 'calls',
        source: 'a.ts',
        target: 'a.ts#f',
        confidence: 1,
        foundBy: 'same_file',
        lines: [3],
        count: 1,
      },
      {
        kind: 'calls',
        source: 'a.ts',
        target: 'b.ts#g',
        confidence: 0.95,
        foundBy: 'import',
        lines: [3, 4],
        count: 3,
      },
    ]);
  });

  it('counts what may be calls of its own symbols and found no target', async () => {
    const { unresolved } = resolveEdges(
      await parsed({
        'a.ts':
          "import fs from 'node:fs';\nfunction f(x) { x.save(); x.save(); x.foreign();\n fs.save(); ''.save(); }",
        'b.ts': 'class B { save() {} }\nclass C { save() {} }',
        'c.py': 'def g(x):\n  x.save()',
      }),
    );
    expect(unresolved).toEqual([{ source: 'a.ts#f', name: 'save', line: 2, count: 2 }]);
  });

  it('follows a module that another exports under a name', async () => {
    const { edges } = resolveEdges(
      await parsed({
        'index.js': "exports = module.exports = all;\nexports.json = require('./json');\nfunction all() {}",
        'json.js': 'module.exports = json;\nfunction json() {}',
        'use.js': "var parser = require('./index');\nparser.json();",
      }),
    );
    const targets = edges.filter(({ kind }) => kind === 'calls').map(({ target }) => target);
    expect(targets).toEqual(['json.js#json']);
  });

  it('takes the name of a base for the class, not for the constructor it inherits', async () => {
    const { edges } = resolveEdges(
      await parsed({
        'Base.java': 'package p;\nclass Base { Base() {} Base body() { return this; } void html() {} }',
        'Own.java':
          'package p;\nclass Own extends Base { Base made() { return new Base(); } void f() { made().html(); } }',
      }),
    );
    const targets = edges.filter(({ kind }) => kind === 'calls').map(({ target }) => target);
    expect(targets).toEqual(['Base.java#Base', 'Own.java#Own.made', 'Base.java#Base.html']);
  });

  it('tells methods of one name apart by the number of arguments', async () => {
    const { edges } = resolveEdges(
      await parsed({
        'Base.java':
          'package p;\nclass Base { String attr(String k) { return k; } void all(String f, Object... r) {} }',
        'Own.java':
          'package p;\nclass Own extends Base {\n Own attr(String k, String v) {\n return this; }\n void all() {}\n void f() { attr("k"); attr("k", "v"); all("a", "b", "c"); all(); this.attr("a", "b", "c"); } }',
      }),
    );
    const targets = edges.filter(({ kind }) => kind === 'calls').map(({ target }) => target);
    expect(targets).toEqual([
      'Base.java#Base.attr',
      'Own.java#Own.attr',
      'Base.java#Base.all',
      'Own.java#Own.all',
    ]);
  });

  it('resolves only the files asked for, seeing the symbols of all', async () => {
    const sources = {
      'a.ts': "import { g } from './b.ts'; g();",
      'b.ts': "import './a.ts';\nexport function g() { h(); }\nfunction h() {}",
    };
    expect(await resolved('calls', sources, { only: new Set(['a.ts']) })).toEqual(['a.ts > b.ts#g']);
  });

  it('says what stands in what', async () => {
    expect(await resolved('contains', { 'a.py': 'class A:\n  def f(self):\n    def g(): pass\n' })).toEqual([
      'a.py > a.py#A',
      'a.py#A > a.py#A.f',
      'a.py#A.f > a.py#A.f.g',
    ]);
  });

  it('keeps languages apart', async () => {
    expect(
      await resolved('calls', { 'a.rb': 'shared_name(1)', 'b.c': 'void shared_name(int a) {}' }),
    ).toEqual([]);
  });

  it('takes a parameter for no function of its name', async () => {
    expect(await resolved('calls', { 'a.ts': 'function next() {}\nfunction f(next) { next(); }' })).toEqual(
      [],
    );
  });
});

describe('resolveEdges finds what is written in other ways:', () => {
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
        'test/a.js':
          "const App = require('..');\nrequire('../lib/make')();\nfunction f() { new App().use(); }",
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
      'an object that is handed on by what it calls of itself, and a variable that gets its value later',
      {
        'a.js': 'module.exports = { open() { this.shut(); }, shut() {} };',
        'b.js':
          'class Store { save() {} }\nlet store;\nfunction make() { store = new Store(); }\nfunction use() { store.save(); }',
      },
      ['a.js#open > a.js#shut', 'b.js#make > b.js#Store', 'b.js#use > b.js#Store.save'],
    ],
    [
      'an object of Python that is called, another name of a class, and what a list holds',
      {
        'kinds.py':
          'class Client:\n    def get(self): ...\nclass Factory:\n    def __call__(self) -> Client: ...\nOther = Client\n',
        'a.py':
          'from kinds import Client, Factory, Other\nclass Shop:\n    clients: list[Client]\n    def all(self):\n        for client in self.clients:\n            client.get()\ndef f(factory: Factory):\n    client = factory()\n    client.get()\ndef g(kind: type[Client]):\n    made = kind()\n    made.get()\ndef h():\n    Other().get()\ndef i(clients: list[Client]):\n    return [one.get() for one in clients]\n',
      },
      [
        'a.py#Shop.all > kinds.py#Client.get',
        'a.py#f > kinds.py#Client.get',
        'a.py#g > kinds.py#Client.get',
        'a.py#h > kinds.py#Client',
        'a.py#h > kinds.py#Client.get',
        'a.py#i > kinds.py#Client.get',
      ],
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
      'what a closure calls its parameter, which the function around calls so too',
      {
        'a.go':
          'package a\ntype M struct{}\nfunc (m *M) Get() {}\ntype R interface { Get() }\nfunc (m *M) Group(f func(r R)) {}\nfunc New() *M { return &M{} }\nfunc use() { r := New(); r.Group(func(r R) { r.Get() }) }',
      },
      ['a.go#New > a.go#M', 'a.go#use > a.go#M.Group', 'a.go#use > a.go#New', 'a.go#use > a.go#R.Get'],
    ],
    [
      'a method of what bounds a type parameter of Rust',
      {
        'src/lib.rs':
          'pub trait A { fn next_state(&self); }\npub fn find<T: A + Copy>(dfa: &T) { dfa.next_state(); }\npub fn other<E>(x: E) where E: A { x.next_state(); }',
      },
      ['src/lib.rs#find > src/lib.rs#A.next_state', 'src/lib.rs#other > src/lib.rs#A.next_state'],
    ],
    [
      'what Go makes with new',
      {
        'go.mod': 'module example.com/m\n\ngo 1.22\n',
        'route.go':
          'package m\ntype Route struct{}\nfunc (r *Route) Path(p string) *Route { return r }\nfunc (r *Route) Match() bool { return true }\ntype Other struct{}\nfunc (o *Other) Match() bool { return false }',
        'use.go':
          'package m\nfunc chained() { new(Route).Path("/a").Match() }\nfunc kept() { r := new(Route); r.Match() }\n',
      },
      [
        'use.go#chained > route.go#Route.Match',
        'use.go#chained > route.go#Route.Path',
        'use.go#kept > route.go#Route.Match',
      ],
    ],
    [
      'each of several results of Go, also by names that share a type, and what a type assertion says',
      {
        'go.mod': 'module example.com/m\n\ngo 1.22\n',
        'kinds.go':
          'package m\ntype A struct{}\nfunc (a *A) One() {}\ntype B struct{}\nfunc (b *B) Two() {}\nfunc pair() (*A, *B, error) { return nil, nil, nil }\nfunc same() (a, b *B, err error) { return }\ntype Held struct { list []*A; named map[string]*B }\nfunc lists() ([]*A, map[string]*B) { return nil, nil }',
        'use.go':
          'package m\nfunc f() { a, b, err := pair(); a.One(); b.Two(); _ = err }\nfunc g() { var b *B; _, b, _ = pair(); b.Two(); one, two, _ := same(); one.Two(); two.Two() }\nfunc h(x any) { a, ok := x.(*A); _ = ok; a.One() }\nfunc i(held Held) { for _, a := range held.list { a.One() }; held.named["x"].Two() }\nfunc j() { list, named := lists(); list[0].One(); for _, b := range named { b.Two() } }',
      },
      [
        'use.go#f > kinds.go#A.One',
        'use.go#f > kinds.go#B.Two',
        'use.go#f > kinds.go#pair',
        'use.go#g > kinds.go#B.Two',
        'use.go#g > kinds.go#pair',
        'use.go#g > kinds.go#same',
        'use.go#h > kinds.go#A.One',
        'use.go#i > kinds.go#A.One',
        'use.go#i > kinds.go#B.Two',
        'use.go#j > kinds.go#A.One',
        'use.go#j > kinds.go#B.Two',
        'use.go#j > kinds.go#lists',
      ],
    ],
    [
      'an interface of C# with branches among its members, by a global using of its project alone',
      {
        'lib/GlobalUsings.cs': 'global using Lib.Core;',
        'lib/ILog.cs':
          'namespace Lib.Core;\npublic interface ILog {\n#if DEFAULTS\n  [Own]\n#endif\n  void Write(int level)\n#if DEFAULTS\n    => Other(level)\n#else\n    ;;\n#endif\n  ;\n}',
        'lib/Some.cs': 'namespace Lib.Core;\npublic static class Some { public static void Event() {} }',
        'other/Some.cs': 'namespace Other.Core;\npublic static class Some { public static void Event() {} }',
        'lib/Use.cs': 'namespace Lib.Use;\nclass Use { void Run(ILog log) { log.Write(1); Some.Event(); } }',
      },
      ['lib/Use.cs#Use.Run > lib/ILog.cs#ILog.Write', 'lib/Use.cs#Use.Run > lib/Some.cs#Some.Event'],
    ],
    [
      'a class of C# that two files declare, and methods that one class adds to types of the library',
      {
        'Reader.cs':
          'namespace Lib;\npublic abstract partial class Reader : Base { private int Depth() { return 1; } }',
        'Reader.Async.cs':
          'namespace Lib;\npartial class Reader { void Next(string s) { Depth(); Open(); s.Owner.Fill(1); bags.Put(2); "a {0}".FormatWith(1); s.FormatWith(2); s.FirstOrDefault(); string.FormatWith(s, 3); } }',
        'Base.cs':
          'namespace Lib;\npublic class Base { protected void Open() {} protected Collection<int> bags; }\nclass Collection<T> { public void Fill(T a) {} public void Put(T a) {} }',
        'Text.cs':
          'namespace Lib;\nstatic class Text { public static string FormatWith(this string format, int a) { return format; }\n  public static char FirstOrDefault(this string s) { return s[0]; } public static void Fill(this int[] all, int a) {} }',
        'other/Reader.cs': 'namespace Other;\npartial class Reader { int Depth() { return 2; } }',
      },
      [
        'Reader.Async.cs#Reader.Next > Base.cs#Base.Open',
        'Reader.Async.cs#Reader.Next > Base.cs#Collection.Put',
        'Reader.Async.cs#Reader.Next > Reader.cs#Reader.Depth',
        'Reader.Async.cs#Reader.Next > Text.cs#Text.FormatWith',
      ],
    ],
    [
      'methods of C# of one name that classes add to several types, a class in a generic one, and namespaces around',
      {
        'Text.cs':
          'namespace Lib;\nstatic class Text { public static string Shown(this string text) { return text; } }',
        'Dates.cs':
          'namespace Lib;\nstatic class Dates { public static string Shown(this DateTime date, int a = 1) { return ""; } }',
        'Machine.cs':
          'namespace Lib.Core;\npublic class Machine<S, T> { public class Step { public void Go() {} } }',
        'Use.cs':
          'namespace Lib.Tests;\nclass Use { void Run(string s) { s.Shown(); new DateTime(1).Shown(); DateTime.Now.Shown(2); }\n  void Step() { var step = new Machine<int, string>.Step(); step.Go(); } void Far() { Core.Far.Reach(1); } }',
        'Far.cs': 'namespace Lib.Core;\npublic static class Far { public static void Reach(int a) {} }',
      },
      [
        'Use.cs#Use.Far > Far.cs#Far.Reach',
        'Use.cs#Use.Run > Dates.cs#Dates.Shown',
        'Use.cs#Use.Run > Text.cs#Text.Shown',
        'Use.cs#Use.Step > Machine.cs#Machine.Step',
        'Use.cs#Use.Step > Machine.cs#Machine.Step.Go',
      ],
    ],
    [
      'a function of C that is called like a struct, and constants of enumerations as objects of them',
      {
        'entry.h': 'struct entry { int a; };\n',
        'entry.c': '#include "entry.h"\nstruct entry *entry(int x) { return 0; }\n',
        'use.c': '#include "entry.h"\nvoid use(void) { entry(1); }\n',
        'a.php':
          '<?php\nenum Level: int { case Error = 4; public function label() {} }\nfunction go() { Level::Error->label(); }\n',
      },
      ['a.php#go > a.php#Level.label', 'use.c#use > entry.c#entry'],
    ],
    [
      'what a Rust group without a prefix brings in',
      {
        'src/lib.rs':
          'mod m;\nuse {\n    bstr::B,\n    crate::m::{Step, Y},\n};\npub fn go() { Step::new(); Y::make(); }',
        'src/m.rs':
          'pub struct Step;\nimpl Step { pub fn new() {} }\npub struct Y;\nimpl Y { pub fn make() {} }',
      },
      ['src/lib.rs#go > src/m.rs#Step.new', 'src/lib.rs#go > src/m.rs#Y.make'],
    ],
    [
      'a Rust crate whose root stands elsewhere',
      {
        'crates/core/main.rs': 'mod flags;\nfn main() {}',
        'crates/core/flags/mod.rs': 'pub fn parse() {}',
        'crates/core/flags/low.rs': 'fn go() { crate::flags::parse(); }',
      },
      ['crates/core/flags/low.rs#go > crates/core/flags/mod.rs#parse'],
    ],
    [
      'a method of Java that a variable is called like, and one of an anonymous class',
      {
        'A.java':
          'class T<X> { Object type() { return null; } }\nclass R { R reader(String s) { return null; }\n void t() { R reader = reader("x"); Object o = new T<java.util.List<String>>() { void f() {} }.type(); } }',
      },
      ['A.java#R.t > A.java#R.reader', 'A.java#R.t > A.java#T', 'A.java#R.t > A.java#T.type'],
    ],
    [
      'a method of Go on a type of the root package, whose methods stand in several files',
      {
        'go.mod': 'module example.com/tool\n',
        'args.go': 'package tool\nfunc (c *Command) Args() {}\n',
        'command.go': 'package tool\ntype Command struct{}\nfunc (c *Command) UseLine() {}\n',
        'doc/doc.go':
          'package doc\nimport "example.com/tool"\nfunc print(cmd *tool.Command) { cmd.UseLine(); cmd.Args() }',
      },
      ['doc/doc.go#print > args.go#Command.Args', 'doc/doc.go#print > command.go#Command.UseLine'],
    ],
    [
      'a call of Go with type arguments',
      {
        'a.go':
          'package a\nfunc typed[T any](k string) T { var z T; return z }\nfunc use() { _ = typed[string]("k") }',
      },
      ['a.go#use > a.go#typed'],
    ],
    [
      'what an alias of Go stands for, made and called',
      {
        'a.go':
          'package a\ntype Base[T any] struct{}\nfunc (b *Base[T]) Names() {}\ntype (\n\tText = Base[string]\n\tOther = Text\n)\nfunc use() { t := &Text{}\n\tt.Names()\n\tvar o Other\n\to.Names() }',
      },
      ['a.go#use > a.go#Base.Names', 'a.go#use > a.go#Text'],
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
      'a property of Python as receiver, with the type it declares or makes',
      {
        'a.py':
          'class A:\n    def run(self): pass\nclass B:\n    @property\n    def x(self) -> A: ...\n    @property\n    def y(self): return A()\n    def go(self):\n        self.x.run()\ndef f(b: B):\n    b.y.run()',
      },
      ['a.py#B.go > a.py#A.run', 'a.py#B.y > a.py#A', 'a.py#f > a.py#A.run'],
    ],
    [
      'a method of a variable of another file, and of what a function without an annotation returns',
      {
        'app.py': 'class App:\n    def route(self): pass\ndef make():\n    return App()\napp = make()',
        'views.py': 'from app import app, make\ndef view():\n    app.route()\n    make().route()',
      },
      [
        'app.py > app.py#make',
        'app.py#make > app.py#App',
        'views.py#view > app.py#App.route',
        'views.py#view > app.py#make',
      ],
    ],
    [
      'a package variable of Go, and a generic call with arguments',
      {
        'a.go':
          'package a\ntype T struct{}\nfunc (t T) Bind() {}\nvar One = T{}\nfunc typed[X any](k string, n int) X { var z X; return z }',
        'b.go': 'package a\nfunc use() { One.Bind(); _ = typed[string]("k", 1) }',
      },
      ['a.go > a.go#T', 'b.go#use > a.go#T.Bind', 'b.go#use > a.go#typed'],
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
      'a function of the file beside one that a test gives to `this`',
      {
        'index.js': 'module.exports = send;\nfunction send() {}',
        'test.js':
          "var send = require('./');\nit('sends', function () { this.send = function (path) {}; send(); });",
      },
      ['test.js > index.js#send'],
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
    [
      'what a Rust chain, pattern or closure holds, where each `let` hides the one before it',
      {
        'src/lib.rs': `pub struct Bar;
pub enum Kind { One(Bar), Two }
impl Bar {
  fn new() -> io::Result<Bar> { todo!() }
  fn go(&self) -> Result<Option<Bar>, u8> { todo!() }
  fn stop(&self) {}
  fn same(&self, other: &Self) { other.stop(); }
}
impl Kind { fn pick(&self) { match self { Self::One(ref b) => b.stop(), Kind::Two => {} } } }
pub struct Foo { bar: Bar, list: Vec<Bar>, date: Option<Bar> }
fn chain(f: Foo) { f.bar.go()?.unwrap().go().unwrap_or_default().stop(); }
fn field(f: Foo) { let b = &f.bar; b.stop(); }
fn pattern(f: Foo) { if let Some(d) = f.date { d.stop(); } }
fn other_wise(f: Foo) { let Some(d) = f.date.as_ref() else { return }; d.stop(); }
fn arm() { match Bar::new() { Ok(mut b) => b.stop(), Err(b) => b.go() } }
fn hidden(f: Foo) { let b = f.bar; let b = b.list.len(); b.stop(); }
fn variant(b: Bar) { let k = Kind::One(b); k.pick(); }
fn typed() { let b = Bar::new::<u8>().unwrap(); b.stop(); }`,
      },
      [
        'Bar.same > Bar.stop',
        'Kind.pick > Bar.stop',
        'arm > Bar.new',
        'arm > Bar.stop',
        'chain > Bar.go',
        'chain > Bar.stop',
        'field > Bar.stop',
        'other_wise > Bar.stop',
        'pattern > Bar.stop',
        'typed > Bar.new',
        'typed > Bar.stop',
        'variant > Kind.pick',
      ].map((edge) => edge.replaceAll(/(^|> )/gu, '$1src/lib.rs#')),
    ],
    [
      'a method of a Rust trait that types of others have too',
      {
        'src/lib.rs':
          'pub trait Explain { fn explain(self); }\nimpl<T, E> Explain for Result<T, E> { fn explain(self) {} }\npub struct Fault;\nimpl Explain for Fault { fn explain(self) {} }\nfn one(text: &str) { text.parse::<u8>().explain(); }\nfn two(f: Fault) { f.explain(); }',
      },
      ['src/lib.rs#one > src/lib.rs#Explain.explain', 'src/lib.rs#two > src/lib.rs#Fault.explain'],
    ],
    [
      'a class of C++ behind a macro, not one that another source has; no method of another for a bare name',
      {
        'a.h':
          'namespace n {\nclass N_API Node {\n public:\n  int depth() { return size(); }\n  int size() { return 1; }\n};\nclass Leaf { public: int weigh(); int value(); };\n}\n',
        'a.cpp':
          '#include "a.h"\nnamespace n {\nint Node::value() { return 1; }\nint Leaf::weigh() { return value(); }\nint use(Node& node) { return node.depth(); }\n}\n',
        'b.cpp': 'namespace n {\nstruct Node { int other() { return 2; } };\n}\n',
      },
      ['a.cpp#n.use > a.h#n.Node.depth', 'a.h#n.Node.depth > a.h#n.Node.size'],
    ],
    [
      'overloads of C++ in two files by their number alone; namespaces, nested classes and bases by their whole names',
      {
        'a.h':
          'namespace n {\nclass App {\n public:\n  template <class T> int add(T a, int b = 1) {\n    return b;\n  }\n  int add(int a, int b, int c, int d = 0);\n  int cut(int a);\n  struct Rep;\n  Rep* rep_;\n};\ntemplate <class K> class Chain { public: class Step { public: bool ok() const; bool run() { return ok(); } }; };\ntemplate <class K> bool Chain<K>::Step::ok() const { return true; }\n}\n',
        'a.cpp':
          '#include "a.h"\nnamespace n {\nnamespace sum { int of(int a) { return a; } }\nint App::add(int a, int b, int c, int d) {\n  return\n    sum::of(d);\n}\nint App::cut(int a) { return rep_->top(); }\nstruct App::Rep { int top() { return 1; } };\n}\n',
        'b.cpp':
          '#include "a.h"\nnamespace n {\nnamespace sum { int all() { return 0; } }\nclass Sub : public App { public: Sub(int a) : App(a) {} };\nint one(App& app) { return app.add(1); }\nint two(App& app) { return app.add(1, 2); }\nint three(App& app) { return app.add(1, 2, 3); }\n}\n',
      },
      [
        'a.cpp#n.App.add > a.cpp#n.sum.of',
        'a.cpp#n.App.cut > a.cpp#n.App.Rep.top',
        'a.h#n.Chain.Step.run > a.h#n.Chain.Step.ok',
        'b.cpp#n.Sub.Sub > a.h#n.App',
        'b.cpp#n.three > a.cpp#n.App.add',
      ],
    ],
    [
      'what stands in for the system in C only where that is missing',
      {
        'compat.h':
          '#ifndef _WIN32\n#include <unistd.h>\n#else\n#define close(fd) win32_close(fd)\nstatic int shut(void) { return close(1); }\n#endif\n#ifdef NDEBUG\n#define assert(e) (void)(e)\n#endif\n',
        'a.c':
          '#include "compat.h"\n#ifdef _WIN32\nint both(void) {\n  int a = 1;\n  return a;\n}\n#else\nint both(void) { return 1; }\n#endif\nint main(void) { close(2); assert(1); return both(); }\n',
      },
      ['a.c#main > a.c#both~2', 'compat.h#shut > compat.h#close'],
    ],
    [
      'what a macro of C expands to, and a function after one whose braces conditions divide',
      {
        'a.c':
          'void helper(int a) {}\n#define EACH(x) do { helper(x); } while (0)\nint one(int n) {\n#ifdef A\n  if (n) {\n#else\n  if (!n) {\n#endif\n  }\n  return 0;\n}\nstatic int two(void) { return 1; }\nint three(void) { return two(); }',
      },
      ['a.c#EACH > a.c#helper', 'a.c#three > a.c#two'],
    ],
  ])('%s', async (_, sources, expected) => {
    expect((await resolved('calls', sources)).toSorted()).toEqual(expected);
  });

  it('guesses no method of C++ by its name alone, and of Ruby only one with a name of several words that one class alone has', async () => {
    const ruby = {
      'a.rb':
        'class Zoo\n  def feed_quokkas?; end\n  def feeding; end\n  def each_pair; end\n  def open_gate; end\nend\n' +
        'class Park\n  alias_method :open_gate, :open\nend\n' +
        'def use(x)\n  x.feed_quokkas?\n  x.feeding\n  x.each_pair\n  x.open_gate\nend\n',
    };
    expect(await resolved('calls', ruby)).toEqual(['a.rb#use > a.rb#Zoo.feed_quokkas?']);
    const cpp = {
      'a.cpp':
        'struct Zoo { void feed_quokkas() {} };\ntemplate <class T> void use(T x) { x.feed_quokkas(); }',
    };
    expect(await resolved('calls', cpp)).toEqual([]);
  });
});

describe('resolveEdges: tuples of Python', () => {
  it('knows what a function gives back in its places', async () => {
    const sources = {
      'a.py': `from b import both, many
def f():
    first, second = both()
    first.close()
    second.close()
    one, two = many()
    two.get()
def g(queues):
    send, receive = queues[0]()
    send.get()
`,
      'b.py': `class Send:
    def close(self): ...
class Receive:
    def get(self): ...
def both() -> tuple[Send, int]: ...
def many() -> tuple[Receive, ...]: ...
`,
    };
    expect(await resolved('calls', sources)).toEqual([
      'a.py#f > b.py#both',
      'a.py#f > b.py#Send.close',
      'a.py#f > b.py#many',
      'a.py#f > b.py#Receive.get',
    ]);
  });
});

describe('resolveEdges: classes of Python by their names', () => {
  it('makes an object of the class that a field of a class holds, inherited too', async () => {
    const sources = {
      'shapes.py': 'class Square:\n    def area(self):\n        pass\n',
      'base.py':
        'class Base:\n    kind: type\n\n    def check(self):\n        made = self.kind()\n        made.area()\n',
      'tests.py':
        'import shapes as sh\nfrom base import Base\n\nclass TestSquare(Base):\n    kind = sh.Square\n\n    def test_area(self):\n        made = self.kind()\n        assert made.area() == 1\n',
    };
    expect(await resolved('calls', sources)).toContain(
      'tests.py#TestSquare.test_area > shapes.py#Square.area',
    );
  });

  it('leaves another name of a class the class', async () => {
    const sources = {
      'a.py': 'class Ordered:\n    def add(self):\n        pass\n\nShort = Ordered\n',
      'b.py': 'from a import Short\n\ndef f():\n    one = Short()\n    one.add()\n',
    };
    expect(await resolved('calls', sources)).toEqual(['b.py#f > a.py#Ordered', 'b.py#f > a.py#Ordered.add']);
  });

  it.each(['te.Self', 'Self', 'typing.Self | None', '"te.Self | None"'])(
    'takes %s for the class around',
    async (returns) => {
      const sources = {
        'a.py': `class Tag:\n    @classmethod\n    def read(cls, text) -> ${returns}:\n        ...\n\n    def weak(self):\n        pass\n`,
        'b.py': 'import a\n\ndef f():\n    tag = a.Tag.read("x")\n    tag.weak()\n',
      };
      expect(await resolved('calls', sources)).toContain('b.py#f > a.py#Tag.weak');
    },
  );

  it('knows what is awaited and held by async with', async () => {
    const sources = {
      'a.py':
        'class Stream:\n    async def send(self, data):\n        pass\n\nasync def connect() -> Stream:\n    ...\n\nasync def f():\n    async with await connect() as stream:\n        await stream.send(b"")\n',
    };
    expect(await resolved('calls', sources)).toContain('a.py#f > a.py#Stream.send');
  });

  it('prefers what a function imports to what its file imports by that name', async () => {
    const sources = {
      'plain.py': 'class Answer:\n    pass\n',
      'full.py': 'class Answer:\n    pass\n',
      'a.py':
        'from plain import Answer\nfrom full import Answer as Full\n\ndef f():\n    from full import Answer\n    return Answer()\n\ndef g():\n    return Answer()\n',
    };
    expect(await resolved('calls', sources)).toEqual(['a.py#f > full.py#Answer', 'a.py#g > plain.py#Answer']);
  });
});

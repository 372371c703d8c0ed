import { resolveEdges } from '@memory/code-graph';
import { describe, expect, it } from 'vitest';
import { parsed, resolved } from './called.ts';

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

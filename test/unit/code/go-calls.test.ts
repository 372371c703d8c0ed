import { expect, it } from 'vitest';
import { called } from './called.ts';

it.each<[string, Record<string, string>, string[]]>([
  [
    'what a closure calls its parameter, which the function around calls so too',
    {
      'a.go':
        'package a\ntype M struct{}\nfunc (m *M) Get() {}\ntype R interface { Get() }\nfunc (m *M) Group(f func(r R)) {}\nfunc New() *M { return &M{} }\nfunc use() { r := New(); r.Group(func(r R) { r.Get() }) }',
    },
    ['a.go#New > a.go#M', 'a.go#use > a.go#M.Group', 'a.go#use > a.go#New', 'a.go#use > a.go#R.Get'],
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
    'a package variable of Go, and a generic call with arguments',
    {
      'a.go':
        'package a\ntype T struct{}\nfunc (t T) Bind() {}\nvar One = T{}\nfunc typed[X any](k string, n int) X { var z X; return z }',
      'b.go': 'package a\nfunc use() { One.Bind(); _ = typed[string]("k", 1) }',
    },
    ['a.go > a.go#T', 'b.go#use > a.go#T.Bind', 'b.go#use > a.go#typed'],
  ],
])('Go: %s', async (_, sources, expected) => {
  expect(await called(sources)).toEqual(expected);
});

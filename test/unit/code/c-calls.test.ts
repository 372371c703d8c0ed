import { expect, it } from 'vitest';
import { called, resolved } from './called.ts';

it('a call into the namespace of the library of C++ leads to nothing that the tree adds to it', async () => {
  const sources = {
    'a.hpp': `namespace std {
inline int begin(const Rope& rope) { return edge(rope); }
inline int edge(const Rope& rope) { return 0; }
}
namespace own { int begin(int x) { return x; } }
void f(char* text) { std::begin(text); own::begin(1); }`,
  };
  expect(await called(sources)).toEqual(['a.hpp#f > a.hpp#own.begin', 'a.hpp#std.begin > a.hpp#std.edge']);
});

it('a function that a header defines for those who ask, and programs for themselves, is not the one that is called', async () => {
  const sources = {
    'unit.h': `#ifndef UNIT_H
#define UNIT_H
void prepare(void);
void run(void);
#ifdef UNIT_STUBS
__attribute__((weak)) void prepare(void) { }
void alone(void) { }
#endif
#endif`,
    'unit.c': '#include "unit.h"\nvoid run(void) { prepare(); alone(); }',
    'a/one.c': '#include "unit.h"\nvoid prepare(void) { }\nint main(void) { prepare(); run(); }',
    'b/two.c': '#include "unit.h"\nvoid prepare(void) { }\nint main(void) { run(); }',
  };
  expect(await called(sources)).toEqual([
    'a/one.c#main > a/one.c#prepare',
    'a/one.c#main > unit.c#run',
    'b/two.c#main > unit.c#run',
    'unit.c#run > unit.h#alone',
  ]);
});

it('what a file of C keeps to itself is called by no other file, a stand-in for a standard macro by nothing else', async () => {
  const sources = {
    'a.c':
      '#define check(x) own(x)\nstatic int own(int x) { return x; }\nint shared(int x) { return check(x); }\n',
    'b.c': 'int f(int x) { check(x); own(x); return shared(x); }\n',
    'c.c':
      '#ifndef isnan\nstatic inline int isnan(double x) { return x != x; }\n#endif\n#ifndef CLAMP\n#define CLAMP(x) (x)\n#endif\nint g(double x) { return isnan(x) ? 0 : CLAMP(x); }\n',
  };
  expect(await called(sources)).toEqual([
    'a.c#check > a.c#own',
    'a.c#shared > a.c#check',
    'b.c#f > a.c#shared',
    'c.c#g > c.c#CLAMP',
  ]);
});

it('a method that a class of C++ leaves to others is a symbol, and a call through that class or another name of it leads to it, also from a test with a fixture', async () => {
  const sources = {
    'order.h':
      'namespace own {\nclass Order {\n public:\n  virtual int Compare(int a) const = 0;\n  virtual Order* next() = 0;\n};\n}\n',
    'a.cc':
      '#include "order.h"\nnamespace own {\nusing Held = std::unique_ptr<Order>;\nint go(Order* one) { return one->next()->Compare(1); }\n}\n',
    'a_test.cc':
      '#include "order.h"\nclass Orders { public: void fill(int x) {} };\nusing Held = std::unique_ptr<own::Order>;\nTEST_F(Orders, AreMade) { fill(1); }\nvoid use(Held one) { one->next(); }\n',
  };
  expect(await called(sources)).toEqual([
    'a.cc#own.go > order.h#own.Order.Compare',
    'a.cc#own.go > order.h#own.Order.next',
    'a_test.cc#Orders.AreMade > a_test.cc#Orders.fill',
    'a_test.cc#use > order.h#own.Order.next',
  ]);
});

it('C++: macros behind parameters and fields, an object made by value, places of a pointer, a base by its own name, names in namespaces', async () => {
  const sources = {
    'store.h': `namespace shop {
namespace inner {
class Path {
 public:
  static Path own() { return Path(); }
};
class Store {
 public:
  explicit Store(Path path) {}
  int count() REQUIRES_LOCK(mutex_) { return total_[0].size(); }
  void API_CALL_open(int x) {}
  Cell total_[3] GUARDED_BY(mutex_);
};
void API_CALL open_all() {}
}
class Cell {
 public:
  int size() { return 1; }
};
struct base_part {
  explicit base_part(int n) {}
};
struct part : base_part {
  explicit part(int n) : base_part(n), size_(n) {}
  int size_;
};
}
`,
    'a.cc': `#include "store.h"
static int hidden() { return 1; }
int work(shop::inner::Path path, shop::Cell* cells) {
  shop::inner::Store one(path);
  shop::inner::Store two(shop::inner::Path::own());
  shop::inner::open_all();
  return one.count() + two.count() + cells[1].size() + hidden();
}
`,
    'b.cc': 'int other() { return hidden(); }\n',
  };
  expect(await called(sources)).toEqual([
    'a.cc#work > a.cc#hidden',
    'a.cc#work > store.h#shop.Cell.size',
    'a.cc#work > store.h#shop.inner.Path.own',
    'a.cc#work > store.h#shop.inner.Store',
    'a.cc#work > store.h#shop.inner.Store.count',
    'a.cc#work > store.h#shop.inner.open_all',
    'store.h#shop.inner.Path.own > store.h#shop.inner.Path',
    'store.h#shop.inner.Store.count > store.h#shop.Cell.size',
    'store.h#shop.part.part > store.h#shop.base_part.base_part',
  ]);
});

it('a test of C++ that is called like a class and its method is none of its members, and a header with names of std is no C', async () => {
  const sources = {
    'store.h':
      'class API ALIGNED Item {\n public:\n  Item(Lock& m) ACQUIRE(m) : m_(m) {}\n  int size() { return 1; }\n};\nstruct API DEPRECATED(\n    "old") Store {\n  std::vector<Item> items_;\n  Item** rows_;\n};\n',
    'read.h': 'class Reader {\n public:\n  bool Read() { return true; }\n};\n',
    'read_test.cc':
      '#include "read.h"\nTEST(Reader, Read) { Reader one; one.Read(); }\nTEST(Reader, Twice) { Reader one; one.Read(); }\n',
    'a.cc':
      '#include "store.h"\nint count(Store& store) { return store.items_[0].size() + store.rows_[0]->size(); }\n',
  };
  expect(await called(sources)).toEqual([
    'a.cc#count > store.h#Item.size',
    'read_test.cc#Reader.Read > read.h#Reader.Read',
    'read_test.cc#Reader.Twice > read.h#Reader.Read',
  ]);
});

it('C++: a class with macros on lines of their own has what follows them, and a constructor apart from its class is called as that', async () => {
  const sources = {
    'node.h':
      'namespace tree {\nclass Node {\n  ADD_FIELD(int, place)\n public:\n  Node(int place);\n  int depth() { return 1; }\n};\nclass Leaf : public Node {\n public:\n  Leaf(int place);\n};\n}\n',
    'node.cc':
      '#include "node.h"\nnamespace tree {\nNode::Node(int place) {}\nLeaf::Leaf(int place) : Node(place) {}\nint all(Node& node) { return node.depth(); }\n}\n',
  };
  expect(await called(sources)).toEqual([
    'node.cc#tree.Leaf.Leaf > node.h#tree.Node',
    'node.cc#tree.all > node.h#tree.Node.depth',
  ]);
});

it.each([
  'auto one = std::make_shared<Item>(1); one->touch();',
  'auto one = std::unique_ptr<Item>(raw); one->touch();',
  'if (auto* one = dynamic_cast<Item*>(raw)) one->touch();',
  'static_cast<Item*>(raw)->touch();',
  'const auto& one = store.at(1); one.touch();',
  'auto one = Item{1}; one.touch();',
  'auto one = raw ? store.at(1) : store.at(2); one.touch();',
  'Item one = store.at(1); auto&& other = std::move(one); other.touch();',
  'for (const auto& [name, one] : store.named) one.touch();',
  'for (auto& entry : store.named) entry.second.touch();',
  'store.named["a"].touch();',
  'auto one = store.named.find("a"); one->second.touch();',
  'for (auto one = store.all.begin(); one != store.all.end(); ++one) one->touch();',
  'std::vector<Item*>::iterator one = store.rows.begin(); (*one)->same().touch();',
  'auto [count, one] = store.both(); one.touch();',
  'std::weak_ptr<Item> held = raw; if (auto one = held.lock()) one->touch();',
  'std::optional<const Item> held; held.value().touch();',
  'Item** rows = raw; Item* row[2] = {raw, raw}; rows[0]->touch();',
  '{ Other one; one.other(); } { Item one; one.touch(); }',
  'store.slot()->touch();',
  'store.late().touch();',
  'for (Item one(raw); one.more();) one.touch();',
])('an object of C++ is known where it comes from: %s', async (body) => {
  const header = `namespace shop {
class Item { public: void touch() {} bool more() { return true; } Item& same() { return *this; } };
class Other { public: void touch() {} void other() {} };
class Store {
 public:
  Item& at(int i) { return all[i]; }
  Item*& slot() { return rows[0]; }
  auto late() -> Item& { return all[0]; }
  std::pair<int, Item> both() { return {1, all[0]}; }
  std::vector<Item> all;
  std::vector<Item*> rows;
  std::unordered_map<std::string, Item> named;
};
}
`;
  const sources = {
    'shop.h': header,
    'a.cc': `#include "shop.h"\nnamespace shop {\nvoid go(Store& store, Item* raw) {\n  ${body}\n}\n}\n`,
  };
  const touched = (await called(sources)).filter((edge) => edge.includes('.touch'));
  expect(touched).toEqual(['a.cc#shop.go > shop.h#shop.Item.touch']);
});

it('C++: a class in another one is none of its neighbours, a test no name of anybody, its fixture has another name, and braces make an object', async () => {
  const sources = {
    'status.hpp':
      'struct Status { void print() {} };\nstruct Disk { enum Status { kNone }; struct Inner; Inner* inner_; };\n',
    'disk.cc':
      '#include "status.hpp"\nstruct Disk::Inner { void open() {} };\nstruct Store { struct Inner; Inner* inner_; void go() { inner_->open(); } };\nstruct Store::Inner { void open() {} };\n',
    'work.cc':
      '#include "status.hpp"\nstruct Work { Status* status_; void run() { status_->print(); } };\nStatus make() { return Status{}; }\n',
    'names.hpp':
      'namespace own {\ninline int run(int a) { return a; }\ninline int run(int a, int b) { return run(a + b); }\n}\n',
    'status_test.cc':
      '#include "status.hpp"\n#include "names.hpp"\nusing own::run;\nclass OWN_EXPORT(PART) Base { protected: void check(int x) {} };\ntypedef Base StatusTest;\nTEST_F(StatusTest, Status) { Status one; one.print(); check(1); run(1); }\n',
  };
  expect(await called(sources)).toEqual([
    'disk.cc#Store.go > disk.cc#Store.Inner.open',
    'names.hpp#own.run~2 > names.hpp#own.run',
    'status_test.cc#StatusTest.Status > names.hpp#own.run',
    'status_test.cc#StatusTest.Status > status.hpp#Status.print',
    'status_test.cc#StatusTest.Status > status_test.cc#Base.check',
    'work.cc#Work.run > status.hpp#Status.print',
    'work.cc#make > status.hpp#Status',
  ]);
});

it('C++: namespaces in one name, another name of one, one that a file takes in; a function that two files define for a system each', async () => {
  const sources = {
    'box.hpp': 'namespace shop::box {\nclass Element { public: void fill() {} };\nint fit(int size);\n}\n',
    'box.cpp': '#include "box.hpp"\nnamespace shop::box {\nint fit(int size) { return outer(size); }\n}\n',
    'shop.hpp':
      '#include "box.hpp"\nnamespace shop {\ninline int outer(int size) { return size; }\nclass Node { public: void draw() {} static std::shared_ptr<Node> make(); };\nusing Element = std::shared_ptr<Node>;\nnamespace size { int full(); }\n}\n',
    'a.cpp':
      '#include "shop.hpp"\nnamespace shop {\nvoid go(Element one) { one->draw(); box::fit(1); size::full(); auto two = Element::make(); }\nint size::full() { return 1; }\n}\n',
    'other.hpp': 'namespace other {\nclass Color { public: static Color red() { return Color(); } };\n}\n',
    'own.hpp': 'namespace own {\nclass Color { public: static Color red() { return Color(); } };\n}\n',
    'b.cpp':
      '#include "own.hpp"\nusing namespace own;\nnamespace o = other;\nnamespace p = q;\nnamespace q = p;\nvoid paint() { Color::red(); }\nvoid paint_other() { o::Color::red(); p::run(); }\n',
    'disk.hpp': 'class Disk { public: void open(); void close(); };\n',
    'disk_posix.cpp': '#include "disk.hpp"\nvoid Disk::open() { close(); }\nvoid Disk::close() {}\n',
    'disk_windows.cpp':
      '#include "disk.hpp"\nvoid Disk::open() { close(); }\nvoid Disk::close() {\n  wait();\n}\n',
  };
  expect(await called(sources)).toEqual([
    'a.cpp#shop.go > a.cpp#shop.size.full',
    'a.cpp#shop.go > box.cpp#shop.box.fit',
    'a.cpp#shop.go > shop.hpp#shop.Node.draw',
    'b.cpp#paint > own.hpp#own.Color.red',
    'b.cpp#paint_other > other.hpp#other.Color.red',
    'box.cpp#shop.box.fit > shop.hpp#shop.outer',
    'disk_posix.cpp#Disk.open > disk_posix.cpp#Disk.close',
    'disk_windows.cpp#Disk.open > disk_windows.cpp#Disk.close',
    'other.hpp#other.Color.red > other.hpp#other.Color',
    'own.hpp#own.Color.red > own.hpp#own.Color',
  ]);
});

it.each<[string, Record<string, string>, string[]]>([
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
])('C and C++: %s', async (_, sources, expected) => {
  expect(await called(sources)).toEqual(expected);
});

it('takes overloads of C++ in one file for one, and no test for what is under test', async () => {
  const sources = {
    'util.cc': 'void Error(const char* a) {}\nvoid Error(const char* a, int b) {}',
    'util_test.cc': 'void Error(int c) {}',
    'clean.cc': 'void clean() { Error("x"); }',
  };
  expect(await resolved('calls', sources)).toEqual(['clean.cc#clean > util.cc#Error']);
});

it('C++: knows what a list of pointers holds', async () => {
  const cpp =
    '#include <vector>\nstruct Node { void path() {} };\nstruct Edge { std::vector<Node*> in_; void a(); void b(); void c(int i); };\n' +
    'void Edge::a() { for (std::vector<Node*>::const_iterator n = in_.begin(); n != in_.end(); ++n) (*n)->path(); }\n' +
    'void Edge::b() { for (auto* n : in_) n->path(); }\nvoid Edge::c(int i) { in_[i]->path(); }';
  expect(await resolved('calls', { 'a.cc': cpp })).toEqual(
    ['a', 'b', 'c'].map((method) => `a.cc#Edge.${method} > a.cc#Node.path`),
  );
});

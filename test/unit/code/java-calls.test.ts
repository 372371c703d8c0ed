import { describe, expect, it } from 'vitest';
import { called } from './called.ts';

describe('calls of Java on what type parameters stand for', () => {
  it('knows what a method gives that a generic base has', async () => {
    const sources = {
      'Base.java': `package p;
abstract class Base<K, C extends Coder> {
  protected C kept;
  abstract C coder();
  void check() { coder().code(); kept.code(); }
}`,
      'Middle.java': 'package p;\nabstract class Middle<M extends Coder> extends Base<String, M> {}',
      'Own.java': `package p;
class Own extends Middle<Morse> {
  void run() { coder().dash(); this.coder().dash(); kept.dash(); }
  class Inner { void run() { coder().dash(); } }
}`,
      'Coder.java': 'package p;\ninterface Coder { void code(); }',
      'Morse.java': 'package p;\nclass Morse implements Coder { public void code() {} void dash() {} }',
    };
    expect(await called(sources)).toEqual([
      'Base.java#Base.check > Base.java#Base.coder',
      'Base.java#Base.check > Coder.java#Coder.code',
      'Own.java#Own.Inner.run > Base.java#Base.coder',
      'Own.java#Own.Inner.run > Morse.java#Morse.dash',
      'Own.java#Own.run > Base.java#Base.coder',
      'Own.java#Own.run > Morse.java#Morse.dash',
    ]);
  });

  it('follows the chain of a builder whose methods stand in a generic base', async () => {
    const sources = {
      'Base.java': `package p;
class Base {
  abstract static class Builder<T, B extends Builder<T, B>> {
    B self() { return (B) this; }
    B wide() { return self(); }
    B deep() { return self(); }
    abstract T get();
  }
}`,
      'Box.java': `package p;
class Box extends Base {
  static class Builder extends Base.Builder<Box, Builder> {
    Builder red() { return self(); }
    Box get() { return new Box(); }
  }
  static Builder builder() { return new Builder(); }
  void open() {}
  static void use() { Box.builder().wide().deep().red().wide().get().open(); }
}`,
    };
    expect((await called(sources)).filter((edge) => edge.startsWith('Box.java#Box.use'))).toEqual([
      'Box.java#Box.use > Base.java#Base.Builder.deep',
      'Box.java#Box.use > Base.java#Base.Builder.wide',
      'Box.java#Box.use > Box.java#Box.Builder.get',
      'Box.java#Box.use > Box.java#Box.Builder.red',
      'Box.java#Box.use > Box.java#Box.builder',
      'Box.java#Box.use > Box.java#Box.open',
    ]);
  });

  it('takes a type parameter of a method for its bound, or for nothing known', async () => {
    const sources = {
      'A.java': `package p;
class A {
  <S extends A> S some(Class<S> kind) { return null; }
  <T> T any(Class<T> kind) { return null; }
  void used() {}
  void f() { some(A.class).used(); any(String.class).used(); }
}`,
    };
    expect(await called(sources)).toEqual([
      'A.java#A.f > A.java#A.any',
      'A.java#A.f > A.java#A.some',
      'A.java#A.f > A.java#A.used',
    ]);
  });
});

it('a class that nothing of the tree declares is of the library of Java, whatever methods the tree has', async () => {
  const sources = {
    'A.java': 'package p;\nclass A { static boolean isBlankish(int c) { return c == 32; } }',
    'B.java':
      'package p;\nclass B { boolean f(char c) { return Character.isBlankish(c) || Other.Kind.isBlankish(c); } }',
  };
  expect(await called(sources)).toEqual([]);
});

it('takes a cast for what it says, and a place of an array for what the array holds', async () => {
  const sources = {
    'A.java': `package p;
class A {
  B[] held;
  void glow(int hue) {}
  void f(Object o, A[] all, String[][] words, B... rest) {
    ((A) o).shine();
    ((String) o).glow(1);
    all[0].shine();
    words[1][0].glow(1);
    rest[rest.length - 1].dim();
    held[0].dim();
  }
  void shine() {}
}
class B { void dim() {} void shine() {} }`,
  };
  expect(await called(sources)).toEqual(['A.java#A.f > A.java#A.shine', 'A.java#A.f > A.java#B.dim']);
});

it('knows the objects around one by their class', async () => {
  const sources = {
    'A.java': `package p;
class Outer {
  Store store;
  void save() {}
  class Deep {
    void save() {}
    void outer() { Outer.this.save(); }
    void field() { Outer.this.store.put(); }
  }
}
class Store { void put() {} }
class Other { void put() {} }`,
  };
  expect(await called(sources)).toEqual([
    'A.java#Outer.Deep.field > A.java#Store.put',
    'A.java#Outer.Deep.outer > A.java#Outer.save',
  ]);
});

it('knows what is caught', async () => {
  const sources = {
    'A.java': `package p;
class Fault extends RuntimeException { String note() { return ""; } }
class Page { String heading() { return ""; } }
class A {
  void f() {
    try { g(); } catch (Fault e) { e.note(); } catch (IllegalStateException | Error e) { e.heading(); } catch (Exception e) { e.heading(); }
  }
  void g() {}
}`,
  };
  expect(await called(sources)).toEqual(['A.java#A.f > A.java#A.g', 'A.java#A.f > A.java#Fault.note']);
});

it('knows what a list and its iterator give', async () => {
  const sources = {
    'A.java': `package p;
class Part { void fold() {} }
class Page { void fold() {} }
class A {
  void f(List<Part> parts, Iterator<Part> each) { parts.get(0).fold(); each.next().fold(); parts.iterator().next().fold(); }
}`,
  };
  expect(await called(sources)).toEqual(['A.java#A.f > A.java#Part.fold']);
});

it.each<[string, Record<string, string>, string[]]>([
  [
    'a method of Java that a variable is called like, and one of an anonymous class',
    {
      'A.java':
        'class T<X> { Object type() { return null; } }\nclass R { R reader(String s) { return null; }\n void t() { R reader = reader("x"); Object o = new T<java.util.List<String>>() { void f() {} }.type(); } }',
    },
    ['A.java#R.t > A.java#R.reader', 'A.java#R.t > A.java#T', 'A.java#R.t > A.java#T.type'],
  ],
])('Java: %s', async (_, sources, expected) => {
  expect(await called(sources)).toEqual(expected);
});

import { describe, expect, it } from 'vitest';
import { called } from './called.ts';

describe('calls of Rust through traits', () => {
  it('knows what bounds the type of a field where its methods are written, and what a trait says of its types', async () => {
    const sources = {
      'src/lib.rs': `mod lane;
use crate::lane::Lane;
struct Pair<T, U> { left: T, right: U }
impl<T: Flow, U> Pair<T, U> where U: Flow {
    fn run(&self) { self.left.drain(); self.right.drain(); }
}
struct Search<L> { lane: L }
impl<L: Lane> Search<L> {
    fn go(&self, given: L::Mask) {
        let mask = self.lane.compare();
        if mask.any_bits() { given.any_bits(); }
    }
}
trait Flow { fn drain(&self); }
`,
      'src/lane.rs': `pub trait Lane {
    type Mask: Bits;
    fn compare(&self) -> Self::Mask;
}
pub trait Bits { fn any_bits(&self) -> bool; }
`,
    };
    expect(await called(sources)).toEqual([
      'src/lib.rs#Pair.run > src/lib.rs#Flow.drain',
      'src/lib.rs#Search.go > src/lane.rs#Bits.any_bits',
      'src/lib.rs#Search.go > src/lane.rs#Lane.compare',
    ]);
  });

  it('finds a method that a trait gives to what is no type of the tree', async () => {
    const sources = {
      'src/lib.rs': `trait Place { fn gap_to(self, origin: Self) -> usize; fn both(self); }
impl<T> Place for *const T {
    fn gap_to(self, origin: *const T) -> usize { self.both(); 0 }
    fn both(self) {}
}
trait Sink { fn room_left(&self) -> usize; fn pour(&mut self); }
impl Sink for Vec<u8> {
    fn room_left(&self) -> usize { self.capacity() }
    fn pour(&mut self) { self.room_left(); }
}
struct Own;
impl Own { fn capacity(&self) -> usize { 0 } }
fn f(start: *const u8, end: *const u8) { end.gap_to(start); }
`,
    };
    expect(await called(sources)).toEqual([
      'src/lib.rs#*const T.gap_to > src/lib.rs#*const T.both',
      'src/lib.rs#Vec.pour > src/lib.rs#Vec.room_left',
      'src/lib.rs#f > src/lib.rs#Place.gap_to',
    ]);
  });
});

it('reads the places of tuple structs, and types that are written with their whole path', async () => {
  const sources = {
    'src/lib.rs': `mod inner;
pub struct Outer(pub inner::Core, usize);
impl Outer { fn run(&self) { self.0.start(); } }
struct Held { core: crate::inner::Core }
impl Held { fn run(&self) { self.core.start(); } }
union Kind { core: crate::inner::Core, none: () }
fn f(kind: &Kind) { let core = &kind.core; core.start(); }
`,
    'src/inner.rs': 'pub struct Core;\nimpl Core { pub fn start(&self) {} }\n',
    'src/other.rs': 'pub struct Other;\nimpl Other { pub fn start(&self) {} }\n',
  };
  expect(await called(sources)).toEqual([
    'src/lib.rs#Held.run > src/inner.rs#Core.start',
    'src/lib.rs#Outer.run > src/inner.rs#Core.start',
    'src/lib.rs#f > src/inner.rs#Core.start',
  ]);
});

it('knows what is made by a function of a type parameter, and what stands in a box', async () => {
  const sources = {
    'src/lib.rs': `use std::sync::Arc;
trait Lane: Sized { fn load() -> Self; fn join_with(self, other: Self) -> Self; }
fn f<L: Lane>() { let a = L::load(); a.join_with(L::load()); }
struct Deep;
impl Deep { fn new() -> Deep { Deep } fn dive(&self) {} }
fn g() { let deep = Arc::new(Deep::new()); deep.dive(); }
struct Flat;
impl Flat { fn dive(&self) {} fn join_with(self) {} }
`,
  };
  expect(await called(sources)).toEqual([
    'src/lib.rs#f > src/lib.rs#Lane.join_with',
    'src/lib.rs#f > src/lib.rs#Lane.load',
    'src/lib.rs#g > src/lib.rs#Deep.dive',
    'src/lib.rs#g > src/lib.rs#Deep.new',
  ]);
});

it('takes a parameter that is called this for what it is declared to be', async () => {
  const sources = {
    'src/lib.rs': `struct Cell;
impl Cell { fn open_up(&self) {} }
struct Held { cell: Cell }
impl Held { fn force(this: &Held) { this.cell.open_up(); } }
struct Lazy { held: Held }
impl Lazy { fn run(this: &Held) { this.cell.open_up(); } }
struct Other;
impl Other { fn open_up(&self) {} }
`,
  };
  expect(await called(sources)).toEqual([
    'src/lib.rs#Held.force > src/lib.rs#Cell.open_up',
    'src/lib.rs#Lazy.run > src/lib.rs#Cell.open_up',
  ]);
});

it.each<[string, Record<string, string>, string[]]>([
  [
    'a method of what bounds a type parameter of Rust',
    {
      'src/lib.rs':
        'pub trait A { fn next_state(&self); }\npub fn find<T: A + Copy>(dfa: &T) { dfa.next_state(); }\npub fn other<E>(x: E) where E: A { x.next_state(); }',
    },
    ['src/lib.rs#find > src/lib.rs#A.next_state', 'src/lib.rs#other > src/lib.rs#A.next_state'],
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
])('Rust: %s', async (_, sources, expected) => {
  expect(await called(sources)).toEqual(expected);
});

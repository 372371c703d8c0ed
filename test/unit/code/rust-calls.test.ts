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

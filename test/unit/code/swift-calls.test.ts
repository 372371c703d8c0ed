import { describe, expect, it } from 'vitest';
import { called } from './called.ts';

/** Calls of a class's methods, as `method > target`; others have methods of the same names, so that nothing is guessed. */
async function calledBy(view: string): Promise<string[]> {
  const calls = await called({
    'Store.swift': `protocol Delegate: AnyObject {
  func changed()
}
class Store {
  static let shared = Store()
  static let spare: Store = .init()
  weak var delegate: Delegate?
  func push() {}
}
class Other {
  func push() {}
  func changed() {}
}
`,
    'View.swift': view,
  });
  return calls
    .filter((call) => call.startsWith('View.swift#'))
    .map((call) => call.replace('View.swift#View.', '').replace('Store.swift#', ''));
}

describe('Swift', () => {
  it('knows fields that may be absent', async () => {
    const calls = await calledBy(`class View {
  weak var delegate: Delegate?
  var forced: Store!
  var some: any Delegate
  func a() { delegate?.changed() }
  func b() { self.delegate?.changed() }
  func c() { delegate!.changed() }
  func d() { forced.push() }
  func e() { some.changed() }
}`);
    expect(calls).toEqual([
      'a > Delegate.changed',
      'b > Delegate.changed',
      'c > Delegate.changed',
      'd > Store.push',
      'e > Delegate.changed',
    ]);
  });

  it('knows what a condition takes out of them', async () => {
    const calls = await calledBy(`class View {
  var delegate: Delegate?
  var store: Store?
  func a() { if let delegate { delegate.changed() } }
  func b() { if let one = delegate, let two = self.store { one.changed(); two.push() } }
  func c() { guard let store else { return }; store.push() }
  func d() { guard let one = store?.delegate else { return }; one.changed() }
  func e() { while let one: Store = store { one.push() } }
  func f(given: Delegate?) { if let given { given.changed() } }
  func g() { if let one = store { one.push() }; if let one = delegate { one.changed() } }
  func h() { if let store { other() }; store?.delegate?.changed() }
}`);
    expect(calls).toEqual([
      'a > Delegate.changed',
      'b > Delegate.changed',
      'b > Store.push',
      'c > Store.push',
      'd > Delegate.changed',
      'e > Store.push',
      'f > Delegate.changed',
      'g > Delegate.changed',
      'g > Store.push',
      'h > Delegate.changed',
    ]);
  });

  it('follows the one object that a class has of itself', async () => {
    const calls = await calledBy(`class View {
  let held = Store.shared
  let store: Store
  func a() { Store.shared.push() }
  func b() { let one = Store.shared; one.push() }
  func c() { held.push() }
  func d() { Store.shared.delegate?.changed() }
  func e() { let one = Store.spare.delegate; one?.changed() }
  func f() { let one = store; one.push() }
  func g() { let one = Bundle.main; one.push() }
}`);
    expect(calls).toEqual([
      'a > Store.push',
      'b > Store.push',
      'c > Store.push',
      'd > Delegate.changed',
      'e > Delegate.changed',
      'f > Store.push',
    ]);
  });
});

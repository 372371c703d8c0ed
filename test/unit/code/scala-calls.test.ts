import { describe, expect, it } from 'vitest';
import { called, inherited } from './called.ts';

const base = `package shop
class Base(n: Int) { def close(): Unit = {} }
trait Store[A] { def save(a: A): Unit = {} }
trait Named { def label(): String = "" }
`;

describe('Scala', () => {
  it('takes a package clause below another one for a package inside of it', async () => {
    const sources = {
      'A.scala': 'package acme\npackage util\n\nclass Clock {\n  def tick() = 1\n}\n',
      'B.scala':
        'package app\n\nimport acme.util.{Clock => Watch}\n\nclass Use(watch: Watch) {\n  def run() = watch.tick()\n}\n',
    };
    expect(await called(sources)).toEqual(['B.scala#Use.run > A.scala#Clock.tick']);
  });

  it('knows every base, also behind the arguments of the first', async () => {
    const sources = {
      'Base.scala': base,
      'App.scala': `package shop
class App extends Base(1) with Store[Int] with Named {
  def run(): Unit = { save(1); close(); label() }
}
case class Line(x: Int) extends Named with Store[Int]
object Lines extends Base(2), Store[Int]
trait Both extends Named with Store[String]
enum Color(val n: Int) extends Named:
  case Red extends Color(1)
  case Mixed(x: Int) extends Color(x) with Store[Int]
`,
    };
    expect(await inherited(sources)).toEqual([
      'App.scala#App > Base.scala#Base',
      'App.scala#App > Base.scala#Named',
      'App.scala#App > Base.scala#Store',
      'App.scala#Both > Base.scala#Named',
      'App.scala#Both > Base.scala#Store',
      'App.scala#Color > Base.scala#Named',
      'App.scala#Line > Base.scala#Named',
      'App.scala#Line > Base.scala#Store',
      'App.scala#Lines > Base.scala#Base',
      'App.scala#Lines > Base.scala#Store',
    ]);
    expect(await called(sources)).toEqual([
      'App.scala#App.run > Base.scala#Base.close',
      'App.scala#App.run > Base.scala#Named.label',
      'App.scala#App.run > Base.scala#Store.save',
    ]);
  });

  it('takes the cases of an enumeration for objects of it', async () => {
    const calls = await called({
      'Color.scala': `package shop
enum Color(val n: Int):
  case Red extends Color(1)
  case Green, Blue
  case Mixed(x: Int) extends Color(x)
  def shown(): String = ""
class Page { def shown(): String = "" }
object Use {
  def simple() = Color.Red.shown()
  def several() = Color.Blue.shown()
  def mixed() = Color.Mixed(3).shown()
}
`,
    });
    expect(calls).toEqual([
      'Color.scala#Use.mixed > Color.scala#Color.shown',
      'Color.scala#Use.several > Color.scala#Color.shown',
      'Color.scala#Use.simple > Color.scala#Color.shown',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { called, resolved } from './called.ts';

const library = `namespace Shop.Rules;

public interface IRule<T> { }
public interface INamedRule<T> : IRule<T> { void Freeze(); }
public class Order { public INamedRule<T> RuleFor<T>(int field) => null; public void Check(int limit) { } }

public static class RuleExtensions
{
    public static INamedRule<T> Equal<T>(this IRule<T> rule, T value) => null;
    public static TRule When<TRule, T>(this TRule rule, T value) where TRule : IRule<T> => rule;
    public static void Check(this Order order) { }
}

public static class TextExtensions
{
    public static string Words(this string text) => text;
    public static string Concat(this IEnumerable<string> texts, string text) => text;
}
`;

describe('C#', () => {
  it('finds extensions by the type of the object, also in chains and behind a method that takes other arguments', async () => {
    const calls = await called({
      'Rules.cs': library,
      'App.cs': `using Shop.Rules;

class App
{
    Order order;
    List<string> names;

    void Chain() { order.RuleFor<int>(1).Equal(2).When(3).Freeze(); }
    void Unknown() { Each(one => one.RuleFor<int>(1).Equal(2)); }
    void Given() { order.Check(); }
    void Own() { order.Check(3); }
    void Text(string given) { given.Words(); }
    void OfLibrary() { names.Concat("x"); }
    void Used() { using (var held = Open()) { held.Check(1); } }
    void Tested(object given) { if (given is Order one) one.Check(1); Read(out Order other); }
    Order Open() => order;
}
`,
    });
    expect(calls.filter((call) => call.startsWith('App.cs'))).toEqual([
      'App.cs#App.Chain > Rules.cs#Order.RuleFor',
      'App.cs#App.Chain > Rules.cs#RuleExtensions.Equal',
      'App.cs#App.Chain > Rules.cs#RuleExtensions.When',
      'App.cs#App.Given > Rules.cs#RuleExtensions.Check',
      'App.cs#App.Own > Rules.cs#Order.Check',
      'App.cs#App.Tested > Rules.cs#Order.Check',
      'App.cs#App.Text > Rules.cs#TextExtensions.Words',
      'App.cs#App.Unknown > Rules.cs#Order.RuleFor',
      'App.cs#App.Unknown > Rules.cs#RuleExtensions.Equal',
      'App.cs#App.Used > App.cs#App.Open',
      'App.cs#App.Used > Rules.cs#Order.Check',
    ]);
  });

  it('makes an object of a class that a method is called like, and takes texts, numbers and types for those of the library', async () => {
    const calls = await called({
      'Token.cs': `class Token { public static Token Value(string text) { return new Value(text); } }
class Value : Token { }
class Sizes { public static Size Bytes(this int count) => new Size(); }
class Size { public Size Twice() => this; }
class Texts { public static Size Measured(this string text) => new Size(); }
class Cache { public void GetMembers() { } }`,
      'App.cs': `class App
{
    void Numbers() { 5.Bytes().Twice(); }
    void Texts() { "a.b".Measured().Twice(); }
    void Types(object given) { typeof(App).GetMembers(); given.GetType().GetMembers(); }
}`,
    });
    expect(calls).toEqual([
      'App.cs#App.Numbers > Token.cs#Size.Twice',
      'App.cs#App.Numbers > Token.cs#Sizes.Bytes',
      'App.cs#App.Texts > Token.cs#Size.Twice',
      'App.cs#App.Texts > Token.cs#Texts.Measured',
      'Token.cs#Sizes.Bytes > Token.cs#Size',
      'Token.cs#Texts.Measured > Token.cs#Size',
      'Token.cs#Token.Value > Token.cs#Value',
    ]);
  });

  it('uses what holds a value by its own methods, and knows what is handed over of a list', async () => {
    const calls = await called({
      'Item.cs': `class Item { public void Ship() { } public bool Has() => true; }
class Result<T> { }
static class Results { public static T Got<T>(this Result<T> result) => default; }`,
      'App.cs': `class App
{
    List<Item> items;
    void Held(Result<Item> given) { given.Got(); }
    void Each() { items.Where(one => one.Has()).ForEach(one => one.Ship()); }
}`,
    });
    expect(calls).toEqual([
      'App.cs#App.Each > Item.cs#Item.Has',
      'App.cs#App.Each > Item.cs#Item.Ship',
      'App.cs#App.Held > Item.cs#Results.Got',
    ]);
  });

  it('leads to the place of a class in several that says how it is made', async () => {
    const calls = await called({
      'A.cs': 'partial class Reader { void Later() { } }',
      'B.cs':
        'partial class Reader { public Reader(int size) { } }\nclass App { void Run() { new Reader(1); } }',
    });
    expect(calls).toEqual(['B.cs#App.Run > B.cs#Reader']);
  });

  it('knows another name of a class with type arguments', async () => {
    const calls = await called({
      'Verifier.cs': 'class Verifier<T, U> { public static void Verify() { } }',
      'App.cs': 'using Check = Verifier<int, string>;\nclass App { void Run() { Check.Verify(); } }',
    });
    expect(calls).toEqual(['App.cs#App.Run > Verifier.cs#Verifier.Verify']);
  });
});

it.each<[string, Record<string, string>, string[]]>([
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
])('C#: %s', async (_, sources, expected) => {
  expect(await called(sources)).toEqual(expected);
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

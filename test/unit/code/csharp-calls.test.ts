import { describe, expect, it } from 'vitest';
import { called } from './called.ts';

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

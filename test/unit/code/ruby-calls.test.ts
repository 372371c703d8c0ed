import { describe, expect, it } from 'vitest';
import { called } from './called.ts';

describe('bare calls of Ruby', () => {
  it('lead to no method of a module around the class, nor to what a method defines for one object', async () => {
    const sources = {
      'lib/app.rb': `module Tool
  class << self
    def origin; end
    def open_file; end
  end
  class App
    attr_reader :origin
    def show
      puts origin
      exit(1)
      helper(2)
    end
    def open; open_file(1); end
  end
end
def helper(x); end
`,
      'test/app_test.rb': `class AppTest
  def spy
    target = Object.new
    def target.exit(code); end
    target
  end
  def test_it; run_in { open_file(1) }; end
end
`,
    };
    expect(await called(sources)).toEqual(['lib/app.rb#Tool.App.show > lib/app.rb#helper']);
  });

  it('lead to what the class has where it is opened once more, to what its module brings in, and into what a block is run for', async () => {
    const sources = {
      'a.rb': `class Store
  def save
    check(1)
  end
end
module Kit
  include Base
  def all
    each_one(1)
  end
end
`,
      'b.rb': `class Store
  def check(x); end
end
module Base
  def each_one(x); end
  module ClassMethods
    def options; end
  end
end
module Kit
  extend Base
end
class Own
  include Base
  def show(x); x unless self.class.options[hidden]; end
  def hidden; end
end
class String
  def as_path; end
end
`,
      'c.rb': `Kit.each_one(1)
Store.new(1).check(2)
"a/b".as_path
Kit.define { each_record(1) }
before { 1 }
`,
      'd.rb': `class Proxy
  def each_record(x); end
  def before; end
end
`,
    };
    expect(await called(sources)).toEqual([
      'a.rb#Kit.all > b.rb#Base.each_one',
      'a.rb#Store.save > b.rb#Store.check',
      'b.rb#Own.show > b.rb#Base.ClassMethods.options',
      'b.rb#Own.show > b.rb#Own.hidden',
      'c.rb > a.rb#Store',
      'c.rb > b.rb#Base.each_one',
      'c.rb > b.rb#Store.check',
      'c.rb > b.rb#String.as_path',
      'c.rb > d.rb#Proxy.before',
      'c.rb > d.rb#Proxy.each_record',
    ]);
  });

  it('lead to no method that a block defines in another file, which a block gives to some class', async () => {
    const sources = {
      'a_test.rb': 'describe "a" do\n  def arrange(x); end\n  it("b") { arrange(1) }\nend\n',
      'b_test.rb': 'describe "b" do\n  arrange(1)\n  shared(1)\nend\n',
      'help.rb': 'def shared(x); end\n',
    };
    expect(await called(sources)).toEqual(['a_test.rb > a_test.rb#arrange', 'b_test.rb > help.rb#shared']);
  });
});

describe('receivers of Ruby', () => {
  it('have the class that is made of them: kept once, read as an attribute, given back by a method, named by a test', async () => {
    const sources = {
      'lib/shop.rb': `class Store
  attr_reader :index
  def initialize
    @index = Index.new
    @cache ||= Cache.new
  end
  def self.open(path); Store.new; end
  def self.fresh; Store.new; end
  def cache; @cache; end
  def list; @list ||= List.new; end
  def sorted
    load
    self
  end
  def load; end
  def save; end
end
class Index
  def find; end
end
class Cache
  def clear; end
end
class List
  def draw; end
end
`,
      'lib/use.rb': `def use
  Store.open('a').save
  Store.fresh.sorted.list.draw
  store = Store.new
  store.index.find
  store.cache.clear
end
`,
      'spec/shop_spec.rb': `describe Store do
  let(:shop) { Store.new }
  subject { Index.new }
  before { @kept = Cache.new }
  it { shop.save }
  it { subject.find }
  it { @kept.clear }
end
describe List do
  let(:shop) { List.new }
  it { shop.draw }
end
`,
    };
    expect(await called(sources)).toEqual([
      'lib/shop.rb#Store.fresh > lib/shop.rb#Store',
      'lib/shop.rb#Store.initialize > lib/shop.rb#Cache',
      'lib/shop.rb#Store.initialize > lib/shop.rb#Index',
      'lib/shop.rb#Store.list > lib/shop.rb#List',
      'lib/shop.rb#Store.open > lib/shop.rb#Store',
      'lib/shop.rb#Store.sorted > lib/shop.rb#Store.load',
      'lib/use.rb#use > lib/shop.rb#Cache.clear',
      'lib/use.rb#use > lib/shop.rb#Index.find',
      'lib/use.rb#use > lib/shop.rb#List.draw',
      'lib/use.rb#use > lib/shop.rb#Store',
      'lib/use.rb#use > lib/shop.rb#Store.cache',
      'lib/use.rb#use > lib/shop.rb#Store.fresh',
      'lib/use.rb#use > lib/shop.rb#Store.list',
      'lib/use.rb#use > lib/shop.rb#Store.open',
      'lib/use.rb#use > lib/shop.rb#Store.save',
      'lib/use.rb#use > lib/shop.rb#Store.sorted',
      'spec/shop_spec.rb > lib/shop.rb#Cache',
      'spec/shop_spec.rb > lib/shop.rb#Cache.clear',
      'spec/shop_spec.rb > lib/shop.rb#Index',
      'spec/shop_spec.rb > lib/shop.rb#Index.find',
      'spec/shop_spec.rb > lib/shop.rb#List',
      'spec/shop_spec.rb > lib/shop.rb#List.draw',
      'spec/shop_spec.rb > lib/shop.rb#Store',
      'spec/shop_spec.rb > lib/shop.rb#Store.save',
    ]);
  });

  it('without a class have that which is called like them, where that has such a method', async () => {
    const sources = {
      'lib/task.rb': `class FileTask
  def self.[](name); end
  def run; end
  def each; end
end
class String
  def shout; end
end
`,
      'lib/use.rb': `def use(file_task, other, string)
  file_task.run
  file_task.each
  file_task.stop
  other.run
  string.shout
  found = FileTask['a']
  found.run
end
def more
  @file_task.run
end
`,
    };
    expect(await called(sources)).toEqual([
      'lib/use.rb#more > lib/task.rb#FileTask.run',
      'lib/use.rb#use > lib/task.rb#FileTask.run',
    ]);
  });

  it('of a class that several files open are of the one that says most of it', async () => {
    const sources = {
      'bin/tool': '#!/usr/bin/env ruby\nclass Tool\n  def self.cli; end\nend\nTool.new\n',
      'lib/tool.rb': 'class Tool\n  def one; end\n  def two; end\n  def three; end\nend\n',
      'test/tool_test.rb': 'def test_it\n  Tool.new\nend\n',
    };
    expect(await called(sources)).toContain('test/tool_test.rb#test_it > lib/tool.rb#Tool');
    const script = { 'bin/release': '#!/usr/bin/env ruby\ndef run(x); end\n', 'a.rb': 'run(1)\n' };
    expect(await called(script)).toEqual([]);
  });
});

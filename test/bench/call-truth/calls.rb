# frozen_string_literal: true

# Prints the calls of a Ruby tree, one JSON object a line, as its own tests make them: what did not run tells nothing.

require 'json'
require 'set'

ROOT = File.realpath(ARGV.fetch(0))
TESTS = 'test/**/{*_test,*_spec,test_*,spec_*}.rb'
SPECS = 'spec/**/*_spec.rb'
# Gems that tests ask for and that have no say in what is called, by what stands in for them.
STAND_INS = {
  'minitest/global_expectations/autorun' => %w[minitest/autorun minitest/spec],
  'minitest/global_expectations' => %w[minitest/spec],
  'simplecov' => [],
  'coveralls' => [],
  'webmock/rspec' => []
}.freeze

module Anything
  def method_missing(*) = self
  def respond_to_missing?(*) = true
  def const_missing(*) = self
end
SimpleCov, Coveralls, WebMock = Array.new(3) { Module.new.extend(Anything) }

module StandIns
  def require(name)
    super
  rescue LoadError
    raise unless STAND_INS.key?(name)

    STAND_INS.fetch(name).each { |other| super(other) }
  end
end
Object.prepend(StandIns)

# Calls by place and name, each with what it led to in the tree.
class Calls
  def initialize
    @targets = {}
    # A class may be opened in several files.
    @opened = Hash.new { |known, opened| known[opened] = Set.new }
    @inside = Hash.new { |known, path| known[path] = path.start_with?("#{ROOT}/") && File.file?(path) }
    @lines = Hash.new { |known, path| known[path] = File.readlines(path, encoding: 'UTF-8').map(&:scrub) }
  end

  def trace
    @trace ||= TracePoint.new(:call, :c_call, :class) do |event|
      case event.event
      when :call then called(event)
      when :c_call then ran(event)
      when :class then @opened[event.self] << [event.path, event.lineno] if @inside[event.path]
      end
    end
  end

  # A method written in Ruby; where `new` called it the class was called.
  def called(event)
    caller = caller_locations(3, 1)&.first
    return if caller.nil? || !@inside[caller.path] || caller.base_label == 'new'

    name = event.method_id == :initialize ? event.defined_class.name.to_s[/\w+\z/] : event.callee_id.to_s
    place = [event.path, event.lineno, event.method_id]
    keep(caller.path, caller.lineno, name, @inside[event.path] ? [place] : [])
  end

  # A method written in C; `new` leads to the class.
  def ran(event)
    return unless @inside[event.path]

    isClass = event.callee_id == :new && event.self.instance_of?(Class)
    name = isClass ? event.self.name.to_s[/\w+\z/] : event.callee_id.to_s
    keep(event.path, event.lineno, name, isClass && name ? @opened[event.self].map { |place| [*place, name] } : [])
  end

  def keep(path, line, name, targets)
    # Interpolation, sorting and iteration call what nobody wrote.
    written = name && @lines[path][line - 1]
    return unless written&.match?(/(?<!\w)#{Regexp.escape(name)}(?!\w)/) || (written && name == 'initialize')

    (@targets[[path, line, name]] ||= Set.new).merge(targets)
  end

  def print(out)
    trace.disable
    @targets.each do |(path, line, name), targets|
      found = targets.map do |file, at, called|
        isDefined = @lines[file][at - 1].to_s.match?(/\b(?:def|class|module|Class\.new|Struct\.new)\b/)
        { path: relative(file), line: at, name: called, kind: isDefined ? 'callable' : 'value' }
      end
      out.puts JSON.generate(path: relative(path), line:, name:, targets: found)
    end
  end

  def relative(path) = path.delete_prefix("#{ROOT}/")
end

out = $stdout.dup
$stdout.reopen($stderr)
calls = Calls.new
at_exit { calls.print(out) }
ARGV.clear
Dir.chdir(ROOT)
$LOAD_PATH.unshift("#{ROOT}/lib", "#{ROOT}/test")
calls.trace.enable
Dir[TESTS].sort.each do |file|
  Kernel.require(File.join(ROOT, file))
rescue LoadError, NameError => e
  warn "#{file}: #{e.message}"
end
unless Dir[SPECS].empty?
  require 'rspec/core'
  RSpec::Core::Runner.run(['--seed', '1', *Dir[SPECS].sort])
end

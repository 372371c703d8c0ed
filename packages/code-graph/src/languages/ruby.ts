import { each, type Language } from './language.ts';

const query = () => `
${each('method singleton_method', 'name: (_) @name', '@function')}
(class name: [(constant) (scope_resolution)] @name) @class
(module name: [(constant) (scope_resolution)] @name) @module
(superclass [(constant) (scope_resolution)] @inherits)
(call !receiver method: (identifier) @_mixin arguments: (argument_list [(constant) (scope_resolution)] @inherits)
  (#any-of? @_mixin "include" "extend" "prepend"))

(call !receiver method: (identifier) @callee
  (#not-any-of? @callee "require" "require_relative" "include" "extend" "prepend" "attr_reader" "attr_accessor" "attr_writer" "private" "raise")) @call
(call receiver: (_) @receiver method: (identifier) @callee) @call
(super) @callee @call
([(body_statement (identifier) @callee) (argument_list (identifier) @callee) (assignment right: (identifier) @callee)
  (call receiver: (identifier) @callee) (then (identifier) @callee) (if condition: (identifier) @callee)
  (unless condition: (identifier) @callee) (binary (identifier) @callee) (interpolation (identifier) @callee)
  (block_body (identifier) @callee) (element_reference (identifier) @callee) (pair value: (identifier) @callee)
  (splat_argument (identifier) @callee) (case value: (identifier) @callee) (conditional (identifier) @callee)
  (if_modifier condition: (identifier) @callee) (unless_modifier condition: (identifier) @callee)
  (unary operand: (identifier) @callee) (operator_assignment right: (identifier) @callee)] @call)

(call !receiver method: (identifier) @_require arguments: (argument_list . (string (string_content) @specifier))
  (#any-of? @_require "require" "require_relative" "load")) @import

(assignment left: (identifier) @variable)
(assignment left: (identifier) @variable right: [(call) @made (element_reference object: [(constant) (scope_resolution)] @made)])
(assignment left: (instance_variable) @property right: [(call) @made (identifier) @copied])
(operator_assignment left: (instance_variable) @property right: (call) @made)
(body_statement [(call) @made (operator_assignment left: (instance_variable) right: (call) @made)
  (instance_variable) @copied (identifier) @copied (self) @copied] @returned .)
(call method: (identifier) @_let arguments: (argument_list (simple_symbol) @variable)
  block: (_ body: (_ (call) @made .)) (#any-of? @_let "let" "let!" "subject" "subject!"))
(call method: (identifier) @variable block: (_ body: (_ (call) @made .)) (#eq? @variable "subject"))
(method_parameters [(identifier) @variable (optional_parameter name: (identifier) @variable)
  (keyword_parameter name: (identifier) @variable) (splat_parameter name: (identifier) @variable)
  (hash_splat_parameter name: (identifier) @variable) (block_parameter name: (identifier) @variable)])
${each('block_parameters left_assignment_list exception_variable', '(identifier) @variable')}
`;

export const ruby: Language = {
  name: 'ruby',
  family: 'ruby',
  extensions: ['.rb', '.rake'],
  interpreters: ['ruby', 'jruby'],
  grammar: () => import.meta.resolve('tree-sitter-ruby/tree-sitter-ruby.wasm'),
  query,
  selfNames: ['self'],
};

import { each, type Language } from './language.ts';

const query = () => `
(package_header (qualified_identifier) @package)
${each('class_declaration object_declaration', 'name: (identifier) @name', '@class')}
(type_alias type: (identifier) @name) @class
(function_declaration name: (identifier) @name) @function
(function_declaration [(user_type) (nullable_type)] @owner . name: (identifier) @name) @function
(function_declaration (function_value_parameters) . [(user_type) (nullable_type)] @returns) @function
(secondary_constructor "constructor" @name) @function
(function_declaration (function_body "=" . (_) @valued @returned))
(type_alias (user_type) @inherits)
(delegation_specifier [(user_type) @inherits (constructor_invocation (user_type) @inherits)])
(delegation_specifier (explicit_delegation . [(user_type) @inherits (constructor_invocation (user_type) @inherits)]))

(call_expression . [(identifier) @callee (unary_expression argument: (identifier) @callee)]) @call
(call_expression . (navigation_expression . (_) @receiver (identifier) @callee .)) @call
(constructor_invocation (user_type) @callee) @call
(callable_reference . (_) @receiver (identifier) @callee .) @call
(callable_reference . "::" . (identifier) @callee .) @call
((navigation_expression . (_) @receiver "::" (identifier) @callee .) @call (#not-eq? @callee "class"))
(infix_expression . (_) @receiver . (identifier) @callee) @call

(import) @import @specifier

(class_parameter (identifier) @property . (_) @type)
(class_body (property_declaration (variable_declaration (identifier) @property . (_) @type)))
(class_body (property_declaration (variable_declaration (identifier) @property .) . (_) @valued))
(parameter (identifier) @variable . (_) @type)
(variable_declaration (identifier) @variable)
(variable_declaration (identifier) @variable . (_) @type)
(property_declaration (variable_declaration (identifier) @variable .) . (_) @valued)
(catch_block (identifier) @variable (user_type) @type)
(when_expression (when_subject (identifier) @variable) (when_entry . condition: (type_test (user_type) @type) . (_)) @within)
(when_expression (when_subject (variable_declaration (identifier) @variable)) (when_entry . condition: (type_test (user_type) @type) . (_)) @within)
(if_expression condition: (is_expression left: (identifier) @variable right: (user_type) @type) . (_) @within)
(if_expression condition: (binary_expression left: (is_expression left: (identifier) @variable right: (user_type) @type)) . (_) @within)
(type_parameter (identifier) @bounded)
(type_parameter (identifier) @bounded (user_type) @bound)
(call_expression (navigation_expression . (_) @object (identifier) @by .) (annotated_lambda (lambda_literal) @lambda))
(call_expression (call_expression (navigation_expression . (_) @object (identifier) @by .)) (annotated_lambda (lambda_literal) @lambda))
(call_expression (call_expression (identifier) @by (value_arguments . (value_argument (_) @object))) (annotated_lambda (lambda_literal) @lambda)
  (#eq? @by "with"))
`;

/** Reads and is read by Java: packages and classes are the same. */
export const kotlin: Language = {
  name: 'kotlin',
  family: 'java',
  extensions: ['.kt', '.kts'],
  interpreters: ['kotlin'],
  grammar: () => import.meta.resolve('@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm'),
  query,
  namesInBackticks: true,
  methodsApart: true,
  hasOverloads: true,
  hasExtensions: true,
  hasTypeArguments: true,
};

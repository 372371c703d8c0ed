import { each, type Language } from './language.ts';

const object =
  '(object_literal (delegation_specifiers . (delegation_specifier [(user_type) @type (constructor_invocation (user_type) @type)])))';
const lazy =
  '(property_delegate (call_expression . (_) @_by (annotated_lambda (lambda_literal (_) @valued .)))) (#match? @_by "^lazy")';

const query = () => `
(package_header (qualified_identifier) @package)
${each('class_declaration object_declaration', 'name: (identifier) @name', '@class')}
(type_alias type: (identifier) @name) @class
(function_declaration name: (identifier) @name) @function
(function_declaration [(user_type) (nullable_type)] @owner . name: (identifier) @name) @function
(function_declaration (function_value_parameters) . [(user_type) (nullable_type)] @returns) @function
(secondary_constructor "constructor" @name) @function
(function_declaration (function_body "=" . (call_expression . (_) @made) @returned))
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

(class_parameter (identifier) @property . [(user_type) (nullable_type)] @type)
(class_body (property_declaration (variable_declaration (identifier) @property . [(user_type) (nullable_type)] @type)))
(class_body (property_declaration (variable_declaration (identifier) @property .) [
  (call_expression . (_) @made)
  (navigation_expression) @valued
  ${object}
]))
(class_body (property_declaration (variable_declaration (identifier) @property .) ${lazy}))
(parameter (identifier) @variable . (_) @type)
(variable_declaration (identifier) @variable)
(variable_declaration (identifier) @variable . [(user_type) (nullable_type)] @type)
(property_declaration (variable_declaration (identifier) @variable .) [
  (call_expression . (_) @made)
  [(navigation_expression) (unary_expression)] @valued
  (binary_expression left: (_) @valued "?:")
  (as_expression right: (_) @type)
  ${object}
])
(property_declaration (variable_declaration (identifier) @variable .) ${lazy})
(catch_block (identifier) @variable (user_type) @type)
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
};

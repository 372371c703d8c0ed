import { each, type Language } from './language.ts';

const called =
  '(identifier) @callee (selector_expression operand: (_) @receiver field: (field_identifier) @callee)';
const made = '(type_identifier) @callee (qualified_type package: (_) @receiver name: (_) @callee)';
/** An object of a type that is written down, or a pointer to one. */
const literal =
  '(composite_literal type: (_) @type) (unary_expression operand: (composite_literal type: (_) @type))';

const query = () => `
(package_clause (package_identifier) @package)
(function_declaration name: (identifier) @name) @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @owner)) name: (field_identifier) @name) @function
${each('function_declaration method_declaration', 'result: (_) @returns', '@function')}
(type_spec name: (type_identifier) @name type: [(struct_type) (interface_type) (function_type) (map_type) (slice_type)
  (type_identifier) (qualified_type) (array_type) (channel_type) (pointer_type) (generic_type)]) @class
(type_alias name: (type_identifier) @name type: (_)) @class
(type_alias name: (_) type: [(type_identifier) (qualified_type)] @inherits)
(type_alias name: (_) type: (generic_type type: [(type_identifier) (qualified_type)] @inherits))
(interface_type (method_elem name: (field_identifier) @name) @function)
(struct_type (field_declaration_list (field_declaration !name type: (_) @inherits)))
(interface_type (type_elem [(type_identifier) (qualified_type)] @inherits))

(call_expression function: [${called} (index_expression operand: [${called}])]) @call
(call_expression function: (parenthesized_expression (unary_expression operand: (identifier) @callee))) @call
(type_conversion_expression type: (generic_type type: [${made}])) @call
(composite_literal type: [${made} (generic_type type: (type_identifier) @callee)]) @call

(import_spec path: (interpreted_string_literal (_) @specifier)) @import
(import_spec name: [(package_identifier) @namespace (dot) @wildcard] path: (interpreted_string_literal (_) @specifier)) @import

(parameter_declaration name: (identifier) @variable type: (_) @type)
(variadic_parameter_declaration name: (identifier) @variable)
(var_spec name: (identifier) @variable type: (_)? @type)
(var_spec name: (identifier) @variable value: (expression_list . (call_expression function: (_) @made)) (#not-eq? @made "new"))
(var_spec name: (identifier) @variable value: (expression_list . [${literal}]))
(short_var_declaration left: (expression_list (identifier) @variable))
(short_var_declaration left: (expression_list (identifier) @variable)
  right: (expression_list . (call_expression function: (_) @made) .) (#not-eq? @made "new"))
(assignment_statement left: (expression_list (identifier) @variable)
  right: (expression_list . (call_expression function: (_) @made) .) (#not-eq? @made "new")) @assigned
(short_var_declaration left: (expression_list . (identifier) @variable)
  right: (expression_list . (call_expression function: (identifier) @_new arguments: (argument_list . (_) @type))) (#eq? @_new "new"))
(short_var_declaration left: (expression_list . (identifier) @variable)
  right: (expression_list . [${literal} (type_assertion_expression type: (_) @type)]))
(range_clause left: (expression_list (identifier) @variable))
(range_clause left: (expression_list (_) . (identifier) @variable) right: (_) @each)
(struct_type (field_declaration_list (field_declaration name: (field_identifier) @property type: (_) @type)))
`;

/** A method's receiver has a name of its own choosing and is typed like any parameter, so no name stands for the object. */
export const go: Language = {
  name: 'go',
  family: 'go',
  extensions: ['.go'],
  grammar: () => import.meta.resolve('tree-sitter-go/tree-sitter-go.wasm'),
  query,
  methodsApart: true,
};

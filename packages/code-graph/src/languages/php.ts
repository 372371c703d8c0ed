import { each, type Language } from './language.ts';

const query = () => `
(namespace_definition name: (namespace_name) @package)
${each('class_declaration interface_declaration trait_declaration enum_declaration', 'name: (name) @name', '@class')}
${each('function_definition method_declaration', 'name: (name) @name', '@function')}
${each('function_definition method_declaration', 'return_type: (_) @returns', '@function')}
${each('base_clause class_interface_clause use_declaration', '[(name) (qualified_name)] @inherits')}

(function_call_expression function: [(name) (qualified_name)] @callee) @call
${each('member_call_expression nullsafe_member_call_expression', 'object: (_) @receiver name: (name) @callee', '@call')}
(scoped_call_expression scope: (_) @receiver name: (name) @callee) @call
(object_creation_expression [(name) (qualified_name)] @callee) @call

(namespace_use_declaration (namespace_use_clause [(name) (qualified_name)] @specifier alias: (_)? @namespace)) @import
(namespace_use_declaration (namespace_name) @prefix
  body: (namespace_use_group (namespace_use_clause [(name) (qualified_name)] @specifier alias: (_)? @namespace))) @import
([(require_expression (string (string_content) @specifier)) (require_once_expression (string (string_content) @specifier))
  (include_expression (string (string_content) @specifier)) (include_once_expression (string (string_content) @specifier))
  (require_once_expression (binary_expression right: (string (string_content) @specifier)))
  (require_expression (binary_expression right: (string (string_content) @specifier)))] @import)

(simple_parameter type: (_)? @type name: (variable_name) @variable)
(property_promotion_parameter type: (_) @type name: (variable_name) @property)
(property_promotion_parameter type: (_) @type name: (variable_name) @variable)
(assignment_expression left: (variable_name) @variable)
(assignment_expression left: (variable_name) @variable right: (object_creation_expression [(name) (qualified_name)] @type))
(assignment_expression left: (variable_name) @variable right: [(function_call_expression) (scoped_call_expression)] @made)
(assignment_expression left: (member_access_expression object: (variable_name) @_this name: (name) @property)
  right: (object_creation_expression [(name) (qualified_name)] @type) (#eq? @_this "$this"))
(assignment_expression left: (member_access_expression object: (variable_name) @_this name: (name) @property)
  right: (variable_name) @copied (#eq? @_this "$this"))
(property_declaration type: (_) @type (property_element name: (variable_name) @property))
(catch_clause type: (_) @type name: (variable_name) @variable)
`;

export const php: Language = {
  name: 'php',
  family: 'php',
  extensions: ['.php', '.phtml', '.inc'],
  interpreters: ['php'],
  grammar: () => import.meta.resolve('tree-sitter-php/tree-sitter-php.wasm'),
  query,
  selfNames: ['$this', 'self', 'static'],
  superName: 'parent',
};

import { each, type Language } from './language.ts';

const type = '[(type_identifier) (scoped_type_identifier) (generic_type)]';

const query = () => `
(package_declaration [(scoped_identifier) (identifier)] @package)
${each('class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration', 'name: (identifier) @name', '@class')}
${each('method_declaration constructor_declaration annotation_type_element_declaration', 'name: (identifier) @name', '@function')}
(method_declaration type: (_) @returns) @function
(superclass ${type} @inherits)
${each('super_interfaces extends_interfaces', `(type_list ${type} @inherits)`)}

(method_invocation !object name: (identifier) @callee) @call
(method_invocation object: (_) @receiver name: (identifier) @callee) @call
(object_creation_expression type: ${type} @callee) @call
(explicit_constructor_invocation constructor: [(super) (this)] @callee) @call
(method_reference . (_) @receiver (identifier) @callee) @call

(import_declaration (scoped_identifier) @specifier) @import
(import_declaration (scoped_identifier) @specifier (asterisk) @wildcard) @import

(type_parameter (type_identifier) @bounded)
(type_parameter (type_identifier) @bounded (type_bound . ${type} @bound))
${each('formal_parameter enhanced_for_statement resource', 'type: (_) @type name: (identifier) @variable')}
(spread_parameter (_) @type (variable_declarator name: (identifier) @variable)) @rest
(inferred_parameters (identifier) @variable)
(lambda_expression parameters: (identifier) @variable)
(catch_formal_parameter (catch_type) @type name: (identifier) @variable)
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @variable))
(local_variable_declaration declarator: (variable_declarator name: (identifier) @variable
  value: (object_creation_expression type: (_) @type)))
(local_variable_declaration type: (type_identifier) @_var declarator: (variable_declarator name: (identifier) @variable
  value: (method_invocation) @made) (#eq? @_var "var"))
(instanceof_expression right: (_) @type name: (identifier) @variable)
(field_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @property))
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @property)))
`;

export const java: Language = {
  name: 'java',
  family: 'java',
  extensions: ['.java'],
  grammar: () => import.meta.resolve('tree-sitter-java/tree-sitter-java.wasm'),
  query,
  hasOverloads: true,
  hasTypeArguments: true,
};

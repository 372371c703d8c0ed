import type { Language } from './language.ts';

const query = () => `
(package_declaration [(scoped_identifier) (identifier)] @package)
(class_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @class
(enum_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(annotation_type_declaration name: (identifier) @name) @class
(method_declaration name: (identifier) @name) @function
(method_declaration type: (_) @returns) @function
(constructor_declaration name: (identifier) @name) @function
(annotation_type_element_declaration name: (identifier) @name) @function
(superclass [(type_identifier) (scoped_type_identifier) (generic_type)] @inherits)
(super_interfaces (type_list [(type_identifier) (scoped_type_identifier) (generic_type)] @inherits))
(extends_interfaces (type_list [(type_identifier) (scoped_type_identifier) (generic_type)] @inherits))

(method_invocation !object name: (identifier) @callee) @call
(method_invocation object: (_) @receiver name: (identifier) @callee) @call
(object_creation_expression type: [(type_identifier) (generic_type) (scoped_type_identifier)] @callee) @call
(explicit_constructor_invocation constructor: [(super) (this)] @callee) @call
(method_reference . (_) @receiver (identifier) @callee) @call

(import_declaration (scoped_identifier) @specifier) @import
(import_declaration (scoped_identifier) @specifier (asterisk) @wildcard) @import

(type_parameter (type_identifier) @bounded)
(type_parameter (type_identifier) @bounded (type_bound . [(type_identifier) (generic_type) (scoped_type_identifier)] @bound))
(formal_parameter type: (_) @type name: (identifier) @variable)
(spread_parameter (_) @type (variable_declarator name: (identifier) @variable)) @rest
(inferred_parameters (identifier) @variable)
(lambda_expression parameters: (identifier) @variable)
(catch_formal_parameter (catch_type) @type name: (identifier) @variable)
(enhanced_for_statement type: (_) @type name: (identifier) @variable)
(resource type: (_) @type name: (identifier) @variable)
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
  selfNames: ['this'],
  superNames: ['super'],
};

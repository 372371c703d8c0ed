import { ecmaQuery, functionValue, handedOn, jsxQuery, methods } from './ecma-query.ts';
import { each, type Language } from './language.ts';

const typeMembers =
  '[(method_signature name: (_) @name) (property_signature name: (_) @name type: (type_annotation (function_type)))] @function';

const named = '[(type_identifier) (nested_type_identifier) (generic_type)]';
const joined = `(union_type ${named} @inherits) (intersection_type ${named} @inherits)`;

const typesQuery = () => `
${each('abstract_class_declaration interface_declaration enum_declaration type_alias_declaration', 'name: (_) @name', '@class')}
(type_alias_declaration value: [(object_type ${typeMembers}) (intersection_type (object_type ${typeMembers}))
  (generic_type type_arguments: (type_arguments . (object_type ${typeMembers})))])
(property_signature type: (type_annotation (function_type return_type: (_) @returns))) @function
(type_alias_declaration value: ${named} @inherits)
(type_alias_declaration value: [${joined}])
(type_alias_declaration value: (_ [${joined}]))
(type_parameter name: (_) @bounded constraint: (constraint [(type_identifier) (generic_type)] @bound))
(method_definition "get" name: (_) @property return_type: (type_annotation (_) @type))
(internal_module name: (_) @name) @module
(module name: [(identifier) (string)] @name) @module
(function_signature name: (identifier) @name) @function
(interface_body ${typeMembers})
(class_body [(method_signature name: (_) @name) (abstract_method_signature name: (_) @name)] @function)
(class_body (public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @function)
(variable_declarator name: (identifier) @name value: [(as_expression (object)) (satisfies_expression (object))]) @scope
(variable_declarator value: [(as_expression (object ${methods()})) (satisfies_expression (object ${methods()}))])
(variable_declarator type: (type_annotation [(type_identifier) (generic_type)] @calls) value: ${functionValue}) @function

(variable_declarator name: (identifier) @given value: [(as_expression (object ${handedOn}) @literal)
  (satisfies_expression (object ${handedOn}) @literal)])

(extends_clause value: [(identifier) (member_expression)] @inherits)
${each('implements_clause extends_type_clause', `${named} @inherits`)}
(import_statement (import_require_clause (identifier) @namespace source: (string (string_fragment) @specifier))) @import

${each(
  'function_declaration function_signature method_definition method_signature abstract_method_signature',
  'return_type: (type_annotation (_) @returns)',
  '@function',
)}
${each('variable_declarator public_field_definition', 'value: (arrow_function return_type: (type_annotation (_) @returns))', '@function')}

(variable_declarator name: (identifier) @variable type: (type_annotation (_) @type))
(variable_declarator name: (identifier) @variable value: (as_expression (_) (_) @type))
(variable_declarator name: (identifier) @variable
  value: (non_null_expression (subscript_expression object: (_) @each index: [(identifier) (number) (binary_expression)])))
${each('required_parameter optional_parameter', 'pattern: (identifier) @variable type: (type_annotation (_) @type)?')}
(required_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @property type: (type_annotation (_) @type))
${each('public_field_definition property_signature', 'name: (_) @property type: (type_annotation (_) @type)')}
(public_field_definition name: (_) @property value: (new_expression constructor: (_) @made))
`;

export const typescript: Language = {
  name: 'typescript',
  family: 'ecma',
  extensions: ['.ts', '.mts', '.cts'],
  interpreters: ['deno', 'bun', 'tsx', 'ts-node'],
  grammar: () => import.meta.resolve('tree-sitter-typescript/tree-sitter-typescript.wasm'),
  query: () => `${ecmaQuery()}${typesQuery()}`,
};

export const tsx: Language = {
  name: 'tsx',
  family: 'ecma',
  extensions: ['.tsx'],
  grammar: () => import.meta.resolve('tree-sitter-typescript/tree-sitter-tsx.wasm'),
  query: () => `${typescript.query()}${jsxQuery}`,
};

/** Single-file components: their scripts are read, and nothing of their templates. */
export const vue: Language = {
  ...typescript,
  name: 'vue',
  extensions: ['.vue'],
  interpreters: [],
  hasScripts: true,
};
export const svelte: Language = { ...vue, name: 'svelte', extensions: ['.svelte'] };

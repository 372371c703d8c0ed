import { cQuery } from './c.ts';
import { each, type Language } from './language.ts';

const memberName = '[(field_identifier) (destructor_name) (operator_name)] @name';
const ownedName = 'declarator: (qualified_identifier scope: (_) @owner name: (_) @name)';

/** The declarator of a function, of what it returns, of a pointer or a reference to that. */
const functionOf = (name: string) =>
  `[(function_declarator ${name}) (pointer_declarator declarator: (function_declarator ${name})) (reference_declarator (function_declarator ${name}))]`;

const valueType = '[(type_identifier) (qualified_identifier) (template_type)]';
/** Objects that the grammar takes for prototypes: the end of `Store store(path);` and `Store store(Path::own());`. */
const byValue = `parameters: (parameter_list . [(parameter_declaration type: [(type_identifier) (qualified_identifier)] !declarator)
  (parameter_declaration declarator: (abstract_function_declarator))])`;

/** The name of a variable, or names that take a value apart. */
const declared = `[(identifier) @variable (pointer_declarator declarator: (identifier) @variable) (reference_declarator (identifier) @variable)
  (structured_binding_declarator (identifier) @variable) (reference_declarator (structured_binding_declarator (identifier) @variable))]`;

const query = () => `
(function_definition !type declarator: (function_declarator declarator: (identifier) @_macro parameters: (parameter_list
  . (parameter_declaration type: (type_identifier) @owner !declarator) . (parameter_declaration type: (type_identifier) @name !declarator) .))
  (#match? @_macro "^[A-Z][A-Z0-9_]+$")) @function
${cQuery()}
(class_specifier name: (_) @name body: (_)) @class
(struct_specifier name: (qualified_identifier) @name body: (_)) @class
(namespace_definition name: (_) @name) @module
(function_definition declarator: ${functionOf(`declarator: ${memberName}`)}) @function
(function_definition declarator: ${functionOf(ownedName)}) @function
(function_definition declarator: (reference_declarator (function_declarator declarator: (identifier) @name))) @function
(function_definition declarator: (pointer_declarator (reference_declarator (function_declarator declarator: (_) @name)))) @function
(function_definition declarator: (function_declarator (trailing_return_type (_) @returns))) @function
(field_declaration declarator: ${functionOf(`declarator: ${memberName}`)} default_value: (_)) @function
(field_declaration type: (_) @returns declarator: [(function_declarator) (pointer_declarator) (reference_declarator)]
  default_value: (_)) @function
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @inherits)

(call_expression function: (template_function name: (identifier) @callee)) @call
(call_expression function: (qualified_identifier scope: (_) @receiver name: (_) @callee)) @call
(call_expression function: (field_expression argument: (_) @receiver field: [(template_method) (dependent_name)] @callee)) @call
(new_expression type: (_) @callee) @call
(compound_literal_expression type: ${valueType} @callee) @call
(declaration type: ${valueType} @callee declarator: (init_declarator value: [(argument_list) (initializer_list)])) @call
(compound_statement (declaration type: ${valueType} @callee declarator: (function_declarator declarator: (identifier) ${byValue})) @call)
(compound_statement (declaration declarator: (function_declarator parameters: (parameter_list (parameter_declaration
  type: [(type_identifier) @callee (qualified_identifier scope: (_) @receiver name: (_) @callee)] declarator: (abstract_function_declarator)) @call))))
(field_initializer (field_identifier) @callee @initial [(argument_list) (initializer_list)]) @call
(using_declaration . "using" . (qualified_identifier) @using) @import
(using_declaration "namespace" (_) @specifier) @import
(namespace_alias_definition name: (_) @alias (_) @using) @import

${each('compound_statement for_statement', `(declaration type: ${valueType} @type declarator: (function_declarator declarator: (identifier) @variable ${byValue}))`)}
(parameter_declaration type: (_) @type declarator: [(reference_declarator (identifier) @variable)
  (pointer_declarator (reference_declarator (identifier) @variable))])
(optional_parameter_declaration type: (_) @type declarator: (identifier) @variable)
(declaration type: (_) @type declarator: (init_declarator declarator: (reference_declarator (identifier) @variable)))
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: ${declared} value: (_) @valued))
(declaration type: (placeholder_type_specifier) declarator: ${declared} value: (_) @valued)
(for_range_loop type: (_) @type declarator: ${declared} (#not-eq? @type "auto"))
(for_range_loop type: (placeholder_type_specifier) declarator: ${declared} right: (_) @each)
(field_declaration type: (_) @type declarator: (reference_declarator (field_identifier) @property))
`;

export const cpp: Language = {
  name: 'cpp',
  family: 'c',
  extensions: ['.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx', '.ipp', '.inl'],
  grammar: () => import.meta.resolve('tree-sitter-cpp/tree-sitter-cpp.wasm'),
  query,
  methodsApart: true,
  hasOverloads: true,
};

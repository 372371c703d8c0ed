import { cQuery } from './c.ts';
import type { Language } from './language.ts';

const memberName = '[(field_identifier) (destructor_name) (operator_name)] @name';
const ownedName = 'declarator: (qualified_identifier scope: (_) @owner name: (_) @name)';

const valueType = '[(type_identifier) (qualified_identifier) (template_type)]';
/** Objects that the grammar takes for prototypes: the end of `Store store(path);` and `Store store(Path::own());`. */
const byValue = `parameters: (parameter_list . [(parameter_declaration type: [(type_identifier) (qualified_identifier)] !declarator)
  (parameter_declaration declarator: (abstract_function_declarator))])`;

const query = () => `
(function_definition !type declarator: (function_declarator declarator: (identifier) @_macro parameters: (parameter_list
  . (parameter_declaration type: (type_identifier) @owner !declarator) . (parameter_declaration type: (type_identifier) @name !declarator) .))
  (#match? @_macro "^[A-Z][A-Z0-9_]+$")) @function
${cQuery()}
(class_specifier name: (_) @name body: (_)) @class
(struct_specifier name: (qualified_identifier) @name body: (_)) @class
(namespace_definition name: (_) @name) @module
(function_definition declarator: (function_declarator declarator: ${memberName})) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: ${memberName}))) @function
(function_definition declarator: (reference_declarator (function_declarator declarator: ${memberName}))) @function
(function_definition declarator: (function_declarator ${ownedName})) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator ${ownedName}))) @function
(function_definition declarator: (reference_declarator (function_declarator ${ownedName}))) @function
(function_definition declarator: (reference_declarator (function_declarator declarator: (identifier) @name))) @function
(field_declaration declarator: (function_declarator declarator: ${memberName}) default_value: (_)) @function
(field_declaration declarator: (pointer_declarator declarator: (function_declarator declarator: ${memberName}))
  default_value: (_)) @function
(field_declaration declarator: (reference_declarator (function_declarator declarator: ${memberName})) default_value: (_)) @function
(field_declaration type: (_) @returns declarator: [(function_declarator) (pointer_declarator) (reference_declarator)]
  default_value: (_)) @function
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @inherits)

(call_expression function: (template_function name: (identifier) @callee)) @call
(call_expression function: (qualified_identifier scope: (_) @receiver name: (_) @callee)) @call
(call_expression function: (field_expression argument: (_) @receiver field: [(template_method) (dependent_name)] @callee)) @call
(new_expression type: (_) @callee) @call
(declaration type: [(type_identifier) (qualified_identifier) (template_type)] @callee
  declarator: (init_declarator value: (argument_list))) @call
(compound_statement (declaration type: ${valueType} @callee declarator: (function_declarator declarator: (identifier) ${byValue})) @call)
(compound_statement (declaration declarator: (function_declarator parameters: (parameter_list (parameter_declaration
  type: (type_identifier) @callee declarator: (abstract_function_declarator)) @call))))
(compound_statement (declaration declarator: (function_declarator parameters: (parameter_list (parameter_declaration
  type: (qualified_identifier scope: (_) @receiver name: (_) @callee) declarator: (abstract_function_declarator)) @call))))
(field_initializer (field_identifier) @callee @initial [(argument_list) (initializer_list)]) @call
(using_declaration (qualified_identifier) @using) @import

(compound_statement (declaration type: ${valueType} @type declarator: (function_declarator declarator: (identifier) @variable ${byValue})))
(parameter_declaration type: (_) @type declarator: (reference_declarator (identifier) @variable))
(optional_parameter_declaration type: (_) @type declarator: (identifier) @variable)
(declaration type: (_) @type declarator: (init_declarator declarator: (reference_declarator (identifier) @variable)))
(init_declarator declarator: (identifier) @variable value: (new_expression type: (_) @type))
(init_declarator declarator: (pointer_declarator declarator: (identifier) @variable) value: (new_expression type: (_) @type))
(init_declarator declarator: (identifier) @variable value: (call_expression function: (_) @made))
(for_range_loop type: (_) @type declarator: [(identifier) @variable (reference_declarator (identifier) @variable)
  (pointer_declarator declarator: (identifier) @variable)] (#not-eq? @type "auto"))
(for_range_loop type: (placeholder_type_specifier) declarator: [(identifier) @variable (reference_declarator (identifier) @variable)
  (pointer_declarator declarator: (identifier) @variable)] right: (_) @each)
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
  selfNames: ['this'],
  superNames: [],
};

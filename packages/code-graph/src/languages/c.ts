import type { Language } from './language.ts';

/** Shared by C and C++. A prototype is no symbol: the definition it announces is. */
export const cQuery = () => `
(function_definition declarator: (function_declarator declarator: (identifier) @name)) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @function
(function_definition declarator: (pointer_declarator declarator:
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))) @function
(function_definition type: (_) @returns) @function
(struct_specifier name: (type_identifier) @name body: (_)) @class
(union_specifier name: (type_identifier) @name body: (_)) @class
(enum_specifier name: (type_identifier) @name body: (_)) @class
(type_definition type: [(struct_specifier !name) (union_specifier !name) (enum_specifier !name)] declarator: (type_identifier) @name) @class
(preproc_function_def name: (identifier) @name) @function
(preproc_function_def value: (preproc_arg) @expansion)

(call_expression function: (identifier) @callee) @call
(call_expression function: (field_expression argument: (_) @receiver field: (field_identifier) @callee)) @call

(preproc_include path: (string_literal (string_content) @specifier)) @import
(preproc_include path: (system_lib_string) @specifier) @import

(parameter_declaration type: (_) @type declarator: (identifier) @variable)
(parameter_declaration type: (_) @type declarator: (pointer_declarator declarator: (identifier) @variable))
(parameter_declaration declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @variable))))
(declaration type: (_) @type declarator: [(identifier) @variable (array_declarator declarator: (identifier) @variable)])
(declaration type: (_) @type declarator: (pointer_declarator declarator: (identifier) @variable))
(declaration type: (_) @type declarator: (init_declarator declarator: (identifier) @variable))
(declaration type: (_) @type declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @variable)))
(field_declaration type: (_) @type declarator: [(field_identifier) @property (array_declarator declarator: (field_identifier) @property)])
(field_declaration type: (_) @type declarator: (pointer_declarator declarator:
  [(field_identifier) @property (pointer_declarator declarator: (field_identifier) @property)]))
`;

export const c: Language = {
  name: 'c',
  family: 'c',
  extensions: ['.c', '.h'],
  grammar: () => import.meta.resolve('tree-sitter-c/tree-sitter-c.wasm'),
  query: cQuery,
  methodsApart: true,
  selfNames: [],
  superNames: [],
};

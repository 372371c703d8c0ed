import { each, type Language } from './language.ts';

/** A declarator as it is, behind a pointer and behind two. */
const pointed = (declarator: string) =>
  `[${declarator} (pointer_declarator declarator: [${declarator} (pointer_declarator declarator: ${declarator})])]`;

/** A name that is declared, in pointers and arrays: two of them in one another are enough. */
const held = (name: string) => {
  const inner = `[${name} (pointer_declarator declarator: ${name}) (array_declarator declarator: ${name})]`;
  return `[${name} (pointer_declarator declarator: ${inner}) (array_declarator declarator: ${inner})]`;
};
const variable = held('(identifier) @variable');

/** Shared by C and C++. A prototype is no symbol: the definition it announces is. */
export const cQuery = () => `
(function_definition declarator: ${pointed('(function_declarator declarator: (identifier) @name)')}) @function
(function_definition type: (_) @returns (#not-eq? @returns "auto")) @function
${each('struct_specifier union_specifier enum_specifier', 'name: (type_identifier) @name body: (_)', '@class')}
(type_definition type: [(struct_specifier !name) (union_specifier !name) (enum_specifier !name)] declarator: (type_identifier) @name) @class
(preproc_function_def name: (identifier) @name) @function
(preproc_function_def value: (preproc_arg) @expansion)

(call_expression function: (identifier) @callee) @call
(call_expression function: (field_expression argument: (_) @receiver field: (field_identifier) @callee)) @call

(preproc_include path: [(string_literal (string_content) @specifier) (system_lib_string) @specifier]) @import

(parameter_declaration type: (_) @type declarator: ${variable})
(parameter_declaration declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @variable))))
(declaration type: (_) @type declarator: ${variable})
(declaration type: (_) @type declarator: (init_declarator declarator: ${variable}))
(field_declaration type: (_) @type declarator: ${held('(field_identifier) @property')})
`;

export const c: Language = {
  name: 'c',
  family: 'c',
  extensions: ['.c', '.h'],
  grammar: () => import.meta.resolve('tree-sitter-c/tree-sitter-c.wasm'),
  query: cQuery,
  methodsApart: true,
};

import { each, type Language } from './language.ts';

const called = `(identifier) @callee (field_expression value: (_) @receiver field: (field_identifier) @callee)
  (scoped_identifier path: (_) @receiver name: (identifier) @callee)`;
/** A name that a pattern binds. */
const bound =
  '[(identifier) @variable (mut_pattern (identifier) @variable) (ref_pattern (identifier) @variable) (reference_pattern (identifier) @variable)]';

const type = '[(type_identifier) (generic_type) (scoped_type_identifier)]';

const query = () => `
${each('function_item function_signature_item macro_definition', 'name: (identifier) @name', '@function')}
${each('function_item function_signature_item', 'return_type: (_) @returns', '@function')}
${each('struct_item enum_item union_item trait_item type_item', 'name: (type_identifier) @name', '@class')}
(mod_item name: (identifier) @name body: (_)) @module
(impl_item type: [(type_identifier) @name (generic_type type: (type_identifier) @name) (scoped_type_identifier name: (_) @name)]) @scope
(impl_item type: (generic_type type: (scoped_type_identifier name: (_) @name))) @scope
(impl_item type: [(pointer_type) (array_type) (tuple_type) (primitive_type) (function_type)] @name) @scope
(impl_item type: (reference_type type: [(array_type) (tuple_type) (primitive_type)] @name)) @scope
(impl_item type: (dynamic_type trait: (type_identifier) @name)) @scope
(impl_item trait: ${type} @inherits type: (_) @owner)
(trait_item bounds: (trait_bounds ${type} @inherits))

(call_expression function: [${called} (generic_function function: [${called}])]) @call
(struct_expression name: (type_identifier) @callee) @call
(struct_expression name: (scoped_type_identifier path: (_) @receiver name: (_) @callee)) @call
(macro_invocation macro: (identifier) @callee) @call

(impl_item type: (reference_type type: [(type_identifier) @name (generic_type type: (type_identifier) @name)])) @scope
(type_item type: ${type} @inherits)
(type_parameter name: (type_identifier) @bounded)
(associated_type name: (type_identifier) @property bounds: (trait_bounds . ${type} @type))
(ordered_field_declaration_list (visibility_modifier)? type: (_) @place)
(type_parameter name: (type_identifier) @bounded bounds: (trait_bounds . ${type} @bound))
(where_predicate left: (type_identifier) @bounded bounds: (trait_bounds . ${type} @bound))
(enum_variant name: (identifier) @property body: (ordered_field_declaration_list . type: (_) @type))
(tuple_struct_pattern type: (scoped_identifier) @type . ${bound})
${each('let_condition let_declaration', `pattern: (tuple_struct_pattern type: (identifier) @_held ${bound}) value: (_) @valued (#any-of? @_held "Some" "Ok")`)}
(match_expression value: (_) @valued
  body: (match_block (match_arm pattern: (match_pattern (tuple_struct_pattern type: (identifier) @_held ${bound}))))
  (#any-of? @_held "Some" "Ok"))
(tuple_struct_pattern type: (identifier) ${bound})

(use_declaration argument: (_) @tree) @import
(mod_item name: (identifier) @submodule !body) @import

(parameter pattern: [(identifier) @variable (mut_pattern (identifier) @variable)] type: (_) @type)
(closure_parameters (identifier) @variable)
(let_declaration pattern: (identifier) @variable type: (_)? @type)
(let_declaration pattern: ${bound} value: (struct_expression name: (_) @type))
(let_declaration pattern: ${bound} !type value: (_) @valued)
(for_expression pattern: (identifier) @variable)
(tuple_pattern (identifier) @variable)
(field_declaration name: (field_identifier) @property type: (_) @type)
`;

/** `self` is an object and a path, `Self` the type around it. */
export const rust: Language = {
  name: 'rust',
  family: 'rust',
  extensions: ['.rs'],
  grammar: () => import.meta.resolve('tree-sitter-rust/tree-sitter-rust.wasm'),
  query,
  methodsApart: true,
  hasTypeArguments: true,
  selfNames: ['self', 'Self'],
};

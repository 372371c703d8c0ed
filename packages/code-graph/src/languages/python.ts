import type { Language } from './language.ts';

const query = () => `
(function_definition name: (identifier) @name) @function
(function_definition return_type: (type) @returns) @function
(class_definition name: (identifier) @name) @class
(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript)] @inherits))
(assignment left: (identifier) @name right: (lambda)) @function

(call function: (identifier) @callee) @call
(call function: (attribute object: (_) @receiver attribute: (identifier) @callee)) @call
(decorator (identifier) @callee) @call
(decorator (attribute object: (_) @receiver attribute: (identifier) @callee)) @call

(import_statement name: (dotted_name) @specifier) @import
(import_statement name: (aliased_import name: (dotted_name) @specifier alias: (identifier) @namespace)) @import
(import_from_statement module_name: (_) @specifier name: (dotted_name) @imported) @import
(import_from_statement module_name: (_) @specifier
  name: (aliased_import name: (dotted_name) @imported alias: (identifier) @alias)) @import
(module (expression_statement (assignment left: (identifier) @alias right: (identifier) @imported)) @import)
(import_from_statement module_name: (_) @specifier (wildcard_import) @wildcard) @import


(assignment left: (identifier) @variable type: (type)? @type)
(assignment left: (identifier) @variable right: (call function: (_) @made))
(assignment left: (identifier) @variable right: (await (call function: (_) @made)))
(assignment left: (identifier) @variable right: (identifier) @copied)
(assignment left: [(pattern_list (identifier) @variable) (tuple_pattern (identifier) @variable)])
(assignment left: [(pattern_list (identifier) @variable) (tuple_pattern (identifier) @variable)]
  right: [(call function: (_) @made) (await (call function: (_) @made))])
(assignment left: [(pattern_list (identifier) @variable) (tuple_pattern (identifier) @variable)] right: (identifier) @copied)
(for_statement left: (identifier) @variable right: (_) @each)
(for_statement left: (pattern_list (identifier) @variable))
(for_in_clause left: (identifier) @variable right: (_) @each)
(for_in_clause left: (pattern_list (identifier) @variable))
(as_pattern (call function: (_) @made) alias: (as_pattern_target (identifier) @variable))
(as_pattern (await (call function: (_) @made)) alias: (as_pattern_target (identifier) @variable))
(as_pattern alias: (as_pattern_target (identifier) @variable))
(parameters (identifier) @variable)
(lambda_parameters (identifier) @variable)
(default_parameter name: (identifier) @variable)
(typed_parameter (identifier) @variable type: (type) @type)
(typed_default_parameter name: (identifier) @variable type: (type) @type)
(list_splat_pattern (identifier) @variable)
(dictionary_splat_pattern (identifier) @variable)
(return_statement (call function: (_) @made)) @returned
(return_statement (identifier) @copied) @returned
(decorated_definition (decorator [(identifier) @_property (attribute attribute: (identifier) @_property)])
  definition: (function_definition name: (identifier) @property return_type: (type) @type)
  (#any-of? @_property "property" "cached_property"))
(class_definition body: (block (expression_statement (assignment left: (identifier) @property type: (type) @type))))
(class_definition body: (block (expression_statement (assignment left: (identifier) @property right: (call function: (_) @made)))))
(class_definition body: (block (expression_statement (assignment left: (identifier) @property right: [(identifier) (attribute)] @copied))))
(assignment left: (attribute object: (identifier) @_self attribute: (identifier) @property)
  right: (call function: (_) @made) (#eq? @_self "self"))
(assignment left: (attribute object: (identifier) @_self attribute: (identifier) @property)
  right: (identifier) @copied (#eq? @_self "self"))
(assignment left: (attribute object: (identifier) @_self attribute: (identifier) @property) type: (type) @type
  (#eq? @_self "self"))
`;

export const python: Language = {
  name: 'python',
  family: 'python',
  extensions: ['.py', '.pyi'],
  interpreters: ['python', 'pypy'],
  grammar: () => import.meta.resolve('tree-sitter-python/tree-sitter-python.wasm'),
  query,
  selfNames: ['self', 'cls'],
  superNames: ['super()'],
};

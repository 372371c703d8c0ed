import { each, type Language } from './language.ts';

const called = '(identifier) @callee (attribute object: (_) @receiver attribute: (identifier) @callee)';
const made = '(call function: (_) @made) (await (call function: (_) @made))';
const several = '[(pattern_list (identifier) @variable) (tuple_pattern (identifier) @variable)]';

const query = () => `
(function_definition name: (identifier) @name) @function
(function_definition return_type: (type) @returns) @function
(class_definition name: (identifier) @name) @class
(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript)] @inherits))
(assignment left: (identifier) @name right: (lambda)) @function

(call function: [${called}]) @call
(decorator [${called}]) @call

(import_statement name: (dotted_name) @specifier) @import
(import_statement name: (aliased_import name: (dotted_name) @specifier alias: (identifier) @namespace)) @import
(import_from_statement module_name: (_) @specifier name: (dotted_name) @imported) @import
(import_from_statement module_name: (_) @specifier
  name: (aliased_import name: (dotted_name) @imported alias: (identifier) @alias)) @import
(module (expression_statement (assignment left: (identifier) @alias right: (identifier) @imported)) @import)
(import_from_statement module_name: (_) @specifier (wildcard_import) @wildcard) @import

(assignment left: (identifier) @variable type: (type)? @type)
(assignment left: (identifier) @variable right: [${made} (identifier) @copied])
(assignment left: ${several})
(assignment left: ${several} right: [${made} (identifier) @copied])
${each('for_statement for_in_clause', 'left: (identifier) @variable right: (_) @each')}
${each('for_statement for_in_clause', 'left: (pattern_list (identifier) @variable)')}
(as_pattern [${made}]? alias: (as_pattern_target (identifier) @variable))
${each('parameters lambda_parameters list_splat_pattern dictionary_splat_pattern', '(identifier) @variable')}
(default_parameter name: (identifier) @variable)
(typed_parameter (identifier) @variable type: (type) @type)
(typed_default_parameter name: (identifier) @variable type: (type) @type)
(return_statement [(call function: (_) @made) (identifier) @copied]) @returned
(decorated_definition (decorator [(identifier) @_property (attribute attribute: (identifier) @_property)])
  definition: (function_definition name: (identifier) @property return_type: (type) @type)
  (#any-of? @_property "property" "cached_property"))
(class_definition body: (block (expression_statement (assignment left: (identifier) @property
  [type: (type) @type right: (call function: (_) @made) right: (identifier) @copied right: (attribute) @copied]))))
(assignment left: (attribute object: (identifier) @_self attribute: (identifier) @property)
  [type: (type) @type right: (call function: (_) @made) right: (identifier) @copied] (#eq? @_self "self"))
`;

export const python: Language = {
  name: 'python',
  family: 'python',
  extensions: ['.py', '.pyi'],
  interpreters: ['python', 'pypy'],
  grammar: () => import.meta.resolve('tree-sitter-python/tree-sitter-python.wasm'),
  query,
  selfNames: ['self', 'cls'],
  superName: 'super()',
};

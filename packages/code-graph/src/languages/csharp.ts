import { each, type Language } from './language.ts';

const query = () => `
${each('namespace_declaration file_scoped_namespace_declaration', 'name: (_) @package')}
${each('class_declaration interface_declaration struct_declaration record_declaration enum_declaration', 'name: (identifier) @name', '@class')}
${each('method_declaration local_function_statement constructor_declaration', 'name: (identifier) @name', '@function')}
(method_declaration returns: (_) @returns) @function
(base_list [(identifier) (qualified_name) (generic_name)] @inherits)
(base_list (primary_constructor_base_type type: (_) @inherits))

(invocation_expression function: (identifier) @callee) @call
(invocation_expression function: (generic_name (identifier) @callee)) @call
(invocation_expression function: (member_access_expression expression: _ @receiver name: [(identifier) (generic_name)] @callee)) @call
(invocation_expression function: (conditional_access_expression condition: (_) @receiver
  (member_binding_expression name: (_) @callee))) @call
(object_creation_expression type: (_) @callee) @call

(using_directive "global"? @global !name [(identifier) (qualified_name)] @specifier) @import
(using_directive name: (identifier) @namespace [(identifier) (qualified_name) (generic_name)] @specifier .) @import

(parameter type: (_) @type name: (identifier) @variable)
(variable_declaration type: (_) @type (variable_declarator name: (identifier) @variable))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @variable
  (object_creation_expression type: (_) @type)))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @variable
  [(invocation_expression function: (_) @made) (await_expression (invocation_expression function: (_) @made))]))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @variable
  [(cast_expression type: (_) @type) (as_expression right: (_) @type) (element_access_expression expression: (_) @each)]))
(foreach_statement type: (_) @type left: (identifier) @variable (#not-eq? @type "var"))
(foreach_statement type: (implicit_type) left: (identifier) @variable right: (_) @each)
([(declaration_pattern type: (_) @type name: (identifier) @variable) (declaration_expression type: (_) @type name: (identifier) @variable)])
(lambda_expression parameters: (implicit_parameter) @variable)
(invocation_expression function: (member_access_expression expression: (_) @each name: (identifier) @_by)
  arguments: (argument_list . (argument (lambda_expression parameters: (implicit_parameter) @variable)))
  (#match? @_by "^(All|Any|Count|First(OrDefault)?|ForEach|GroupBy|Last(OrDefault)?|Max|Min|OrderBy(Descending)?|Select(Many)?|Single(OrDefault)?|Skip(While)?|Sum|Take(While)?|ThenBy|ToDictionary|ToLookup|Where)$"))
(field_declaration (variable_declaration type: (_) @type (variable_declarator name: (identifier) @property)))
(property_declaration type: (_) @type name: (identifier) @property)
`;

export const csharp: Language = {
  name: 'csharp',
  family: 'csharp',
  extensions: ['.cs'],
  grammar: () => import.meta.resolve('tree-sitter-c-sharp/tree-sitter-c_sharp.wasm'),
  query,
  hasOverloads: true,
  hasExtensions: true,
  superName: 'base',
};

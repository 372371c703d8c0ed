import { each, type Language } from './language.ts';

const classes = 'class_definition object_definition trait_definition enum_definition';
const called = '(identifier) @callee (field_expression value: (_) @receiver field: (identifier) @callee)';
const types = '[(type_identifier) (generic_type) (stable_type_identifier)]';

/** Not of the cases of an enumeration. Without the field `type`: only the first is in it where that is given arguments. */
const bases = (inherits: string) => each(classes, `extend: (extends_clause ${inherits})`);

const query = () => `
(package_clause name: (package_identifier) @package)
${each(classes, 'name: (identifier) @name', '@class')}
(type_definition name: (type_identifier) @name) @class
${each('function_definition function_declaration', 'name: (_) @name', '@function')}
${each('function_definition function_declaration', 'return_type: (_) @returns', '@function')}
${bases(`${types} @inherits`)}
${bases(`(compound_type ${types} @inherits)`)}

(call_expression function: [${called} (generic_function function: [${called}])]) @call
(instance_expression ${types} @callee) @call
(field_expression value: (identifier) @receiver field: (identifier) @callee (#match? @receiver "^(?:[A-Z]|this$)")) @call

(import_declaration) @import @specifier

(class_parameter name: (identifier) @property type: (_) @type)
(template_body (val_definition pattern: (identifier) @property type: (_) @type))
(enum_definition name: (identifier) @type body: (enum_body (enum_case_definitions [
  (simple_enum_case name: (identifier) @property) (full_enum_case name: (identifier) @property)])))
(template_body (val_definition pattern: (identifier) @property value: [(call_expression function: (_) @made) (instance_expression . (_) @made)]))
(template_body (var_definition pattern: (identifier) @property type: (_) @type))
(parameter name: (identifier) @variable type: (_) @type)
(block (val_definition pattern: (identifier) @variable type: (_)? @type))
(block (val_definition pattern: (identifier) @variable value: (call_expression function: (_) @made)))
(block (val_definition pattern: (identifier) @variable value: (instance_expression . (_) @made)))
(block (var_definition pattern: (identifier) @variable type: (_)? @type))
(lambda_expression parameters: (identifier) @variable)
(typed_pattern pattern: (identifier) @variable type: (_) @type)
`;

/** Reads and is read by Java: packages and classes are the same. */
export const scala: Language = {
  name: 'scala',
  family: 'java',
  extensions: ['.scala', '.sc'],
  interpreters: ['scala'],
  grammar: () => import.meta.resolve('tree-sitter-scala/tree-sitter-scala.wasm'),
  query,
  namesInBackticks: true,
};

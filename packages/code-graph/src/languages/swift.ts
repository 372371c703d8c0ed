import { each, type Language } from './language.ts';

const type = '[(user_type) @type (optional_type) @type (existential_type (user_type) @type)]';

/** `if let d`, `if let d = e` and `if let d: D = e`, alone and among others; what guard binds lives on behind it. */
const unwrapped = () =>
  ['if_statement', 'while_statement', 'guard_statement']
    .flatMap((statement) =>
      [
        '@variable . "=" . (_) @valued',
        `@variable . (type_annotation ${type})`,
        '@variable @valued . [(statements) (value_binding_pattern) (else)]',
      ].map(
        (bound) =>
          `(${statement} bound_identifier: (simple_identifier) ${bound})${statement.startsWith('guard') ? '' : ' @within'}`,
      ),
    )
    .join('\n');

const query = () => `
${each('class_declaration protocol_declaration typealias_declaration', 'name: (type_identifier) @name', '@class')}
(class_declaration name: (user_type) @name) @scope
${each('function_declaration protocol_function_declaration', 'name: (simple_identifier) @name', '@function')}
${each('function_declaration protocol_function_declaration', 'name: (user_type) @returns', '@function')}
(init_declaration "init" @name) @function
(class_declaration name: (type_identifier) (inheritance_specifier inherits_from: (user_type) @inherits))
(class_declaration name: (user_type) @owner (inheritance_specifier inherits_from: (user_type) @inherits))
(protocol_declaration (inheritance_specifier inherits_from: (user_type) @inherits))

(call_expression . (simple_identifier) @callee) @call
(call_expression . (navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (simple_identifier) @callee))) @call

(import_declaration (identifier) @specifier) @import

(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @property)
  [(type_annotation ${type}) value: (call_expression . (_) @made) value: (navigation_expression) @valued]))
(parameter name: (simple_identifier) @variable name: (_) @type)
(statements (property_declaration name: (pattern bound_identifier: (simple_identifier) @variable)))
(statements (property_declaration name: (pattern bound_identifier: (simple_identifier) @variable)
  [(type_annotation ${type}) value: (call_expression . (_) @made) value: (navigation_expression) @valued value: (simple_identifier) @valued]))
${unwrapped()}
(for_statement item: (pattern bound_identifier: (simple_identifier) @variable))
(lambda_parameter name: (simple_identifier) @variable)
`;

/** A module is a folder of any depth whose files see each other without an import. */
export const swift: Language = {
  name: 'swift',
  family: 'swift',
  extensions: ['.swift'],
  interpreters: ['swift'],
  grammar: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-swift.wasm'),
  query,
  namesInBackticks: true,
  methodsApart: true,
  selfNames: ['self'],
};

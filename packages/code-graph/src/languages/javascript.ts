import { commonJsQuery, ecmaQuery, jsxQuery } from './ecma-query.ts';
import type { Language } from './language.ts';

const query = () => `
${ecmaQuery()}${commonJsQuery()}
${jsxQuery}
(class_body (field_definition property: (property_identifier) @name value: [(arrow_function) (function_expression)]) @function)
(field_definition property: (_) @property value: (new_expression constructor: (_) @made))
(field_definition property: (_) @property)
(assignment_expression left: (member_expression object: (this) property: (_) @property))
(class_heritage [(identifier) (member_expression)] @inherits)
(formal_parameters [(identifier) @variable (assignment_pattern left: (identifier) @variable)])
`;

export const javascript: Language = {
  name: 'javascript',
  family: 'ecma',
  extensions: ['.js', '.mjs', '.cjs', '.jsx'],
  interpreters: ['node', 'nodejs'],
  grammar: () => import.meta.resolve('tree-sitter-javascript/tree-sitter-javascript.wasm'),
  query,
};

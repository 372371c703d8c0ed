import { each } from './language.ts';

export const functionValue = '[(arrow_function) (function_expression) (generator_function)]';
/** The argument of CommonJS's `require`, as a value. */
const required = `(call_expression function: (identifier) @_require
  arguments: (arguments . (string (string_fragment) @specifier)) (#eq? @_require "require"))`;

export const methods = () => `[
  (method_definition name: (_) @name) @function
  (pair key: (property_identifier) @name value: ${functionValue}) @function]`;

/** Members that an object has from elsewhere: `{ open, close: shut }`. */
export const handedOn = `[
  (shorthand_property_identifier) @imported
  (pair key: (property_identifier) @alias value: (identifier) @imported)]`;

const calledMember = '(member_expression object: (_) @receiver property: (_) @callee)';
const made = '(call_expression function: (_) @made) (new_expression constructor: (_) @made)';
/** A member that is given a value. */
const member = 'left: (member_expression object: (_) @owner property: (property_identifier) @name)';
/** Names that a pattern gives to parts of a value. */
const parts = `[(array_pattern (identifier) @variable)
  (object_pattern [(shorthand_property_identifier_pattern) @variable (pair_pattern value: (identifier) @variable)])]`;

/** Shared by JavaScript, TypeScript and TSX, whose grammars have these nodes in common. */
export const ecmaQuery = () => `
${each('function_declaration generator_function_declaration', 'name: (identifier) @name', '@function')}
(variable_declarator name: (identifier) @name value: ${functionValue}) @function
(class_declaration name: (_) @name) @class
(variable_declarator name: (identifier) @name value: (class)) @class
(class_body (method_definition name: (_) @name) @function)
(variable_declarator name: (identifier) @name value: (object)) @scope
(variable_declarator value: (object ${methods()}))
(variable_declarator value: (object (pair key: (property_identifier) @name value: (object)) @scope))
(variable_declarator value: (object (pair value: (object ${methods()}))))
(return_statement (object) @result @scope)
(return_statement (object ${methods()}))
(arrow_function body: (parenthesized_expression (object) @result @scope))
(arrow_function body: (parenthesized_expression (object ${methods()})))
(return_statement (object) @literal @returned)
(arrow_function body: (parenthesized_expression (object) @literal @returned))
(return_statement (object ${handedOn}) @literal)
(arrow_function body: (parenthesized_expression (object ${handedOn}) @literal))
(variable_declarator name: (identifier) @variable value: (object) @literal)
(variable_declarator name: (identifier) @given value: (object ${handedOn}) @literal)
(assignment_expression left: (identifier) @name right: ${functionValue}) @function
(assignment_expression ${member} right: ${functionValue}) @function
(assignment_expression ${member} right: (class !name)) @class
(assignment_expression ${member} right: (class name: (_)) (#not-eq? @owner "module")) @class
(assignment_expression ${member} right: (object) (#not-eq? @owner "module") (#not-eq? @name "prototype")) @scope
(assignment_expression left: (member_expression object: (_) @_object property: (property_identifier) @_property)
  right: (object ${methods()}) (#not-eq? @_object "module") (#not-eq? @_property "prototype"))
(export_statement "default" @name value: [(arrow_function) (function_expression !name)]) @function
(export_statement "default" @name value: (class !name)) @class
(export_statement "default" @alias value: (identifier) @imported) @import
(export_statement "default" @alias declaration: (_ name: (_) @imported)) @import
(export_statement !source (export_clause (export_specifier name: (_) @imported alias: (_) @alias))) @import
(export_statement (lexical_declaration (variable_declarator
  name: (identifier) @name
  value: (call_expression function: (identifier) arguments: (arguments [(arrow_function) (function_expression)]))) @function))

(call_expression function: [(identifier) @callee (super) @callee ${calledMember}]) @call
(new_expression constructor: [(identifier) @callee ${calledMember}]) @call
(decorator (identifier) @callee) @call

(import_statement source: (string (string_fragment) @specifier)) @import
(import_clause [(identifier) @default (namespace_import (identifier) @namespace)]) @import
(named_imports (import_specifier name: (_) @imported alias: (identifier)? @alias)) @import
(export_clause (export_specifier name: (_) @imported alias: (_)? @alias)) @import
(export_statement "*" @wildcard . "from" source: (string (string_fragment) @specifier)) @import
(export_statement (namespace_export (_) @namespace) source: (string (string_fragment) @specifier)) @import
(call_expression function: (import) arguments: (arguments . (string (string_fragment) @specifier))) @import
(variable_declarator name: (identifier) @namespace value: ${required}) @import
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @imported
    (pair_pattern key: (property_identifier) @imported value: (identifier) @alias)])
  value: [
    (call_expression function: [(identifier) (import)] @_require arguments: (arguments . (string (string_fragment) @specifier)))
    (await_expression (call_expression function: (import) @_require arguments: (arguments . (string (string_fragment) @specifier))))]
  (#any-of? @_require "require" "import")) @import
(variable_declarator name: (identifier) @namespace
  value: (await_expression (call_expression function: (import) arguments: (arguments . (string (string_fragment) @specifier))))) @import

(variable_declarator name: (identifier) @variable)
(variable_declarator name: (identifier) @variable value: [(this) (member_expression)] @copied)
(variable_declarator name: (identifier) @variable value: [${made} (await_expression (call_expression function: (_) @made))])
(variable_declarator name: (identifier) @variable value: [
  (ternary_expression consequence: [${made} (member_expression) @copied])
  (binary_expression operator: ["||" "??"] right: [${made}])])
${parts}
(variable_declarator name: ${parts} value: [(call_expression function: (_) @made)
  (await_expression (call_expression function: (_) @made)) (identifier) @copied (this) @copied (member_expression) @copied])
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @variable)
(rest_pattern (identifier) @variable)
(arrow_function parameter: (identifier) @variable)
(for_in_statement left: (identifier) @variable operator: "in")
(for_in_statement left: (identifier) @variable operator: "of" right: (_) @each)
(variable_declarator name: (identifier) @variable value: (subscript_expression object: (_) @each index: [(identifier) (number) (binary_expression)]))
(assignment_expression left: (identifier) @variable right: [${made} (await_expression [${made}])]) @assigned
(catch_clause parameter: (identifier) @variable)
(return_statement [${made} (identifier) @copied (this) @copied]) @returned
(arrow_function body: [${made}] @returned)
(assignment_expression left: (member_expression object: (this) property: (_) @property) right: [${made} (identifier) @copied])
`;

const named = '[(identifier) (member_expression object: (identifier))]';
const toExports = (right: string, property = '@_exports') => `
(assignment_expression left: (member_expression object: (identifier) @_module property: (property_identifier) ${property})
  right: ${right} (#eq? @_module "module") (#eq? ${property} "exports"))`;

/** Modules and classes as JavaScript alone has them. */
export const commonJsQuery = () => `
${toExports(`${named} @imported`, '@alias')} @import
${toExports(`(assignment_expression left: ${named} @imported (#not-eq? @imported "exports"))`, '@alias')} @import
${toExports(
  `(assignment_expression left: (identifier) @_exports (#eq? @_exports "exports")
    right: [(identifier) @imported (assignment_expression left: ${named} @imported)])`,
  '@alias',
)} @import
${toExports('[(class name: (_) @imported) (function_expression name: (_) @imported)]', '@alias')} @import
${toExports('(class name: (_) @name) @class')}
${toExports(`(object ${methods()})`)}
${toExports(`(object [
  (pair key: (property_identifier) @alias value: [(identifier) @imported (member_expression object: ${required} property: (property_identifier) @imported)])
  (pair key: (property_identifier) @namespace value: ${required})
  (spread_element ${required}) @wildcard] @import)`)}
${toExports(required, '@wildcard')} @import
(assignment_expression left: (identifier) @namespace right: [${required} (binary_expression right: ${required})]
  (#not-eq? @namespace "exports")) @import
(variable_declarator name: (identifier) @namespace value: (binary_expression right: ${required})) @import
(assignment_expression left: (member_expression object: (_) @_exports property: (property_identifier) @alias)
  right: [(identifier) (member_expression object: (identifier) property: (property_identifier))] @imported
  (#any-of? @_exports "exports" "module.exports")) @import
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @given property: (property_identifier) @alias)
  right: (identifier) @imported (#not-any-of? @given "exports" "module")) @import))
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @given property: (property_identifier) @namespace)
  right: ${required} (#not-any-of? @given "exports" "module")) @import))
(variable_declarator name: (identifier) @alias value: (member_expression object: ${required} property: (property_identifier) @imported)) @import
(assignment_expression left: (member_expression property: (property_identifier) @_prototype) @name
  right: (object) (#eq? @_prototype "prototype")) @scope
(assignment_expression left: (member_expression property: (property_identifier) @_prototype)
  right: (object ${methods()}) (#eq? @_prototype "prototype"))
(call_expression function: [(identifier) @_inherits (member_expression property: (property_identifier) @_inherits)]
  arguments: (arguments . (identifier) @owner . [(identifier) (member_expression)] @inherits) (#eq? @_inherits "inherits"))
(assignment_expression left: (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
  right: (call_expression function: (member_expression) @_create
    arguments: (arguments . (member_expression object: (_) @inherits property: (property_identifier) @_of)))
  (#eq? @_prototype "prototype") (#eq? @_create "Object.create") (#eq? @_of "prototype"))
(call_expression function: ${required} @callee) @call
(call_expression function: ${required} @namespace) @import
(member_expression object: ${required} @namespace) @import
(assignment_expression left: (member_expression object: (_) @_exports property: (property_identifier) @namespace)
  right: ${required} (#any-of? @_exports "exports" "module.exports")) @import
(assignment_expression left: (member_expression object: (_) @_exports property: (property_identifier) @alias)
  right: (member_expression object: ${required} property: (property_identifier) @imported)
  (#any-of? @_exports "exports" "module.exports" "module")) @import
(variable_declarator name: (identifier) @variable value: (_) @copied (#any-of? @copied "exports" "module.exports"))
(variable_declarator name: (identifier) @variable
  value: (assignment_expression left: (_) @copied (#any-of? @copied "exports" "module.exports")))
`;

/** JSX is a call of the component; a lower-case tag is an HTML element and names nothing of ours. */
export const jsxQuery = `
([(jsx_opening_element name: (identifier) @callee) (jsx_self_closing_element name: (identifier) @callee)] @call
  (#match? @callee "^[A-Z]"))
`;
